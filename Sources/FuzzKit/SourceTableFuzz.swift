internal import GNSS
internal import Positioning

/// Bytes → a table of streams: no input may trap, every field can be asked for, and the nearest streams are sorted.
public enum SourceTableFuzz: FuzzTarget {
    /// What went wrong with the table; `nil` if all is well.
    public static func finding(in input: [UInt8]) -> String? {
        let table = SourceTable(input)
        for stream in table.streams {
            if stream.mountpoint.isEmpty, stream.rawFields.first?.isEmpty != false { return "a stream without a name" }
            if let place = stream.coordinate, abs(place.latitude) > 90 || abs(place.longitude) > 180 {
                return "a place off the Earth"
            }
            _ = (stream.messages, stream.systems, stream.isRTCM3, stream.authentication, stream.hasFee, stream.bitRate)
            _ = (stream.carrier, stream.wantsPosition, stream.isNetworkSolution, stream.misc, stream.identifier)
        }
        for caster in table.casters {
            _ = (caster.port, caster.fallbackHost, caster.fallbackPort, caster.coordinate, caster.misc)
        }
        for network in table.networks { _ = (network.authentication, network.hasFee, network.misc) }
        guard let place = GeodeticCoordinate(latitude: 50, longitude: 8) else { return nil }
        let near = table.nearest(to: place, limit: 5)
        for (first, second) in zip(near, near.dropFirst()) where first.distance > second.distance {
            return "the nearest streams are not sorted"
        }
        return nil
    }
}
