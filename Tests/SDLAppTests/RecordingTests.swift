import Formats
import SDLProtocol
import TestKit
import Testing

@testable import SDLApp

/// The head unit's side of real sessions, played to the library.
@Suite("Recorded head units", .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.hint)))
struct RecordingTests {
    @Test("There is something to play")
    func count() {
        #expect(RecordedSession.all.count > 150)
    }

    @Test(
        "Ready where the recording registers; every answer, refusal and silence reaches its caller",
        arguments: RecordedSession.all)
    func play(_ session: RecordedSession) throws {
        var harness = ReplayHarness()
        harness.play(session)
        let recorded = Recorded(session)

        #expect(harness.wasReady == recorded.isReady)
        #expect(harness.completions(of: harness.starter).count == 1)
        if let code = recorded.refusal {
            guard case .failure(.registrationRefused(let failure))? = harness.completions(of: harness.starter).first
            else {
                Issue.record("\(harness.completions(of: harness.starter))")
                return
            }
            #expect(failure.resultCode.rawValue == code)
        }
        for call in harness.calls { try check(call, harness.completions(of: call.caller)) }
        // What comes while a goodbye is under way may still be told.
        let received = try harness.notifications.map {
            Told(function: $0.function, json: try JSONValue(parsing: $0.json, options: .asCore))
        }
        let count = recorded.notifications.count
        #expect(Array(received.prefix(count)) == recorded.notifications)
        #expect(recorded.late.starts(with: received.dropFirst(count)))
        for (message, told) in zip(harness.notifications, recorded.notifications + recorded.late) {
            try checkTyped(message, told.json)
        }
    }

    /// What a reader of `notifications` gets says the same as what the recording says that the head unit sent.
    private func checkTyped(_ message: IncomingMessage, _ recorded: JSONValue) throws {
        let type = RPCCatalog.messages.first { $0.functionID == message.function && $0.kind == .notification }
        guard let type, message.function != .onWayPointChange || recorded["wayPoints"] != nil else { return }
        let value = try type.init(jsonBytes: message.json, options: .fromHeadUnit)
        #expect(numbersAsDoubles(value.json) == numbersAsDoubles(recorded), "\(message.function)")
    }

    /// The spec's floats may be written without a fraction.
    private func numbersAsDoubles(_ value: JSONValue) -> JSONValue {
        switch value {
        case .int(let number): .double(Double(number))
        case .array(let elements): .array(elements.map(numbersAsDoubles))
        case .object(let members): .object(members.mapValues(numbersAsDoubles))
        case .null, .bool, .double, .string: value
        }
    }

    /// What the library says of waypoints with a recorded head unit, at the end of a session.
    struct Row: Sendable, CustomTestStringConvertible {
        let file: String
        var connection: Int64 = 1
        /// The closed gate; nil if waypoints are available.
        let gate: WayPointAvailability.Gate?
        let verdict: WayPointSupport.Verdict
        var testDescription: String { "\(file) \(connection)" }
    }

    static let rows = [
        Row(file: "waypoints_full_flow", gate: nil, verdict: .supported),
        Row(file: "consent_full_flow", gate: nil, verdict: .supported),
        Row(file: "client_js", gate: nil, verdict: .supported),
        Row(file: "old_app_3_0", gate: nil, verdict: .supported),
        Row(file: "old_app_4_4", gate: nil, verdict: .supported),
        Row(file: "capability_waypoints_off", gate: .capability, verdict: .unsupported),
        // The flag of the registration is wrong here; the capability itself is known and believed.
        Row(file: "capability_hmi_navigation_false", gate: nil, verdict: .supported),
        Row(file: "hmi_poor_answers", gate: nil, verdict: .supported),
        // This head unit tells only in its answers to requests that it has no navigation.
        Row(file: "navigation_not_available", gate: nil, verdict: .supported),
        Row(file: "client_java_none", gate: .hmiLevel, verdict: .failure(.hmiNone)),
        Row(file: "waypoints_in_none", gate: .hmiLevel, verdict: .failure(.hmiNone)),
        Row(file: "revoked_app_activation", gate: .hmiLevel, verdict: .failure(.hmiNone)),
        Row(file: "consent_device", gate: .policy, verdict: .supported),
        Row(file: "waypoints_policy", connection: 1, gate: .policy, verdict: .query),
        Row(file: "waypoints_policy", connection: 2, gate: .policy, verdict: .query),
        Row(file: "waypoints_policy", connection: 3, gate: .hmiLevel, verdict: .query),
        Row(file: "waypoints_policy", connection: 4, gate: .policy, verdict: .query),
        Row(file: "waypoints_policy", connection: 5, gate: .capability, verdict: .failure(.hmiNone)),
    ]

