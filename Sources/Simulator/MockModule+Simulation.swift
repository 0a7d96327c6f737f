internal import Formats
internal import HeadUnit
public import Navigation
internal import SDLSpec
internal import Transport

// The members of a module file beside those of the head unit itself: what is around it, and what goes wrong.
extension MockModule {
    /// What the navigation and the vehicle of a module do at the start.
    public struct Navigation: Hashable, Sendable {
        /// The route: the name of one that comes with the program, or a file; `nil` for none.
        public var route: String?
        /// Where the vehicle is: a recorded drive that comes with the program, or a file; `nil` for unknown.
        public var drive: String?

        /// Makes a navigation.
        public init(route: String? = nil, drive: String? = nil) {
            self.route = route
            self.drive = drive
        }
    }

    /// What the user answers to the questions about a new app.
    public struct Consent: Hashable, Sendable {
        /// Whether apps of its device may be used; `nil` leaves the question open.
        public var device: Bool?
        /// The answers by the text of the prompt; groups that are not named stay open.
        public var groups: [String: Bool]

        /// Makes answers.
        public init(device: Bool? = nil, groups: [String: Bool] = [:]) {
            self.device = device
            self.groups = groups
        }
    }

    static let simulationNames = ["extends", "navigation", "hmi", "consent", "faults", "connections"]

    mutating func readSimulation(_ members: MockModuleReader) throws(MockModuleError) {
        if let reader = try members.optionalReader("navigation") {
            try reader.allow(["route", "drive"])
            navigation.route = try reader.optionalText("route").map(members.resolved)
            navigation.drive = try reader.optionalText("drive").map(members.resolved)
        }
        for (name, value) in try members.object("hmi") {
            guard RPCSpecFacts.isHMI(name) else {
                throw members.error(
                    "hmi.\(name)", "an interface (Navigation) or method (Navigation.GetWayPoints) of the HMI")
            }
            behaviours[name] = try HMIBehaviour(
                try MockModuleReader(value, file: members.file, path: "hmi.\(name)"), name: name)
        }
        if let reader = try members.optionalReader("consent") {
            try reader.allow(["device", "groups"])
            var answers = Consent(device: try reader.optionalFlag("device"))
            for (prompt, answer) in try reader.object("groups") {
                guard let isAllowed = answer.boolValue else { throw reader.error("groups.\(prompt)", "true or false") }
                answers.groups[prompt] = isAllowed
            }
            consent = answers
        }
        if let list = members.value("faults") {
            guard let elements = list.arrayValue else { throw members.error("faults", "a list of faults") }
            guard elements.count <= FaultSet.limit else {
                throw members.error("faults", "at most \(FaultSet.limit) faults")
            }
            for (index, element) in elements.enumerated() {
                let reader = try MockModuleReader(element, file: members.file, path: "faults[\(index)]")
                let fault = try Fault.read(reader)
                if let mistake = mistake(in: fault) { throw reader.error(mistake.path, mistake.expectation) }
                guard !faults.contains(where: { $0.id == fault.id }) else {
                    throw reader.error("id", "an id of its own: there is a fault \(fault.id) already")
                }
                faults.append(fault)
            }
        }
        if let reader = try members.optionalReader("connections") {
            try reader.allow(["unsentBytes", "systemSendBuffer"])
            if let limit = try reader.optionalInteger("unsentBytes", in: 1024...1 << 30) {
                connections.unsentByteLimit = limit
            }
            connections.systemSendBuffer = try reader.optionalInteger("systemSendBuffer", in: 1024...1 << 30)
        }
    }

    /// A module does not know what its version does not know, and so its policy cannot grant it.
    mutating func forgetNewerRPCs() {
        configuration.policy = knownPart(of: configuration.policy)
    }

    /// A policy table without the RPCs that are newer than the module.
    func knownPart(of table: PolicyTable) -> PolicyTable {
        var table = table
        for (name, group) in table.groups {
            var group = group
            group.rules = group.rules.filter { !isTooNew($0.key) }
            table.groups[name] = group
        }
        return table
    }

    /// Whether an RPC came after the module's version.
    public func isTooNew(_ rpc: String) -> Bool {
        let forms = RPCSpec.embedded.functions.filter { $0.name == rpc }
        return !forms.isEmpty && !forms.contains { $0.exists(at: configuration.rpcVersion) }
    }

    /// Whether OnAppInterfaceUnregistered has that reason at the module's version.
    func knowsReason(_ reason: String) -> Bool {
        RPCSpec.embedded.hasValue(reason, of: "AppInterfaceUnregisteredReason", at: configuration.rpcVersion)
    }

    /// What a fault names that the module's version does not know; `nil` for nothing.
    func mistake(in fault: Fault) -> FaultError? {
        let version = configuration.rpcVersion
        if let rpc = fault.rpc, isTooNew(rpc) {
            return FaultError(path: "rpc", expectation: "an RPC that RPC \(version) knows, not \(rpc)")
        }
        if case .unregister(let reason, _) = fault.kind, !knowsReason(reason) {
            return FaultError(path: "reason", expectation: "a reason that RPC \(version) knows, not \(reason)")
        }
        return nil
    }

