/// What a caster's reply to a request means.
enum NTRIPReply: Hashable, Sendable {
    /// The stream begins; no version means bytes of corrections without any reply.
    case stream(NTRIPVersion?, isChunked: Bool)
    /// A table of streams, also the answer to an unknown mountpoint in version 1.
    case sourceTable(NTRIPVersion, isChunked: Bool)
    /// No.
    case refused(NTRIPFailure)
}

/// What a reply parser found in the bytes so far.
enum NTRIPReplyEvent: Hashable, Sendable {
    /// The meaning of the reply; comes once.
    case reply(NTRIPReply)
    /// Bytes behind the reply, still in chunks where it said so.
    case body([UInt8])
}
