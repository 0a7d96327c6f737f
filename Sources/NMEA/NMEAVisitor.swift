public import GNSS

/// Receives what a decoder finds, in the order of the bytes; nothing is copied or allocated for it.
///
/// Every method has an empty default.
public protocol NMEAVisitor {
    /// Whether sentences without a type are wanted; each costs a copy of its bytes.
    var wantsOtherSentences: Bool { get }

    /// A sentence was decoded.
    ///
    /// - Parameters:
    ///   - sentence: its values.
    ///   - bytes: from the start character to the checksum, without line end; valid only during the call.
    ///   - tags: the TAG block before it.
    mutating func visit(_ sentence: Sentence, bytes: Span<UInt8>, tags: TagBlock?)

    /// An epoch was closed, or closed again with a higher revision.
    mutating func visit(_ epoch: Epoch)

    /// A binary frame of another protocol came by; the bytes are valid only during the call.
    mutating func visit(_ kind: ForeignFrame.Kind, frame bytes: Span<UInt8>)

    /// The time of the stream jumped.
    mutating func visit(_ discontinuity: Discontinuity)
}

extension NMEAVisitor {
    /// True by default.
    public var wantsOtherSentences: Bool { true }

    /// Does nothing by default.
    public mutating func visit(_ sentence: Sentence, bytes: Span<UInt8>, tags: TagBlock?) {}

    /// Does nothing by default.
    public mutating func visit(_ epoch: Epoch) {}

    /// Does nothing by default.
    public mutating func visit(_ kind: ForeignFrame.Kind, frame bytes: Span<UInt8>) {}

    /// Does nothing by default.
    public mutating func visit(_ discontinuity: Discontinuity) {}
}

/// What a decoder found, as a value to keep.
public enum NMEAEvent: Hashable, Sendable {
    /// A sentence, with the TAG block before it.
    case sentence(Sentence, tags: TagBlock?)
    /// A closed epoch.
    case epoch(Epoch)
    /// A binary frame of another protocol.
    case frame(ForeignFrame)
    /// A jump of the stream's time.
    case discontinuity(Discontinuity)
}

/// A jump of the stream's time: joined files, a restarted receiver.
public struct Discontinuity: Hashable, Sendable {
    /// Time of day before the jump.
    public let before: TimeOfDay
    /// Time of day after it.
    public let after: TimeOfDay
}
