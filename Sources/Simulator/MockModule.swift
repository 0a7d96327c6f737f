internal import Formats
public import HeadUnit
internal import SDLProtocol
internal import SDLSpec
public import Transport

/// A mock head unit as a JSON file describes it.
public struct MockModule: Sendable {
    /// A short name, such as `modern`.
    public var name: String
    /// The file it was read from, for errors.
    public private(set) var file: String
    /// How a recording names the module: by its name if it comes with the program, else by the content of its file.
    let source: JSONValue
    /// What the module is for, in one sentence.
    public var description: String
    /// What apps see of it.
    public var configuration: HeadUnitConfiguration
    /// Whether a newly registered app is activated as if the driver had chosen it.
    public var activatesApps: Bool
    /// Whether functions that only a wider spec knows succeed without effect.
    ///
    /// Which spec that is the file cannot say: who starts the module sets `configuration.lenientSpec`.
    public var isLenient = false
    /// What its navigation and vehicle do at the start.
    public var navigation = Navigation()
    /// How its HMI answers otherwise than well, by method (`Navigation.GetWayPoints`) or interface (`Navigation`).
    public var behaviours: [String: HMIBehaviour] = [:]
    /// What the user answers where the policy build asks; `nil` answers nothing.
    public var consent: Consent?
    /// What goes wrong from the start.
    public var faults: [Fault] = []
    /// The bounds of what is kept for an app that does not read.
    public var connections = TCPStream.Configuration(unsentByteLimit: 1 << 20)

    /// Loads a module that comes with the program.
    ///
    /// - Parameter name: Its name, without folder and extension.
    /// - Throws: ``MockModuleError`` when there is none of that name, or it is broken.
    public init(named name: String) throws(MockModuleError) {
        let path = "modules/\(name).json"
        guard let bytes = MockFiles.bytes(path) else {
            let known = MockModule.names.joined(separator: ", ")
            throw MockModuleError(file: name, path: "", expectation: "one of the modules \(known), or a file")
        }
        try self.init(json: bytes, file: path, isEmbedded: true)
    }

    /// Reads a module from the bytes of its file.
    ///
    /// - Parameters:
    ///   - json: The bytes.
    ///   - file: The name of the file, for errors.
    /// - Throws: ``MockModuleError`` with the path of the first member that is missing, unknown or of a wrong type.
    public init(json: [UInt8], file: String) throws(MockModuleError) {
        try self.init(json: json, file: file, isEmbedded: false)
    }

    private init(json: [UInt8], file: String, isEmbedded: Bool) throws(MockModuleError) {
        let content = try Self.parse(json, file: file)
        let value = try Self.extended(content, file: file)
        let members = try MockModuleReader(value, file: file, path: "", isEmbedded: isEmbedded)
        self.file = file
        source = isEmbedded ? members.value("name") ?? content : content
        try members.allow(
            [
                "name", "description", "rpcVersion", "protocolVersion", "vehicle", "languages", "policy",
                "lockScreenDismissalWarning", "registration", "systemCapabilities", "activation",
            ] + Self.settingNames + Self.simulationNames)
        name = try members.text("name")
        description = try members.text("description")
        configuration = HeadUnitConfiguration()
        configuration.rpcVersion = try members.rpcVersion("rpcVersion")
        configuration.connection.maximumVersion = try members.protocolVersion("protocolVersion")
        configuration.connection.vehicle = try members.vehicle("vehicle")
        let languages = try members.reader("languages")
        try languages.allow(["display", "voice"])
        configuration.displayLanguage = try languages.language("display")
        configuration.voiceLanguage = try languages.language("voice")
        configuration.policy = try members.policy("policy")
        configuration.lockScreenDismissalWarning = try members.optionalText("lockScreenDismissalWarning")
        configuration.registrationMembers = try members.registration("registration")
        configuration.systemCapabilities = try members.capabilities("systemCapabilities")
        try Self.readSettings(members, into: &configuration)
        isLenient = try members.optionalFlag("lenient") ?? false
        switch try members.optionalText("activation") {
        case nil, "automatic": activatesApps = true
        case "manual": activatesApps = false
        case let other?: throw members.error("activation", "automatic or manual, not \(other)")
        }
        try readSimulation(members)
        forgetNewerRPCs()
    }

    /// The names of the modules that come with the program.
    public static var names: [String] {
        MockFiles.paths.filter { $0.hasPrefix("modules/") && $0.hasSuffix(".json") }
            .map { String($0.dropFirst("modules/".count).dropLast(".json".count)) }
    }
}

