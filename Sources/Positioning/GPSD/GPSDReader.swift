internal import Formats
internal import GNSS
internal import NMEA

/// Reads what gpsd sends: objects of JSON, a line each, and sentences between them when they were asked for.
///
/// gpsd tells the sky several times an epoch and may tell an epoch several times; each TPV that says something new is an
/// epoch here, with the satellites of the device's last SKY. Unknown objects and members are ignored, absent ones are
/// unknown. Of several devices one is listened to: the first, and another one with a position when that has none.
struct GPSDReader: Sendable {
    /// What a line says.
    enum Item: Equatable, Sendable {
        case epoch(Epoch)
        /// A sentence of the receiver, line end included.
        case sentence([UInt8])
        /// gpsd complains.
        case complaint(String)
        /// The number of devices gpsd has.
        case devices(Int)
    }

    /// The longest line; gpsd's own limit is 10 240 bytes.
    static let longestLine = 1 << 16

    private var line: [UInt8] = []
    private var isSkipping = false
    /// What is known of each device, by its path.
    private var devices: [String: Device] = [:]
    /// The device that is listened to.
    private var current: String?
    /// The most devices that are told apart; gpsd 3.22 has at most four.
    private static let mostDevices = 32

    fileprivate struct Device {
        var satellites: [Satellite] = []
        var dilution = DilutionOfPrecision()
        var skyHasChanged = false
        var lastFix: Fix?
        var revision = 0
    }

    /// Lines that were too long or no JSON.
    private(set) var badLines = 0

    /// The first line that is sent to gpsd.
    static func watch(_ watch: SourceAddress.Watch, device: String?) -> [UInt8] {
        var members: [String: JSONValue] = ["enable": true]
        switch watch {
        case .json: members["json"] = true
        case .nmea: members["nmea"] = true
        }
        if let device { members["device"] = .string(device) }
        return Array("?WATCH=".utf8) + JSONValue.object(members).serialized() + Array(";\n".utf8)
    }

    /// Reads more bytes, cut anywhere.
    mutating func read(_ bytes: [UInt8]) -> [Item] {
        var items: [Item] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            take(rest[..<end])
            if !isSkipping { items += item() }
            line.removeAll(keepingCapacity: true)
            isSkipping = false
            rest = rest[(end + 1)...]
        }
        take(rest)
        return items
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>) {
        guard !isSkipping else { return }
        guard line.count + bytes.count <= Self.longestLine else {
            isSkipping = true
            badLines += 1
            line = []
            return
        }
        line += bytes
    }

    private mutating func item() -> [Item] {
        if line.last == 0x0D { line.removeLast() }
        guard let first = line.first else { return [] }
        guard first == UInt8(ascii: "{") else { return [.sentence(line + [0x0D, 0x0A])] }
        guard let value = try? JSONValue(parsing: line) else {
            badLines += 1
            return []
        }
        switch value["class"]?.stringValue {
        case "TPV":
            return position(value).map { [.epoch($0)] } ?? []
        case "SKY":
            sky(value)
            return []
        case "ERROR":
            return [.complaint(value["message"]?.stringValue ?? "an error without words")]
        case "DEVICES":
            return [.devices(value["devices"]?.arrayValue?.count ?? 0)]
        default:
            return []
        }
    }

    private mutating func sky(_ value: JSONValue) {
        change(value) { device in
            device.dilution = DilutionOfPrecision(
                position: value["pdop"]?.dilution, horizontal: value["hdop"]?.dilution,
                vertical: value["vdop"]?.dilution, time: value["tdop"]?.dilution)
            // Newer versions also send the dilution alone.
            guard let list = value["satellites"]?.arrayValue else { return }
            device.satellites = list.prefix(512).compactMap { Satellite(gpsd: $0) }
            device.skyHasChanged = true
        }
    }

    private mutating func position(_ value: JSONValue) -> Epoch? {
        let path = Self.path(value)
        let fix = Fix(gpsd: value)
        if current == nil || (fix.coordinate != nil && current.map { devices[$0]?.lastFix?.coordinate == nil } == true)
        {
            current = path
        }
        var epoch: Epoch?
        change(value) { epoch = $0.epoch(of: fix) }
        return current == path ? epoch : nil
    }

    /// The device that an object is about; gpsd leaves it out where it has only one.
    private static func path(_ value: JSONValue) -> String {
        value["device"]?.stringValue ?? ""
    }

    private mutating func change(_ value: JSONValue, _ body: (inout Device) -> Void) {
        let path = Self.path(value)
        guard devices[path] != nil || devices.count < Self.mostDevices else { return }
        body(&devices[path, default: Device()])
    }

    /// A satellite apart from its signals.
    fileprivate struct SatelliteKey: Hashable {
        let constellation: Constellation
        let number: Int?
        let rawNumber: Int

        init(_ satellite: Satellite) {
            constellation = satellite.constellation
            number = satellite.number
            rawNumber = satellite.number == nil ? satellite.rawNumber : 0
        }
    }
}

extension GPSDReader.Device {
    /// The epoch of a fix; `nil` when it says nothing new.
    fileprivate mutating func epoch(of told: Fix) -> Epoch? {
        var fix = told
        fix.dilution = dilution
        if !satellites.isEmpty {
            fix.satellitesUsed = Set(satellites.filter(\.isUsed).map(GPSDReader.SatelliteKey.init)).count
            fix.satellitesInView = Set(satellites.map(GPSDReader.SatelliteKey.init)).count
        }
        guard fix != lastFix else { return nil }
        revision = fix.time != nil && fix.time == lastFix?.time ? revision + 1 : 0
        lastFix = fix
        defer { skyHasChanged = false }
        return Epoch(fix: fix, satellites: satellites, hasNewSatellites: skyHasChanged, revision: revision)
    }
}

extension JSONValue {
    fileprivate var dilution: Double? {
        guard let value = doubleValue, value > 0, value < 99 else { return nil }
        return value
    }
}
