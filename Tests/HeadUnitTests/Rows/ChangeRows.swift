import Formats
import SDLProtocol
import Testing

@testable import HeadUnit

private let told = "OnWayPointChange Destination, Stop 1, Stop 2"

extension Rig {
    /// What apps hear of a list; the parameters are sent as they stand.
    fileprivate mutating func heard(of parameters: JSONValue, on app: LinkID) -> [JSONValue] {
        _ = takeHeard(app)
        notify(.onWayPointChange, parameters)
        return takeHeard(app).map { heard in
            if case .notification("OnWayPointChange", let told) = heard { told["wayPoints"] ?? .null } else { "?" }
        }
    }

    /// A subscribed app.
    fileprivate mutating func subscribe(_ app: LinkID) {
        request("SubscribeWayPoints", on: app)
        _ = takeHeard(app)
    }

    fileprivate mutating func tellList(_ name: String) { tellWayPoints([["locationName": .string(name)]]) }
}

extension Row {
    /// 15.4: OnWayPointChange.
    static let onWayPointChange: [Row] = [
        Row("O1", "one to ten points") { rig, app in
            rig.subscribe(app)
            for count in [1, 2, 10] {
                let list = JSONValue.array(Array(repeating: ["locationName": "P"], count: count))
                #expect(rig.heard(of: ["wayPoints": list], on: app) == [list])
            }
        },
        Row("O2", "not subscribed, or not any more") { rig, app in
            #expect(rig.heard(of: ["wayPoints": Rig.places], on: app) == [])
            rig.subscribe(app)
            rig.request("UnsubscribeWayPoints", on: app)
            #expect(rig.heard(of: ["wayPoints": Rig.places], on: app) == [])
        },
        Row("O3", "exactly the subscribed apps of several") { rig, app in
            let second = rig.secondApp()
            let third = rig.app(name: "Third", id: "media")
            rig.subscribe(app)
            rig.subscribe(second)
            rig.tellWayPoints()
            #expect([rig.log(app), rig.log(second), rig.log(third)] == [[told], [told], []])
            rig.request("UnsubscribeWayPoints", on: app)
            _ = rig.log(app)
            rig.tellWayPoints()
            #expect([rig.log(app), rig.log(second), rig.log(third)] == [[], [told], []])
        },
        Row("O4", "level NONE") { rig, app in
            rig.subscribe(app)
            rig.exit(app)
            _ = rig.log(app)
            rig.tellWayPoints()
            #expect(rig.log(app) == [])
            rig.activate(app)
            #expect(rig.log(app) == ["OnHMIStatus FULL AUDIBLE STREAMABLE MAIN"])
        },
        Row("O5", "levels BACKGROUND, LIMITED, FULL") { rig, app in
            rig.subscribe(app)
            rig.tellWayPoints()
            #expect(rig.log(app) == [told])
            rig.notify(.onAppDeactivated, ["appID": rig.hmiID(app)])
            _ = rig.log(app)
            rig.tellWayPoints()
            #expect(rig.log(app) == [told])
            _ = rig.secondApp()
            rig.tellWayPoints()
            #expect(rig.log(app) == [told])
        },
        Row("O6", "OnWayPointChange not in the policy") { rig, _ in
            let silent = rig.app(name: "Silent", id: "nav-no-notify")
            #expect(rig.outcome("SubscribeWayPoints", on: silent) == "SUCCESS/true")
            #expect(rig.heard(of: ["wayPoints": Rig.places], on: silent) == [])
        },
        Row("O7", "an empty list") { rig, app in
            rig.subscribe(app)
            #expect(rig.heard(of: ["wayPoints": []], on: app) == [])
        },
        Row("O8", "eleven points, none, wrong types, out of range, empty name") { rig, app in
            rig.subscribe(app)
            let bad: [JSONValue] = [
                ["wayPoints": .array(Array(repeating: [:], count: 11))], [:], ["wayPoints": "x"], ["wayPoints": nil],
                ["wayPoints": [5]], ["wayPoints": [["locationName": ""]]], ["wayPoints": [["locationName": 5]]],
                ["wayPoints": [["coordinate": ["latitudeDegrees": 91.0, "longitudeDegrees": 0.0]]]],
                ["wayPoints": [["locationName": "good"], ["addressLines": "bad"]]],
            ]
            for parameters in bad { #expect(rig.heard(of: parameters, on: app) == [], "\(parameters)") }
        },
        Row("O9", "one empty object") { rig, app in
            rig.subscribe(app)
            #expect(rig.heard(of: ["wayPoints": [[:]]], on: app) == [[[:]]])
        },
        Row("O10", "unknown member, unknown imageType") { rig, app in
            rig.subscribe(app)
            let list: JSONValue = [
                ["locationName": "A", "odd": 1], ["locationImage": ["value": "i", "imageType": "MOVING"]],
            ]
            #expect(rig.heard(of: ["wayPoints": list], on: app) == [[["locationName": "A"], [:]]])
        },
        Row("O11", "image file that does not exist") { rig, app in
            rig.subscribe(app)
            let list: JSONValue = [["locationImage": ["value": "none.png", "imageType": "DYNAMIC"]]]
            #expect(rig.heard(of: ["wayPoints": list], on: app) == [list])
        },
        Row("O12", "the same list three times") { rig, app in
            rig.subscribe(app)
            for _ in 0..<3 { rig.tellWayPoints() }
            #expect(rig.log(app) == [told, told, told])
        },
        Row("O13", "list before anybody subscribed") { rig, app in
            rig.tellWayPoints()
            rig.request("SubscribeWayPoints", on: app)
            #expect(rig.log(app) == ["SubscribeWayPoints SUCCESS/true", "OnHashChange"])
        },
        Row("O14", "list while one is subscribed, then another subscribes") { rig, app in
            rig.subscribe(app)
            rig.tellWayPoints()
            _ = rig.log(app)
            let second = rig.secondApp()
            rig.request("SubscribeWayPoints", on: second)
            #expect(rig.log(second) == [told, "SubscribeWayPoints SUCCESS/true", "OnHashChange"])
            #expect(rig.log(app) == [])
        },
        Row("O15", "a newer list replaces the cached one") { rig, app in
            rig.subscribe(app)
            rig.tellList("first")
            rig.tellList("second")
            let second = rig.secondApp()
            rig.request("SubscribeWayPoints", on: second)
            #expect(rig.log(second).first == "OnWayPointChange second")
        },
        Row("O16", "ignored subscription with a cached list") { rig, app in
            rig.subscribe(app)
            rig.tellWayPoints()
            _ = rig.log(app)
            rig.request("SubscribeWayPoints", on: app)
            #expect(rig.log(app) == ["SubscribeWayPoints IGNORED/false"])
        },
        Row("O17", "new subscription after the last one ended") { rig, app in
            rig.subscribe(app)
            rig.tellWayPoints()
            rig.request("UnsubscribeWayPoints", on: app)
            _ = rig.log(app)
            rig.request("SubscribeWayPoints", on: app)
            #expect(rig.log(app) == ["SubscribeWayPoints SUCCESS/true", "OnHashChange"])
        },
        Row("O18", "new subscription after all apps disconnected") { rig, app in
            rig.subscribe(app)
            rig.tellWayPoints()
            rig.disconnect(app)
            let second = rig.secondApp()
            rig.request("SubscribeWayPoints", on: second)
            #expect(rig.log(second) == ["SubscribeWayPoints SUCCESS/true", "OnHashChange"])
        },
        Row("O19", "points with only a searchAddress, or an empty list of address lines") { rig, app in
            rig.subscribe(app)
            let list: JSONValue = [["searchAddress": ["locality": "L"]], ["addressLines": []]]
            #expect(rig.heard(of: ["wayPoints": list], on: app) == [list])
        },
        Row("O20", "40 lists in a row") { rig, app in
            rig.subscribe(app)
            for number in 0..<40 { rig.tellList("\(number)") }
            #expect(rig.log(app) == (0..<40).map { "OnWayPointChange \($0)" })
        },
        Row("O21", "list while the only subscriber was in NONE") { rig, app in
            rig.subscribe(app)
            rig.exit(app)
            _ = rig.log(app)
            rig.tellWayPoints()
            let second = rig.secondApp()
            rig.request("SubscribeWayPoints", on: second)
            #expect(rig.log(second).first == told)
            #expect(rig.log(app) == [])
        },
        Row("O22", "an appID in the notification") { rig, app in
            rig.subscribe(app)
            rig.notify(.onWayPointChange, ["wayPoints": Rig.places, "appID": 5])
            guard case .notification(_, let parameters) = rig.takeHeard(app).first else {
                Issue.record("nothing heard")
                return
            }
            #expect(parameters.objectValue?.keys.sorted() == ["wayPoints"])
        },
        Row("O23", "two sessions on one connection, both subscribed") { rig, app in
            let session = rig.startSession(on: app)
            rig.request(
                "RegisterAppInterface", Rig.registration(name: "Second", id: "8675310"), session: session, on: app)
            let key = rig.machine.apps.keys.first { $0.session == session }
            let id = key.flatMap { rig.machine.apps[$0]?.hmiAppID } ?? 0
            rig.request(.activateApp, ["appID": .int(Int64(id))])
            for session in [UInt8(1), session] { rig.request("SubscribeWayPoints", session: session, on: app) }
            _ = rig.takeHeard(app)
            rig.tellWayPoints()
            #expect((rig.frames[app] ?? []).map(\.sessionID) == [1, session])
            #expect(rig.log(app) == [told, told])
        },
        Row("O24", "awkward numbers and texts") { rig, app in
            rig.subscribe(app)
            let list: JSONValue = [
                ["coordinate": ["latitudeDegrees": -0.0, "longitudeDegrees": 0.000001]],
                ["coordinate": ["latitudeDegrees": 48.1, "longitudeDegrees": -90.0], "locationName": "a\"b\\c/d é 🚗"],
            ]
            #expect(rig.heard(of: ["wayPoints": list], on: app) == [list])
        },
        Row("O25", "the notification with an id") { rig, app in
            rig.subscribe(app)
            // With an id it is a request, and the head unit has none of that name.
            rig.request(.onWayPointChange, ["wayPoints": Rig.places])
            #expect(rig.log(app) == [])
        },
    ]
}
