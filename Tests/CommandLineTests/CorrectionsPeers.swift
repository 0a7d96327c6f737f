import Formats
import GNSS
import Glibc
import NMEA
import RTCM
import TestKit
import Testing
import Transport

@testable import Positioning
@testable import waypoint_sim

/// A caster of ours as a user runs it, with a small recording.
struct Caster {
    static let station = StationPosition(station: 7, x: 44_440_308_028, y: 30_856_712_349, z: 33_666_582_560)

    /// A station position and observations of GPS without satellites.
    static var frames: [RTCMFrame] {
        let observations: [UInt8] = [0x43, 0x50, 0x07] + [UInt8](repeating: 0, count: 19)
        return [station.encoded(), RTCMFrame(payload: observations)].compactMap { $0 }
    }

    let program: Program
    /// Host and port.
    let address: String

    init(_ arguments: [String] = []) async throws {
        let path = ScratchFile.path("feed.rtcm3")
        try ScratchFile.write(Self.frames.flatMap(\.bytes), to: path)
        program = try Program(["caster", path, "--port", "0", "--rate", "100"] + arguments)
        let first = try #require(try await program.next())
        address = String(first.dropFirst("caster ".count))
        // The recording is read before the line is written.
        unsafe unlink(path)
    }

    func url(_ mountpoint: String, login: String = "", scheme: String = "ntrip") -> String {
        "\(scheme)://\(login.isEmpty ? "" : login + "@")\(address)/\(mountpoint)"
    }

    func stop() async throws {
        program.interrupt()
        _ = try await program.rest()
        #expect(await program.wait() == 0)
    }
}

enum ScratchFile {
    static func path(_ name: String) -> String {
        "/tmp/waypoint-tests-\(getpid())-\(UInt32.random(in: 0 ... .max))-\(name)"
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        try #require(count == bytes.count)
    }

    /// What a file holds; the file is removed.
    static func take(_ path: String) async throws -> [UInt8] {
        defer { unsafe unlink(path) }
        return try SmallFile.read(path, limit: 1 << 20)
    }
}

