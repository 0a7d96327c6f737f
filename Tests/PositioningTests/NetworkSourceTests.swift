import GNSS
import Glibc
import NMEA
import Testing
import Transport

@testable import Positioning

/// A server that keeps what its clients ask and sends each of them the same once it has asked.
private actor FakeGPSD {
    nonisolated let reactor: Reactor
    private let listener: TCPListener
    private let answer: [UInt8]
    private var clients: [TCPStream] = []
    private(set) var requests: [String] = []
    nonisolated let address: SocketAddress
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(port: UInt16 = 0, answer: [UInt8], on reactor: Reactor) throws {
        self.reactor = reactor
        self.answer = answer
        listener = try TCPListener(host: "127.0.0.1", port: port, on: reactor)
        address = listener.address
    }

    func start() {
        listener.accept { [weak self] stream in
            self?.assumeIsolated { server in
                server.clients.append(stream)
                stream.start(
                    onBytes: { bytes in
                        guard let self else { return }
                        self.assumeIsolated { $0.requests.append(String(decoding: bytes, as: UTF8.self)) }
                        stream.write(self.answer)
                    }, onClosure: { _ in })
            }
        }
    }

    func close() {
        listener.close()
        for client in clients { client.close() }
        clients = []
    }
}

@Suite("Receivers over the network", .timeLimit(.minutes(1)))
struct NetworkSourceTests {
    private static func report(second: Int) -> [UInt8] {
        Array(
            (#"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"
                + #"{"class":"TPV","mode":3,"time":"2026-05-14T09:15:0\#(second).000Z","lat":48.1,"lon":11.5}"#
                + "\r\n").utf8)
    }

    @Test("A gpsd that is started anew is asked to watch again")
    func gpsd() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let first = try FakeGPSD(answer: Self.report(second: 1), on: reactor)
        await first.start()
        let port = first.address.port
        var options = LocationSource.Options()
        options.retry = .schedule(RetrySchedule([.milliseconds(100)]))
        let source = try LocationSource(
            .gpsd(host: "127.0.0.1", port: port, device: nil, watch: .json), options: options, on: reactor)
        let log = EventLog()
        await source.start { log.take($0) }
        await log.wait { times($0.fresh).count == 1 }
        let watch = "?WATCH={\"enable\":true,\"json\":true};\n"
        #expect(await first.requests == [watch])
        await first.close()
        await log.wait { $0.stale.count == 1 }
        let second = try FakeGPSD(port: port, answer: Self.report(second: 2), on: reactor)
        await second.start()
        await log.wait { times($0.fresh).count == 2 }
        #expect(await second.requests == [watch])
        #expect(await source.send(corrections: [0xD3]) == false)  // gpsd takes none
        await source.stop()
        await second.close()
    }

    private func send(_ bytes: [UInt8], to port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe sendto(descriptor, bytes, bytes.count, 0, $0, size)
            }
        }
    }

    @Test("Datagrams, of one sentence or several, become locations")
    func datagrams() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let port = try await freePort(on: reactor)
        let source = try LocationSource(.udp(host: "127.0.0.1", port: port), on: reactor)
        let log = EventLog()
        await source.start { log.take($0) }
        await log.wait(for: .started)
        let drive = DriveBytes(count: 10)
        for epoch in drive.epochs[..<5] { send(epoch, to: port) }
        for epoch in drive.epochs[5...] {
            for line in epoch.split(separator: UInt8(ascii: "\n")) {
                send(Array(line) + [UInt8(ascii: "\n")], to: port)
            }
        }
        await log.wait { times($0.fresh).count == 10 }
        await source.stop()
    }

    private func freePort(on reactor: Reactor) async throws -> UInt16 {
        let probe = try UDPReceiver(port: 0, on: reactor)
        await reactor.perform { probe.close() }
        return probe.address.port
    }

    @Test(
        "A location tells whether it is corrected, simulated, measured",
        arguments: [
            (1, false, false, true), (2, true, false, true), (4, true, false, true), (5, true, false, true),
            (6, false, false, false), (8, false, true, false),
        ])
    func origin(quality: Int, isCorrected: Bool, isSimulated: Bool, isActual: Bool) async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let source = LocationSource(pushedAs: "sentences", on: reactor)
        let log = EventLog()
        await source.start { log.take($0) }
        let body = Array("GNGGA,120000.00,4807.0000,N,01131.0000,E,\(quality),12,0.8,500.0,M,47.0,M,1.0,0001".utf8)
        let checksum = String(body.reduce(0, ^), radix: 16, uppercase: true)
        let padded = checksum.count == 1 ? "0" + checksum : checksum
        await source.push(Array("$".utf8) + body + Array("*\(padded)\r\n".utf8))
        await source.endOfPushedData()
        let location = try #require(log.events.locations.first)
        #expect(location.origin.isCorrected == isCorrected)
        #expect(location.origin.isSimulated == isSimulated)
        #expect(location.isActual == isActual)
        #expect(location.origin.accessory == nil)
    }
}
