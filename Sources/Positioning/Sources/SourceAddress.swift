public import Navigation

/// A SOURCE as it is named on a command line.
///
/// | form | source |
/// | --- | --- |
/// | `-` | standard input |
/// | `PATH` | a recorded file, a pipe |
/// | `tcp://HOST[:PORT]` | NMEA over TCP, port 10110 unless given |
/// | `udp://[HOST][:PORT]` | datagrams on a port of this machine; loopback unless a host is given (`0.0.0.0` for all) |
/// | `serial:///dev/ttyACM0[?baud=115200]` | a serial port |
/// | `gpsd://HOST[:PORT][/DEVICE][?watch=json]` | gpsd, port 2947 unless given; `watch=nmea` for its sentences |
/// | `accessory://NAME[?protocol=P]` | an accessory by name; any supported one when the name is empty |
/// | `drive://ROUTE[?kmh=50&rate=1&seed=1&halt=0&rest=3&cold=0&tunnel=200-450&quality=simulated&constellations=gps,galileo]` | a generated drive along a route file |
///
/// Names and paths may hold `%` escapes.
public enum SourceAddress: Hashable, Sendable {
    /// How gpsd is asked.
    public enum Watch: String, Hashable, Sendable, CaseIterable {
        /// For its own objects.
        case json
        /// For the receiver's sentences as they are.
        case nmea
    }

    /// Standard input.
    case standardInput
    /// A file.
    case file(path: String)
    /// A TCP server that sends sentences.
    case tcp(host: String, port: UInt16)
    /// Datagrams to a port of this machine.
    case udp(host: String, port: UInt16)
    /// A serial port.
    case serial(path: String, baud: Int)
    /// gpsd, all its devices or one.
    case gpsd(host: String, port: UInt16, device: String?, watch: Watch)
    /// An accessory; without a name the first one that is connected and supported.
    case accessory(name: String?, protocolName: String?)
    /// A drive along the route in a file.
    case drive(path: String, options: DriveGenerator.Options)

    /// The port of NMEA over IP (IANA: nmea-0183).
    public static let nmeaPort: UInt16 = 10_110
    /// The port of gpsd.
    public static let gpsdPort: UInt16 = 2947

    /// Reads the text form.
    ///
    /// - Throws: ``LocationSourceError`` with the code `badSource`, and in the reason the form that was expected.
    public init(parsing text: String) throws(LocationSourceError) {
        guard !text.isEmpty else { throw Self.bad(text, "a SOURCE is missing") }
        if text == "-" {
            self = .standardInput
            return
        }
        guard let parts = SourceText(text) else {
            self = .file(path: text)
            return
        }
        switch parts.scheme {
        case "tcp":
            try parts.allow([])
            let (host, port) = try parts.hostAndPort(default: Self.nmeaPort)
            guard !host.isEmpty, parts.path.isEmpty else { throw Self.bad(text, "tcp://HOST:PORT is wanted") }
            self = .tcp(host: host, port: port)
        case "udp":
            try parts.allow([])
            let (host, port) = try parts.hostAndPort(default: Self.nmeaPort)
            guard parts.path.isEmpty else { throw Self.bad(text, "udp://:PORT is wanted") }
            self = .udp(host: host.isEmpty ? "127.0.0.1" : host, port: port)
        case "serial":
            try parts.allow(["baud"])
            guard parts.authority.isEmpty, parts.path.count > 1 else {
                throw Self.bad(text, "serial:///dev/NAME?baud=115200 is wanted, with three slashes")
            }
            self = .serial(path: parts.path, baud: try parts.integer("baud", in: 1200...1_000_000) ?? 115_200)
        case "gpsd":
            try parts.allow(["watch"])
            let (host, port) = try parts.hostAndPort(default: Self.gpsdPort)
            guard let watch = Watch(rawValue: parts.value("watch") ?? "json") else {
                throw Self.bad(text, "watch is json or nmea")
            }
            let device = parts.path.count > 1 ? parts.path : nil
            self = .gpsd(host: host.isEmpty ? "127.0.0.1" : host, port: port, device: device, watch: watch)
        case "accessory":
            try parts.allow(["protocol"])
            guard let name = URLText.unescaped(parts.authority + parts.rawPath) else {
                throw Self.bad(text, "a wrong % escape")
            }
            self = .accessory(name: name.isEmpty ? nil : name, protocolName: parts.value("protocol"))
        case "drive":
            self = try Self.drive(parts)
        default:
            throw Self.bad(text, "no source begins with \(parts.scheme)://")
        }
    }

    private static func drive(_ parts: SourceText) throws(LocationSourceError) -> SourceAddress {
        try parts.allow(["kmh", "rate", "seed", "halt", "rest", "cold", "tunnel", "quality", "constellations"])
        guard let path = URLText.unescaped(parts.authority + parts.rawPath), !path.isEmpty else {
            throw bad(parts.text, "drive://ROUTE.gpx?kmh=50&rate=10&seed=1 is wanted")
        }
        var options = DriveGenerator.Options()
        options.speed = try parts.number("kmh", in: 1...500) ?? options.speed
        options.rate = try parts.number("rate", in: 0.1...50) ?? options.rate
        options.haltAtStops = try parts.number("halt", in: 0...86_400) ?? options.haltAtStops
        options.restAtEnd = try parts.number("rest", in: 0...86_400) ?? options.restAtEnd
        options.coldStart = try parts.number("cold", in: 0...86_400) ?? options.coldStart
        if let seed = parts.value("seed") {
            guard let number = UInt64(seed) else { throw bad(parts.text, "seed is a whole number") }
            options.seed = number
        }
        if let text = parts.value("tunnel") {
            guard let tunnels = DriveGenerator.Options.tunnels(text) else {
                throw bad(parts.text, "tunnel is in metres, such as 200-450 or 200-450,900-950")
            }
            options.tunnels = tunnels
        }
        if let text = parts.value("quality") {
            guard let quality = DriveGenerator.Options.quality(text) else {
                throw bad(parts.text, "quality is \(DriveGenerator.Options.qualityWords)")
            }
            options.quality = quality
        }
        if let text = parts.value("constellations") {
            guard let systems = DriveGenerator.Options.constellations(text) else {
                throw bad(parts.text, "constellations are a list out of \(DriveGenerator.Options.systemWords)")
            }
            options.constellations = systems
        }
        return .drive(path: path, options: options)
    }

    static func bad(_ text: String, _ reason: String) -> LocationSourceError {
        LocationSourceError(.badSource, source: text, reason: reason)
    }

    /// Whether it delivers as it happens and cannot be played at another speed.
    public var isLive: Bool {
        switch self {
        case .file, .drive: false
        case .standardInput, .tcp, .udp, .serial, .gpsd, .accessory: true
        }
    }
}

extension SourceAddress: CustomStringConvertible {
    /// The address in its text form, for people: of the parameters only the speed of a serial port.
    public var description: String {
        switch self {
        case .standardInput: "-"
        case .file(let path): path
        case .tcp(let host, let port): "tcp://\(Self.bracketed(host)):\(port)"
        case .udp(let host, let port): "udp://\(Self.bracketed(host)):\(port)"
        case .serial(let path, let baud): "serial://\(path)?baud=\(baud)"
        case .gpsd(let host, let port, let device, _): "gpsd://\(Self.bracketed(host)):\(port)\(device ?? "")"
        case .accessory(let name, _): "accessory://\(name ?? "")"
        case .drive(let path, _): "drive://\(path)"
        }
    }

    private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}
