import SDLApp

let manager = try SDLManager(
    SDLConfiguration(appName: "Way App", fullAppID: "8675309", transport: .tcp(host: "127.0.0.1", port: 12345)))
let changes = await manager.notifications(OnWayPointChange.self)
try await manager.start()
try await manager.systemCapabilityManager.waitUntilQueryable()
if try await manager.systemCapabilityManager.supportsWayPoints() {
    print(try await manager.wayPoints(.all))
    try await manager.send(SubscribeWayPoints())
    for try await change in changes { print(change.wayPoints) }
}
