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

/// The parts of `scheme://authority/path?name=value&…`.
struct SourceText {
    let text: String
    let scheme: String
    let authority: String
    /// With its slash, escapes as they are.
    let rawPath: String
    let path: String
    private let query: [(name: String, value: String)]

    /// `nil` when the text has no scheme.
    init?(_ text: String) {
        guard let mark = Self.range(of: "://", in: text), mark.lowerBound > text.startIndex else { return nil }
        let scheme = text[..<mark.lowerBound]
        guard scheme.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else { return nil }
        self.text = text
        self.scheme = String(scheme)
        var rest = text[mark.upperBound...]
        var query: [(name: String, value: String)] = []
        if let question = rest.lastIndex(of: "?") {
            for pair in rest[rest.index(after: question)...].split(separator: "&") {
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let value = sides.count == 2 ? String(sides[1]) : ""
                query.append((String(sides.first ?? ""), URLText.unescaped(value) ?? value))
            }
            rest = rest[..<question]
        }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        authority = String(rest[..<slash])
        rawPath = String(rest[slash...])
        path = URLText.unescaped(rawPath) ?? rawPath
        self.query = query
    }

    private static func range(of mark: String, in text: String) -> Range<String.Index>? {
        var index = text.startIndex
        while index < text.endIndex {
            if text[index...].hasPrefix(mark) { return index..<text.index(index, offsetBy: mark.count) }
            index = text.index(after: index)
        }
        return nil
    }

    func value(_ name: String) -> String? { query.last { $0.name == name }?.value }

    /// Refuses parameters that the source does not have.
    func allow(_ names: Set<String>) throws(LocationSourceError) {
        guard let other = query.first(where: { !names.contains($0.name) }) else { return }
        let known = names.isEmpty ? "none" : names.sorted().joined(separator: ", ")
        throw SourceAddress.bad(text, "\(scheme) has no parameter \(other.name); it has \(known)")
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(LocationSourceError) -> Int? {
        guard let word = value(name) else { return nil }
        guard let number = Int(word), range.contains(number) else {
            throw SourceAddress.bad(text, "\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func number(_ name: String, in range: ClosedRange<Double>) throws(LocationSourceError) -> Double? {
        guard let word = value(name) else { return nil }
        guard let number = Double(word), range.contains(number) else {
            throw SourceAddress.bad(text, "\(name) is a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Host and port of the authority; IPv6 hosts in brackets.
    func hostAndPort(default port: UInt16) throws(LocationSourceError) -> (host: String, port: UInt16) {
        guard let (host, word) = URLText.hostAndPort(authority[...]) else {
            throw SourceAddress.bad(text, "a host in brackets is not closed")
        }
        guard let word else { return (String(host), port) }
        guard let number = UInt16(word), number > 0 else {
            throw SourceAddress.bad(text, "a port is a number from 1 to 65535")
        }
        return (String(host), number)
    }
}
