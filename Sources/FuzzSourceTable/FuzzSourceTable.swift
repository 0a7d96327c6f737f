import GNSS
import Positioning

/// Bytes → a table of streams: no input may trap, and every field can be asked for.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSourceTable(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    // libFuzzer hands over `count` bytes that live during the call.
    let input = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    let table = SourceTable(input)
    for stream in table.streams {
        precondition(!stream.mountpoint.isEmpty || stream.rawFields.first?.isEmpty == false, "a stream without a name")
        if let place = stream.coordinate {
            precondition(abs(place.latitude) <= 90 && abs(place.longitude) <= 180, "a place off the Earth")
        }
        _ = (stream.messages, stream.systems, stream.isRTCM3, stream.authentication, stream.hasFee, stream.bitRate)
        _ = (stream.carrier, stream.wantsPosition, stream.isNetworkSolution, stream.misc, stream.identifier)
    }
    for caster in table.casters {
        _ = (caster.port, caster.fallbackHost, caster.fallbackPort, caster.coordinate, caster.misc)
    }
    for network in table.networks { _ = (network.authentication, network.hasFee, network.misc) }
    if let place = GeodeticCoordinate(latitude: 50, longitude: 8) {
        let near = table.nearest(to: place, limit: 5)
        for (first, second) in zip(near, near.dropFirst()) {
            precondition(first.distance <= second.distance, "not sorted")
        }
    }
    return 0
}
