public import GNSS

/// A caster (record CAS).
///
/// What is absent or unreadable is nil.
public struct CasterRecord: Hashable, Sendable {
    private let fields: SourceTableFields

    init(_ fields: SourceTableFields) {
        self.fields = fields
    }

    /// All fields behind the type, as they stand.
    public var rawFields: [String] { Array(fields.raw.dropFirst()) }
    /// Its host.
    public var host: String { fields[1] ?? "" }
    /// Its port.
    public var port: UInt16? { Self.port(fields[2]) }
    /// Its name.
    public var identifier: String? { fields[3] }
    /// Who runs it.
    public var operatorName: String? { fields[4] }
    /// Whether it can take positions.
    public var takesPositions: Bool { fields.flag(5) }
    /// The country, three letters.
    public var country: String? { fields[6] }
    /// The place of the caster.
    public var coordinate: GeodeticCoordinate? { fields.coordinate(7, 8) }
    /// Another caster to turn to when this one fails; never done by itself.
    public var fallbackHost: String? {
        // Short records have a URL here.
        guard let host = fields[9], host != "0.0.0.0", !host.contains("/"), !host.contains(" ") else { return nil }
        return host
    }
    /// The port of that caster.
    public var fallbackPort: UInt16? { fallbackHost == nil ? nil : Self.port(fields[10]) }
    /// Anything else; may hold semicolons.
    public var misc: String? { fields.rest(from: 11) }

    private static func port(_ text: String?) -> UInt16? {
        text.flatMap { UInt16($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
