import Formats
import HeadUnit
import Simulator
import TestKit
import Testing
import Transport

@testable import waypoint_sim

@Suite("The app and an earlier session", .timeLimit(.minutes(1)))
struct ResumptionTests {
    @Test("A hash id from --resume is sent, and IGNORED, that the subscription was restored, is no failure")
    func ignored() async throws {
        try await TemporaryFile.with("0123456789abcdef\n") { path in
            let reactor = try Reactor()
            let route = try MockFiles.route("city", file: "test")
            let unit = try await MockHeadUnit(MockModule(named: "modern"), route: route, on: reactor)
            let (registrations, sink) = AsyncStream.makeStream(of: JSONValue?.self)
            _ = await unit.observe(messages: true) { event in
                guard case .message(let message) = event, message.direction == .fromApp,
                    message.function == "RegisterAppInterface"
                else { return }
                sink.yield(message.parameters)
            }
            // What a head unit says to an app whose subscription it has restored.
            try await unit.switchOn(
                Fault(json: ["fault": "resultCode", "rpc": "SubscribeWayPoints", "resultCode": "IGNORED"]))
            let address = try await unit.listen(port: 0)
            let app = try Program(
                ["app", "--connect", "127.0.0.1:\(address.port)", "--json", "--resume", path])
            let registration = try #require(await registrations.first { _ in true })
            #expect(registration?["hashID"] == "0123456789abcdef")

            let subscribed = try await Self.event("subscribed", of: app)
            #expect(subscribed?["resultCode"] == "IGNORED")
            let stop = try await unit.advanceRoute()
            let change = try await Self.event("wayPointChange", of: app)
            let names = change?["wayPoints"]?.arrayValue?.map { $0["locationName"]?.stringValue }
            #expect(names?.isEmpty == false && names?.contains(stop) == false, "\(stop): \(String(describing: names))")

            app.interrupt()
            let unsubscribed = try await Self.event("unsubscribed", of: app)
            #expect(unsubscribed?["resultCode"] == "SUCCESS")
            _ = try await app.rest()
            #expect(await app.wait() == 0)
            // The subscription has given a new one.
            let hash = String(decoding: try SmallFile.read(path, limit: 100), as: UTF8.self)
            #expect(hash.hasSuffix("\n") && hash != "0123456789abcdef\n")
            await unit.stop()
            reactor.stop()
        }
    }

    /// The next event of that name.
    private static func event(_ name: String, of app: Program) async throws -> JSONValue? {
        var seen: [String] = []
        while let line = try await app.next() {
            seen.append(line)
            let value = try JSONValue(parsing: Array(line.utf8))
            if value["event"]?.stringValue == name { return value }
        }
        Issue.record("no event \(name): \(seen)")
        return nil
    }
}
