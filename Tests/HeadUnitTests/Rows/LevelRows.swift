import Formats
import Testing

@testable import HeadUnit

private let full = "OnHMIStatus FULL AUDIBLE STREAMABLE MAIN"
private let background = "OnHMIStatus BACKGROUND NOT_AUDIBLE NOT_STREAMABLE MAIN"
private let none = "OnHMIStatus NONE NOT_AUDIBLE NOT_STREAMABLE MAIN"
private let limited = "OnHMIStatus LIMITED AUDIBLE STREAMABLE MAIN"

extension Rig {
    fileprivate mutating func mediaApp(level: AppLevel = .full) -> LinkID {
        app(name: "Media", id: "media", types: ["MEDIA"], isMedia: true, level: level)
    }

    fileprivate mutating func plainApp(level: AppLevel = .full) -> LinkID {
        app(name: "Plain", id: "base-only", types: ["DEFAULT"], level: level)
    }

    /// What an app hears when something lasts, and when it ends.
    fileprivate mutating func during(_ event: String, on app: LinkID) -> [String] {
        self.event(event, true)
        self.event(event, false)
        return log(app)
    }
}

extension Row {
    /// 15.9: HMI levels.
    static let levels: [Row] = [
        Row("L1", "navigation app activated") { rig, app in
            rig.exit(app)
            _ = rig.log(app)
            rig.activate(app)
            #expect(rig.log(app) == [full])
        },
        Row("L2", "navigation app deactivated") { rig, app in
            rig.notify(.onAppDeactivated, ["appID": rig.hmiID(app)])
            #expect(rig.log(app) == [limited])
            rig.notify(.onAppDeactivated, ["appID": rig.hmiID(app)])
            #expect(rig.log(app) == [])
        },
        Row("L3", "default app deactivated") { rig, _ in
            let plain = rig.plainApp()
            rig.notify(.onAppDeactivated, ["appID": rig.hmiID(plain)])
            #expect(rig.log(plain) == [background])
        },
        Row("L4", "USER_EXIT, DRIVER_DISTRACTION_VIOLATION") { rig, app in
            for reason in ["USER_EXIT", "DRIVER_DISTRACTION_VIOLATION"] {
                rig.exit(app, reason)
                #expect(rig.log(app) == [none])
                rig.activate(app)
                _ = rig.log(app)
            }
        },
        Row("L5", "second navigation app activated") { rig, app in
            let second = rig.secondApp(level: .none)
            rig.forgetAll()
            rig.activate(second)
            #expect(rig.orderedLog() == ["app \(second.number): \(full)", "app \(app.number): \(background)"])
        },
        Row("L6", "media app activated over navigation") { rig, app in
            let media = rig.mediaApp(level: .none)
            rig.activate(media)
            #expect(rig.log(media) == ["OnHMIStatus FULL AUDIBLE NOT_STREAMABLE MAIN"])
            #expect(rig.log(app) == [limited])
        },
        Row("L7", "EMBEDDED_NAVI while navigation is FULL") { rig, app in
            #expect(rig.during("EMBEDDED_NAVI", on: app) == [background, full])
            // An activation meanwhile is made up for.
            rig.exit(app)
            rig.event("EMBEDDED_NAVI", true)
            rig.forgetAll()
            rig.activate(app)
            #expect(rig.log(app) == [])
            rig.event("EMBEDDED_NAVI", false)
            #expect(rig.hmiLog() == ["BasicCommunication.ActivateApp"])
            #expect(rig.log(app) == [full])
        },
        Row("L8", "PHONE_CALL") { rig, app in
            rig.event("PHONE_CALL", true)
            #expect(rig.log(app) == ["OnHMIStatus FULL NOT_AUDIBLE STREAMABLE MAIN"])
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "SUCCESS/true +wayPoints")
            #expect(rig.outcome("SubscribeWayPoints", on: app) == "SUCCESS/true")
            rig.tellWayPoints()
            #expect(rig.log(app) == ["OnWayPointChange Destination, Stop 1, Stop 2"])
            rig.event("PHONE_CALL", false)
            #expect(rig.log(app) == [full])
        },
        Row("L9", "activation of the active app") { rig, app in
            rig.activate(app)
            rig.notify(.onAppActivated, ["appID": rig.hmiID(app)])
            #expect(rig.log(app) == [])
        },
        Row("L10", "menu opened") { rig, app in
            rig.notify(.onSystemContext, ["systemContext": "MENU", "appID": rig.hmiID(app)])
            rig.notify(.onSystemContext, ["systemContext": "MAIN"])
            #expect(rig.log(app) == ["OnHMIStatus FULL AUDIBLE STREAMABLE MENU", full])
        },
        Row("L11", "EMERGENCY_EVENT") { rig, app in
            #expect(
                rig.during("EMERGENCY_EVENT", on: app) == ["OnHMIStatus FULL NOT_AUDIBLE NOT_STREAMABLE MAIN", full])
        },
        Row("L12", "DEACTIVATE_HMI") { rig, app in
            #expect(rig.during("DEACTIVATE_HMI", on: app) == [background, full])
            rig.event("DEACTIVATE_HMI", true)
            let answer = rig.request(.activateApp, ["appID": rig.hmiID(app)])
            #expect(answer == .error(code: 4, message: "HMIDeactivate is active"))
        },
        Row("L13", "AUDIO_SOURCE") { rig, app in
            #expect(rig.during("AUDIO_SOURCE", on: app) == [limited, full])
            let media = rig.mediaApp()
            let heard = rig.during("AUDIO_SOURCE", on: media)
            #expect(heard == [background, "OnHMIStatus FULL AUDIBLE NOT_STREAMABLE MAIN"])
        },
        Row("L14", "default app activated over a media app") { rig, _ in
            let media = rig.mediaApp()
            _ = rig.log(media)
            let plain = rig.plainApp(level: .none)
            rig.activate(plain)
            #expect(rig.log(media) == ["OnHMIStatus LIMITED AUDIBLE NOT_STREAMABLE MAIN"])
        },
        Row("L15", "navigation app activated over a default app") { rig, app in
            let plain = rig.plainApp()
            rig.activate(app)
            #expect(rig.log(plain) == [background])
        },
        Row("L16", "projection app activated") { rig, _ in
            let projection = rig.app(name: "P", id: "loc-consent", types: ["PROJECTION"], level: .none)
            rig.activate(projection)
            #expect(rig.log(projection) == ["OnHMIStatus FULL NOT_AUDIBLE STREAMABLE MAIN"])
        },
    ]
}
