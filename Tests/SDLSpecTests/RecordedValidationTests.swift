import Formats
import SDLSpec
import TestKit
import Testing

/// Every request of every recording is judged as the real head unit judged it.
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
        let exchanges = try Recording.exchanges(name)
        let versions = Set(exchanges.map(Self.version))
        for (label, spec) in Self.specs {
            let views = Dictionary(uniqueKeysWithValues: versions.map { ($0, spec.view(at: $0)) })
            for exchange in exchanges {
                guard let view = views[Self.version(exchange)] else { continue }
                try judge(exchange, spec, view, label)
            }
        }
    }

    /// The version that judges: the one agreed on, and for the registration the module's own.
    private static func version(_ exchange: Exchange) -> RPCVersion {
        exchange.version.flatMap { RPCVersion($0) } ?? RPCVersion(8, 0)
    }

    private func judge(_ exchange: Exchange, _ spec: RPCSpec, _ view: RPCSpecView, _ label: String) throws {
        let code = exchange.answer["resultCode"]?.stringValue
        let info = exchange.answer["info"]?.stringValue
        let place: Comment = "\(label): \(exchange.testDescription)"
        // Before the body is looked at: session without registration, numbers of requests.
        if code == "APPLICATION_NOT_REGISTERED" || code == "TOO_MANY_PENDING_REQUESTS" || code == "INVALID_ID" {
            return
        }
        guard spec.knowsFunction(exchange.function) else { return }
        // A request that an app service takes is passed on before any schema looks at it.
        if exchange.recording.hasPrefix("app_service"), exchange.functionName == "GetWayPoints" { return }
        let parameters: JSONValue
        do {
            parameters = try JSONValue(parsing: exchange.body, options: .asCore)
        } catch {
            #expect(code == "INVALID_DATA", place)
            #expect(info == "", place)
            return
        }
        let outcome = view.validate(parameters, function: exchange.function, kind: .request)
        switch outcome {
        case .unknownFunction:
            Issue.record("unknown function", severity: .error)
        case .invalid(let report):
            #expect(code == "INVALID_DATA", place)
            #expect(info == report, place)
        case .valid(let value, let warnings):
            // What is refused later has no report of the schema.
            #expect(info?.hasPrefix("RPC.msg_params") != true || !warnings.isEmpty, place)
            if !warnings.isEmpty {
                #expect(code == "WARNINGS", place)
                #expect(info == warnings.joined(separator: "\n"), place)
            }
            #expect(value.objectValue != nil, place)
        }
    }

    @Test("The recordings hold the cases they are read for")
    func holdsCases() throws {
        var texts: Set<String> = []
        for name in Recording.names {
            for exchange in try Recording.exchanges(name) {
                if let info = exchange.answer["info"]?.stringValue, info.hasPrefix("RPC") { texts.insert(info) }
            }
        }
        #expect(texts.count >= 45)
    }
}
