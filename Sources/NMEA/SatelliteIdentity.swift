import GNSS

/// Finds out which satellite a number in a sentence means.
///
/// Order of decision: the system id in the sentence, then the talker, then the range of the number.
enum SatelliteIdentity {
    struct Satellite: Hashable {
        var constellation: Constellation
        var number: Int?
    }

    @inline(__always)
    static func satellite(_ raw: Int, talker: Talker, systemID: UInt8?) -> Satellite {
        if let systemID, let satellite = bySystem(raw, systemID) { return satellite }
        switch talker {
        case .gps: return legacyGPS(raw)
        case .glonass: return glonass(raw)
        case .galileo: return galileo(raw)
        case .beidou, .beidouOld: return beidou(raw)
        case .qzss, .qzssOld: return qzss(raw)
        case .navic: return navic(raw)
        case .indoor: return indoor(raw)
        default: return byRange(raw)
        }
    }

    private static func bySystem(_ raw: Int, _ systemID: UInt8) -> Satellite? {
        switch systemID {
        case 1: legacyGPS(raw)
        case 2: glonass(raw)
        case 3: galileo(raw)
        case 4: beidou(raw)
        case 5: qzss(raw)
        case 6: navic(raw)
        default: nil
        }
    }

    private static func legacyGPS(_ raw: Int) -> Satellite {
        switch raw {
        case 1...32: Satellite(constellation: .gps, number: raw)
        default: byRange(raw)
        }
    }

    private static func glonass(_ raw: Int) -> Satellite {
        switch raw {
        case 65...96: Satellite(constellation: .glonass, number: raw - 64)
        case 1...32: Satellite(constellation: .glonass, number: raw)
        case 33...64, 120...158: byRange(raw)
        default: Satellite(constellation: .glonass, number: nil)
        }
    }

    private static func galileo(_ raw: Int) -> Satellite {
        switch raw {
        case 1...36: Satellite(constellation: .galileo, number: raw)
        case 101...136: Satellite(constellation: .galileo, number: raw - 100)
        case 301...336: Satellite(constellation: .galileo, number: raw - 300)
        default: Satellite(constellation: .galileo, number: nil)
        }
    }

    private static func beidou(_ raw: Int) -> Satellite {
        switch raw {
        case 1...64: Satellite(constellation: .beidou, number: raw)
        case 101...164: Satellite(constellation: .beidou, number: raw - 100)
        case 201...264: Satellite(constellation: .beidou, number: raw - 200)
        case 401...464: Satellite(constellation: .beidou, number: raw - 400)
        default: Satellite(constellation: .beidou, number: nil)
        }
    }

    private static func qzss(_ raw: Int) -> Satellite {
        switch raw {
        case 1...10: Satellite(constellation: .qzss, number: raw)
        case 33...42: Satellite(constellation: .qzss, number: raw - 32)
        case 193...202: Satellite(constellation: .qzss, number: raw - 192)
        default: Satellite(constellation: .qzss, number: nil)
        }
    }

    private static func navic(_ raw: Int) -> Satellite {
        switch raw {
        case 1...18: Satellite(constellation: .navic, number: raw)
        case 501...518: Satellite(constellation: .navic, number: raw - 500)
        case 901...918: Satellite(constellation: .navic, number: raw - 900)
        default: Satellite(constellation: .navic, number: nil)
        }
    }

    private static func indoor(_ raw: Int) -> Satellite {
        switch raw {
        case 1...10: Satellite(constellation: .imes, number: raw)
        case 173...182: Satellite(constellation: .imes, number: raw - 172)
        default: Satellite(constellation: .imes, number: nil)
        }
    }

    /// The single number space of older combined sentences.
    private static func byRange(_ raw: Int) -> Satellite {
        switch raw {
        case 1...32: Satellite(constellation: .gps, number: raw)
        case 33...64: Satellite(constellation: .sbas, number: raw + 87)
        case 65...96: Satellite(constellation: .glonass, number: raw - 64)
        case 120...158: Satellite(constellation: .sbas, number: raw)
        case 173...182: Satellite(constellation: .imes, number: raw - 172)
        case 193...202: Satellite(constellation: .qzss, number: raw - 192)
        case 201...264: Satellite(constellation: .beidou, number: raw - 200)
        case 301...336: Satellite(constellation: .galileo, number: raw - 300)
        case 401...464: Satellite(constellation: .beidou, number: raw - 400)
        case 501...518, 901...918: navic(raw)
        default: Satellite(constellation: .unknown, number: nil)
        }
    }

    /// The constellation of a talker or system id, for satellites whose number is not known.
    static func constellation(talker: Talker, systemID: UInt8?) -> Constellation {
        switch systemID {
        case 1: return .gps
        case 2: return .glonass
        case 3: return .galileo
        case 4: return .beidou
        case 5: return .qzss
        case 6: return .navic
        default: break
        }
        switch talker {
        case .gps: return .gps
        case .glonass: return .glonass
        case .galileo: return .galileo
        case .beidou, .beidouOld: return .beidou
        case .qzss, .qzssOld: return .qzss
        case .navic: return .navic
        case .indoor: return .imes
        default: return .unknown
        }
    }
}
