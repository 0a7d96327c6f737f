import SDLApp

/// The guide's steps, one after the other.
func guide(_ manager: SDLManager, showButtons: @Sendable @escaping (Bool) async -> Void) async throws {
    let permissions = await manager.permissionManager.updates(
        for: [PermissionElement(.getWayPoints), PermissionElement(.subscribeWayPoints)], trigger: .allAllowed)
    let watch = Task {
        for await update in permissions { await showButtons(update.group == .allowed) }
    }
    defer { watch.cancel() }

    let changes = await manager.notifications(OnWayPointChange.self)
    let reader = Task {
        for try await change in changes { print("now", change.wayPoints.first?.locationName ?? "no name") }
    }
    try await manager.send(SubscribeWayPoints())
    print(try await manager.wayPoints(.all))
    try await manager.send(UnsubscribeWayPoints())
    reader.cancel()
}

/// The same as state: one stream that keeps the subscription.
func follow(_ manager: SDLManager) async throws {
    for try await list in await manager.wayPointUpdates() {
        print(list.isEmpty ? "no route" : "to \(list[0].locationName ?? "an unnamed place")")
    }
}

/// What an app that shows buttons wants to know.
func watchAvailability(_ manager: SDLManager) async {
    for await availability in await manager.wayPointAvailabilityUpdates() {
        print(availability.isAvailable ? "waypoints" : availability.description)
    }
}

/// Swift on Linux: host and port, and what to do when the link is lost.
func connect(host: String, port: UInt16) async throws -> SDLManager {
    var configuration = SDLConfiguration(
        appName: "Way App", fullAppID: "8675309", transport: .tcp(host: host, port: port))
    configuration.reconnectPolicy = .exponential(includesFirstConnection: true)
    let manager = try SDLManager(configuration)
    try await manager.start()
    return manager
}
