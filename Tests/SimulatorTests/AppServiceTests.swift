import HeadUnit
import SDLApp
import Simulator
import Synchronization
import Testing
import Transport

/// One app provides the navigation, another one uses it, both with the app library.
@Suite("App services", .timeLimit(.minutes(1)))
struct AppServiceTests {
    private static func manager(_ bench: Bench, _ name: String) throws -> SDLManager {
        var configuration = SDLConfiguration(
            appName: name, fullAppID: name,
            transport: .tcp(host: bench.address.host, port: bench.address.port))
        configuration.reconnectPolicy = .never
        return try SDLManager(configuration, reactor: bench.reactor)
    }

    private static func started(_ bench: Bench, _ name: String) async throws -> SDLManager {
        let manager = try manager(bench, name)
        try await manager.start()
        try await manager.systemCapabilityManager.waitUntilQueryable()
        try await manager.permissionManager.waitUntilKnown()
        return manager
    }

    private static let manifest = AppServiceManifest(
        serviceType: "NAVIGATION", serviceName: "Way Service", allowAppConsumers: true, handledRPCs: [39, 45],
        navigationServiceManifest: NavigationServiceManifest(acceptsWayPoints: true))

    private static func place(_ name: String) -> LocationDetails { LocationDetails(locationName: name) }

    @Test("A provider answers, tells and goes; the head unit's own navigation serves before and after")
    func provider() async throws {
        let bench = try await Bench()
        let provider = try await Self.started(bench, "Provider")
        let consumer = try await Self.started(bench, "Consumer")
        let own = try await consumer.wayPoints()
        #expect(own.count > 1)
        var changes = await consumer.notifications(OnWayPointChange.self).makeAsyncIterator()
        try await consumer.send(SubscribeWayPoints())

        let asked = Mutex<[WayPointType]>([])
        await provider.handle(GetWayPoints.self) { request in
            asked.withLock { $0.append(request.wayPointType) }
            return GetWayPointsResponse(success: true, resultCode: .success, wayPoints: [Self.place("Provided")])
        }
        let record = try await provider.publish(Self.manifest)
        #expect(record.serviceActive && record.servicePublished)
        #expect(try await consumer.wayPoints(.destination) == [Self.place("Provided")])
        #expect(asked.withLock { $0 } == [.destination])

        // What has no handler goes on to the head unit's navigation.
        let sent = try await consumer.send(SendLocation(longitudeDegrees: 11.5, latitudeDegrees: 48.1))
        #expect(sent.resultCode == .success)
        await provider.handle(SendLocation.self) { _ in
            SendLocationResponse(success: true, resultCode: .saved, info: "noted")
        }
        let saved = try await consumer.send(SendLocation(longitudeDegrees: 11.5, latitudeDegrees: 48.1))
        #expect(saved.resultCode == .saved && saved.info == "noted")

        try await provider.notify(OnWayPointChange(wayPoints: [Self.place("Next")]))
        #expect(try await changes.next()?.wayPoints == [Self.place("Next")])

        try await provider.unpublish(serviceID: record.serviceID)
        #expect(try await consumer.wayPoints().first?.coordinate?.latitudeDegrees == 48.1)
        await provider.stop()
        await consumer.stop()
        await bench.stop()
    }

    @Test("Data of a service is asked for and subscribed to")
    func data() async throws {
        let bench = try await Bench()
        let provider = try await Self.started(bench, "Provider")
        let consumer = try await Self.started(bench, "Consumer")
        let none = await #expect(throws: SDLError.self) { try await consumer.appServiceData("NAVIGATION") }
        if case .refused(let failure)? = none { #expect(failure.resultCode == .dataNotAvailable) }
        let record = try await provider.publish(Self.manifest)
        let data = AppServiceData(serviceType: "NAVIGATION", serviceID: record.serviceID)
        await provider.handle(GetAppServiceData.self) { _ in
            GetAppServiceDataResponse(success: true, resultCode: .success, serviceData: data)
        }
        var news = await consumer.notifications(OnAppServiceData.self).makeAsyncIterator()
        #expect(try await consumer.appServiceData("NAVIGATION", subscribe: true) == data)
        try await provider.notify(OnAppServiceData(serviceData: data))
        #expect(try await news.next()?.serviceData == data)
        await provider.stop()
        await consumer.stop()
        await bench.stop()
    }

    @Test("Without a session nothing can be told")
    func notConnected() async throws {
        let bench = try await Bench()
        let manager = try Self.manager(bench, "Nobody")
        await #expect(throws: SDLError.notConnected) {
            try await manager.notify(OnWayPointChange(wayPoints: [Self.place("x")]))
        }
        await bench.stop()
    }
}
