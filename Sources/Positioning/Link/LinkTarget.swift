internal import GNSS
internal import Glibc
internal import NMEA
internal import Transport

/// What a live source connects to.
enum LinkTarget: Sendable {
    case tcp(host: String, port: UInt16, timeout: Duration)
    case udp(host: String, port: UInt16)
    case serial(path: String, baud: Int)
    case gpsd(host: String, port: UInt16, device: String?, watch: SourceAddress.Watch, timeout: Duration)
    case accessory(AccessoryManager, name: String?, protocolName: String?)

    var format: StreamDecoder.Format {
        switch self {
        case .gpsd: .gpsd
        case .tcp, .udp, .serial, .accessory: .nmea
        }
    }

    var usualRetry: RetrySchedule {
        switch self {
        case .serial, .accessory: .local
        case .tcp, .udp, .gpsd: .network
        }
    }

    /// Whether opening anew can help against silence.
    var canBeReopened: Bool {
        switch self {
        case .udp: false
        case .tcp, .serial, .gpsd, .accessory: true
        }
    }

    /// Whether corrections could go back the same way: gpsd feeds its receiver itself, a datagram has no way back.
    var takesCorrections: Bool {
        switch self {
        case .udp, .gpsd: false
        case .tcp, .serial, .accessory: true
        }
    }

    /// How its sentences are decoded.
    ///
    /// The clock of this machine completes the dates of receivers that are plugged in here; what comes over the network
    /// may be a recording and is taken as it is.
    var decoding: NMEADecoder.Options {
        switch self {
        case .serial(_, let baud):
            NMEADecoder.Options(
                epochs: EpochOptions(silence: EpochOptions.silence(baudRate: baud), dates: Self.liveDates))
        case .accessory:
            NMEADecoder.Options(epochs: EpochOptions(silence: .milliseconds(100), dates: Self.liveDates))
        case .tcp, .udp, .gpsd:
            NMEADecoder.Options(epochs: EpochOptions(silence: .milliseconds(100)))
        }
    }

    private static var liveDates: DatePolicy {
        let built = UTCTime(nanosecondsSince1970: 1_767_225_600_000_000_000)  // 2026-01-01: clocks before it are wrong
        let clock = UTCTime(secondsSince1970: Int64(time(nil))) ?? built
        return DatePolicy.live(clock: clock, buildDate: built)
    }

    /// Connects.
    func open(source: String, on reactor: Reactor) async throws(LocationSourceError) -> OpenedLink {
        do {
            switch self {
            case .tcp(let host, let port, let timeout):
                return OpenedLink(
                    reading: try await TCPStream.connect(host: host, port: port, timeout: timeout, on: reactor))
            case .udp(let host, let port):
                return OpenedLink(
                    reading: try UDPReceiver(host: host, port: port, on: reactor), takesCorrections: takesCorrections)
            case .serial(let path, let baud):
                return OpenedLink(reading: try SerialStream(path: path, baud: baud, on: reactor))
            case .gpsd(let host, let port, let device, let watch, let timeout):
                return OpenedLink(
                    reading: try await TCPStream.connect(host: host, port: port, timeout: timeout, on: reactor),
                    hello: GPSDReader.watch(watch, device: device), takesCorrections: takesCorrections)
            case .accessory(let manager, let name, let protocolName):
                return try await manager.openLink(name: name, protocolName: protocolName)
            }
        } catch let error as TransportError {
            throw LocationSourceError(error, source: source)
        } catch let error as AccessoryError {
            throw LocationSourceError(error, source: source)
        } catch {
            throw LocationSourceError(source: source, reason: "\(error)")
        }
    }
}

/// An open connection to a receiver.
struct OpenedLink: Sendable {
    let reading: any ByteStream
    /// Where corrections go, when it is another stream than the one that is read.
    var writing: (any ByteStream)?
    /// What is sent first.
    var hello: [UInt8] = []
    var takesCorrections = true
    var accessory: LocationOrigin.Accessory?

    /// To be called on the reactor's thread.
    func close() {
        reading.close()
        writing?.close()
    }
}
