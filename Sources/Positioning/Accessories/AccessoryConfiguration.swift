internal import Formats
internal import Transport

/// The accessories that are known, from a small JSON file.
///
///     { "accessories": [ {
///         "name": "Reach RX", "manufacturer": "Emlid", "serialNumber": "824C6F5A",
///         "protocols": {
///             "com.emlid.nmea": "serial:///dev/rfcomm0",
///             "com.emlid.corrections": "serial:///dev/rfcomm0" } } ] }
///
/// `model` and `firmwareRevision` may be given too. A protocol that is not among ``AccessoryProtocol/known`` reads positions,
/// unless it is written as `{ "at": "tcp://…", "role": "corrections" }`. Protocols at one place share one connection.
public struct AccessoryConfiguration: Hashable, Sendable {
    /// Most accessories in a file.
    public static let accessoryLimit = 64
    /// Most protocols of an accessory.
    public static let protocolLimit = 16

    /// The accessories, in the order of the file.
    public let accessories: [Accessory]

    /// Makes a configuration.
    ///
    /// - Throws: ``LocationSourceError`` when a name occurs twice, an accessory has no protocol, or two share a place.
    public init(_ accessories: [Accessory]) throws(LocationSourceError) {
        try self.init(accessories, file: "accessories")
    }

    /// Reads a file.
    ///
    /// - Throws: ``LocationSourceError`` when the file cannot be read, with the place of the fault.
    public init(path: String) throws(LocationSourceError) {
        let bytes: [UInt8]
        do {
            bytes = try SmallFile.read(path, limit: 1 << 20)
        } catch {
            throw LocationSourceError(error, source: path)
        }
        try self.init(json: bytes, file: path)
    }

    /// Reads the JSON.
    ///
    /// - Parameters:
    ///   - json: The text.
    ///   - file: What to call it in errors.
    /// - Throws: ``LocationSourceError`` with the code `unreadable` and the place of the fault.
    public init(json: [UInt8], file: String) throws(LocationSourceError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: json)
        } catch {
            throw Self.fault(file, "\(error)")
        }
        guard let list = value["accessories"]?.arrayValue else {
            throw Self.fault(file, "a list `accessories` is missing")
        }
        var found: [Accessory] = []
        for (index, item) in list.enumerated() {
            found.append(try Self.accessory(item, file: file, place: "accessories[\(index)]"))
        }
        try self.init(found, file: file)
    }

    private init(_ accessories: [Accessory], file: String) throws(LocationSourceError) {
        guard accessories.count <= Self.accessoryLimit else {
            throw Self.fault(file, "more than \(Self.accessoryLimit) accessories")
        }
        var names: Set<String> = []
        var places: Set<AccessoryEndpoint> = []
        for accessory in accessories {
            guard !accessory.name.isEmpty else { throw Self.fault(file, "an accessory without a name") }
            guard names.insert(accessory.name).inserted else {
                throw Self.fault(file, "\(accessory.name) occurs twice")
            }
            guard 1...Self.protocolLimit ~= accessory.protocols.count else {
                throw Self.fault(file, "\(accessory.name) has no protocol, or more than \(Self.protocolLimit)")
            }
            for endpoint in accessory.endpoints where !places.insert(endpoint).inserted {
                throw Self.fault(file, "two accessories are at the same place: \(endpoint)")
            }
        }
        self.accessories = accessories
    }

    private static func accessory(
        _ value: JSONValue, file: String, place: String
    ) throws(LocationSourceError) -> Accessory {
        func text(_ key: String) -> String { value[key]?.stringValue ?? "" }
        guard let name = value["name"]?.stringValue else { throw fault(file, "\(place).name is missing") }
        guard let members = value["protocols"]?.objectValue else { throw fault(file, "\(place).protocols is missing") }
        var protocols: [AccessoryProtocol] = []
        // An object has no order: what reads positions comes first, then by name.
        for (key, member) in members.sorted(by: { $0.key < $1.key }) {
            guard let address = member.stringValue ?? member["at"]?.stringValue else {
                throw fault(file, "\(place).protocols.\(key) is neither an address nor an object with `at`")
            }
            var role: AccessoryProtocol.Role?
            if let word = member["role"]?.stringValue {
                role = AccessoryProtocol.Role(rawValue: word)
                guard role != nil else {
                    throw fault(file, "\(place).protocols.\(key).role is positions or corrections, not \(word)")
                }
            }
            let endpoint: AccessoryEndpoint
            do {
                endpoint = try AccessoryEndpoint(parsing: address)
            } catch {
                throw fault(file, "\(place).protocols.\(key): \(error.reason)")
            }
            protocols.append(AccessoryProtocol(name: key, role: role, endpoint: endpoint))
        }
        return Accessory(
            name: name, manufacturer: text("manufacturer"), model: text("model"), serialNumber: text("serialNumber"),
            firmwareRevision: text("firmwareRevision"), protocols: protocols)
    }

    private static func fault(_ file: String, _ reason: String) -> LocationSourceError {
        LocationSourceError(.unreadable, source: file, reason: reason)
    }
}
