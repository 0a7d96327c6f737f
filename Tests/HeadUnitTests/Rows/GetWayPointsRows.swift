import Formats
import SDLProtocol
import Testing

@testable import HeadUnit

private let invalid = "GENERIC_ERROR/false: Invalid message received from vehicle"
private let silent = "GENERIC_ERROR/false: Navigation component does not respond"

extension Rig {
    /// What an app hears of an answer to GetWayPoints.
    fileprivate mutating func heard(of answer: HMIAnswer, on app: LinkID) -> String {
        answers[.getWayPoints] = answer
        return outcome("GetWayPoints", Rig.all, on: app)
    }

    /// What an app hears of a list.
    fileprivate mutating func heard(ofList list: JSONValue, on app: LinkID) -> String {
        heard(of: .success(["appID": 1, "wayPoints": list]), on: app)
    }

    /// The list an app gets.
    fileprivate mutating func got(_ list: JSONValue, on app: LinkID) -> JSONValue? {
        answers[.getWayPoints] = .success(["appID": 1, "wayPoints": list])
        return body("GetWayPoints", Rig.all, on: app)["wayPoints"]
    }

    /// The seconds until an open GetWayPoints is answered.
    fileprivate mutating func secondsUntilAnswer(on app: LinkID) -> Double {
        let begin = now
        for _ in 0..<400 {
            if let first = log(app).first {
                return first.contains(silent) ? Double((now - begin).components.seconds) : -1
            }
            wait(.milliseconds(100))
        }
        return -2
    }
}

private func report(_ name: String, _ text: String) -> String { "INVALID_DATA/false: RPC.msg_params\(name): \(text)" }

private let missing = "RPC.msg_params: Missing mandatory parameter: wayPointType"

