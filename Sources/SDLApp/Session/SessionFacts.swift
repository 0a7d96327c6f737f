internal import Formats
internal import SDLProtocol

/// All that is known of one session; thrown away with it as a whole, so that nothing leaks into the next one.
struct SessionFacts: Hashable, Sendable {
    var protocolVersion: ProtocolVersion?
    var vehicle = VehicleInfo()
    var registration: RegisterAppInterfaceResponse?
    /// The level of the main window.
    var hmiLevel: HMILevel?
    var permissions = PermissionTable()
    var protection = Protection.unavailable
    var capabilities = CapabilityCache()
    var hashID: String?
    /// The list of the last OnWayPointChange; nil before the first.
    var wayPoints: [LocationDetails]?

    /// How far the protection of the RPC service is.
    enum Protection: Hashable, Sendable {
        /// The app has no certificate.
        case unavailable
        /// Nobody has asked for it yet.
        case possible
        case starting
        case active
        case failed(reason: String)
    }

    /// The RPC version; nil before the registration, and if the head unit told none.
    var rpcVersion: RPCVersion? {
        registration?.syncMsgVersion.map { RPCVersion($0.majorVersion, $0.minorVersion, $0.patchVersion ?? 0) }
    }

    var permissionSnapshot: PermissionSnapshot { PermissionSnapshot(table: permissions, level: hmiLevel) }
}

extension SessionFacts {
    /// Takes a notification into account; members that cannot be read are passed over one by one.
    ///
    /// - Returns: Whether the notification makes sense.
    mutating func apply(_ message: IncomingMessage) -> Bool {
        guard Self.functions.contains(message.function) else { return true }
        guard let json = try? JSONValue(parsing: message.json, options: .fromHeadUnit) else { return false }
        switch message.function {
        case .onHMIStatus:
            // Windows other than the main one have levels of their own, which say nothing about the app.
            guard (json["windowID"]?.intValue ?? 0) == 0 else { return true }
            guard let level = HMILevel(lenient: json["hmiLevel"]) else { return false }
            hmiLevel = level
        case .onPermissionsChange:
            guard let table = PermissionTable(json) else { return false }
            permissions = table
        case .onSystemCapabilityUpdated:
            guard let value = json["systemCapability"], let capability = try? SystemCapability(json: value) else {
                return false
            }
            capabilities.merge(capability)
        case .onHashChange:
            guard let value = json["hashID"]?.stringValue else { return false }
            hashID = value
        case .onWayPointChange:
            guard let list = [LocationDetails](lenient: json["wayPoints"]) else { return false }
            wayPoints = list
        default:
            break
        }
        return true
    }

    private static let functions: Set<FunctionID> = [
        .onHMIStatus, .onPermissionsChange, .onSystemCapabilityUpdated, .onHashChange, .onWayPointChange,
    ]
}

extension HMILevel {
    /// Reads a level by its text or its number; nil if it is neither.
    init?(lenient value: JSONValue?) {
        switch value {
        case .string(let text): self.init(rawValue: text)
        case .int(let number): self.init(ordinal: number)
        case .null, .bool, .double, .array, .object, nil: return nil
        }
    }
}

extension [LocationDetails] {
    /// Reads a list of waypoints; no list at all means no route, and elements that are no objects are left out.
    ///
    /// Nil for something that is there and of which nothing can be read: that says nothing about the route.
    init?(lenient value: JSONValue?) {
        guard let value, value != .null else {
            self = []
            return
        }
        guard let elements = value.arrayValue else { return nil }
        self = elements.compactMap { try? LocationDetails(json: $0) }
        if isEmpty, !elements.isEmpty { return nil }
    }
}