    // MARK: Files that build on others

    static func parse(_ json: [UInt8], file: String) throws(MockModuleError) -> JSONValue {
        do {
            return try JSONValue(parsing: json)
        } catch {
            throw MockModuleError(file: file, path: "", expectation: "JSON (\(error))")
        }
    }

    /// Lays a module's members over those of the module it extends.
    static func extended(_ value: JSONValue, file: String) throws(MockModuleError) -> JSONValue {
        var value = value
        // A ring of modules must not be followed for ever.
        for _ in 0..<8 {
            guard case .object(var members) = value, let base = members.removeValue(forKey: "extends") else {
                return value
            }
            guard let name = base.stringValue, let bytes = MockFiles.bytes("modules/\(name).json") else {
                let known = names.joined(separator: ", ")
                throw MockModuleError(file: file, path: "extends", expectation: "one of the modules \(known)")
            }
            value = try parse(bytes, file: "modules/\(name).json").overlaid(with: .object(members))
        }
        throw MockModuleError(file: file, path: "extends", expectation: "modules that do not extend each other")
    }

    // MARK: What stands behind names

    /// The route of the module.
    ///
    /// - Throws: ``MockModuleError`` when there is none of that name, or it cannot be read.
    public func loadRoute() throws(MockModuleError) -> Route? {
        guard let name = navigation.route else { return nil }
        return try MockFiles.route(name, file: file, path: "navigation.route")
    }
}

extension MockModuleReader {
    /// A file named in a module file is looked for beside it; names without slash or extension are kept.
    func resolved(_ name: String) -> String {
        guard name.contains("/") || name.contains("."), !name.hasPrefix("/"), let slash = file.lastIndex(of: "/"),
            !isEmbedded
        else { return name }
        return String(file[...slash]) + name
    }

    /// A policy table: one that comes with the program by name, a file, or the table itself; `extends` lays a table
    /// over one that comes with the program.
    func policy(_ key: String) throws(MockModuleError) -> PolicyTable {
        guard var value = value(key) else { throw error(key, "the name of a policy table, a file, or a table") }
        if let name = value.stringValue {
            value = try table(name, key)
        } else if case .object(var members) = value, let base = members.removeValue(forKey: "extends") {
            guard let name = base.stringValue else { throw error("\(key).extends", "the name of a policy table") }
            for member in members.keys.sorted() where member != "policy_table" {
                throw error("\(key).\(member)", "policy_table beside extends")
            }
            value = try table(name, "\(key).extends").overlaid(with: .object(members))
        }
        do {
            return try PolicyTable(json: value)
        } catch {
            throw self.error(key, "\(error.path): \(error.expectation)")
        }
    }

    private func table(_ name: String, _ key: String) throws(MockModuleError) -> JSONValue {
        var bytes = MockFiles.bytes("policies/\(name).json")
        if bytes == nil, name.contains("/") || name.hasSuffix(".json") {
            do {
                bytes = try SmallFile.read(resolved(name), limit: 16 << 20)
            } catch {
                throw self.error(key, "a policy table (\(error))")
            }
        }
        guard let bytes else { throw error(key, "a policy table that comes with the program, or a file, not \(name)") }
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            throw self.error(key, "a policy table in JSON (\(error))")
        }
    }
}

extension MockFiles {
    /// Reads a route: one that comes with the program by its name, or a file.
    ///
    /// - Parameters:
    ///   - name: The name, such as `city`, or the path of a GPX, GeoJSON or NMEA file.
    ///   - file: Who names it, for errors.
    ///   - path: The member that names it, for errors.
    /// - Throws: ``MockModuleError`` when there is none of that name, or it cannot be read.
    public static func route(
        _ name: String, file: String, path: String = "route"
    ) throws(MockModuleError) -> Route {
        do {
            if !name.contains("/"), !name.contains(".") {
                guard let bytes = bytes("routes/\(name).gpx") else {
                    let known = paths.filter { $0.hasPrefix("routes/") }.map { $0.dropFirst(7).dropLast(4) }
                    throw MockModuleError(
                        file: file, path: path,
                        expectation: "one of \(known.joined(separator: ", ")), or a file, not \(name)")
                }
                return try Route(parsing: bytes)
            }
            return try Route(parsing: try SmallFile.read(name, limit: 64 << 20))
        } catch let error as MockModuleError {
            throw error
        } catch {
            throw MockModuleError(file: file, path: path, expectation: "a route (\(name): \(error))")
        }
    }

    /// Reads a recorded drive: one that comes with the program by its name, or a file.
    ///
    /// - Throws: ``MockModuleError`` when there is none of that name, or it cannot be read.
    public static func drive(
        _ name: String, file: String, path: String = "drive"
    ) throws(MockModuleError) -> [UInt8] {
        if let bytes = bytes("drives/\(name).nmea") { return bytes }
        do {
            return try SmallFile.read(name, limit: 256 << 20)
        } catch {
            throw MockModuleError(file: file, path: path, expectation: "a recorded drive (\(error))")
        }
    }
}
