import Formats
import Navigation
import Simulator
import Testing
import Transport

/// A mock head unit that listens, and apps on the same reactor.
struct Bench {
    let reactor: Reactor
    let unit: MockHeadUnit
    let address: SocketAddress

    init(_ name: String = "modern", _ change: (inout MockModule) -> Void = { _ in }) async throws {
        var module = try MockModule(named: name)
        change(&module)
        try await self.init(module)
    }

    init(_ module: MockModule) async throws {
        reactor = try Reactor()
        unit = try await MockHeadUnit(module, route: try MockFiles.route("city", file: "test"), on: reactor)
        address = try await unit.listen(port: 0)
    }

    func app() async throws -> WireApp {
        try await WireApp(address, on: reactor)
    }

    /// An app that registered and was brought to FULL.
    func activeApp(_ name: String = "Way App", id: String = "8675309") async throws -> WireApp {
        let app = try await app()
        try await app.register(name, id: id)
        try await app.level("FULL")
        return app
    }

    func stop() async {
        await unit.stop()
    }
}
