import GNSS
import Positioning
import Simulator
import Testing
import Transport

@Suite("Drive player", .timeLimit(.minutes(1)))
struct DrivePlayerTests {
    private static func sentences(_ seconds: Int) -> [UInt8] {
        var text = ""
        for second in 0..<seconds {
            let body =
                "GPRMC,1200\(second < 10 ? "0" : "")\(second).00,A,4807.\(100 + second),N,01131.000,E,10.0,0.0,300826,,,A"
            let sum = body.utf8.reduce(0 as UInt8) { $0 ^ $1 }
            text += "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n"
        }
        return Array(text.utf8)
    }

    private func player(_ reactor: Reactor, speed: PlaybackSpeed) -> (DrivePlayer, AsyncStream<LocationEvent>) {
        let (stream, continuation) = AsyncStream.makeStream(of: LocationEvent.self)
        let player = DrivePlayer(name: "test", sentences: Self.sentences(40), speed: speed, on: reactor) { event in
            continuation.yield(event)
            if case .ended = event { continuation.finish() }
        }
        return (player, stream)
    }

    @Test("Every epoch comes once, then the end")
    func plays() async throws {
        let (player, events) = player(try Reactor(), speed: .maximum)
        await player.play()
        var seconds: [Int?] = []
        for await event in events {
            if case .location(let location) = event { seconds.append(location.fix.timeOfDay?.second) }
        }
        #expect(seconds == (0..<40).map { $0 })
        #expect(await player.state == .ended)
        #expect(await player.position == .seconds(39))
    }

    @Test("Seeking goes on from the place, backwards too, and a pause holds")
    func seeks() async throws {
        let (player, events) = player(try Reactor(), speed: .factor(1000))
        await player.pause()
        await player.seek(to: .seconds(30))
        #expect(await player.state == .paused)
        #expect(await player.position == .seconds(30))
        await player.seek(to: .seconds(20))
        #expect(await player.position == .seconds(20))
        await player.play()
        var seconds: [Int?] = []
        for await event in events {
            if case .location(let location) = event { seconds.append(location.fix.timeOfDay?.second) }
        }
        #expect(seconds == (20..<40).map { $0 })
    }

    @Test("Another recording starts at its beginning")
    func source() async throws {
        let (player, events) = player(try Reactor(), speed: .maximum)
        await player.seek(to: .seconds(39))
        await player.setSource(name: "other", sentences: Self.sentences(3))
        await player.play()
        var count = 0
        for await event in events { if case .location = event { count += 1 } }
        #expect(count == 3)
        #expect(await player.name == "other")
    }
}
