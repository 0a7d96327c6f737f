import SDLApp

let manager = try SDLManager(
    SDLConfiguration(appName: "Way App", fullAppID: "8675309", transport: .tcp(host: "127.0.0.1", port: 12345)))
try await manager.start()
try await manager.systemCapabilityManager.waitUntilQueryable()
if try await manager.systemCapabilityManager.supportsWayPoints() {
    print(try await manager.wayPoints(.destination))
    for try await wayPoints in await manager.wayPointUpdates() { print(wayPoints) }
}
