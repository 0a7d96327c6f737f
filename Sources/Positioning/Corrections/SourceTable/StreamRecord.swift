public import GNSS
public import RTCM

/// A stream of a caster (record STR).
///
/// Real tables leave out much; what is absent or unreadable is nil.
public struct StreamRecord: Hashable, Sendable {
    private let fields: SourceTableFields

    init(_ fields: SourceTableFields) {
        self.fields = fields
    }

    /// All fields behind the type, as they stand.
    public var rawFields: [String] { Array(fields.raw.dropFirst()) }
    /// The name to ask for.
    public var mountpoint: String { fields[1] ?? "" }
    /// Where it is, in words, usually a town.
    public var identifier: String? { fields[2] }
    /// The format, for example `RTCM 3.2`.
    public var format: String? { fields[3] }
    /// The messages and their periods, as they stand.
    public var formatDetails: String? { fields[4] }
    /// Carrier phases: 0 none, 1 L1, 2 L1 and L2.
    public var carrier: Int? { fields.integer(5) }
    /// The systems, for example `GPS`, `GLO`.
    public var systems: [String] {
        (fields[6] ?? "").split { $0 == "+" || $0 == "&" }.map { String($0).trimmed }.filter { !$0.isEmpty }
    }
    /// The network it belongs to.
    public var network: String? { fields[7] }
    /// The country, three letters.
    public var country: String? { fields[8] }
    /// Whether the caster wants the rover's position (GGA).
    public var wantsPosition: Bool { fields.flag(11) }
    /// Whether the corrections are computed from several stations.
    public var isNetworkSolution: Bool { fields.flag(12) }
    /// The hardware or software that makes it.
    public var generator: String? { fields[13] }
    /// Compression or encryption.
    public var compression: String? { fields[14] }
    /// How to log in.
    public var authentication: NTRIPAuthentication? { fields.authentication(15) }
    /// Whether a fee is charged.
    public var hasFee: Bool? { fields.fee(16) }
    /// Bits a second.
    public var bitRate: Int? { fields.integer(17) }
    /// Anything else; may hold semicolons.
    public var misc: String? { fields.rest(from: 18) }

    /// The place in the table; longitudes up to 360 are brought to -180...180.
    ///
    /// Network streams often say 0, 0.
    public var coordinate: GeodeticCoordinate? { fields.coordinate(9, 10) }

    /// The place, unless it is the 0, 0 that means unknown.
    public var position: GeodeticCoordinate? {
        guard let coordinate, coordinate.latitude != 0 || coordinate.longitude != 0 else { return nil }
        return coordinate
    }

    /// Whether the format is RTCM 3 in any spelling.
    public var isRTCM3: Bool {
        (format ?? "").uppercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "-" }.hasPrefix("RTCM3")
    }

    /// The messages that are announced, with their period in seconds where it is told.
    public var messages: [RTCMIdentity: Double?] {
        var messages: [RTCMIdentity: Double?] = [:]
        for part in (formatDetails ?? "").split(separator: ",") {
            let pieces = part.split(separator: "(", maxSplits: 1)
            let period = pieces.count > 1 ? Double(String(pieces[1].prefix { $0 != ")" }).trimmed) : nil
            for name in (pieces.first ?? "").split(separator: "/") {
                let numbers = String(name).trimmed.split(separator: "_", maxSplits: 1)
                guard let number = numbers.first.flatMap({ Int($0) }), 0...4095 ~= number else { continue }
                let subtype = numbers.count > 1 ? Int(numbers[1]) : nil
                messages.updateValue(period, forKey: RTCMIdentity(number, subtype: subtype))
            }
        }
        return messages
    }
}

extension SourceTableFields {
    /// A latitude and a longitude; nil when either is missing or out of range.
    func coordinate(_ latitude: Int, _ longitude: Int) -> GeodeticCoordinate? {
        guard let latitude = number(latitude), let longitude = number(longitude) else { return nil }
        return GeodeticCoordinate(
            latitude: latitude, longitude: longitude > 180 && longitude <= 360 ? longitude - 360 : longitude)
    }
}
