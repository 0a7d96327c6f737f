import GNSS
import Navigation
import SDLApp
import Simulator
import Testing
import Transport

@Suite("A line that delays, splits and cuts", .timeLimit(.minutes(1)))
struct RoughLineTests {
    private func route(_ number: Int) throws -> Route {
        let coordinate = try #require(GeodeticCoordinate(latitude: 49.5, longitude: 8.4 + Double(number) / 1000))
        return Route(
            waypoints: ["Stop", "Destination"].map { Waypoint(coordinate: coordinate, name: "\($0) \(number)") })
    }

    @Test(
        "An app learns every list that stands long enough, in order, however often its line breaks", arguments: [1, 2])
    func waypoints(seed: UInt64) async throws {
        let reactor = try Reactor()
        var module = try MockModule(named: "modern")
        module.activatesApps = true
        let unit = try await MockHeadUnit(module, route: try route(0), on: reactor)
        let proxy = RoughProxy(to: try await unit.listen(port: 0), seed: seed, on: try Reactor())
        let address = try await proxy.listen()
        var configuration = SDLConfiguration(
            appName: "Way App", fullAppID: "8675309", transport: .tcp(host: address.host, port: address.port))
        configuration.reconnectPolicy = .fixed(.milliseconds(5), includesFirstConnection: true)
        let app = try SDLManager(configuration, reactor: try Reactor())
        try await app.start()

        var updates = await app.wayPointUpdates().makeAsyncIterator()
        var last = -1
        for number in 0...40 {
            if number == 30 { await proxy.spare() }
            if number > 0 { await unit.setRoute(try route(number)) }
            while last < number {
                let list = try #require(try await updates.next())
                let names = try #require(list.first?.locationName).split(separator: " ")
                let told = try #require(Int(names.last ?? ""))
                #expect(told >= last, "an older list came after a newer one")
                #expect(list.count == 2 && list[1].locationName == "Stop \(told)", "\(list)")
                last = told
            }
            #expect(last == number)
        }
        #expect(await proxy.cuts > 2)
        await app.stop()
        #expect(await unit.apps.isEmpty)
        await proxy.stop()
        await unit.stop()
    }
}
