import Glibc
import HeadUnit
import SDLApp
import Simulator
import Transport

/// GetWayPoints of an app at a head unit without limits, over loopback TCP, beside a bare echo of the same byte counts.
///
/// App, head unit and both ends of the echo have a thread each; what is measured is what the app's author sees, from the
/// call of `send` in a plain task to the typed answer with ten points. Echo and app take turns in one run.
enum RequestBenchmark {
    private struct Series {
        var rates: [Double] = []
        var p50: [Double] = []
        var p99: [Double] = []

        mutating func add(_ latencies: [Double], seconds: Double) {
            let sorted = latencies.sorted()
            rates.append(Double(sorted.count) / seconds)
            p50.append(sorted[sorted.count / 2])
            p99.append(sorted[sorted.count * 99 / 100])
        }
    }

    /// Measures one and 64 requests in flight.
    static func rows(rounds: Int = 5) async throws -> [BenchRow] {
        let unitReactor = try Reactor()
        var module = try MockModule(named: "no-limits")
        module.connections.unsentByteLimit = 8 << 20
        module.connections.systemSendBuffer = nil
        let unit = try await MockHeadUnit(module, route: try FanOutBenchmark.route(0), on: unitReactor)
        let address = try await unit.listen(port: 0)
        let manager = try SDLManager(
            SDLConfiguration(
                appName: "Bench", fullAppID: "bench", transport: .tcp(host: "127.0.0.1", port: address.port)))
        try await manager.start()
        try await manager.systemCapabilityManager.waitUntilQueryable()
        let request = GetWayPoints(wayPointType: .all)
        let response = try await manager.send(request)
        // Header of the frame and header of the message come before the text.
        let sizes = (request: try request.encodedJSON().count + 24, response: response.json.serialized().count + 24)
        var rows: [BenchRow] = []
        for depth in [1, 64] {
            let count = depth == 1 ? 4_000 : 20_000
            var (app, echo) = (Series(), Series())
            for round in 0...rounds {
                let mine = try await measure(manager, depth: depth, count: count)
                let bare = try EchoRun(requestSize: sizes.request, responseSize: sizes.response)
                    .measure(depth: depth, count: count)
                guard round > 0 else { continue }  // the first warms caches and buffers
                app.add(mine.latencies, seconds: mine.seconds)
                echo.add(bare.latencies, seconds: bare.seconds)
            }
            let area = "GetWayPoints, \(depth) in flight, \(sizes.request) bytes out, \(sizes.response) back"
            func row(
                _ what: String, _ unit: String, _ factor: Double, _ aim: BenchRow.Aim?,
                _ values: KeyPath<Series, [Double]>
            )
                -> BenchRow
            {
                let (mine, bare) = (app[keyPath: values], echo[keyPath: values])
                return BenchRow(
                    area: area, work: what, figure: BenchRow.median(mine) * factor, unit: unit,
                    against: ("bare echo", BenchRow.median(bare) * factor), ratios: zip(mine, bare).map { $0 / $1 },
                    runs: rounds, aim: aim)
            }
            let isPipelined = depth > 1
            rows.append(row("answers", "/s", 1, isPipelined ? .ratioAtLeast(1.0 / 3) : nil, \.rates))
            rows.append(row("p50", "us", 1e6, nil, \.p50))
            rows.append(row("p99", "us", 1e6, isPipelined ? .ratioAtMost(3) : nil, \.p99))
        }
        await manager.stop()
        await unit.stop()
        unitReactor.stop()
        return rows
    }

    private static func measure(
        _ manager: SDLManager, depth: Int, count: Int
    ) async throws -> (latencies: [Double], seconds: Double) {
        let start = FanOutBenchmark.now()
        let latencies = try await withThrowingTaskGroup(of: [Double].self) { group in
            for _ in 0..<depth {
                group.addTask {
                    var latencies: [Double] = []
                    latencies.reserveCapacity(count / depth)
                    for _ in 0..<(count / depth) {
                        let sent = FanOutBenchmark.now()
                        let response = try await manager.send(GetWayPoints(wayPointType: .all))
                        latencies.append(FanOutBenchmark.now() - sent)
                        guard response.wayPoints?.count == 10 else { throw SocketFailure(what: "answer") }
                    }
                    return latencies
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return (latencies, FanOutBenchmark.now() - start)
    }
}

/// A bare echo: one thread answers each request of a fixed size with a write of a fixed size, another one asks.
private struct EchoRun {
    let requestSize: Int
    let responseSize: Int

    func measure(depth: Int, count: Int) throws -> (latencies: [Double], seconds: Double) {
        let pair = try SocketPair()
        let server = try EchoServer(pair: pair, requestSize: requestSize, responseSize: responseSize)
        let client = server.client
        let request = [UInt8](repeating: 0x20, count: requestSize)
        var latencies: [Double] = []
        latencies.reserveCapacity(count)
        // Answers come in the order of the requests.
        var sent = [Double](repeating: 0, count: count)
        var (asked, answered, left) = (0, 0, responseSize)
        let start = FanOutBenchmark.now()
        func ask() {
            sent[asked] = FanOutBenchmark.now()
            asked += 1
            Wire.write(request, to: client)
        }
        for _ in 0..<min(depth, count) { ask() }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while answered < count {
            var got = Wire.read(into: &buffer, from: client)
            guard got > 0 else { throw SocketFailure(what: "read") }
            while got >= left, answered < count {
                got -= left
                left = responseSize
                latencies.append(FanOutBenchmark.now() - sent[answered])
                answered += 1
                if asked < count { ask() }
            }
            left -= got
        }
        let seconds = FanOutBenchmark.now() - start
        server.join()
        return (latencies, seconds)
    }
}

/// The answering thread of an echo; ends when the client closes.
private final class EchoServer {
    let client: Int32
    private let pair: SocketPair
    private var thread = pthread_t()

    private final class Work {
        let descriptor: Int32
        let requestSize: Int
        let responseSize: Int

        init(_ descriptor: Int32, _ requestSize: Int, _ responseSize: Int) {
            self.descriptor = descriptor
            self.requestSize = requestSize
            self.responseSize = responseSize
        }

        func run() {
            let response = [UInt8](repeating: 0x20, count: responseSize)
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            var waiting = 0
            while true {
                let got = Wire.read(into: &buffer, from: descriptor)
                guard got > 0 else { return }
                waiting += got
                while waiting >= requestSize {
                    waiting -= requestSize
                    Wire.write(response, to: descriptor)
                }
            }
        }
    }

    init(pair: SocketPair, requestSize: Int, responseSize: Int) throws {
        self.pair = pair
        client = pair.reader
        Wire.setNoDelay(client)
        let work = unsafe Unmanaged.passRetained(Work(pair.writer, requestSize, responseSize))
        let status = unsafe pthread_create(
            &thread, nil,
            { pointer in
                if let pointer = unsafe pointer { unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
                return nil
            }, work.toOpaque())
        guard status == 0 else { throw SocketFailure(what: "thread") }
    }

    /// Ends the thread.
    func join() {
        shutdown(client, Int32(SHUT_WR))
        pthread_join(thread, nil)
    }
}

/// Whole writes and single reads on blocking sockets.
private enum Wire {
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
            }
            guard count > 0 else { return }
            done += count
        }
    }

    static func read(into buffer: inout [UInt8], from descriptor: Int32) -> Int {
        unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
    }

    static func setNoDelay(_ descriptor: Int32) {
        var on: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }
}
