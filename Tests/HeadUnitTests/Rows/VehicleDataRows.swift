import Formats
import Simulator
import Testing

@testable import HeadUnit

private let gps = "{\"gps\":true}"
private let subscribed: HMIAnswer = .success(["gps": ["dataType": "VEHICLEDATA_GPS", "resultCode": "SUCCESS"]])
private let here: JSONValue = ["latitudeDegrees": 48.1, "longitudeDegrees": 11.5]
private let place = "\"latitudeDegrees\":48.1,\"longitudeDegrees\":11.5"

extension Rig {
    /// What the last notification of that name told an app.
    mutating func told(_ name: String, _ app: LinkID) -> [JSONValue] {
        takeHeard(app).compactMap { if case .notification(name, let parameters) = $0 { parameters } else { nil } }
    }

    /// The parameters of the last request of that method.
    mutating func parameters(of method: HMIMethod) -> JSONValue? {
        takeToHMI().last { $0.method == method }?.parameters
    }

    fileprivate mutating func tried(_ name: String, _ json: String = gps, on app: LinkID) -> [String] {
        _ = log(app)
        _ = hmiLog()
        request(name, json, on: app)
        return log(app) + hmiLog()
    }

    fileprivate mutating func confirmsVehicleData() {
        answers[.subscribeVehicleData] = subscribed
        answers[.unsubscribeVehicleData] = subscribed
    }
}

private let asked = "VehicleInfo.SubscribeVehicleData"

