extension MockModule {
    /// A member of a module file.
    public struct SchemaMember: Hashable, Sendable {
        /// The JSON key.
        public let name: String
        /// What it is, and what holds without it.
        public let meaning: String

        init(_ name: String, _ meaning: String) {
            self.name = name
            self.meaning = meaning
        }
    }

    /// All members of a module file, as the table of Docs/modules.md has them.
    public static let schema: [SchemaMember] = [
        .init("name", "text, needed: the short name"),
        .init("description", "text, needed: what the module is for, in one sentence"),
        .init(
            "extends",
            "text: a module of the program whose members hold where this file has none; objects are merged member by "
                + "member, and `null` takes a member away"),
        .init("rpcVersion", "text, needed: such as `8.0.0`; what came later the module does not know"),
        .init(
            "protocolVersion",
            "text, needed: from `1.0.0` to `5.4.1`; with 1 sessions open, but every registration is answered "
                + "UNSUPPORTED_VERSION, as protocol 1 RPCs are by every head unit here"),
        .init("behaviour", "`careful` (default), or `sdl_core` for the wire and texts of sdl_core 8.2"),
        .init(
            "vehicle",
            "object of texts: `make`, `model`, `modelYear`, `trim`, `systemSoftwareVersion`, `systemHardwareVersion`"),
        .init("languages", "object, needed: `display` and `voice`, such as `EN-US`"),
        .init(
            "policy",
            "needed: the name of a policy table of the program, a file, or the table itself (SDL's preloaded form); an "
                + "object with `extends` is laid over a table of the program"),
        .init("policyFlavour", "`PROPRIETARY` (default), `HTTP`, or `EXTERNAL_PROPRIETARY`, which asks the user"),
        .init(
            "consent",
            "object: the user's answers where the module asks: `device` (true or false), and `groups`, an object of "
                + "prompt texts with true or false"),
        .init("lockScreenDismissalWarning", "text that apps show when their lock screen can be dismissed"),
        .init("registration", "object: the members of the RegisterAppInterface response that describe the module"),
        .init(
            "systemCapabilities",
            "object: what GetSystemCapability tells, by type; for `NAVIGATION` the content of "
                + "`navigationCapability`"),
        .init("activation", "`automatic` (default: a new app comes to FULL), or `manual`"),
        .init("sessionIds", "`overall` (default, as sdl_core: 255 in all), or `perConnection`"),
        .init("devices", "`perAddress` (default, as sdl_core), or `perConnection`"),
        .init(
            "limits",
            "object: `heartbeat`, `hmiTimeout`, `hmiTimeoutCompensation` (milliseconds), `maximumPayloadSize` (bytes), "
                + "`frames`, `malformedFrames`, `requests`, `requestsInNone` (objects with `count`, 0 for none, and "
                + "`milliseconds`), `pendingRequests`, `vehicleDataPerSecond`, `vehicleDataInterval` (milliseconds between two "
                + "OnVehicleData with the same item; 0, for no limit)"),
        .init(
            "connections",
            "object: `unsentBytes` kept for an app that does not read (1 MiB; it is cut off beyond), "
                + "`systemSendBuffer` that the system keeps beside them (the system decides)"),
        .init("quirks", "list of names of behaviour that only sdl_core has (Docs/head-unit.md)"),
        .init(
            "lenient",
            "true: functions that only the spec of `serve --spec FILE` knows succeed without effect; such a module does "
                + "not start without that option"),
        .init(
            "security",
            "object of files in PEM: `authorities` (needed: whose certificates of apps are believed), `certificate` and "
                + "`key` of the head unit; `tls`: `1.2` (default) or `1.3`; without it no service is protected "
                + "(Docs/secured-service.md)"),
        .init("unavailableInterfaces", "list of HMI interfaces without a component, such as `Navigation`"),
        .init(
            "navigation", "object: `route` (a route of the program, or a file), `drive` (a recorded drive, or a file)"),
        .init(
            "hmi",
            "object: how the HMI answers a method (`Navigation.GetWayPoints`) or an interface (`Navigation`): objects "
                + "with `silent`, `milliseconds`, `resetTimeout` (milliseconds asked for first), `result` with `message`, "
                + "or `answer` (a JSON-RPC `result` or `error`)"),
        .init("faults", "list of faults that are on from the start (Docs/faults.md)"),
    ]

    /// The table of Docs/modules.md.
    public static var schemaMarkdown: String {
        (["| member | what it is |", "| --- | --- |"] + schema.map { "| `\($0.name)` | \($0.meaning) |" })
            .joined(separator: "\n")
    }
}
