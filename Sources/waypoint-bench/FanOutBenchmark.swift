import Formats
import GNSS
import Glibc
import HeadUnit
import Navigation
import SDLProtocol
import Simulator
import Synchronization
import Transport

/// One change of the route told to many apps, beside a bare loop of `write` of the same bytes; and what an idle app costs.
///
/// The apps are bare sockets, read by one thread that only counts. Head unit and loop write in turn, in one run. The loop
/// runs once on the thread that measures, and once on the head unit's, which has to be woken for it as for a change: the
/// second tells apart what waking costs and what the head unit does.
enum FanOutBenchmark {
    /// The price of one crowd.
    struct Result {
        var messageSize: Int
        /// Seconds until the last app has it all, by wall clock, the median of the rounds.
        var headUnit: Double
        var loop: Double
        var wokenLoop: Double
        /// How much longer the head unit takes than each loop, round by round.
        var ratios: [Double]
        var ratiosToWoken: [Double]
        /// Resident bytes an app adds, after its registration and subscription; `nil` where too few apps tell.
        var bytesPerApp: Int?
    }

    /// Measures crowds of those sizes.
    static func rows(crowds: [Int] = [1, 10, 100, 1_000], rounds: Int = 9) async throws -> [BenchRow] {
        try DescriptorLimit.raise(to: 4_200)
        var rows: [BenchRow] = []
        for apps in crowds {
            let result = try await measure(apps: apps, rounds: rounds)
            let area = "OnWayPointChange, \(result.messageSize) bytes, to \(apps) \(apps == 1 ? "app" : "apps")"
            rows.append(
                BenchRow(
                    area: area, work: "time until the last has it all", figure: result.headUnit * 1e6, unit: "us",
                    against: ("bare loop of write", result.loop * 1e6), ratios: result.ratios, runs: rounds,
                    aim: .ratioAtMost(2)))
            rows.append(
                BenchRow(
                    area: area, work: "the same", figure: result.headUnit * 1e6, unit: "us",
                    against: ("the loop on the head unit's thread", result.wokenLoop * 1e6),
                    ratios: result.ratiosToWoken, runs: rounds))
            if let bytes = result.bytesPerApp {
                rows.append(
                    BenchRow(
                        area: area, work: "resident memory an idle app adds", figure: Double(bytes) / 1024, unit: "kB",
                        runs: 1, aim: .figureAtMost(16)))
            }
        }
        return rows
    }

    private static func measure(apps: Int, rounds: Int) async throws -> Result {
        let reactor = try Reactor()
        var module = try MockModule(named: "no-limits")
        module.activatesApps = false
        // What waits for a slow app must not decide the race: all of one round fits.
        module.connections.unsentByteLimit = 8 << 20
        module.connections.systemSendBuffer = nil
        for rpc in ["SubscribeWayPoints", "OnWayPointChange"] {
            module.configuration.policy.groups["WayPoints"]?.rules[rpc]?.levels.insert(.none)
        }
        let unit = try await MockHeadUnit(module, route: try route(0), on: reactor)
        let address = try await unit.listen(port: 0)
        let counter = try ByteCounter()
        // The first app pays for what all share: views of the spec, permissions, buffers.
        let first = try BareApp(port: address.port)
        try first.subscribe()
        let before = residentBytes()
        var crowd = [first]
        for _ in 1..<max(1, apps) {
            let app = try BareApp(port: address.port)
            try app.subscribe()
            crowd.append(app)
        }
        let perApp = apps >= 100 ? (residentBytes() - before) / (apps - 1) : nil

        // The size of one message, seen by the first app alone before the counting begins.
        await unit.setRoute(try route(1))
        let sizes = try crowd.map { try $0.frameSize() }
        let size = sizes.first ?? 0
        let pairs = try (0..<apps).map { _ in try SocketPair() }
        for app in crowd { try counter.add(app.descriptor) }
        for pair in pairs { try counter.add(pair.reader) }
        counter.start()

        let repetitions = max(4, 2_000 / apps)
        let routes = [try route(1), try route(2)]
        let message = [UInt8](repeating: 0x20, count: size)
        let writer = BareWriter(pairs, on: reactor)
        var result = Result(
            messageSize: size, headUnit: 0, loop: 0, wokenLoop: 0, ratios: [], ratiosToWoken: [], bytesPerApp: perApp)
        var times: (unit: [Double], loop: [Double], woken: [Double]) = ([], [], [])
        for round in 0..<(rounds + 1) {
            let start = now()
            for repetition in 0..<repetitions {
                counter.expect(size * apps)
                await unit.setRoute(routes[(repetition + 1) % 2])
                counter.wait()
            }
            let middle = now()
            for _ in 0..<repetitions {
                counter.expect(size * apps)
                for pair in pairs { pair.write(message) }
                counter.wait()
            }
            let next = now()
            for _ in 0..<repetitions {
                counter.expect(size * apps)
                await writer.write(message)
                counter.wait()
            }
            let end = now()
            guard round > 0 else { continue }  // the first warms caches and buffers
            times.unit.append((middle - start) / Double(repetitions))
            times.loop.append((next - middle) / Double(repetitions))
            times.woken.append((end - next) / Double(repetitions))
            result.ratios.append((middle - start) / (next - middle))
            result.ratiosToWoken.append((middle - start) / (end - next))
        }
        result.headUnit = BenchRow.median(times.unit)
        result.loop = BenchRow.median(times.loop)
        result.wokenLoop = BenchRow.median(times.woken)
        counter.stop()
        await unit.stop()
        return result
    }

    /// Ten stops with the texts of a usual route; every number gives another list of the same size.
    static func route(_ number: Int) throws -> Route {
        Route(
            waypoints: (0..<10).compactMap { index in
                GeodeticCoordinate(latitude: 48.125 + Double(index) / 8, longitude: 11.25).map { coordinate in
                    var stop = Waypoint(coordinate: coordinate, name: "Stop \(number).\(index) on the way")
                    stop.details = "A place where the driver wants to go, with a sentence on it"
                    stop.phoneNumber = "+49 89 0000 000\(index)"
                    stop.addressLines = ["Example Street 1\(index)", "80331 Munich", "Bavaria", "Germany"]
                    return stop
                }
            })
    }

    static func now() -> Double {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// What a process has in memory and no file stands behind, by its number.
    static func ownBytes(of process: String) -> Int {
        let text = (try? SmallFile.read("/proc/\(process)/status", limit: 1 << 16)).map {
            String(decoding: $0, as: UTF8.self)
        }
        let line = text?.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        let words = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }) ?? []
        return (words.dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }

    /// What a process has in memory, by its number; this one by default.
    static func residentBytes(of process: String = "self") -> Int {
        let text = (try? SmallFile.read("/proc/\(process)/statm", limit: 4096)).map {
            String(decoding: $0, as: UTF8.self)
        }
        let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}

/// A loop of `write` on the thread of a reactor.
private actor BareWriter {
    private let pairs: [SocketPair]
    private let reactor: Reactor

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(_ pairs: [SocketPair], on reactor: Reactor) {
        self.pairs = pairs
        self.reactor = reactor
    }

    func write(_ message: [UInt8]) {
        for pair in pairs { pair.write(message) }
    }
}