/// A serial device made of software, or a terminal: what is written to it is kept.
actor Device {
    nonisolated let path: String
    private let reactor: Reactor
    private let terminal: PseudoTerminal
    private var framer = RTCMFramer()
    private var found: [[UInt8]] = []
    private var heard: [UInt8] = []
    private var waiting: [(isEnough: @Sendable (Device) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init() throws {
        reactor = try Reactor()
        terminal = try PseudoTerminal(on: reactor)
        path = terminal.path
    }

    func start() {
        terminal.start(
            onBytes: { [weak self] bytes in self?.assumeIsolated { $0.received(bytes) } }, onClosure: { _ in })
    }

    func stop() { terminal.close() }

    var skipped: Int { framer.skippedByteCount }
    /// The speed that whoever opened it has set.
    var baud: Int? { terminal.baud }

    /// The first so many messages.
    func frames(_ count: Int) async -> [[UInt8]] {
        await wait { device in device.assumeIsolated { $0.found.count >= count } }
        return Array(found.prefix(count))
    }

    /// What was written, once it is enough.
    func text(_ isEnough: @escaping @Sendable (String) -> Bool) async -> String {
        await wait { device in device.assumeIsolated { isEnough(String(decoding: $0.heard, as: UTF8.self)) } }
        return String(decoding: heard, as: UTF8.self)
    }

    private func wait(_ isEnough: @escaping @Sendable (Device) -> Bool) async {
        if isEnough(self) { return }
        await withCheckedContinuation { waiting.append((isEnough, $0)) }
    }

    private func received(_ bytes: [UInt8]) {
        heard += bytes
        found += framer.append(bytes).map(\.bytes)
        let ready = waiting.filter { $0.isEnough(self) }
        waiting.removeAll { $0.isEnough(self) }
        for one in ready { one.continuation.resume() }
    }
}

/// A caster of version 1 that keeps every line that is sent up behind the request.
actor PlainCaster {
    nonisolated let address: SocketAddress
    private let reactor: Reactor
    private let listener: TCPListener
    private var stream: TCPStream?
    private var heard: [UInt8] = []
    private var isAccepted = false
    private var waiting: (count: Int, continuation: CheckedContinuation<[String], Never>)?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init() throws {
        reactor = try Reactor()
        listener = try TCPListener(port: 0, on: reactor)
        address = listener.address
    }

    func start() {
        listener.accept { [weak self] stream in
            self?.assumeIsolated { $0.stream = stream }
            stream.start(
                onBytes: { bytes in self?.assumeIsolated { $0.received(bytes) } }, onClosure: { _ in })
        }
    }

    func stop() {
        stream?.close()
        listener.close()
    }

    /// So many lines, once they came.
    func lines(_ count: Int) async -> [String] {
        await withCheckedContinuation {
            waiting = (count, $0)
            check()
        }
    }

    private func received(_ bytes: [UInt8]) {
        heard += bytes
        if !isAccepted, let end = heard.indices.first(where: { heard[$0...].starts(with: Array("\r\n\r\n".utf8)) }) {
            isAccepted = true
            heard.removeFirst(end + 4)
            stream?.write(Array("ICY 200 OK\r\n".utf8) + Caster.station.encodedBytes)
        }
        check()
    }

    private func check() {
        guard isAccepted, let (count, continuation) = waiting else { return }
        let text = String(decoding: heard, as: UTF8.self)
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        guard lines.count >= count else { return }
        waiting = nil
        continuation.resume(returning: lines)
    }
}

extension StationPosition {
    fileprivate var encodedBytes: [UInt8] { encoded()?.bytes ?? [] }
}

extension String {
    func count(of part: String) -> Int { ranges(of: part).count }
}

/// A receiver on a TCP port: tells an ordinary position, and a centimetre one once corrections of a station came.
actor Rover {
    nonisolated let address: SocketAddress
    private let reactor: Reactor
    private let listener: TCPListener
    private var streams: [TCPStream] = []
    private var framer = RTCMFramer()
    private var found: StationPosition?
    private var waiting: [CheckedContinuation<StationPosition, Never>] = []
    private var second = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init() throws {
        reactor = try Reactor()
        listener = try TCPListener(port: 0, on: reactor)
        address = listener.address
    }

    func start() {
        listener.accept { [weak self] stream in
            self?.assumeIsolated { $0.streams.append(stream) }
            stream.start(
                onBytes: { bytes in self?.assumeIsolated { $0.received(bytes) } }, onClosure: { _ in })
        }
        tick()
    }

    func stop() {
        for stream in streams { stream.close() }
        streams = []
        listener.close()
        second = -1
    }

    /// Where the station is whose corrections arrived.
    var station: StationPosition {
        get async {
            if let found { return found }
            return await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func received(_ bytes: [UInt8]) {
        for frame in framer.append(bytes) {
            guard case .stationPosition(let position) = RTCMMessage(frame) else { continue }
            found = position
            for one in waiting { one.resume(returning: position) }
            waiting = []
        }
    }

    private func tick() {
        guard second >= 0 else { return }
        let (minutes, seconds) = (second / 60 % 60, second % 60)
        let time = "12\(minutes < 10 ? "0" : "")\(minutes)\(seconds < 10 ? "0" : "")\(seconds).00"
        let body = "GNGGA,\(time),4807.5000,N,01130.0000,E,\(found == nil ? 1 : 4),12,0.8,500.0,M,47.0,M,,"
        let sum = body.utf8.reduce(UInt8(0), ^)
        let line = "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n"
        for stream in streams { stream.write(Array(line.utf8)) }
        second += 1
        reactor.schedule(after: .milliseconds(50)) { [weak self] in self?.assumeIsolated { $0.tick() } }
    }
}
