import Formats
import GNSS
import NMEA
import RTCM
import Synchronization
import TestKit
import Testing
import Transport

@testable import Positioning

/// A client, a caster and what the client told, on one reactor.
struct Loop {
    static let stationOnly: [UInt8] = {
        let station = StationPosition(station: 7, x: 44_440_308_028, y: 30_856_712_349, z: 33_666_582_560)
        return station.encoded()?.bytes ?? []
    }()

    static var feed: [UInt8] { (try? SharedData.bytes("vectors/ntrip/stream.rtcm3")) ?? stationOnly }

    let reactor: Reactor
    let caster: NTRIPCaster
    let fed: CorrectionsFeed

    init(_ configuration: CasterConfiguration, tls: TLSContext? = nil) async throws {
        reactor = try Reactor()
        fed = try #require(CorrectionsFeed(Self.feed))
        caster = try NTRIPCaster(
            configuration, feed: fed, interval: .milliseconds(5), port: 0, tls: tls, on: reactor)
        await caster.start()
    }

    /// Runs a client until `isEnough` says so.
    func run(
        _ configuration: NTRIPConfiguration, tls: TLSContext? = nil, fix: Fix? = nil,
        until isEnough: @escaping @Sendable (NTRIPClient.Event) -> Bool
    ) async throws -> [NTRIPClient.Event] {
        let (events, continuation) = AsyncStream.makeStream(of: NTRIPClient.Event.self)
        let client = try NTRIPClient(configuration, tls: tls, on: reactor) { continuation.yield($0) }
        await client.start()
        if let fix { await client.offer(fix) }
        var seen: [NTRIPClient.Event] = []
        for await event in events {
            seen.append(event)
            if isEnough(event) { break }
        }
        await client.stop()
        await caster.stop()
        reactor.stop()
        return seen
    }

    func address(_ mountpoint: String, isSecure: Bool = false, login: Bool = true, host: String = "127.0.0.1") throws
        -> NTRIPAddress
    {
        try NTRIPAddress(
            host: host, port: caster.address.port, isSecure: isSecure,
            credentials: login ? NTRIPCredentials(user: "user", password: "pass") : nil, mountpoint: mountpoint)
    }
}

func isOver(_ event: NTRIPClient.Event) -> Bool {
    if case .state(let state) = event {
        switch state {
        case .failed, .backingOff, .fallingBack, .finished: return true
        case .idle, .waitingForPosition, .connecting, .handshaking, .waitingForData, .streaming, .degraded: return false
        }
    }
    return false
}

extension NTRIPCaster {
    /// Waits on the reactor's thread for a stream to be closed by its peer.
    func watch(_ stream: TCPStream, _ closed: @escaping @Sendable () -> Void) {
        stream.start(onBytes: { _ in }, onClosure: { _ in closed() })
    }
}

func failure(_ events: [NTRIPClient.Event]) -> NTRIPFailure? {
    for case .state(let state) in events.reversed() {
        switch state {
        case .failed(let failure): return failure
        case .backingOff(let failure, _), .fallingBack(let failure, _): return failure
        default: continue
        }
    }
    return nil
}