extension Row {
    /// 15.10, first part: vehicle data and SendLocation.
    static let vehicleData: [Row] = [
        Row("V1", "only latitude and longitude from the HMI") { rig, app in
            rig.confirmsVehicleData()
            let answer = rig.body("GetVehicleData", gps, on: app)
            #expect(answer["resultCode"] == "SUCCESS" && answer["success"] == true)
            let whole: JSONValue = [
                "latitudeDegrees": 48.1, "longitudeDegrees": 11.5, "pdop": 0.0, "hdop": 0.0, "vdop": 0.0,
            ]
            #expect(answer["gps"]?.isEqualInValue(to: whole) == true)
            rig.request("SubscribeVehicleData", gps, on: app)
            rig.notify(.onVehicleData, ["gps": here])
            #expect(rig.told("OnVehicleData", app).first?["gps"]?.isEqualInValue(to: whole) == true)
        },
        Row("V2", "gps with latitude 91 from the HMI") { rig, app in
            rig.answers[.getVehicleData] = .success(["gps": ["latitudeDegrees": 91, "longitudeDegrees": 11.5]])
            #expect(
                rig.outcome("GetVehicleData", gps, on: app)
                    == "GENERIC_ERROR/false: Invalid message received from vehicle")
        },
        Row("V3", "six GetVehicleData in one second of the clock, eight across two") { rig, app in
            for _ in 1...5 { #expect(rig.outcome("GetVehicleData", gps, on: app) == "SUCCESS/true +gps") }
            #expect(rig.outcome("GetVehicleData", gps, on: app) == "REJECTED/false")
            rig.now = .milliseconds(2_980)
            for _ in 1...4 { #expect(rig.outcome("GetVehicleData", gps, on: app) == "SUCCESS/true +gps") }
            rig.now = .milliseconds(3_005)
            for _ in 1...4 { #expect(rig.outcome("GetVehicleData", gps, on: app) == "SUCCESS/true +gps") }
        },
        Row("V4", "SubscribeVehicleData twice") { rig, app in
            rig.confirmsVehicleData()
            #expect(
                rig.tried("SubscribeVehicleData", on: app)
                    == ["SubscribeVehicleData SUCCESS/true +gps", "OnHashChange", asked])
            let again = rig.body("SubscribeVehicleData", gps, on: app)
            #expect(again["resultCode"] == "IGNORED" && again["success"] == false)
            #expect(again["info"] == "Already subscribed on provided VehicleData.")
            #expect(again["gps"] == ["dataType": "VEHICLEDATA_GPS", "resultCode": "DATA_ALREADY_SUBSCRIBED"])
        },
        Row("V5", "UnsubscribeVehicleData, not subscribed") { rig, app in
            let answer = rig.body("UnsubscribeVehicleData", gps, on: app)
            #expect(answer["resultCode"] == "IGNORED" && answer["success"] == false)
            #expect(answer["info"] == "Some provided VehicleData was not subscribed.")
            #expect(answer["gps"] == ["dataType": "VEHICLEDATA_GPS", "resultCode": "DATA_NOT_SUBSCRIBED"])
        },
        Row("V6", "gps allowed, odometer not") { rig, app in
            #expect(
                rig.outcome("GetVehicleData", "{\"gps\":true,\"odometer\":true}", on: app)
                    == "SUCCESS/true: 'odometer' is disallowed by policies +gps")
            rig.confirmsVehicleData()
            let answer = rig.body("SubscribeVehicleData", "{\"gps\":true,\"odometer\":true}", on: app)
            #expect(answer["resultCode"] == "SUCCESS" && answer["info"] == "'odometer' is disallowed by policies")
            #expect(answer["odometer"]?["resultCode"] == "DISALLOWED" && answer["gps"]?["resultCode"] == "SUCCESS")
        },
        Row("V7", "a second app subscribes") { rig, app in
            rig.confirmsVehicleData()
            rig.request("SubscribeVehicleData", gps, on: app)
            let second = rig.secondApp()
            #expect(
                rig.tried("SubscribeVehicleData", on: second)
                    == ["SubscribeVehicleData SUCCESS/true +gps", "OnHashChange"])
        },
        Row("V8", "OnVehicleData in NONE") { rig, app in
            rig.confirmsVehicleData()
            rig.request("SubscribeVehicleData", gps, on: app)
            rig.exit(app)
            _ = rig.log(app)
            rig.notify(.onVehicleData, ["gps": here])
            #expect(rig.log(app) == [])
            rig.activate(app)
            #expect(rig.told("OnVehicleData", app).isEmpty)
            rig.notify(.onVehicleData, ["gps": here])
            #expect(rig.log(app) == ["OnVehicleData"])
        },
        Row("V9", "SendLocation with both coordinates") { rig, app in
            #expect(
                rig.tried("SendLocation", "{\(place),\"locationName\":\"Home\"}", on: app)
                    == ["SendLocation SUCCESS/true", "Navigation.SendLocation"])
        },
        Row("V10", "SendLocation with latitude only, or nothing") { rig, app in
            for json in ["{\"latitudeDegrees\":48.1}", "{\"longitudeDegrees\":11.5}", "{}"] {
                #expect(rig.tried("SendLocation", json, on: app) == ["SendLocation INVALID_DATA/false"])
            }
        },
        Row("V11", "SendLocation text with a tab") { rig, app in
            for text in ["a\\tb", "a\\nb", "a\\\\tb", " "] {
                #expect(
                    rig.tried("SendLocation", "{\(place),\"locationName\":\"\(text)\"}", on: app)
                        == ["SendLocation INVALID_DATA/false"])
            }
        },
        Row("V12", "SendLocation answered SAVED") { rig, app in
            rig.answers[.sendLocation] = .result(code: 25, members: [:])
            #expect(rig.outcome("SendLocation", "{\(place)}", on: app) == "SAVED/true")
        },
        Row("V20", "SendLocation with an address alone") { rig, app in
            let address = "{\"address\":{\"locality\":\"Munich\"}}"
            #expect(rig.tried("SendLocation", address, on: app) == ["SendLocation INVALID_DATA/false"])
            // Without the habit of sdl_core it is what the RPC spec says: a place.
            var careful = Rig.changed { $0.quirks.remove(.losesSendLocationParameters) }
            let other = careful.app()
            #expect(careful.outcome("SendLocation", address, on: other) == "SUCCESS/true")
            #expect(careful.parameters(of: .sendLocation)?["address"] == ["locality": "Munich"])
        },
        Row("V21", "SendLocation texts that the display has no field for") { _, _ in
            var rig = Rig.changed { $0.registrationMembers["displayCapabilities"] = ["textFields": []] }
            let app = rig.app()
            for text in ["\"locationName\":\"x\"", "\"addressLines\":[\"x\"]", "\"phoneNumber\":\"1\""] {
                #expect(
                    rig.tried("SendLocation", "{\(place),\(text)}", on: app)
                        == ["SendLocation UNSUPPORTED_RESOURCE/false"])
            }
        },
        Row("V25", "HMI UNSUPPORTED_RESOURCE for GetVehicleData") { rig, app in
            rig.answers[.getVehicleData] = .error(code: 2, message: "m")
            #expect(
                rig.outcome("GetVehicleData", gps, on: app)
                    == "GENERIC_ERROR/false: Failed to retrieve data from vehicle")
        },
        Row("V26", "VehicleInfo not available") { _, _ in
            var rig = Rig(answers: [.isReady("VehicleInfo"): .some(.success(["available": false]))])
            let app = rig.app()
            let refusal = "UNSUPPORTED_RESOURCE/false: VehicleInfo is not supported by system"
            #expect(rig.outcome("GetVehicleData", gps, on: app) == refusal)
            #expect(rig.outcome("SubscribeVehicleData", gps, on: app) == refusal)
            #expect(
                rig.outcome("UnsubscribeVehicleData", gps, on: app)
                    == "IGNORED/false: Some provided VehicleData was not subscribed. +gps")
        },
        Row("V28", "policy with a list of parameters") { rig, _ in
            let app = rig.app(name: "Gps", id: "gps-only")
            let refusal = "'rpm' is disallowed by policies"
            #expect(rig.outcome("GetVehicleData", "{\"rpm\":true}", on: app) == "DISALLOWED/false: \(refusal)")
            #expect(
                rig.outcome("GetVehicleData", "{\"gps\":true,\"rpm\":true}", on: app)
                    == "SUCCESS/true: \(refusal) +gps")
            let answer = rig.body("SubscribeVehicleData", "{\"rpm\":true}", on: app)
            #expect(answer["resultCode"] == "DISALLOWED" && answer["info"]?.stringValue == refusal)
            #expect(answer["rpm"]?["resultCode"] == "DISALLOWED")
        },
        Row("V29", "SendLocation with an image that is there, or not") { rig, app in
            for name in ["missing.png", "there.png"] {
                if name.hasPrefix("there") {
                    _ = rig.request(
                        "PutFile", "{\"syncFileName\":\"\(name)\",\"fileType\":\"GRAPHIC_PNG\"}", on: app, bulk: [1])
                }
                let image = "\"locationImage\":{\"value\":\"\(name)\",\"imageType\":\"DYNAMIC\"}"
                #expect(rig.outcome("SendLocation", "{\(place),\(image)}", on: app) == "SUCCESS/true")
                let path = rig.parameters(of: .sendLocation)?["locationImage"]?["value"]?.stringValue ?? ""
                #expect(path.hasPrefix(Rig.module.storagePath) && path.hasSuffix("/" + name))
            }
        },
        Row("V31", "guidance of a navigation app") { rig, app in
            let turn = "{\"distanceToManeuver\":200,\"distanceToManeuverScale\":1000}"
            #expect(
                rig.tried("ShowConstantTBT", turn, on: app)
                    == ["ShowConstantTBT SUCCESS/true", "Navigation.ShowConstantTBT"])
            #expect(
                rig.tried("AlertManeuver", "{}", on: app)
                    == ["AlertManeuver SUCCESS/true", "Navigation.AlertManeuver"])
            let turns = "{\"turnList\":[{\"navigationText\":\"Left\"}]}"
            #expect(
                rig.tried("UpdateTurnList", turns, on: app)
                    == ["UpdateTurnList SUCCESS/true", "Navigation.UpdateTurnList"])
            _ = rig.log(app)
            rig.notify(.onTBTClientState, ["state": "NEXT_TURN_REQUEST"])
            #expect(rig.log(app) == ["OnTBTClientState"])
        },
    ]
}
