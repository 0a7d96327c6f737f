internal import GNSS

/// A receiver that is known by name, with the protocols it offers and where each of them is spoken.
public struct Accessory: Hashable, Sendable {
    /// Its name, unique in a configuration.
    public var name: String
    /// Who makes it; empty when unknown, like the following.
    public var manufacturer: String
    /// The model.
    public var model: String
    /// The serial number.
    public var serialNumber: String
    /// The version of the firmware.
    public var firmwareRevision: String
    /// What it offers, in the order of the configuration.
    public var protocols: [AccessoryProtocol]
    /// The number of this connection: it rises with each accessory that connects; 0 while it is not connected.
    public var connectionID: Int

    /// Makes an accessory that is not connected.
    public init(
        name: String, manufacturer: String = "", model: String = "", serialNumber: String = "",
        firmwareRevision: String = "", protocols: [AccessoryProtocol]
    ) {
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.serialNumber = serialNumber
        self.firmwareRevision = firmwareRevision
        self.protocols = protocols
        connectionID = 0
    }

    /// Whether it is there.
    public var isConnected: Bool { connectionID > 0 }

    /// The names of its protocols.
    public var protocolStrings: [String] { protocols.map(\.name) }

    /// Where it is spoken to, each place once.
    public var endpoints: [AccessoryEndpoint] {
        protocols.reduce(into: []) { found, next in
            if !found.contains(next.endpoint) { found.append(next.endpoint) }
        }
    }

    /// The protocol by which it tells positions: the one that is named, else the first.
    func positions(_ name: String? = nil) -> AccessoryProtocol? {
        protocols.first { $0.role == .positions && (name == nil || $0.name == name) }
    }

    /// The protocol by which it takes corrections, when it has one for that alone.
    func corrections(_ name: String? = nil) -> AccessoryProtocol? {
        protocols.first { $0.role == .corrections && (name == nil || $0.name == name) }
    }

    /// What a location carries about it.
    func origin(_ protocolName: String) -> LocationOrigin.Accessory {
        LocationOrigin.Accessory(
            name: name, manufacturer: manufacturer, model: model, serialNumber: serialNumber,
            firmwareRevision: firmwareRevision, protocolName: protocolName)
    }
}

/// A protocol of an accessory and where it is spoken.
public struct AccessoryProtocol: Hashable, Sendable {
    /// Which way the data of a protocol go.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        /// NMEA from the receiver.
        case positions
        /// Corrections to the receiver.
        case corrections
    }

    /// Its name in reverse DNS notation, for example `com.emlid.nmea`.
    public var name: String
    /// Which way its data go.
    public var role: Role
    /// Where it is spoken.
    public var endpoint: AccessoryEndpoint

    /// Makes a protocol; without a role that of a known name is taken, else ``Role/positions``.
    public init(name: String, role: Role? = nil, endpoint: AccessoryEndpoint) {
        self.name = name
        self.role = role ?? Self.known[name] ?? .positions
        self.endpoint = endpoint
    }

    /// The protocols of receivers that are in use, with the way their data go.
    public static let known: [String: Role] = [
        "com.amanenterprises.nmeasource": .positions,
        "com.bad-elf.gps": .positions,
        "com.dualav.xgps150": .positions,
        "com.emlid.corrections": .corrections,
        "com.emlid.nmea": .positions,
        "com.eos-gnss.positioningsource": .positions,
        "com.garmin.pvt": .positions,
        "com.geneq.sxbluegpssource": .positions,
        "com.junipersys.geode": .positions,
        "com.leica-geosystems.zeno.gnss": .positions,
        "com.searanllc.serial": .positions,
        "com.trimble.command": .positions,
        "com.trimble.correction": .corrections,
    ]
}

/// Where a protocol of an accessory is spoken.
public enum AccessoryEndpoint: Hashable, Sendable {
    /// A serial port, a bound RFCOMM device, a pseudo-terminal.
    case serial(path: String, baud: Int)
    /// A TCP server.
    case tcp(host: String, port: UInt16)

    /// Reads `serial:///dev/…?baud=…` or `tcp://HOST:PORT`.
    ///
    /// - Throws: ``LocationSourceError`` with the code `badSource`.
    public init(parsing text: String) throws(LocationSourceError) {
        switch try SourceAddress(parsing: text) {
        case .serial(let path, let baud): self = .serial(path: path, baud: baud)
        case .tcp(let host, let port): self = .tcp(host: host, port: port)
        case .standardInput, .file, .udp, .gpsd, .accessory, .drive:
            throw SourceAddress.bad(text, "an accessory is at serial:///dev/NAME or at tcp://HOST:PORT")
        }
    }
}

/// What happened to an accessory.
public enum AccessoryEvent: Hashable, Sendable {
    /// It is there.
    case connected(Accessory)
    /// It is gone.
    case disconnected(Accessory)

    /// The accessory.
    public var accessory: Accessory {
        switch self {
        case .connected(let accessory), .disconnected(let accessory): accessory
        }
    }
}
