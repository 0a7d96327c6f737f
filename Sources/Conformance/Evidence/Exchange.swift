package import Formats
package import SDLProtocol

/// An RPC of the app with what came of it.
package struct Exchange: Sendable {
    /// The entry of the request.
    package let request: Int
    /// When it was sent.
    package let time: Duration
    /// Its link and session.
    package let connection: Int
    package let session: UInt8
    /// The frame it came in.
    package let header: FrameHeader
    /// Its content.
    package let rpc: Transcript.RPC
    /// The name of its function, in any version of the spec.
    package let function: String?
    /// What was known when it was sent.
    package let state: SessionState
    /// The entry of the response.
    package internal(set) var response: Int?
    /// When the response came.
    package internal(set) var answeredAt: Duration?
    /// The response.
    package internal(set) var answer: Transcript.RPC?
    /// The frame the response came in.
    package internal(set) var answerHeader: FrameHeader?
    /// What was known when the response came, without what it tells.
    package internal(set) var stateAtAnswer: SessionState?
    /// Whether a response came that would be this one's but for its correlation id.
    package internal(set) var hasStrayAnswer = false
    /// How long the link and the session lasted after the request, as far as the transcript shows.
    package internal(set) var waited: Duration?
    /// Where the head unit closed the link of a living session instead of an answer.
    package internal(set) var cutOff: Int?
    /// The open request with the same correlation id when it was sent.
    package internal(set) var earlierOfSameID: Int?
    /// Whether what the app sent just before made no sense: what comes of the request then is a matter of its own.
    package let followsTrouble: Bool
    /// In how many pieces its bytes were written, and whether it came in several frames.
    package let pieces: Int

    /// The response's code; `nil` when there is none.
    package var resultCode: String? { answer?.json?["resultCode"]?.stringValue }
    /// Whether the response says that the request succeeded.
    package var succeeded: Bool { answer?.json?["success"]?.boolValue ?? false }
    /// Whether GenericResponse came in the response's place.
    package var isGenericResponse: Bool { answer.map { $0.header.functionID == 31 } ?? false }
    /// Whether nothing that decides over it changed while it waited.
    package var wasSteady: Bool {
        guard let later = stateAtAnswer else { return false }
        return later.level == state.level && later.permissions == state.permissions
            && later.registration == state.registration && !state.isChangingRegistration
    }
    /// The entries that show it.
    package var entries: [Int] { [request] + (response.map { [$0] } ?? []) }
    /// Whether it came in frames of the multi-frame form.
    package var isInFrames: Bool { header.type == .first }
}

/// A control frame that asks, with what came of it.
package struct ControlExchange: Sendable {
    /// The entry of the question.
    package let request: Int
    package let time: Duration
    package let connection: Int
    package let party: Transcript.Party
    package let frame: Frame
    /// What was known of the session when it was sent.
    package let state: SessionState
    /// The entry of the answer.
    package internal(set) var response: Int?
    package internal(set) var answer: Frame?
    /// How long the link, and the session, lasted after the question.
    package internal(set) var waited: Duration?
    /// Where the head unit closed the link instead of an answer.
    package internal(set) var cutOff: Int?
    /// The sessions of that link that had been started when it was sent.
    package let sessions: Set<UInt8>
    /// Whether what the same party sent just before made no sense.
    package let followsTrouble: Bool
    /// In how many pieces its bytes were written.
    package let pieces: Int

    /// What it asks.
    package var asks: ControlFrameInfo? { frame.header.controlInfo }
    /// The session, service, version and protection that its frame names.
    package var session: UInt8 { frame.header.sessionID }
    package var service: ServiceType { frame.header.service }
    package var version: UInt8 { frame.header.version }
    package var isEncrypted: Bool { frame.header.isEncrypted }
    /// Whether it was answered with yes.
    package var isAcknowledged: Bool {
        let info = answer?.header.controlInfo
        return info == .startServiceACK || info == .endServiceACK
    }
    /// Whether it was answered with no.
    package var isRefused: Bool {
        let info = answer?.header.controlInfo
        return info == .startServiceNAK || info == .endServiceNAK
    }

    /// The entries that show it.
    package var entries: [Int] { [request] + (response.map { [$0] } ?? []) }
}

/// A notification of the head unit, or a message of the app that is no request.
package struct Notice: Sendable {
    package let entry: Int
    package let time: Duration
    package let connection: Int
    package let session: UInt8
    package let party: Transcript.Party
    package let header: FrameHeader
    package let rpc: Transcript.RPC
    /// The name of its function, in any version of the spec.
    package let function: String?
    /// What was known when it came, without what it tells.
    package let state: SessionState
}

/// An app that registered successfully.
package struct Registration: Sendable {
    package let exchange: Int
    package let connection: Int
    package let session: UInt8
    package let time: Duration
    package let entry: Int
    package let appName: String
    package let parameters: JSONValue
    package let answer: JSONValue
    /// When it ended, as far as the transcript shows.
    package internal(set) var ended: Duration
    /// Whether the end came by the transcript's or the link's end alone.
    package internal(set) var endedBy: End = .transcript

    package enum End: Hashable, Sendable { case app, headUnit, link, transcript }
}
