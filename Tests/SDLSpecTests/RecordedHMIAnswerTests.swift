import Formats
import SDLSpec
import TestKit
import Testing

/// What the HMI answered, judged as the real head unit judged it.
@Suite(
    "Validation of HMI answers against recordings", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"),
    .timeLimit(.minutes(1)))
struct RecordedHMIAnswerTests {
    static let view = RPCSpec.embeddedHMI.view(at: RPCVersion(8, 0))

    @Test(
        "Answers that the head unit called invalid are invalid, and no others",
        arguments: [
            ("waypoints_hmi_result_shapes", "Navigation.GetWayPoints", "GetWayPoints", 8),
            ("vehicle_data_faults", "VehicleInfo.GetVehicleData", "GetVehicleData", 1),
            ("waypoints_full_flow", "Navigation.GetWayPoints", "GetWayPoints", 0),
            ("large_response", "Navigation.GetWayPoints", "GetWayPoints", 0),
            ("send_location", "Navigation.SendLocation", "SendLocation", 0),
        ])
    func judgesAnswers(_ recording: String, _ method: String, _ function: String, _ minimumInvalid: Int) throws {
        var judged = 0
        var invalid = 0
        let responses = try Self.lines("vectors/sdl_core/\(recording).jsonl").filter {
            $0["dir"] == "hu->app" && $0["rpc"]?["function"] == .string(function)
        }
        for line in try Self.lines("vectors/sdl_core/hmi/\(recording).jsonl") where line["dir"] == "hmi->hu" {
            guard let result = line["json"]?["result"], result["method"] == .string(method),
                result["code"]?.intValue != nil, let time = line["t"]?.doubleValue,
                let answer = responses.first(where: { ($0["t"]?.doubleValue ?? 0) >= time })
            else { continue }
            judged += 1
            let outcome = Self.view.validate(result, function: method, kind: .response)
            let info = answer["json"]?["info"]
            if case .invalid(let report) = outcome {
                invalid += 1
                #expect(info == "Invalid message received from vehicle", "\(report)")
            } else {
                #expect(info != "Invalid message received from vehicle", "\(result)")
            }
        }
        #expect(judged > 0)
        #expect(invalid >= minimumInvalid)
    }

    @Test("What the head unit sent to its HMI follows the HMI spec", arguments: Recording.names)
    func requestsFollowSpec(_ name: String) throws {
        for line in try Self.lines("vectors/sdl_core/hmi/\(name)") where line["dir"] == "hu->hmi" {
            guard let json = line["json"], let method = json["method"]?.stringValue else { continue }
            // For services it has no name for, the recorded head unit sends a number outside its own spec.
            if json["params"]?["serviceType"] == -1 { continue }
            let kind: RPCMessageKind = json["id"] == nil ? .notification : .request
            switch Self.view.validate(json["params"] ?? [:], function: method, kind: kind) {
            case .valid, .unknownFunction: break
            case .invalid(let report): Issue.record("\(method): \(report)")
            }
        }
    }

    private static func lines(_ path: String) throws -> [JSONValue] {
        try SharedData.lines(path).map {
            try JSONValue(parsing: Array($0.replacing(": NaN", with: ": null").utf8), options: .asCore)
        }
    }
}
