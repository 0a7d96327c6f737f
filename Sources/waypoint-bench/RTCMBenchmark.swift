import Glibc
import RTCM
import Simulator
import Transport

/// Decoding RTCM 3 beside a pass of CRC-24Q over the same bytes, which nobody who checks frames can do without.
enum RTCMBenchmark {
    /// The work that is compared.
    static func comparison() -> Comparison {
        let frames = RTCMMix.make(epochs: 600)
        let bytes = frames.flatMap(\.bytes)
        // As a socket hands them over.
        let blocks = stride(from: 0, to: bytes.count, by: 1400).map { Array(bytes[$0..<min($0 + 1400, bytes.count)]) }
        var statistics = RTCMStatistics()
        for frame in frames { statistics.add(frame, now: .zero) }
        precondition(
            statistics.frameCount == frames.count && statistics.malformedCount == 0, "the stream cannot be read")
        var comparison = Comparison("rtcm, \(bytes.count) bytes, \(frames.count) messages")
        let limit = comparison.add("limit: CRC-24Q over the bytes") {
            blocks.reduce(0) { $0 &+ Int(CRC24Q.value(of: $1)) }
        }
        comparison.add("frames found and checked", against: limit) {
            var framer = RTCMFramer()
            return blocks.reduce(0) { $0 &+ framer.append($1).count }
        }
        comparison.add("and messages read, statistics kept", against: limit) {
            var framer = RTCMFramer()
            var statistics = RTCMStatistics()
            for block in blocks {
                for frame in framer.append(block) { statistics.add(frame, now: .zero) }
            }
            return statistics.frameCount
        }
        return comparison
    }

    /// Our reading of messages beside PyPI's pyrtcm, which reads the observations, too.
    ///
    /// PYTHON names another interpreter than python3. Nothing where that has no pyrtcm.
    static func pyrtcmRow(_ ours: BenchRow?) async throws -> BenchRow? {
        let bytes = RTCMMix.make(epochs: 600).flatMap(\.bytes)
        let path = "/tmp/waypoint-bench-\(getpid()).rtcm3"
        let writer = try FileWriter(path: path)
        writer.append(bytes)
        _ = try await writer.finish()
        defer { unsafe unlink(path) }
        let script = """
            sys, time = map(__import__, ("sys", "time"))
            try:
                from pyrtcm import RTCMReader
            except ImportError:
                sys.exit(3)
            with open(sys.argv[1], "rb") as stream:
                start = time.process_time()
                count = sum(1 for _ in RTCMReader(stream))
                print("%.0f" % ((time.process_time() - start) * 1e6))
            """
        let python = unsafe getenv("PYTHON").map { unsafe String(cString: $0) } ?? "/usr/bin/python3"
        guard let process = try? ChildProcess(path: python, arguments: ["-c", script, path], capturesOutput: true),
            let output = process.output
        else { return nil }
        var text: [UInt8] = []
        while let block = try? await output.read(), !block.isEmpty { text += block }
        guard await process.wait() == 0, let ours,
            let theirs = Double(String(decoding: text, as: UTF8.self).split(separator: "\n").first ?? "")
        else { return nil }
        return BenchRow(
            area: ours.area, work: ours.work, figure: ours.figure, unit: ours.unit,
            against: ("pyrtcm, all fields", ours.unit == "ns" ? theirs * 1000 : theirs),
            ratios: [ours.figure / (ours.unit == "ns" ? theirs * 1000 : theirs)], runs: 1)
    }
}
