import GNSS
import Glibc
import HeadUnit
import Positioning
import Simulator
import TestKit
import Transport

/// A receiver's bytes until OnVehicleData at an app in another process, beside a pipe's round trip of the same bytes.
///
/// The bytes of an epoch come over TCP, as from a receiver's server; the app is this program a second time
/// (`waypoint-bench position-app PORT`). Both read the same monotonic clock, and the app tells its moment by a pipe. The
/// bare pipe goes to a third process (`position-echo SIZE`) that sends the same bytes back. Both take turns in one run with
/// a third: the epoch's bytes go by TCP to a thread that copies, and from there by TCP to a process that tells its moment
/// (`position-end PORT SIZE`). Nothing is done to the bytes, and all wait in `read`: less than that two trips cannot cost.
enum PositionBenchmark {
    /// Measures some rounds of so many positions each.
    static func rows(rounds: Int = 5, count: Int = 1_000) async throws -> [BenchRow] {
        let reactor = try Reactor()
        var module = try MockModule(named: "no-limits")
        module.activatesApps = false
        for rpc in ["SubscribeVehicleData", "OnVehicleData"] {
            module.configuration.policy.groups["Location-1"]?.rules[rpc]?.levels.insert(.none)
        }
        let unit = try await MockHeadUnit(module, on: reactor)
        let address = try await unit.listen(port: 0)
        let receiver = try ReceiverPort()
        let source = try LocationSource(.tcp(host: "127.0.0.1", port: receiver.port), on: reactor)
        let hmi = unit.hmi
        await source.start { event in
            guard case .location(let location) = event else { return }
            hmi.assumeIsolated { $0.moved(location.fix, origin: location.origin) }
        }
        try receiver.accept()
        let app = try BenchProcess(["position-app", "\(address.port)"])
        _ = try app.read(1)  // it has subscribed
        let size = sentences(0).count
        let echo = try BenchProcess(["position-echo", "\(size)"])
        let (inward, outward) = (try ReceiverPort(), try ReceiverPort())
        let copied = try BareApp.connect(port: inward.port)
        let ending = try BenchProcess(["position-end", "\(outward.port)", "\(size)"])
        try inward.accept()
        try outward.accept()
        try outward.copy(from: copied)
        // The first epochs teach the source which sentence ends one.
        for number in 0..<100 { receiver.write(sentences(number)) }
        for _ in 0..<90 { _ = try app.read(8) }
        usleep(200_000)
        app.discard()
        var series: [(ours: [Double], pipes: [Double], trips: [Double])] = []
        func told(by app: BenchProcess, since start: Double) throws -> Double {
            let bits = try app.read(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return (Double(bitPattern: bits) - start) * 1e6
        }
        for round in 0...rounds {
            var (ours, pipes, trips) = ([Double](), [Double](), [Double]())
            for number in 0..<count {
                let burst = sentences(100 + round * count + number)
                // None is always the one that comes after another.
                for turn in 0..<3 {
                    let start = FanOutBenchmark.now()
                    switch (number + turn) % 3 {
                    case 0:
                        receiver.write(burst)
                        ours.append(try told(by: app, since: start))
                    case 1:
                        echo.write(burst)
                        _ = try echo.read(size)
                        pipes.append((FanOutBenchmark.now() - start) * 1e6)
                    default:
                        inward.write(burst)
                        trips.append(try told(by: ending, since: start))
                    }
                }
            }
            guard round > 0 else { continue }  // the first warms caches and buffers
            series.append((ours.sorted(), pipes.sorted(), trips.sorted()))
        }
        app.end()
        echo.end()
        ending.end()
        // The copying thread ends with its source, before what it writes to is closed.
        inward.end()
        withExtendedLifetime(outward) {}
        await source.stop()
        await unit.stop()
        func row(_ percent: Int, _ beside: (name: String, times: [[Double]]), _ aim: BenchRow.Aim? = nil) -> BenchRow {
            let mine = series.map { $0.ours[count * percent / 100] }
            let other = beside.times.map { $0[count * percent / 100] }
            return BenchRow(
                area: "epoch of \(size) bytes until OnVehicleData in another process", work: "p\(percent)",
                figure: BenchRow.median(mine), unit: "us", against: (beside.name, BenchRow.median(other)),
                ratios: zip(mine, other).map { $0 / $1 }, runs: rounds, aim: aim)
        }
        let pipes = ("pipe, there and back", series.map(\.pipes))
        let trips = ("two bare trips over TCP", series.map(\.trips))
        return [row(50, pipes), row(99, pipes, .ratioAtMost(3)), row(50, trips), row(99, trips)]
    }

    /// The sentences of one epoch; every number gives another time and place of the same size.
    static func sentences(_ number: Int) -> [UInt8] {
        let tenths = number % 600_000
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let time = "\(two(tenths / 36_000 % 24))\(two(tenths / 600 % 60))\(two(tenths / 10 % 60)).\(tenths % 10)0"
        let minutes = "\(two(number / 100 % 60)).\(1_000 + number % 9_000)"
        let place = "48\(minutes),N,011\(minutes),E"
        return line("GPGGA,\(time),\(place),1,09,0.9,520.0,M,46.0,M,,")
            + line("GPRMC,\(time),A,\(place),010.0,090.0,301126,,,A")
    }

    private static func line(_ content: String) -> [UInt8] {
        let sum = content.utf8.reduce(UInt8(0)) { $0 ^ $1 }
        let digits = String(sum, radix: 16, uppercase: true)
        return Array("$\(content)*\(sum < 16 ? "0" : "")\(digits)\r\n".utf8)
    }

    // MARK: The other processes

    /// The app: subscribes and writes the moment of each OnVehicleData.
    static func runApp(port: UInt16) throws {
        let app = try BareApp(port: port)
        try app.subscribeToPosition()
        BenchProcess.write([1], to: 1)
        while true {
            try app.nextPosition()
            tellMoment()
        }
    }

    /// The end of two bare trips: writes the moment at which so many bytes have come.
    static func runEnd(port: UInt16, size: Int) throws {
        let descriptor = try BareApp.connect(port: port)
        while BenchProcess.read(size, from: descriptor) != nil { tellMoment() }
    }

    private static func tellMoment() {
        let bits = FanOutBenchmark.now().bitPattern
        BenchProcess.write((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }, to: 1)
    }

    /// The echo: sends back what comes, in pieces of one size.
    static func runEcho(size: Int) {
        while let bytes = BenchProcess.read(size, from: 0) { BenchProcess.write(bytes, to: 1) }
    }
}

/// The port of a receiver that sends its sentences over TCP.
private final class ReceiverPort {
    private let listener: LoopbackListener
    private var connection: Int32 = -1

