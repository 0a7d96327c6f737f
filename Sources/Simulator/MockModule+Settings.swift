internal import Formats
internal import HeadUnit
internal import SDLProtocol
internal import SDLSecurity
internal import Transport

// The members of a module file that say how a head unit behaves, beside what it describes.
extension MockModule {
    /// The members read here.
    static let settingNames = [
        "behaviour", "policyFlavour", "sessionIds", "devices", "limits", "quirks", "unavailableInterfaces", "lenient",
        "security",
    ]

    static func readSettings(
        _ members: MockModuleReader, into configuration: inout HeadUnitConfiguration
    ) throws(MockModuleError) {
        switch try members.optionalText("behaviour") {
        case nil, "careful": break
        case "sdl_core": behaveAsCore(&configuration)
        case let other?: throw members.error("behaviour", "careful or sdl_core, not \(other)")
        }
        if let text = try members.optionalText("policyFlavour") {
            configuration.policyFlavour = try members.choice("policyFlavour", text)
        }
        switch try members.optionalText("sessionIds") {
        case nil, "overall": break
        case "perConnection": configuration.sessionNumbering = .perConnection
        case let other?: throw members.error("sessionIds", "overall or perConnection, not \(other)")
        }
        switch try members.optionalText("devices") {
        case nil, "perAddress": break
        case "perConnection": configuration.deviceRule = .connection
        case let other?: throw members.error("devices", "perAddress or perConnection, not \(other)")
        }
        if let limits = try members.optionalReader("limits") { try readLimits(limits, into: &configuration) }
        if let security = try members.optionalReader("security") {
            configuration.protection = try readSecurity(security)
        }
        configuration.unavailableInterfaces = try members.interfaces("unavailableInterfaces")
        var quirks: Set<HeadUnitQuirk> = []
        for text in try members.texts("quirks") { quirks.insert(try members.choice("quirks", text)) }
        configuration.quirks = quirks
    }

    /// The wire and the texts of sdl_core; what else it does otherwise than a careful head unit is a quirk of its own.
    private static func behaveAsCore(_ configuration: inout HeadUnitConfiguration) {
        var wire = ModuleConnection.Configuration.core
        wire.maximumVersion = configuration.connection.maximumVersion
        wire.vehicle = configuration.connection.vehicle
        configuration.connection = wire
        configuration.messageIDs = .asCore
        configuration.jsonOptions = .asCore
        configuration.jsonStyle = .asCore
    }

    /// The files by which apps are believed, and the head unit's own.
    private static func readSecurity(_ security: MockModuleReader) throws(MockModuleError) -> ServiceProtection {
        try security.allow(["authorities", "certificate", "key", "tls"])
        let certificate = try security.optionalText("certificate").map { security.resolved($0) }
        let key = try security.optionalText("key").map { security.resolved($0) }
        guard (certificate == nil) == (key == nil) else {
            throw security.error(certificate == nil ? "certificate" : "key", "certificate and key together")
        }
        var version = ServiceProtection.Version.tls12
        if let text = try security.optionalText("tls") { version = try security.choice("tls", text) }
        let authorities = security.resolved(try security.text("authorities"))
        var identity: ServiceProtection.Identity?
        if let certificate, let key { identity = ServiceProtection.Identity(certificate: certificate, key: key) }
        do throws(TransportError) {
            return try ServiceProtection.headUnit(identity: identity, authorities: authorities, version: version)
        } catch {
            throw security.error("authorities", "certificates that can be used (\(error))")
        }
    }

    private static func readLimits(
        _ limits: MockModuleReader, into configuration: inout HeadUnitConfiguration
    ) throws(MockModuleError) {
        try limits.allow([
            "heartbeat", "maximumPayloadSize", "frames", "malformedFrames", "requests", "requestsInNone",
            "pendingRequests", "vehicleDataPerSecond", "vehicleDataInterval", "hmiTimeout", "hmiTimeoutCompensation",
        ])
        if let time = try limits.optionalNumber("heartbeat", in: 0...3_600_000) {
            configuration.connection.heartbeatTimeout = .milliseconds(time)
        }
        if let size = try limits.optionalNumber("maximumPayloadSize", in: 500...1_048_576) {
            configuration.connection.setMaximumPayloadSize(size)
        }
        if let limit = try limits.frequency("frames") { configuration.connection.frameLimit = limit }
        if let limit = try limits.frequency("malformedFrames") { configuration.connection.malformedLimit = limit }
        if let limit = try limits.frequency("requests") { configuration.requestLimit = limit }
        if let limit = try limits.frequency("requestsInNone") { configuration.requestLimitInNone = limit }
        if let count = try limits.optionalNumber("pendingRequests", in: 1...1_000_000) {
            configuration.pendingRequestLimit = count
        }
        if let count = try limits.optionalNumber("vehicleDataPerSecond", in: 0...1_000_000) {
            configuration.vehicleDataLimit = count
        }
        if let time = try limits.optionalNumber("vehicleDataInterval", in: 0...60_000) {
            configuration.vehicleDataInterval = .milliseconds(time)
        }
        if let time = try limits.optionalNumber("hmiTimeout", in: 1...3_600_000) {
            configuration.hmiTimeout = .milliseconds(time)
        }
        if let time = try limits.optionalNumber("hmiTimeoutCompensation", in: 0...3_600_000) {
            configuration.hmiTimeoutCompensation = .milliseconds(time)
        }
    }
}

extension MockModuleReader {
    /// A text that names a case of an enum.
    fileprivate func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, _ text: String
    ) throws(MockModuleError) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(key, "one of \(known), not \(text)")
        }
        return choice
    }

    fileprivate func optionalNumber(_ key: String, in range: ClosedRange<Int>) throws(MockModuleError) -> Int? {
        guard let value = value(key) else { return nil }
        guard let number = value.intValue.map({ Int(clamping: $0) }), range.contains(number) else {
            throw error(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// So many in so many milliseconds; a count of 0 lifts the limit.
    fileprivate func frequency(_ key: String) throws(MockModuleError) -> FrequencyLimit? {
        guard let reader = try optionalReader(key) else { return nil }
        try reader.allow(["count", "milliseconds"])
        guard let count = try reader.optionalNumber("count", in: 0...1_000_000),
            let time = try reader.optionalNumber("milliseconds", in: 1...3_600_000)
        else { throw error(key, "an object with count and milliseconds") }
        return FrequencyLimit(count: count, window: .milliseconds(time))
    }
}
