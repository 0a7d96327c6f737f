import Glibc
import Positioning
import RTCM
import TestKit
import Transport

/// How long a message takes from the caster's socket to the receiver's, through client and relay, beside the way through
/// two pipes and a thread that copies.
enum RelayBenchmark {
    /// Measures some rounds of so many messages each.
    static func rows(rounds: Int = 5, messages: Int = 1_000) async throws -> [BenchRow] {
        let frames = RTCMMix.make(epochs: 100).filter { $0.number == 1077 }
        var series: [(p50: (Double, Double), p99: (Double, Double))] = []
        for round in 0...rounds {
            // Threads of their own, since they block.
            let pipe = try await onThread { pipeTimes(frames: frames, messages: messages).sorted() }
            let relay = try await relayTimes(frames: frames, messages: messages).sorted()
            guard pipe.count == messages, relay.count == messages else { throw SocketFailure(what: "relay") }
            guard round > 0 else { continue }  // the first warms caches and buffers
            series.append(
                (
                    (relay[messages / 2] * 1e6, pipe[messages / 2] * 1e6),
                    (relay[messages * 99 / 100] * 1e6, pipe[messages * 99 / 100] * 1e6)
                ))
        }
        func row(_ what: String, _ values: [(Double, Double)]) -> BenchRow {
            BenchRow(
                area: "message of \(frames.first?.bytes.count ?? 0) bytes from caster to receiver", work: what,
                figure: BenchRow.median(values.map(\.0)), unit: "us",
                against: ("pipe, thread, pipe", BenchRow.median(values.map(\.1))), ratios: values.map { $0.0 / $0.1 },
                runs: rounds)
        }
        return [row("p50", series.map(\.p50)), row("p99", series.map(\.p99))]
    }

    private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try Thread.start { continuation.resume(returning: work()) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    private static func now() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count
    }

    private static func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while bytes.count < count {
            let found = unsafe Glibc.read(descriptor, &block, min(block.count, count - bytes.count))
            guard found > 0 else { return nil }
            bytes += block[..<found]
        }
        return bytes
    }

    /// Sends each message and waits until it has come out.
    private static func times(frames: [RTCMFrame], messages: Int, into input: Int32, outOf output: Int32) -> [Double] {
        var times: [Double] = []
        for index in 0..<messages {
            let bytes = frames[index % frames.count].bytes
            let start = now()
            guard write(bytes, to: input), read(bytes.count, from: output) == bytes else { return [] }
            times.append(now() - start)
        }
        return times
    }

    private static func pipeTimes(frames: [RTCMFrame], messages: Int) -> [Double] {
        var there: [Int32] = [0, 0]
        var back: [Int32] = [0, 0]
        guard unsafe pipe(&there) == 0, unsafe pipe(&back) == 0 else { return [] }
        let (source, target) = (there[0], back[1])
        let copies: Void? = try? Thread.start {
            var block = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = unsafe Glibc.read(source, &block, block.count)
                guard count > 0, write(Array(block[..<count]), to: target) else { break }
            }
            close(source)
            close(target)
        }
        defer {
            close(there[1])
            close(back[0])
        }
        guard copies != nil else { return [] }
        return times(frames: frames, messages: messages, into: there[1], outOf: back[0])
    }

    private static func relayTimes(frames: [RTCMFrame], messages: Int) async throws -> [Double] {
        guard let caster = LoopbackListener(), let receiver = LoopbackListener() else { return [] }
        let reactor = try Reactor()
        let address = try NTRIPAddress(host: "127.0.0.1", port: caster.port, mountpoint: "BASE1")
        let session = try CorrectionsSession(NTRIPConfiguration(address), on: reactor)
        await session.addTCP(host: "127.0.0.1", port: receiver.port)
        await session.start()
        let found = try await onThread {
            guard let output = receiver.accept(), let input = caster.accept() else { return [Double]() }
            defer { for one in [output, input] { close(one) } }
            var on: Int32 = 1
            unsafe setsockopt(input, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            var request = [UInt8](repeating: 0, count: 4096)
            guard unsafe Glibc.read(input, &request, request.count) > 0,
                write(Array("ICY 200 OK\r\n".utf8), to: input)
            else { return [Double]() }
            return times(frames: frames, messages: messages, into: input, outOf: output)
        }
        await session.stop()
        reactor.stop()
        return found
    }
}
