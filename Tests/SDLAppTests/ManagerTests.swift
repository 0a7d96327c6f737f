import Formats
import Testing
import Transport

@testable import SDLApp

@Suite("The manager", .timeLimit(.minutes(1)))
struct ManagerTests {
    @Test("The way of the app guide: check, get, subscribe, hear, unsubscribe, stop")
    func guide() async throws {
        let head = TestHead(reactor: try Reactor())
        let manager = try SDLManager(head.configuration(), reactor: head.reactor)
        let changes = await manager.notifications(OnWayPointChange.self)
        try await manager.start()
        try await manager.systemCapabilityManager.waitUntilQueryable()
        await #expect(manager.permissionManager.isAllowed(.getWayPoints))
        try await #expect(manager.systemCapabilityManager.supportsWayPoints())
        let list = try await manager.wayPoints(.all)
        #expect(list.map(\.locationName) == ["Home", "Shop"])
        try await manager.send(SubscribeWayPoints())
        await head.notify(.onWayPointChange, ["wayPoints": [["locationName": "Home"]]])
        var iterator = changes.makeAsyncIterator()
        let change = try await iterator.next()
        #expect(change?.wayPoints.map(\.locationName) == ["Home"])
        try await manager.send(UnsubscribeWayPoints())
        await manager.stop()
        #expect(await manager.phase == .ended(.stopped))
        #expect(try await iterator.next() == nil)
        let expected: [FunctionID] = [
            .registerAppInterface, .getSystemCapability, .getWayPoints, .subscribeWayPoints, .unsubscribeWayPoints,
            .unregisterAppInterface,
        ]
        #expect(await head.requests.map(\.function) == expected)
        head.reactor.stop()
    }
}