    init() throws {
        guard let listener = LoopbackListener() else { throw SocketFailure(what: "listen") }
        self.listener = listener
    }

    deinit { close(connection) }

    var port: UInt16 { listener.port }

    /// Says that nothing follows.
    func end() { shutdown(connection, Int32(SHUT_WR)) }

    func accept() throws {
        guard let connection = listener.accept() else { throw SocketFailure(what: "accept") }
        self.connection = connection
        var on: Int32 = 1
        unsafe setsockopt(
            connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    func write(_ bytes: [UInt8]) { BenchProcess.write(bytes, to: connection) }

    /// Writes what another descriptor has to read, on a thread that does nothing else, until one of them ends.
    func copy(from source: Int32) throws {
        let target = connection
        try Thread.start {
            defer { close(source) }
            var block = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = unsafe Glibc.read(source, &block, block.count)
                guard count > 0 else { return }
                BenchProcess.write(Array(block[..<count]), to: target)
            }
        }
    }
}

/// This program a second time, with a pipe in each direction.
final class BenchProcess {
    private let id: pid_t
    private let input: Int32
    private let output: Int32

    init(_ arguments: [String]) throws {
        var (toChild, fromChild): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard unsafe pipe(&toChild) == 0, unsafe pipe(&fromChild) == 0 else { throw SocketFailure(what: "pipe") }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        for end in toChild + fromChild { unsafe posix_spawn_file_actions_addclose(&actions, end) }
        var words = unsafe (["waypoint-bench"] + arguments).map { unsafe strdup($0) }
        unsafe words.append(nil)
        defer {
            for index in unsafe words.indices { unsafe free(words[index]) }
        }
        var child = pid_t()
        guard unsafe posix_spawn(&child, "/proc/self/exe", &actions, nil, words, environ) == 0 else {
            throw SocketFailure(what: "spawn")
        }
        id = child
        (input, output) = (toChild[1], fromChild[0])
        close(toChild[0])
        close(fromChild[1])
    }

    func write(_ bytes: [UInt8]) { Self.write(bytes, to: input) }

    func read(_ count: Int) throws -> [UInt8] {
        guard let bytes = Self.read(count, from: output) else { throw SocketFailure(what: "read") }
        return bytes
    }

    /// Throws away what has come.
    func discard() {
        var waiting: Int32 = 0
        while unsafe ioctl(output, UInt(FIONREAD), &waiting) == 0, waiting > 0 {
            _ = Self.read(Int(waiting), from: output)
        }
    }

    /// Ends the process.
    func end() {
        close(input)
        kill(id, SIGKILL)
        var status: Int32 = 0
        _ = unsafe waitpid(id, &status, 0)
        close(output)
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    /// So many bytes; nil at the end.
    static func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = unsafe bytes.withUnsafeMutableBytes {
                unsafe Glibc.read(descriptor, $0.baseAddress?.advanced(by: done), count - done)
            }
            guard got > 0 else { return nil }
            done += got
        }
        return bytes
    }
}
