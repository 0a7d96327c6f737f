internal import Formats
internal import GNSS

extension Satellite {
    /// A satellite in a SKY object of gpsd; `nil` without any number.
    init?(gpsd value: JSONValue) {
        let raw = value["PRN"]?.intValue.flatMap { Int(exactly: $0) } ?? 0
        let identifier = value["gnssid"]?.intValue
        let constellation = identifier.map(Self.constellation) ?? .unknown
        let number = value["svid"]?.intValue.flatMap { 1...1023 ~= $0 ? Int($0) : nil }
        guard raw > 0 || number != nil else { return nil }
        self.init(
            constellation: constellation, number: constellation == .unknown ? nil : number, rawNumber: raw,
            signal: value["sigid"]?.intValue.flatMap { Self.signal(ublox: $0, in: constellation) },
            elevation: value["el"]?.whole(in: -90...90), azimuth: value["az"]?.whole(in: 0...360).map { $0 % 360 },
            // 0 is how older versions say that nothing is received.
            carrierToNoise: value["ss"]?.whole(in: 0...99).flatMap { $0 == 0 ? nil : $0 },
            isUsed: value["used"]?.boolValue ?? false)
    }

    /// gpsd's `gnssid` is that of u-blox.
    private static func constellation(_ identifier: Int64) -> Constellation {
        switch identifier {
        case 0: .gps
        case 1: .sbas
        case 2: .galileo
        case 3: .beidou
        case 4: .imes
        case 5: .qzss
        case 6: .glonass
        case 7: .navic
        default: .unknown
        }
    }

    /// The signal in the numbering of NMEA 4.11 for a `sigid`, which is that of u-blox.
    private static func signal(ublox identifier: Int64, in constellation: Constellation) -> SatelliteSignal? {
        let code: UInt8? =
            switch (constellation, identifier) {
            case (.gps, 0), (.sbas, 0), (.glonass, 0), (.qzss, 0), (.beidou, 0): 1
            case (.gps, 3): 6
            case (.gps, 4): 5
            case (.gps, 6): 7
            case (.gps, 7): 8
            case (.galileo, 0): 7
            case (.galileo, 3): 1
            case (.galileo, 6): 2
            case (.glonass, 2): 3
            case (.beidou, 2): 0xB
            case (.beidou, 5): 3
            case (.beidou, 7): 5
            case (.qzss, 4): 5
            case (.qzss, 5): 6
            case (.qzss, 8): 7
            case (.qzss, 9): 8
            default: nil
            }
        return code.flatMap { SatelliteSignal(rawValue: $0) }
    }
}

extension JSONValue {
    fileprivate func whole(in range: ClosedRange<Int>) -> Int? {
        guard let value = doubleValue, value.isFinite, abs(value) < 1e6 else { return nil }
        let number = Int(value.rounded())
        return range.contains(number) ? number : nil
    }
}
