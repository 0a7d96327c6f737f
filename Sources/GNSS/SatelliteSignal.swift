/// A signal of a satellite: the signal id of NMEA 0183 4.11, whose meaning depends on the constellation.
public struct SatelliteSignal: RawRepresentable, Hashable, Sendable {
    /// The signal id, 0...15; 0 stands for all signals, or for none in particular.
    public let rawValue: UInt8

    /// Creates a signal; nil above 15.
    public init?(rawValue: UInt8) {
        guard rawValue < 16 else { return nil }
        self.rawValue = rawValue
    }

    /// The name of the signal in a constellation, for example `L1 C/A`; nil where the standard gives none.
    public func name(in constellation: Constellation) -> String? {
        let names: [String]
        switch constellation {
        case .gps, .sbas:
            names = ["", "L1 C/A", "L1 P(Y)", "L1 M", "L2 P(Y)", "L2C-M", "L2C-L", "L5-I", "L5-Q"]
        case .glonass:
            names = ["", "L1 C/A", "L1 P", "L2 C/A", "L2 P"]
        case .galileo:
            names = ["", "E5a", "E5b", "E5a+b", "E6-A", "E6-BC", "L1-A", "L1-BC"]
        case .beidou:
            names = ["", "B1I", "B1Q", "B1C", "B1A", "B2a", "B2b", "B2a+b", "B3I", "B3Q", "B3A", "B2I", "B2Q"]
        case .qzss:
            names = ["", "L1 C/A", "L1C (D)", "L1C (P)", "LIS", "L2C-M", "L2C-L", "L5-I", "L5-Q", "L6D", "L6E"]
        case .navic:
            names = ["", "L5 SPS", "S SPS", "L5 RS", "S RS", "L1 SPS"]
        case .imes, .unknown:
            return nil
        }
        guard Int(rawValue) < names.count, rawValue > 0 else { return nil }
        return names[Int(rawValue)]
    }
}
