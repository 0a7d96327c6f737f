internal import Formats
internal import GNSS
internal import Navigation
internal import Positioning

/// Positions as the page reads them.
enum PositionText {
    /// The message of a position; without one, that there is none.
    static func message(_ location: Location?, drive: JSONValue?, guidance: Guidance?) -> [UInt8] {
        var writer = JSONWriter(capacity: 4096)
        writer.beginObject()
        writer.key("position")
        writer.beginObject()
        if let location {
            writer.key("fix")
            writer.value(fix(location))
            writer.key("satellites")
            write(location.satellites, to: &writer)
        }
        if let drive {
            writer.key("drive")
            writer.value(drive)
        }
        if let guidance {
            writer.key("guidance")
            writer.value(json(guidance))
        }
        writer.endObject()
        writer.endObject()
        return writer.finishLeniently()
    }

    private static func fix(_ location: Location) -> JSONValue {
        let fix = location.fix
        var members: [String: JSONValue] = [
            "quality": .string("\(fix.quality)"), "dimension": .int(Int64(fix.dimension.rawValue)),
            "simulated": .bool(location.origin.isSimulated), "corrected": .bool(location.origin.isCorrected),
            "stale": .bool(fix.isStale),
        ]
        members["time"] = fix.time.map { .string("\($0)") }
        members["latitude"] = number(fix.coordinate?.latitude, 8)
        members["longitude"] = number(fix.coordinate?.longitude, 8)
        members["altitude"] = number(fix.altitude, 2)
        members["speed"] = number(fix.speed, 3)
        members["course"] = number(fix.course, 1)
        members["heading"] = number(fix.heading, 1)
        members["horizontal"] = number(fix.accuracy?.horizontal, 3)
        members["vertical"] = number(fix.accuracy?.vertical, 3)
        members["accuracyFrom"] = (fix.accuracy?.origin).map { .string("\($0)") }
        members["accuracyLevel"] = (fix.accuracy?.level).map { .string("\($0)") }
        members["pdop"] = number(fix.dilution.position, 2)
        members["hdop"] = number(fix.dilution.horizontal, 2)
        members["vdop"] = number(fix.dilution.vertical, 2)
        members["used"] = fix.satellitesUsed.map { .int(Int64($0)) }
        members["inView"] = fix.satellitesInView.map { .int(Int64($0)) }
        members["correctionAge"] = number(fix.correctionAge, 1)
        members["station"] = fix.referenceStation.map { .int(Int64($0)) }
        if let accessory = location.origin.accessory {
            members["accessory"] = [
                "name": .string(accessory.name), "manufacturer": .string(accessory.manufacturer),
                "model": .string(accessory.model), "serialNumber": .string(accessory.serialNumber),
                "firmware": .string(accessory.firmwareRevision), "protocol": .string(accessory.protocolName),
            ]
        }
        return .object(members)
    }

    /// `[system, number, elevation, azimuth, strength, used]` a satellite; of several signals the strongest counts.
    private static func write(_ satellites: [Satellite], to writer: inout JSONWriter) {
        struct Name: Hashable {
            let constellation: Constellation
            let number: Int
        }
        var found: [Name: Satellite] = [:]
        var order: [Name] = []
        for satellite in satellites.prefix(400) {
            let name = Name(
                constellation: satellite.constellation, number: satellite.number ?? satellite.rawNumber)
            if var known = found[name] {
                known.carrierToNoise = [known.carrierToNoise, satellite.carrierToNoise].compactMap(\.self).max()
                known.isUsed = known.isUsed || satellite.isUsed
                found[name] = known
            } else {
                found[name] = satellite
                order.append(name)
            }
        }
        writer.beginArray()
        for name in order {
            guard let satellite = found[name] else { continue }
            writer.beginArray()
            writer.string("\(name.constellation)")
            writer.int(Int64(name.number))
            for value in [satellite.elevation, satellite.azimuth, satellite.carrierToNoise] {
                if let value { writer.int(Int64(value)) } else { writer.null() }
            }
            writer.bool(satellite.isUsed)
            writer.endArray()
        }
        writer.endArray()
    }

    private static func json(_ guidance: Guidance) -> JSONValue {
        var members: [String: JSONValue] = ["next": .int(Int64(guidance.nextIndex))]
        members["toNext"] = number(guidance.distanceToNext, 1)
        members["toDestination"] = number(guidance.distanceToDestination, 1)
        members["bearing"] = number(guidance.bearingToNext, 1)
        members["secondsToNext"] = guidance.timeToNext.map { .int($0.components.seconds) }
        members["secondsToDestination"] = guidance.timeToDestination.map { .int($0.components.seconds) }
        members["onRoute"] = guidance.isOnRoute.map { .bool($0) }
        return .object(members)
    }

    /// Rounded, so that the text stays short; a value that is none is left out.
    static func number(_ value: Double?, _ decimals: Int) -> JSONValue? {
        guard let value, value.isFinite else { return nil }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (value * scale).rounded()
        return scaled.isFinite ? .double(scaled / scale) : .double(value)
    }
}
