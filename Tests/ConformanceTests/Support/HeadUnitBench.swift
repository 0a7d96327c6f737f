import Conformance
import Formats
import HeadUnit
import Simulator
import Testing
import Transport

/// A mock head unit, checked over links in memory, with something broken between them or nothing.
struct HeadUnitBench {
    /// How long a check of a head unit in the same process waits.
    static let pace = Pace(
        answer: .milliseconds(2500), control: .milliseconds(900), level: .milliseconds(600), quiet: .milliseconds(15),
        total: .seconds(50))

    let reactor: Reactor
    let unit: MockHeadUnit

    init(_ name: String, _ change: (inout MockModule) -> Void = { _ in }) async throws {
        var module = try MockModule(named: name)
        change(&module)
        reactor = try Reactor()
        unit = try await MockHeadUnit(module, route: try MockFiles.route("loop", file: "test"), on: reactor)
        await Self.start(unit)
    }

    private static func start(_ unit: isolated MockHeadUnit) {
        unit.headUnit.assumeIsolated { $0.start() }
    }

    /// Checks it.
    func check(
        hasDriver: Bool = true, driver: (any Driver)? = nil, pace: Pace = HeadUnitBench.pace, linkLimit: Int = .max,
        shim: @escaping @Sendable (Int) -> Shim? = { _ in nil }
    ) async -> (report: CheckReport, outcome: HeadUnitCheck.Outcome) {
        let unit = unit
        let links = LinkCounter()
        let check = HeadUnitCheck(
            HeadUnitCheck.Options(pace: pace), driver: driver ?? (hasDriver ? UnitDriver(unit: unit) : nil), on: reactor
        ) { () async throws(TransportError) in
            guard let stream = await Self.attach(unit, links, linkLimit, shim) else {
                throw TransportError(.closed, operation: "connect")
            }
            return stream
        }
        let outcome = await check.run()
        await unit.stop()
        return (
            CheckReport(
                target: "bench", began: 0, rules: Rule.headUnit, transcript: outcome.transcript, skips: outcome.skips,
                breaks: outcome.breaks,
                incomplete: outcome.incomplete),
            outcome
        )
    }

    private static func attach(
        _ unit: isolated MockHeadUnit, _ links: LinkCounter, _ limit: Int, _ shim: (Int) -> Shim?
    ) -> (any ByteStream)? {
        guard links.count < limit else { return nil }
        links.count += 1
        guard let shim = shim(links.count) else {
            let (app, end) = PipeEnd.pair(on: unit.reactor)
            unit.attach(end, listenerPort: 12345)
            return app
        }
        let (app, end) = PipeEnd.pair(on: unit.reactor, fromApp: shim.fromApp, toApp: shim.toApp)
        shim.end = end
        unit.attach(end, listenerPort: 12345)
        return app
    }
}

/// Counts the links of a bench, on its reactor.
private final class LinkCounter: @unchecked Sendable {
    // Sendable although it holds plain state: the reactor's thread makes all calls.
    var count = 0
}

/// Does with the mock head unit what a driver does with a real one.
struct UnitDriver: Driver {
    let unit: MockHeadUnit

    func perform(_ command: JSONValue, _ request: String) async -> String? {
        do throws(ControlError) {
            _ = try await unit.perform(try ControlRequest(json: command))
            return nil
        } catch {
            return "\(error)"
        }
    }
}
