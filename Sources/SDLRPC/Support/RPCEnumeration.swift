/// A set of named values that can grow: a value this version of the spec does not name survives.
public protocol RPCEnumeration: Hashable, Sendable {
    /// The values that the spec names, in its order.
    static var knownValues: [Self] { get }

    /// Reads the text on the wire; a text that the spec does not name becomes `unrecognized`.
    init(rawValue: String)

    /// The text on the wire.
    var rawValue: String { get }

    /// Whether the spec names this value.
    var isRecognized: Bool { get }

    /// Reads the number that old peers send in place of the text; `nil` if the spec has no such value.
    init?(ordinal: Int64)
}

extension RPCEnumeration {
    /// Reads the number that old peers send in place of the text: the place in the spec's order, from 0.
    public init?(ordinal: Int64) {
        guard let place = Int(exactly: ordinal), Self.knownValues.indices.contains(place) else { return nil }
        self = Self.knownValues[place]
    }
}
