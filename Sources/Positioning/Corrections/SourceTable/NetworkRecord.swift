/// A network of stations (record NET).
///
/// What is absent or unreadable is nil.
public struct NetworkRecord: Hashable, Sendable {
    private let fields: SourceTableFields

    init(_ fields: SourceTableFields) {
        self.fields = fields
    }

    /// All fields behind the type, as they stand.
    public var rawFields: [String] { Array(fields.raw.dropFirst()) }
    /// Its name.
    public var identifier: String { fields[1] ?? "" }
    /// Who runs it.
    public var operatorName: String? { fields[2] }
    /// How to log in.
    public var authentication: NTRIPAuthentication? { fields.authentication(3) }
    /// Whether a fee is charged.
    public var hasFee: Bool? { fields.fee(4) }
    /// A page about the network.
    public var networkPage: String? { fields[5] }
    /// A page about its streams.
    public var streamPage: String? { fields[6] }
    /// A page or mail address to register at.
    public var registration: String? { fields[7] }
    /// Anything else; may hold semicolons.
    public var misc: String? { fields.rest(from: 8) }
}