extension Row {
    /// 15.2: GetWayPoints.
    static let getWayPoints: [Row] = [
        Row("G1", "ALL with three points, DESTINATION with one") { rig, app in
            let all = rig.body("GetWayPoints", Rig.all, on: app)
            #expect(all == ["success": true, "resultCode": "SUCCESS", "wayPoints": Rig.places])
            let one = rig.body("GetWayPoints", "{\"wayPointType\":\"DESTINATION\"}", on: app)
            #expect(one["wayPoints"]?.arrayValue?.count == 1)
        },
        Row("G2", "ten points with long texts, one with every member, the longest") { rig, app in
            let long = String(repeating: "x", count: 500)
            let point: JSONValue = [
                "coordinate": ["latitudeDegrees": 1.5, "longitudeDegrees": 2.5], "locationName": .string(long),
                "locationDescription": .string(long), "phoneNumber": .string(long),
                "addressLines": .array(Array(repeating: .string(long), count: 4)),
                "locationImage": ["value": .string(String(repeating: "y", count: 64_000)), "imageType": "STATIC"],
                "searchAddress": ["countryName": "C", "locality": "L"],
            ]
            let ten = JSONValue.array(Array(repeating: point, count: 10))
            #expect(rig.got(ten, on: app) == ten)
            #expect(rig.got([point], on: app) == [point])
            rig.answers[.getWayPoints] = .success(["appID": 1, "wayPoints": ten])
            _ = rig.takeHeard(app)
            rig.request("GetWayPoints", Rig.all, on: app)
            let sizes = (rig.frames[app] ?? []).map(\.dataSize)
            #expect(sizes.count == 7)
            #expect(sizes.dropLast() == [8, 131_072, 131_072, 131_072, 131_072, 131_072])
            #expect((1..<131_072).contains(sizes.last ?? 0))
        },
        Row("G3", "only the app's id") { rig, app in
            #expect(rig.heard(of: .success(["appID": 1]), on: app) == "SUCCESS/true")
        },
        Row("G4", "one empty object") { rig, app in #expect(rig.got([[:]], on: app) == [[:]]) },
        Row("G5", "an empty list") { rig, app in #expect(rig.heard(ofList: [], on: app) == invalid) },
        Row("G6", "eleven points, no appID") { rig, app in
            #expect(rig.heard(ofList: .array(Array(repeating: [:], count: 11)), on: app) == invalid)
            #expect(rig.heard(of: .success(["wayPoints": Rig.places]), on: app) == invalid)
        },
        Row("G7", "texts too long, too short, too many, of a wrong type") { rig, app in
            let long = JSONValue.string(String(repeating: "x", count: 501))
            let bad: [JSONValue] = [
                ["locationName": long], ["locationName": ""], ["addressLines": ["1", "2", "3", "4", "5"]],
                ["searchAddress": ["countryCode": .string(String(repeating: "x", count: 51))]], ["locationName": 123],
            ]
            for point in bad { #expect(rig.heard(ofList: [point], on: app) == invalid, "\(point)") }
        },
        Row("G8", "coordinates out of range or without latitude") { rig, app in
            let bad: [JSONValue] = [
                ["latitudeDegrees": 90.1, "longitudeDegrees": 1.0],
                ["latitudeDegrees": 1.0, "longitudeDegrees": -180.1],
                ["longitudeDegrees": 1.0],
            ]
            for place in bad { #expect(rig.heard(ofList: [["coordinate": place]], on: app) == invalid, "\(place)") }
        },
        Row("G9", "searchAddress with empty members") { rig, app in
            let list: JSONValue = [
                ["searchAddress": ["countryName": "", "countryCode": "", "postalCode": "", "locality": ""]]
            ]
            #expect(rig.got(list, on: app) == list)
        },
        Row("G10", "unknown member inside a point") { rig, app in
            #expect(rig.got([["locationName": "A", "odd": 1]], on: app) == [["locationName": "A"]])
        },
        Row("G11", "unknown imageType inside a point") { rig, app in
            let list: JSONValue = [["locationName": "A", "locationImage": ["value": "i", "imageType": "MOVING"]]]
            #expect(rig.got(list, on: app) == [["locationName": "A"]])
        },
        Row("G12", "wayPointType missing") { rig, app in
            #expect(rig.outcome("GetWayPoints", on: app) == "INVALID_DATA/false: \(missing)")
        },
        Row("G13", "wayPointType SOME") { rig, app in
            #expect(
                rig.outcome("GetWayPoints", "{\"wayPointType\":\"SOME\"}", on: app)
                    == report(".wayPointType", "Ignored invalid value - SOME\n\(missing)"))
        },
        Row("G14", "wayPointType empty, lower case, 123") { rig, app in
            for (json, shown) in [("\"\"", ""), ("\"all\"", "all"), ("123", "123")] {
                #expect(
                    rig.outcome("GetWayPoints", "{\"wayPointType\":\(json)}", on: app)
                        == report(".wayPointType", "Ignored invalid value - \(shown)\n\(missing)"))
            }
        },
        Row("G15", "wayPointType as a number") { rig, app in
            #expect(rig.outcome("GetWayPoints", "{\"wayPointType\":0}", on: app) == "SUCCESS/true +wayPoints")
            #expect(
                rig.body("GetWayPoints", "{\"wayPointType\":1}", on: app)["wayPoints"]?.arrayValue?.count == 1)
        },
        Row("G16", "wayPointType of another type; a body that is a list") { rig, app in
            let types = [
                ("true", "Boolean"), ("[]", "Array"), ("{}", "Object"), ("null", "Null"), ("1.0", "Double"),
            ]
            for (json, type) in types {
                #expect(
                    rig.outcome("GetWayPoints", "{\"wayPointType\":\(json)}", on: app)
                        == report(".wayPointType", "Incorrect type, expected: Integer (enum), got: \(type)"))
            }
            #expect(
                rig.outcome("GetWayPoints", "[]", on: app) == report("", "Incorrect type, expected: Object, got: Array")
            )
        },
        Row("G17", "level NONE; group not granted") { rig, app in
            rig.exit(app)
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "DISALLOWED/false")
            let base = rig.app(name: "Base", id: "base-only")
            #expect(rig.outcome("GetWayPoints", Rig.all, on: base) == "DISALLOWED/false")
        },
        Row("G18", "levels BACKGROUND, LIMITED, FULL") { rig, app in
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app).hasPrefix("SUCCESS"))
            rig.notify(.onAppDeactivated, ["appID": rig.hmiID(app)])
            #expect(rig.level(app) == .limited)
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app).hasPrefix("SUCCESS"))
            _ = rig.secondApp()
            #expect(rig.level(app) == .background)
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app).hasPrefix("SUCCESS"))
        },
        Row("G19", "user declined, or was not asked yet") { _, _ in
            var rig = Rig.asking()
            let app = rig.consentedApp(id: "consent-way")
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "DISALLOWED/false")
            rig.consent(false, on: app)
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "USER_DISALLOWED/false")
        },
        Row("G20", "HMI error REJECTED with a message") { rig, app in
            #expect(rig.heard(of: .error(code: 4, message: "no way"), on: app) == "REJECTED/false: no way")
        },
        Row("G21", "HMI errors 1 to 26") { rig, app in
            let names = [
                "", "UNSUPPORTED_REQUEST", "UNSUPPORTED_RESOURCE", "DISALLOWED", "REJECTED", "ABORTED", "IGNORED",
                "RETRY", "IN_USE", "DATA_NOT_AVAILABLE", "TIMED_OUT", "INVALID_DATA", "CHAR_LIMIT_EXCEEDED",
                "INVALID_ID", "DUPLICATE_NAME", "APPLICATION_NOT_REGISTERED", "WRONG_LANGUAGE", "OUT_OF_MEMORY",
                "TOO_MANY_PENDING_REQUESTS", "", "", "WARNINGS", "GENERIC_ERROR", "USER_DISALLOWED", "TRUNCATED_DATA",
                "SAVED", "READ_ONLY",
            ]
            let successes = [2, 7, 16, 21, 24, 25]
            for code in 1...26 {
                let expected =
                    names[code].isEmpty
                    ? "GENERIC_ERROR/false: Invalid result received from vehicle"
                    : "\(names[code])/\(successes.contains(code)): m"
                #expect(rig.heard(of: .error(code: code, message: "m"), on: app) == expected)
            }
        },
        Row("G22", "HMI error with an empty message") { rig, app in
            #expect(rig.heard(of: .error(code: 4, message: ""), on: app) == "REJECTED/false: ")
        },
        Row("G23", "HMI error without a message") { rig, app in
            #expect(rig.heard(of: .error(code: 4, message: nil), on: app) == invalid)
        },
        Row("G24", "HMI error UNSUPPORTED_RESOURCE") { rig, app in
            #expect(rig.heard(of: .error(code: 2, message: "m"), on: app) == "UNSUPPORTED_RESOURCE/true: m")
        },
        Row("G25", "HMI error DATA_NOT_AVAILABLE") { rig, app in
            #expect(rig.heard(of: .error(code: 9, message: "m"), on: app) == "DATA_NOT_AVAILABLE/false: m")
        },
        Row("G26", "HMI result WARNINGS with points") { rig, app in
            let answer = HMIAnswer.result(code: 21, members: ["appID": 1, "wayPoints": Rig.places])
            #expect(rig.heard(of: answer, on: app) == "WARNINGS/true +wayPoints")
        },
        Row("G27", "HMI result 99; errors 19, 20, 27") { rig, app in
            let unknown = "GENERIC_ERROR/false: Invalid result received from vehicle"
            let answer = HMIAnswer.result(code: 99, members: ["appID": 1, "wayPoints": Rig.places])
            #expect(rig.heard(of: answer, on: app) == "\(unknown) +wayPoints")
            for code in [19, 20, 27] { #expect(rig.heard(of: .error(code: code, message: "m"), on: app) == unknown) }
        },
        Row("G28", "HMI silent") { rig, app in
            rig.answers[.getWayPoints] = .some(nil)
            rig.request("GetWayPoints", Rig.all, on: app)
            rig.wait(.milliseconds(10_999))
            #expect(rig.log(app) == [])
            rig.wait(.milliseconds(1))
            #expect(rig.log(app) == ["GetWayPoints \(silent)"])
        },
        Row("G29", "HMI answers with a wrong id, without a method, or of another one") { rig, app in
            let result: JSONValue = ["code": 0, "appID": 1]
            let odd: [HMIAnswer] = [
                .raw(["result": result]), .raw(["error": ["code": 4, "message": "m"]]),
                .raw(["result": ["code": 0, "appID": 1, "method": "Navigation.SendLocation"]]),
                .raw(["result": result, "error": ["code": 4, "message": "m"]]), .raw([:]),
            ]
            for answer in odd {
                rig.answers[.getWayPoints] = answer
                rig.request("GetWayPoints", Rig.all, on: app)
                #expect(rig.secondsUntilAnswer(on: app) == 11, "\(answer)")
            }
            // Ids that no request has, and that of a request that was answered long ago.
            rig.answers[.getWayPoints] = .some(nil)
            rig.request("GetWayPoints", Rig.all, on: app)
            let id = rig.asked.last?.id ?? 0
            for wrong in [id - 1, id + 1, 0, -1, .max] {
                rig.answer(wrong, .success(["appID": 1, "wayPoints": Rig.places]))
            }
            #expect(rig.secondsUntilAnswer(on: app) == 11)
        },
        Row("G30", "HMI answers twice") { rig, app in
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app).hasPrefix("SUCCESS"))
            rig.reply(to: .getWayPoints, .success(["appID": 1]))
            #expect(rig.log(app) == [])
        },
        Row("G31", "HMI answers after the timeout") { rig, app in
            rig.answers[.getWayPoints] = .some(nil)
            rig.request("GetWayPoints", Rig.all, on: app)
            rig.wait(.seconds(14))
            rig.reply(to: .getWayPoints, .success(["appID": 1]))
            #expect(rig.log(app) == ["GetWayPoints \(silent)"])
        },
        Row("G32", "OnResetTimeout of 8 s after 8 s, answer after 14 s") { rig, app in
            rig.answers[.getWayPoints] = .some(nil)
            rig.request("GetWayPoints", Rig.all, on: app)
            rig.wait(.seconds(8))
            rig.resetTimeout(["resetPeriod": 8_000])
            rig.wait(.seconds(6))
            rig.reply(to: .getWayPoints, .success(["appID": 1]))
            #expect(rig.log(app) == ["GetWayPoints SUCCESS/true"])
        },
        Row("G33", "OnResetTimeout of 15 s, no answer") { rig, app in
            rig.answers[.getWayPoints] = .some(nil)
            rig.request("GetWayPoints", Rig.all, on: app)
            rig.resetTimeout(["resetPeriod": 15_000])
            #expect(rig.secondsUntilAnswer(on: app) == 16)
        },
        Row("G34", "OnResetTimeout without a period") { rig, app in
            rig.answers[.getWayPoints] = .some(nil)
            rig.request("GetWayPoints", Rig.all, on: app)
            rig.wait(.seconds(5))
            rig.resetTimeout([:])
            #expect(rig.secondsUntilAnswer(on: app) == 11)
        },
        Row("G35", "OnResetTimeout 0, of a wrong id, of a wrong method") { rig, app in
            let odd: [[String: JSONValue]] = [
                ["resetPeriod": 0], ["resetPeriod": 8_000, "requestID": 9_999],
                ["resetPeriod": 8_000, "methodName": "Navigation.SendLocation"],
            ]
            for members in odd {
                rig.answers[.getWayPoints] = .some(nil)
                rig.request("GetWayPoints", Rig.all, on: app)
                rig.resetTimeout(members)
                #expect(rig.secondsUntilAnswer(on: app) == 11, "\(members)")
            }
        },
        Row("G36", "OnResetTimeout shorter than the time left") { rig, app in
            rig.answers[.getWayPoints] = .some(nil)
            rig.request("GetWayPoints", Rig.all, on: app)
            rig.wait(.seconds(1))
            rig.resetTimeout(["resetPeriod": 2_000])
            #expect(rig.secondsUntilAnswer(on: app) == 3)
        },
        Row("G37", "Navigation.IsReady false") { _, _ in
            var rig = Rig(answers: [.isReady("Navigation"): .some(.success(["available": false]))])
            let app = rig.app()
            #expect(
                rig.outcome("GetWayPoints", Rig.all, on: app)
                    == "UNSUPPORTED_RESOURCE/false: Navigation is not supported by system")
            #expect(rig.hmiLog() == [])
        },
        Row("G38", "Navigation.IsReady unanswered") { _, _ in
            var rig = Rig(answers: [.isReady("Navigation"): nil])
            let early = rig.connect()
            rig.control(.startService, protocolVersion: "5.4.1", on: early)
            #expect(rig.log(early) == [])
            rig.wait(.seconds(11))
            #expect(rig.log(early) == ["startServiceACK v5 rpc session 1 5.4.0"])
            rig.disconnect(early)
            let app = rig.app()
            #expect(rig.machine.facts.interfaces["Navigation"] == .unknown)
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "SUCCESS/true +wayPoints")
        },
        Row("G39", "app that negotiated 4.5.1") { rig, _ in
            for version in ["4.4.0", "3.0.0"] {
                let old = rig.app(name: "Old \(version)", id: "media", version: version)
                #expect(rig.outcome("GetWayPoints", Rig.all, on: old) == "SUCCESS/true +wayPoints")
                rig.disconnect(old)
            }
        },
        Row("G40", "navigation busy, silent source, no source") { rig, app in
            for (code, name) in [(8, "IN_USE/false"), (10, "TIMED_OUT/false"), (2, "UNSUPPORTED_RESOURCE/true")] {
                #expect(rig.heard(of: .error(code: code, message: "m"), on: app) == "\(name): m")
            }
        },
        Row("G41", "HMI refuses inside a result, with points") { rig, app in
            let answer = HMIAnswer.result(code: 4, members: ["appID": 1, "wayPoints": Rig.places, "info": "x"])
            #expect(rig.heard(of: answer, on: app) == "REJECTED/false +wayPoints")
        },
        Row("G42", "HMI result without a code, or with a text as code") { rig, app in
            for code in [nil, JSONValue.string("0")] {
                var result: [String: JSONValue] = ["method": "Navigation.GetWayPoints", "appID": 1]
                result["code"] = code
                #expect(rig.heard(of: .raw(["result": .object(result)]), on: app) == invalid)
            }
        },
        Row("G43", "capability or hmiCapabilities deny waypoints") { _, _ in
            var rig = Rig.changed {
                $0.systemCapabilities["NAVIGATION"] = ["getWayPointsEnabled": false]
                $0.registrationMembers["hmiCapabilities"] = ["navigation": false]
            }
            let app = rig.app()
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "SUCCESS/true +wayPoints")
            #expect(rig.outcome("SubscribeWayPoints", on: app) == "SUCCESS/true")
        },
        Row("G44", "coordinates as integers") { rig, app in
            let list: JSONValue = [["coordinate": ["latitudeDegrees": 48, "longitudeDegrees": -11]]]
            #expect(rig.got(list, on: app) == list)
        },
    ]
}
