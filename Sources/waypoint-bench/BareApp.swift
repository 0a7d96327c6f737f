import Formats
import Glibc
import SDLProtocol
import TestKit

/// What a socket of a bench does not do.
struct SocketFailure: Error {
    let what: String
    let code = errno
}

/// An app that is no more than a blocking socket: registers, subscribes, and is then read by somebody else.
final class BareApp {
    let descriptor: Int32
    private var buffer: [UInt8] = []

    init(port: UInt16) throws {
        descriptor = try Self.connect(port: port)
    }

    deinit { close(descriptor) }

    /// A blocking connection to a port of this machine.
    static func connect(port: UInt16) throws -> Int32 {
        guard let descriptor = Loopback.connect(port: port) else { throw SocketFailure(what: "connect") }
        return descriptor
    }

    /// Registers and subscribes to waypoints.
    func subscribe() throws { try register(thenAsk: 46, [:]) }

    /// Registers and subscribes to the position.
    func subscribeToPosition() throws { try register(thenAsk: 20, ["gps": true]) }

    /// Reads on to the next OnVehicleData.
    func nextPosition() throws {
        while true {
            let frame = try frame()
            if frame.count > 24, frame[12] >> 4 == 2, frame[14] == 0x80, frame[15] == 0x04 { return }
        }
    }

    private func register(thenAsk function: UInt32, _ wish: JSONValue) throws {
        // Room that only the registration needs must not count as the app's price.
        defer {
            var rest: [UInt8] = []
            rest.reserveCapacity(buffer.count)
            rest += buffer
            buffer = rest
        }
        let document: BSONDocument = ["protocolVersion": .string("5.4.1")]
        try send(
            Frame(control: .startService, version: 1, service: .rpc, sessionID: 0, payload: try document.encode())
                .encode())
        _ = try frame()
        let parameters: JSONValue = [
            "syncMsgVersion": ["majorVersion": 8, "minorVersion": 0], "appName": .string("App \(descriptor)"),
            "appID": .string("\(descriptor)"), "isMediaApplication": false, "languageDesired": "EN-US",
            "hmiDisplayLanguageDesired": "EN-US", "appHMIType": ["NAVIGATION"],
        ]
        try request(1, id: 1, parameters)
        try request(function, id: 2, wish)
    }

    /// The size of the next frame, which is read.
    func frameSize() throws -> Int {
        // What came with the subscription, OnHashChange and the like, lies before it.
        while true {
            let frame = try frame()
            if frame.count > 24, frame[12] >> 4 == 2, frame[14] == 0x80, frame[15] == 0x10 { return frame.count }
        }
    }

    /// Sends a request and reads on to its response.
    private func request(_ function: UInt32, id: Int32, _ parameters: JSONValue) throws {
        let splitter = FrameSplitter(version: 5, sessionID: 1, service: .rpc, messageID: UInt32(id), limit: 1_000)
        try send(
            splitter.encode(
                RPCPayload(rpcType: .request, functionID: function, correlationID: id, json: parameters.serialized())))
        while true {
            let frame = try frame()
            if frame.count > 24, frame[12] >> 4 == 1, frame[15] == UInt8(function) { return }
        }
    }

    private func send(_ bytes: [UInt8]) throws {
        let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        guard count == bytes.count else { throw SocketFailure(what: "write") }
    }

    private func frame() throws -> [UInt8] {
        while true {
            if buffer.count >= 12 {
                let size = 12 + buffer[4..<8].reduce(0) { $0 << 8 | Int($1) }
                if buffer.count >= size {
                    defer { buffer.removeFirst(size) }
                    return Array(buffer[..<size])
                }
            }
            let part = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { room, count in
                count = max(0, unsafe read(descriptor, room.baseAddress, room.count))
            }
            guard !part.isEmpty else { throw SocketFailure(what: "read") }
            buffer += part
        }
    }
}

/// Two ends of a TCP connection over loopback, the writer's without Nagle's delay.
final class SocketPair: Sendable {
    let reader: Int32
    let writer: Int32

    init() throws {
        guard let listener = LoopbackListener() else { throw SocketFailure(what: "listen") }
        reader = try BareApp.connect(port: listener.port)
        guard let writer = listener.accept() else { throw SocketFailure(what: "accept") }
        self.writer = writer
        var on: Int32 = 1
        unsafe setsockopt(
            writer, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit {
        close(reader)
        close(writer)
    }

    func write(_ bytes: [UInt8]) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(writer, $0.baseAddress?.advanced(by: done), $0.count - done)
            }
            guard count > 0 else { return }
            done += count
        }
    }
}
