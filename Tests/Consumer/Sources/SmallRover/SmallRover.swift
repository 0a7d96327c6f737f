import Positioning
import RTCM

/// A caster and a rover out of the public products, in one process: ends well when the rover has its corrections.
@main
struct SmallRover {
    static func main() async throws {
        let reactor = try Reactor()
        let station = StationPosition(station: 7, x: 44_440_308_028, y: 30_856_712_349, z: 33_666_582_560)
        guard let frame = station.encoded(), let feed = CorrectionsFeed(frame.bytes) else { throw Missing() }
        let caster = try NTRIPCaster(
            CasterConfiguration(mountpoints: [.init("BASE1")]), feed: feed, interval: .milliseconds(20), port: 0,
            on: reactor)
        await caster.start()

        let address = try NTRIPAddress(
            parsing: "ntrip://user:password@\(caster.address.host):\(caster.address.port)/BASE1")
        let (received, continuation) = AsyncStream.makeStream(of: RTCMFrame.self)
        let session = try CorrectionsSession(NTRIPConfiguration(address), on: reactor) { event in
            if case .frames(let frames) = event { for frame in frames { continuation.yield(frame) } }
        }
        await session.start()
        for await one in received {
            guard one.bytes == frame.bytes, case .stationPosition(station) = RTCMMessage(one) else { throw Missing() }
            break
        }
        let status = await session.status
        print(
            "\(address): \(status.statistics.frameCount) messages, station \(status.statistics.station?.station ?? -1)")
        await session.stop()
        await caster.stop()
    }

    private struct Missing: Error {}
}
