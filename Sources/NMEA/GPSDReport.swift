public import GNSS

/// An epoch as gpsd would report it: TPV and SKY objects with gpsd's member names and codes.
public enum GPSDReport: Sendable {
    /// The objects of an epoch: a TPV, and a SKY when the list of satellites is new.
    public static func objects(of epoch: Epoch) -> [GPSDObject] {
        epoch.hasNewSatellites ? [tpv(epoch.fix), sky(epoch)] : [tpv(epoch.fix)]
    }

    /// Time, position, velocity.
    public static func tpv(_ fix: Fix) -> GPSDObject {
        var object = GPSDObject()
        object.set("class", "TPV")
        object.set("status", status(fix.quality))
        object.set("mode", fix.coordinate == nil ? 1 : fix.dimension.rawValue)
        object.set("time", fix.time?.iso8601(fractionDigits: 3))
        object.set("lat", fix.coordinate?.latitude, decimals: 9)
        object.set("lon", fix.coordinate?.longitude, decimals: 9)
        object.set("altHAE", fix.ellipsoidalHeight, decimals: 4)
        object.set("altMSL", fix.altitude, decimals: 4)
        let accuracy = fix.accuracy?.converted(to: .percent95)
        object.set("epv", accuracy?.vertical, decimals: 3)
        object.set("track", fix.course, decimals: 4)
        object.set("magvar", fix.magneticVariation, decimals: 1)
        object.set("speed", fix.speed, decimals: 3)
        object.set("climb", fix.climb, decimals: 3)
        object.set("geoidSep", fix.geoidSeparation, decimals: 3)
        object.set("eph", accuracy?.horizontal, decimals: 3)
        object.set("dgpsAge", fix.correctionAge, decimals: 1)
        object.set("dgpsSta", fix.referenceStation)
        object.set("datum", fix.datum)
        return object
    }

    /// The sky: dilution of precision and satellites in view.
    public static func sky(_ epoch: Epoch) -> GPSDObject {
        var object = GPSDObject()
        object.set("class", "SKY")
        object.set("time", epoch.fix.time?.iso8601(fractionDigits: 3))
        object.set("vdop", epoch.fix.dilution.vertical, decimals: 2)
        object.set("tdop", epoch.fix.dilution.time, decimals: 2)
        object.set("hdop", epoch.fix.dilution.horizontal, decimals: 2)
        object.set("pdop", epoch.fix.dilution.position, decimals: 2)
        object.set("nSat", epoch.satellites.count)
        object.set("uSat", epoch.satellites.count(where: \.isUsed))
        object.set("satellites", epoch.satellites.map(satellite))
        return object
    }

    private static func satellite(_ satellite: Satellite) -> GPSDObject {
        var object = GPSDObject()
        object.set("PRN", satellite.gpsdNumber)
        object.set("el", satellite.elevation.map(Double.init), decimals: 1)
        object.set("az", satellite.azimuth.map(Double.init), decimals: 1)
        object.set("ss", satellite.carrierToNoise.map(Double.init), decimals: 1)
        object.set("used", satellite.isUsed)
        object.set("gnssid", satellite.constellation.gpsdIdentifier)
        object.set("svid", satellite.number)
        object.set("sigid", satellite.signal.flatMap { $0.ubloxIdentifier(in: satellite.constellation) })
        return object
    }

    /// gpsd's status; absent for no fix and a plain fix.
    private static func status(_ quality: FixQuality) -> Int? {
        switch quality {
        case .none, .autonomous: nil
        case .differential: 2
        case .rtkFixed: 3
        case .rtkFloat: 4
        case .deadReckoning: 5
        case .manual: 7
        case .simulated: 8
        case .precise: 9
        }
    }
}

extension Satellite {
    /// The number in gpsd's single space: GLONASS from 65, QZSS from 193, Galileo from 301, BeiDou from 401, NavIC from 501.
    fileprivate var gpsdNumber: Int {
        guard let number else { return rawNumber }
        switch constellation {
        case .gps: return number
        case .sbas: return 120...151 ~= number ? number - 87 : number
        case .glonass: return number + 64
        case .galileo: return number + 300
        case .beidou: return number + 400
        case .qzss: return number + 192
        case .navic: return number + 500
        case .imes: return number + 172
        case .unknown: return rawNumber
        }
    }
}

extension Constellation {
    /// The number of the system in gpsd's `gnssid`, which is that of u-blox.
    fileprivate var gpsdIdentifier: Int? {
        switch self {
        case .gps: 0
        case .sbas: 1
        case .galileo: 2
        case .beidou: 3
        case .imes: 4
        case .qzss: 5
        case .glonass: 6
        case .navic: 7
        case .unknown: nil
        }
    }
}

extension SatelliteSignal {
    /// The signal in the numbering of u-blox (protocol of generation 9, "Signal identifiers"); nil where it has none.
    fileprivate func ubloxIdentifier(in constellation: Constellation) -> Int? {
        switch (constellation, rawValue) {
        case (.gps, 1), (.sbas, 1), (.glonass, 1), (.qzss, 1), (.beidou, 1), (.galileo, 7): 0
        case (.gps, 6): 3
        case (.gps, 5): 4
        case (.gps, 7): 6
        case (.gps, 8): 7
        case (.galileo, 1): 3
        case (.galileo, 2): 6
        case (.glonass, 3): 2
        case (.beidou, 0xB): 2
        case (.beidou, 3): 5
        case (.beidou, 5): 7
        case (.qzss, 5): 4
        case (.qzss, 6): 5
        case (.qzss, 7): 8
        case (.qzss, 8): 9
        default: nil
        }
    }
}