    @Test("What the library says of waypoints with recorded head units", arguments: rows)
    func availability(_ row: Row) throws {
        let session = try #require(
            RecordedSession.all.first { $0.file == row.file + ".jsonl" && $0.connection == row.connection })
        var harness = ReplayHarness()
        harness.asksForNavigation = true
        harness.play(session)
        let availability = try #require(harness.availability)
        #expect(availability.obstacle?.gate == row.gate, "\(availability)")
        #expect(harness.verdict == row.verdict)
    }

    private func check(_ call: ReplayHarness.Call, _ completions: [ManagerMachine.Completion]) throws {
        try #require(completions.count == 1, "\(call.function): \(completions)")
        switch (call.answer, completions[0]) {
        case (let answer?, .answer(let json)):
            let received = try JSONValue(parsing: json, options: .asCore)
            #expect(received == answer.json)
            try checkTyped(call.function, json, answer.json)
            #expect(answer.function == call.function.rawValue)
        case (let answer?, .failure(.unsupportedFunction(let function, let failure))):
            #expect(answer.function == FunctionID.genericResponse.rawValue)
            #expect(function == call.function)
            #expect(failure.resultCode.rawValue == answer.json["resultCode"]?.stringValue)
        case (nil, .failure(let error)):
            switch error {
            case .timedOut(call.function), .stopped, .unregistered, .connectionLost, .sessionEndedByHeadUnit: break
            default: Issue.record("\(call.function): \(error)")
            }
        case (_, let completion):
            Issue.record("\(call.function): \(String(describing: call.answer)) became \(completion)")
        }
    }

    /// What a caller of the public API gets: the value, or the refusal with its code.
    private func checkTyped(_ function: FunctionID, _ json: [UInt8], _ recorded: JSONValue) throws {
        switch function {
        case .getWayPoints: try checkTyped(GetWayPoints.self, json, recorded)
        case .subscribeWayPoints: try checkTyped(SubscribeWayPoints.self, json, recorded)
        case .unsubscribeWayPoints: try checkTyped(UnsubscribeWayPoints.self, json, recorded)
        case .getSystemCapability: try checkTyped(GetSystemCapability.self, json, recorded)
        default: break
        }
    }

    private func checkTyped<Request: RPCRequest>(
        _ request: Request.Type, _ json: [UInt8], _ recorded: JSONValue
    ) throws {
        let outcome = Result { () throws(SDLError) in try RequestOutcome.answer(json).response(to: request) }
        switch outcome {
        case .success(let response):
            #expect(recorded["success"] == true)
            #expect(response.resultCode.rawValue == recorded["resultCode"]?.stringValue)
            #expect(response.info == recorded["info"]?.stringValue)
            if let response = response as? GetWayPointsResponse {
                #expect(response.wayPoints?.count == recorded["wayPoints"]?.arrayValue?.count)
            }
        case .failure(.refused(let failure)):
            #expect(recorded["success"] == false)
            if let code = recorded["resultCode"]?.stringValue { #expect(failure.resultCode.rawValue == code) }
            #expect(failure.info == recorded["info"]?.stringValue)
        case .failure(let error):
            Issue.record("\(error)")
        }
    }
}

/// A notification as the recording has it.
private struct Told: Equatable {
    let function: FunctionID
    let json: JSONValue

    init(function: FunctionID, json: JSONValue) {
        self.function = function
        self.json = json
    }

    init(_ function: UInt32, _ json: JSONValue) {
        self.init(function: FunctionID(rawValue: function), json: json)
    }
}

/// What the recording itself says of a session.
private struct Recorded {
    var isReady = false
    var refusal: String?
    /// The notifications that came while the app was registered.
    var notifications: [Told] = []
    /// Those that came afterwards.
    var late: [Told] = []

    init(_ session: RecordedSession) {
        var isRegistered = false
        var isOver = false
        var hasLevel = false
        for (_, event) in session.events {
            if isOver {
                if case .message("notification", let function, _, let json) = event {
                    late.append(Told(function, json))
                }
                continue
            }
            switch event {
            case .message("response", FunctionID.registerAppInterface.rawValue, _, let json):
                if json["success"] == true {
                    isRegistered = true
                } else if !isRegistered {
                    refusal = json["resultCode"]?.stringValue
                    isOver = true
                }
            case .message("notification", let function, _, let json):
                guard isRegistered else { break }
                notifications.append(Told(function, json))
                if function == FunctionID.onHMIStatus.rawValue, (json["windowID"]?.intValue ?? 0) == 0 {
                    hasLevel = true
                }
                if function == FunctionID.onAppInterfaceUnregistered.rawValue { isOver = true }
            case .message("response", FunctionID.unregisterAppInterface.rawValue, _, _): isOver = isRegistered
            case .frame(let bytes):
                // EndService of the head unit.
                if bytes.count >= 8, bytes[0] & 7 == 0, bytes[1] == 7, bytes[2] == 4 { isOver = true }
            case .appEndsService, .closed: isOver = true
            case .message, .request: break
            }
        }
        isReady = isRegistered && hasLevel
    }
}
