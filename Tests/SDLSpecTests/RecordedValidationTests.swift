import Formats
import SDLSpec
import TestKit
import Testing

/// Every request of every recording is judged as the real head unit judged it.
///
/// The validator decides whether a request is INVALID_DATA, with which text, and whether a good answer turns into
/// WARNINGS. All other codes are decided above it; to them the request must have been good.
@Suite(
    "Validation against recordings", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"),
    .timeLimit(.minutes(1)))
struct RecordedValidationTests {
    /// The specs to judge by, loaded once.
    static let specs: [(name: String, spec: RPCSpec)] = {
        let file = try? SharedData.bytes("spec/MOBILE_API.xml")
        let open = file.flatMap { try? RPCSpec(xml: $0) }
        return [("embedded", RPCSpec.embedded)] + (open.map { [("public", $0)] } ?? [])
    }()

    @Test("Requests get the recorded verdict and text", arguments: Recording.names)
    func judgesAsRecorded(_ name: String) throws {
        #expect(Self.specs.count == 2)
        let exchanges = try Recording.exchanges(name).answered
        let versions = Set(exchanges.map(Self.version))
        for (label, spec) in Self.specs {
            let views = Dictionary(uniqueKeysWithValues: versions.map { ($0, spec.view(at: $0)) })
            for exchange in exchanges {
                guard let view = views[Self.version(exchange)] else { continue }
                judge(exchange, spec, view, label)
            }
        }
    }

    /// The version that judges: the one agreed on, and for the registration the module's own.
    private static func version(_ exchange: Exchange) -> RPCVersion {
        exchange.version.flatMap { RPCVersion($0) } ?? RPCVersion(8, 0)
    }

    private func judge(_ exchange: Exchange, _ spec: RPCSpec, _ view: RPCSpecView, _ label: String) {
        let code = exchange.answer["resultCode"]?.stringValue
        let info = exchange.answer["info"]?.stringValue
        let place: Comment = "\(label): \(exchange.testDescription)"
        // Whatever else is wrong, a session without registration hears nothing else: as a name, or once as its number.
        if code == "APPLICATION_NOT_REGISTERED" || exchange.answer["resultCode"] == 15 { return }
        // A request that an app service takes is passed on before any schema looks at it.
        if exchange.recording.hasPrefix("app_service"), exchange.function == 45 { return }
        let parameters: JSONValue
        do {
            parameters = try JSONValue(parsing: exchange.body, options: .asCore)
        } catch {
            #expect(code == "INVALID_DATA", place)
            #expect(info == "", place)
            return
        }
        switch view.validate(parameters, function: exchange.function, kind: .request) {
        case .unknownFunction:
            #expect(RPCMessageKind.allCases.allSatisfy { spec.function(exchange.function, $0) == nil }, place)
            #expect(code == "UNSUPPORTED_REQUEST", place)
        case .invalid(let report):
            #expect(code == "INVALID_DATA", place)
            #expect(info == report, place)
        case .valid(let value, let warnings):
            #expect(value.objectValue != nil, place)
            #expect(info?.hasPrefix("RPC.") != true || !warnings.isEmpty, place)
            if warnings.isEmpty {
                let refusals = Self.laterRefusals["\(exchange.recording) \(exchange.function)"]
                #expect(code != "INVALID_DATA" || refusals != nil, place)
            } else {
                #expect(code == "WARNINGS", place)
                #expect(info == warnings.joined(separator: "\n"), place)
            }
        }
    }

    // MARK: - What the recordings hold

    /// Requests that the schema lets through and something behind it calls INVALID_DATA: how many, and why.
    private static let laterRefusals: [String: (count: Int, why: String)] = [
        "files_and_bulk.jsonl 32": (1, "PutFile without binary data"),
        "navigation_turn_by_turn.jsonl 27": (1, "ShowConstantTBT without anything to show"),
        "register_invalid.jsonl 1": (3, "names that are blank or hold a line end"),
        "send_location.jsonl 39": (8, "SendLocation looks at its texts and at what it lacks itself"),
        "system_capability_old_apps.jsonl 48": (2, "a wish to subscribe before RPC 5.1"),
        "vehicle_data_faults.jsonl 20": (2, "nothing asked for"),
        "vehicle_data_faults.jsonl 22": (3, "nothing asked for"),
        "waypoints_hmi_error_codes.jsonl 45": (1, "the navigation itself says INVALID_DATA"),
    ]

    /// Requests that got no answer at all: how many, and why.
    private static let unanswered: [String: (count: Int, why: String)] = [
        "app_service_faults.jsonl 45": (1, "its service provider vanished"),
        "client_java.jsonl 2": (1, "the end of the session came right behind it"),
        "framing_malformed_headers.jsonl 48": (1, "swallowed as the payload of a false header"),
        "register_old_rpc_versions.jsonl 2": (1, "the refused registration before it had closed the connection"),
        "small_mtu.jsonl 48": (1, "a frame above the MTU"),
        "too_many_requests_full.jsonl 48": (1, "too many requests"),
        "too_many_requests_none.jsonl 48": (1, "too many requests"),
        "too_many_requests_register_again.jsonl 1": (1, "too many requests"),
        "too_many_requests_register_again.jsonl 48": (1, "too many requests"),
    ]

    @Test("The recordings hold the cases they are read for: 1001 answered requests, 9 without an answer")
    func holdsCases() throws {
        var texts: Set<String> = []
        var count = 0
        var silent: [String: Int] = [:]
        var refused: [String: Int] = [:]
        for name in Recording.names {
            let (answered, unanswered) = try Recording.exchanges(name)
            count += answered.count
            for exchange in unanswered { silent["\(name) \(exchange.function)", default: 0] += 1 }
            for exchange in answered {
                let info = exchange.answer["info"]?.stringValue
                if let info, info.hasPrefix("RPC.") { texts.insert(info) }
                guard exchange.answer["resultCode"] == "INVALID_DATA", info?.hasPrefix("RPC") != true,
                    (try? JSONValue(parsing: exchange.body, options: .asCore)) != nil
                else { continue }
                refused["\(name) \(exchange.function)", default: 0] += 1
            }
        }
        #expect(count == 1001)
        #expect(silent == Self.unanswered.mapValues(\.count))
        #expect(refused == Self.laterRefusals.mapValues(\.count))
        #expect(texts.count >= 45)
    }
}
