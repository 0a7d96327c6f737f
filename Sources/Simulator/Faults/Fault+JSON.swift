public import Formats
internal import SDLSpec

extension Fault {
    /// Reads a fault as module files and the control write it (Docs/faults.md).
    ///
    /// - Parameter json: An object with `fault` and the members of that kind.
    /// - Throws: ``FaultError`` with the first member that is missing, unknown or out of range.
    public init(json: JSONValue) throws(FaultError) {
        do throws(MockModuleError) {
            self = try Self.read(try MockModuleReader(json, file: "", path: ""))
        } catch {
            throw FaultError(path: error.path, expectation: error.expectation)
        }
    }

    /// Reads a fault out of a file, so that errors name it.
    static func read(_ reader: MockModuleReader) throws(MockModuleError) -> Fault {
        let name = try reader.text("fault")
        guard let description = FaultDescription.all.first(where: { $0.name == name }) else {
            let known = FaultDescription.all.map(\.name).joined(separator: ", ")
            throw reader.error("fault", "one of \(known), not \(name)")
        }
        try reader.allow(FaultDescription.common.map(\.name) + description.members.map(\.name))
        var fault = Fault(id: try reader.optionalText("id") ?? name, try kind(name, reader))
        fault.rpc = try reader.optionalText("rpc")
        fault.app = try reader.optionalText("app")
        if let rpc = fault.rpc {
            guard fault.concernsMessages else { throw reader.error("rpc", "no rpc: \(name) concerns all of them") }
            guard RPCSpec.embedded.functions.contains(where: { $0.name == rpc }) else {
                throw reader.error("rpc", "an RPC such as GetWayPoints, not \(rpc)")
            }
        }
        if case .nak = fault.kind, fault.app != nil {
            throw reader.error("app", "no app: it is not known yet when a service starts")
        }
        fault.times = try reader.optionalInteger("times", in: 1...1_000_000)
        fault.skip = try reader.optionalInteger("skip", in: 0...1_000_000) ?? 0
        fault.probability = try reader.optionalNumber("probability", in: 0...1) ?? 1
        guard fault.probability > 0 else { throw reader.error("probability", "a number above 0, up to 1") }
        fault.seed = UInt64(try reader.optionalInteger("seed", in: 0...Int.max) ?? 1)
        // What would be read and do nothing is refused.
        for key in ["times", "skip", "probability", "seed"] where !fault.heeds(key) && reader.value(key) != nil {
            throw reader.error(key, "no \(key): \(name) holds for the whole connection while it is on")
        }
        return fault
    }

    private static func kind(_ name: String, _ reader: MockModuleReader) throws(MockModuleError) -> Kind {
        switch name {
        case "latency":
            .latency(
                delay: .milliseconds(try reader.integer("milliseconds", in: 0...600_000)),
                jitter: .milliseconds(try reader.optionalInteger("jitter", in: 0...600_000) ?? 0))
        case "noAnswer": .noAnswer
        case "resultCode":
            .resultCode(
                try reader.text("resultCode"), success: try reader.optionalFlag("success") ?? false,
                info: try reader.optionalText("info"))
        case "wrongCorrelationID":
            .wrongCorrelationID(
                offset: Int32(try reader.optionalInteger("offset", in: -1_000_000...1_000_000) ?? 1000))
        case "duplicate": .duplicate(copies: try reader.optionalInteger("copies", in: 1...100) ?? 1)
        case "genericResponse": .genericResponse(try reader.optionalText("resultCode") ?? "INVALID_DATA")
        case "notificationFirst": .notificationFirst(wait: try milliseconds(reader, 1000))
        case "truncate": .truncate(bytes: try bytes(reader))
        case "corrupt": .corrupt(bytes: try bytes(reader), inHeader: try isHeader(reader))
        case "splitWrites": .splitWrites(bytes: try bytes(reader), gap: try milliseconds(reader, 0))
        case "disconnect": .disconnect(afterMessages: try reader.integer("messages", in: 1...1_000_000))
        case "halfOpen": .halfOpen
        case "slowReader": .slowReader(bytesPerSecond: try reader.integer("bytesPerSecond", in: 1...100_000_000))
        case "slowWriter": .slowWriter(bytesPerSecond: try reader.integer("bytesPerSecond", in: 1...100_000_000))
        case "nak":
            .nak(
                service: try reader.optionalInteger("service", in: 0...255).map { UInt8($0) },
                reason: try reader.optionalText("reason"), rejectedParams: try reader.texts("rejectedParams"))
        case "unknownField":
            .members(try object(at: try reader.optionalText("field") ?? "fromTheFuture", reader, usually: true))
        case "unknownEnumValue":
            .members(try object(at: try reader.text("field"), reader, usually: "FROM_THE_FUTURE"))
        case "members": .members(.object(try reader.neededObject("members")))
        case "unregister": .unregister(reason: try reason(reader), after: try milliseconds(reader, 0))
        case "levelFlapping":
            .levelFlapping(
                every: .milliseconds(try reader.optionalInteger("milliseconds", in: 10...600_000) ?? 500))
        default: throw reader.error("fault", "a kind of fault")
        }
    }

    private static func milliseconds(
        _ reader: MockModuleReader, _ usual: Int
    ) throws(MockModuleError) -> Duration {
        .milliseconds(try reader.optionalInteger("milliseconds", in: 0...600_000) ?? usual)
    }

    private static func bytes(_ reader: MockModuleReader) throws(MockModuleError) -> Int {
        try reader.optionalInteger("bytes", in: 1...131_072) ?? 1
    }

    private static func isHeader(_ reader: MockModuleReader) throws(MockModuleError) -> Bool {
        switch try reader.optionalText("where") {
        case nil, "payload": false
        case "header": true
        case let other?: throw reader.error("where", "payload or header, not \(other)")
        }
    }

    private static func reason(_ reader: MockModuleReader) throws(MockModuleError) -> String {
        let reason = try reader.text("reason")
        let known = RPCSpec.embedded.enums["AppInterfaceUnregisteredReason"]?.elements.map(\.name) ?? []
        guard known.contains(reason) else {
            throw reader.error("reason", "one of \(known.joined(separator: ", ")), not \(reason)")
        }
        return reason
    }

    /// An object that holds `value` at the end of a way such as `systemCapability.navigationCapability`.
    private static func object(
        at path: String, _ reader: MockModuleReader, usually value: JSONValue
    ) throws(MockModuleError) -> JSONValue {
        let names = path.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...longestWay).contains(names.count), path.utf8.count <= 1000, !names.contains("") else {
            throw reader.error("field", "names with full stops between them, at most \(longestWay)")
        }
        return names.reversed().reduce(reader.value("value") ?? value) { .object([String($1): $0]) }
    }

    /// How many objects lie in each other at most; those of the spec are five deep.
    private static let longestWay = 16
}