/// What is wrong in the file of a mock module, and where.
public struct MockModuleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let file: String
    /// The member, for example `vehicle.make`; empty for the file as a whole.
    public let path: String
    /// What was expected there.
    public let expectation: String

    /// File, member and expectation.
    public var description: String {
        path.isEmpty ? "\(file): expected \(expectation)" : "\(file): \(path): expected \(expectation)"
    }
}

/// Reads the members of one object of a module file.
struct MockModuleReader {
    private let members: [String: JSONValue]
    let file: String
    /// Whether the file is part of the program: what it names is not looked for beside it.
    let isEmbedded: Bool
    private let path: String

    init(_ value: JSONValue, file: String, path: String, isEmbedded: Bool = false) throws(MockModuleError) {
        guard let members = value.objectValue else {
            throw MockModuleError(file: file, path: path, expectation: "an object")
        }
        self.members = members
        self.file = file
        self.path = path
        self.isEmbedded = isEmbedded
    }

    func error(_ key: String, _ expectation: String) -> MockModuleError {
        MockModuleError(file: file, path: path.isEmpty ? key : "\(path).\(key)", expectation: expectation)
    }

    /// Refuses members that nobody reads: a misspelt key must not pass for a default.
    func allow(_ keys: [String]) throws(MockModuleError) {
        for key in members.keys.sorted() where !keys.contains(key) {
            throw error(key, "no such member; known are \(keys.sorted().joined(separator: ", "))")
        }
    }

    func optionalText(_ key: String) throws(MockModuleError) -> String? {
        guard let value = members[key] else { return nil }
        guard let text = value.stringValue else { throw error(key, "a text") }
        return text
    }

    func text(_ key: String) throws(MockModuleError) -> String {
        guard let text = try optionalText(key) else { throw error(key, "a text") }
        return text
    }

    func texts(_ key: String) throws(MockModuleError) -> [String] {
        guard let value = members[key] else { return [] }
        guard let elements = value.arrayValue else { throw error(key, "a list of texts") }
        let texts = elements.compactMap(\.stringValue)
        guard texts.count == elements.count else { throw error(key, "a list of texts") }
        return texts
    }

    func object(_ key: String) throws(MockModuleError) -> [String: JSONValue] {
        guard let value = members[key] else { return [:] }
        guard let object = value.objectValue else { throw error(key, "an object") }
        return object
    }

    func value(_ key: String) -> JSONValue? { members[key] }

    func optionalReader(_ key: String) throws(MockModuleError) -> MockModuleReader? {
        guard let value = members[key] else { return nil }
        return try MockModuleReader(value, file: file, path: path.isEmpty ? key : "\(path).\(key)")
    }

    func reader(_ key: String) throws(MockModuleError) -> MockModuleReader {
        guard let reader = try optionalReader(key) else { throw error(key, "an object") }
        return reader
    }

    func rpcVersion(_ key: String) throws(MockModuleError) -> RPCVersion {
        let text = try text(key)
        guard let version = RPCVersion(text), let newest = RPCSpec.embedded.version,
            (RPCVersion(2, 0, 0)...newest).contains(version)
        else {
            throw error(key, "a version from 2.0.0 to \(RPCSpec.embedded.version.map { "\($0)" } ?? "?"), not \(text)")
        }
        return version
    }

    func protocolVersion(_ key: String) throws(MockModuleError) -> ProtocolVersion {
        let text = try text(key)
        guard let version = ProtocolVersion(parsing: text),
            (ProtocolVersion(1, 0, 0)...ProtocolVersion(5, 4, 1)).contains(version)
        else {
            throw error(key, "a protocol version from 1.0.0 to 5.4.1, not \(text)")
        }
        return version
    }

    func vehicle(_ key: String) throws(MockModuleError) -> VehicleInfo? {
        guard members[key] != nil else { return nil }
        let vehicle = try reader(key)
        try vehicle.allow(["make", "model", "modelYear", "trim", "systemSoftwareVersion", "systemHardwareVersion"])
        var info = VehicleInfo()
        info.make = try vehicle.optionalText("make")
        info.model = try vehicle.optionalText("model")
        info.modelYear = try vehicle.optionalText("modelYear")
        info.trim = try vehicle.optionalText("trim")
        info.systemSoftwareVersion = try vehicle.optionalText("systemSoftwareVersion")
        info.systemHardwareVersion = try vehicle.optionalText("systemHardwareVersion")
        return info
    }
}
