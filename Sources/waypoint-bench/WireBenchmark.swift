import Glibc
import SDLProtocol

/// Frames of small and large messages beside memcpy of the same bytes.
enum WireBenchmark {
    static func comparisons() -> [Comparison] {
        [comparison(size: 200), comparison(size: 100_000), severalFrames(size: 1_000_000)]
    }

    /// A message that fits into one frame.
    private static func comparison(size: Int) -> Comparison {
        var comparison = Comparison("message of \(size) bytes in one frame")
        let message = bytes(size - RPCPayload.headerSize)
        let rpc = RPCPayload(rpcType: .response, functionID: 45, correlationID: 1, json: message)
        let payload = rpc.encode()
        let splitter = FrameSplitter(
            version: 5, sessionID: 1, service: .rpc, messageID: 7, limit: PayloadLimits.standard)
        let frame = splitter.encode(payload)
        // What is aimed at concerns large messages; small ones cost what their parts cost.
        let aim: BenchRow.Aim? = size >= 100_000 ? .ratioAtMost(3) : nil
        let copy = comparison.add("memcpy into memory at hand") { unsafe copied(frame, into: room) }
        comparison.add("memcpy into new memory", against: copy) { copied(frame) }
        comparison.add("frame encoded", against: copy, aim: aim) { splitter.encode(payload).count }
        comparison.add("RPC and frame encoded", against: copy, aim: aim) { splitter.encode(rpc).count }
        comparison.add("frame decoded", against: copy, aim: aim) { decoded(frame) }
        var app = openApp()
        comparison.add("received by the app's connection, as an RPC", against: copy) {
            messages(app.receive(frame, now: .zero))
        }
        return comparison
    }

    /// A message that takes several frames.
    private static func severalFrames(size: Int) -> Comparison {
        let splitter = FrameSplitter(
            version: 5, sessionID: 1, service: .rpc, messageID: 7, limit: PayloadLimits.standard)
        let rpc = RPCPayload(
            rpcType: .response, functionID: 45, correlationID: 1, json: bytes(size - RPCPayload.headerSize))
        let payload = rpc.encode()
        let stream = splitter.encode(payload)
        var comparison = Comparison(
            "message of \(size) bytes in \(splitter.frameCount(ofMessage: payload.count)) frames")
        let aim = BenchRow.Aim.ratioAtMost(3)
        let copy = comparison.add("memcpy into memory at hand") { unsafe copied(stream, into: room) }
        comparison.add("memcpy into new memory", against: copy) { copied(stream) }
        comparison.add("frames encoded", against: copy, aim: aim) { splitter.encode(payload).count }
        comparison.add("frames decoded", against: copy, aim: aim) { decoded(stream) }
        var app = openApp()
        comparison.add("received by the app's connection, as an RPC", against: copy) {
            messages(app.receive(stream, now: .zero))
        }
        return comparison
    }

    // MARK: - Work

    /// Room for the largest stream; memory for the life of the program, which measures on one thread.
    nonisolated(unsafe) private static let room = UnsafeMutableRawPointer.allocate(
        byteCount: 2 << 20, alignment: 64)

    private static func copied(_ bytes: [UInt8], into room: UnsafeMutableRawPointer) -> Int {
        unsafe bytes.withUnsafeBytes { source in
            guard let start = source.baseAddress else { return 0 }
            _ = unsafe memcpy(room, start, source.count)
            return Int(unsafe room.load(as: UInt8.self))
        }
    }

    private static func copied(_ bytes: [UInt8]) -> Int {
        guard let memory = unsafe malloc(bytes.count) else { return 0 }
        defer { unsafe free(memory) }
        return unsafe copied(bytes, into: memory)
    }

    private static func decoded(_ stream: [UInt8]) -> Int {
        var decoder = FrameDecoder()
        decoder.append(stream)
        var sum = 0
        while let item = decoder.next() {
            if case .frame(let frame) = item { sum &+= frame.payload.count }
        }
        return sum
    }

    private static func messages(_ events: [AppConnection.Event]) -> Int {
        var sum = 0
        for case .message(let message) in events {
            if case .rpc(let payload) = message.content { sum &+= payload.json.count }
        }
        return sum
    }

    private static func openApp() -> AppConnection {
        var app = AppConnection()
        _ = app.start(now: .zero)
        let answer = ControlPayload.StartServiceACK(protocolVersion: "5.4.0", hashID: 65_537, mtu: 131_072)
        _ = app.receive(
            Frame(
                control: .startServiceACK, version: 5, service: .rpc, sessionID: 1,
                payload: answer.encode(headerVersion: 5)
            ).encode(), now: .zero)
        return app
    }

    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    }
}
