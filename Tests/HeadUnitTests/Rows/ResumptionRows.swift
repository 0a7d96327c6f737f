import Formats
import Testing

@testable import HeadUnit

private let subscribe = "Navigation.SubscribeWayPoints"
private let unsubscribe = "Navigation.UnsubscribeWayPoints"
private let vehicle = "VehicleInfo.SubscribeVehicleData"
private let registered = "BasicCommunication.OnAppRegistered"
private let toFront = "BasicCommunication.ActivateApp"
private let gps = "{\"gps\":true}"
private let gpsConfirmed: HMIAnswer = .success(["gps": ["dataType": "VEHICLEDATA_GPS", "resultCode": "SUCCESS"]])

private let good = "RegisterAppInterface SUCCESS/true: Data resumption successful"
private let failed = "RegisterAppInterface RESUME_FAILED/true: Data resumption failed"
private let unknown =
    "RegisterAppInterface RESUME_FAILED/true: Hash from RAI does not match to saved resume data."
private let following = [
    "OnHMIStatus NONE NOT_AUDIBLE NOT_STREAMABLE MAIN", "OnPermissionsChange 65", "OnSystemRequest",
    "OnDriverDistraction",
]
private let full = "OnHMIStatus FULL AUDIBLE STREAMABLE MAIN"
private let limited = "OnHMIStatus LIMITED AUDIBLE STREAMABLE MAIN"

extension Rig {
    /// What becomes of the level 3 s after a registration: what the app hears and the HMI is asked and told.
    fileprivate mutating func levelAfterWait(_ app: LinkID) -> [String] {
        forgetAll()
        wait(.milliseconds(2_999))
        let early = log(app) + hmiLog(keepsOpen: true)
        wait(.milliseconds(1))
        return early + log(app) + hmiLog()
    }

    fileprivate mutating func hears(_ app: LinkID) -> Bool {
        _ = log(app)
        tellWayPoints()
        return log(app) == ["OnWayPointChange Destination, Stop 1, Stop 2"]
    }

    /// Two apps that were subscribed and lost their connections; the second one is a media app.
    fileprivate mutating func twoLost(_ app: LinkID) -> (first: String, second: String) {
        request("SubscribeWayPoints", on: app)
        let second = subscribedApp(name: "Media", id: "media", types: ["MEDIA"], isMedia: true)
        let first = hash(app) ?? "?"
        drop(app)
        drop(second.link)
        return (first, second.hash)
    }
}

extension Row {
    /// 15.5: resumption.
    static let resumption: [Row] = [
        Row("R1", "right hash") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            let hash = rig.hash(app)
            rig.drop(app)
            let back = rig.comesBack(hash)
            let told =
                ["app \(back.number): \(good)"] + (following + ["OnHashChange"]).map { "app \(back.number): \($0)" }
            #expect(rig.orderedLog().filter { !$0.contains("startService") } == [registered, subscribe] + told)
            #expect(rig.hash(back) != hash)
            #expect(rig.levelAfterWait(back) == [full, toFront])
            #expect(rig.hears(back) == true)
        },
        Row("R2", "no hash") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            rig.drop(app)
            let back = rig.comesBack(nil)
            #expect(rig.log(back) == ["RegisterAppInterface SUCCESS/true"] + following)
            #expect(rig.hmiLog() == [registered])
            rig.wait(.seconds(3))
            #expect(rig.hears(back) == false)
            #expect(rig.outcome("SubscribeWayPoints", on: back) == "SUCCESS/true")
        },
        Row("R3", "wrong hash, or nothing is kept") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            rig.drop(app)
            for hash in ["wrong", "again"] {
                let back = rig.comesBack(hash)
                #expect(rig.log(back) == [unknown] + following)
                #expect(rig.hmiLog() == [registered])
                rig.activate(back)
                #expect(rig.hears(back) == false)
                rig.drop(back)
            }
            let other = rig.comesBack("x", name: "New", id: "new")
            #expect(rig.log(other).first == unknown)
        },
        Row("R4", "HMI error on the restored subscription") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            let hash = rig.hash(app)
            rig.drop(app)
            rig.answers[.subscribeWayPoints] = .error(code: 4, message: "no")
            let back = rig.comesBack(hash)
            #expect(rig.log(back) == [failed] + following + ["OnHashChange"])
            #expect(rig.hmiLog() == [registered, subscribe])
            rig.activate(back)
            #expect(rig.hears(back) == false)
        },
        Row("R5", "HMI silent") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            let hash = rig.hash(app)
            rig.drop(app)
            rig.answers[.subscribeWayPoints] = .some(nil)
            let back = rig.comesBack(hash)
            rig.wait(.milliseconds(10_999))
            #expect(rig.log(back) == [])
            rig.wait(.milliseconds(1))
            #expect(rig.log(back) == [failed] + following + ["OnHashChange"])
        },
        Row("R6", "HMI WARNINGS or UNSUPPORTED_RESOURCE") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            var (link, hash) = (app, rig.hash(app))
            for answer in [HMIAnswer.result(code: 21, members: [:]), .error(code: 2, message: "m")] {
                rig.drop(link)
                rig.answers[.subscribeWayPoints] = answer
                link = rig.comesBack(hash)
                #expect(rig.log(link).first == good)
                hash = rig.hash(link)
                rig.activate(link)
                #expect(rig.hears(link) == true)
            }
        },
        Row("R7", "waypoints restored, another item fails") { rig, app in
            rig.answers[.subscribeVehicleData] = gpsConfirmed
            rig.request("SubscribeWayPoints", on: app)
            rig.request("SubscribeVehicleData", gps, on: app)
            let hash = rig.hash(app)
            rig.drop(app)
            rig.answers[.subscribeVehicleData] = .error(code: 4, message: "no")
            let back = rig.comesBack(hash)
            #expect(rig.log(back).first == failed)
            #expect(rig.hmiLog() == [registered, vehicle, subscribe, unsubscribe])
            rig.activate(back)
            #expect(rig.hears(back) == false)
        },
        Row("R8", "as R7, but a second app uses waypoints or waits for them") { rig, app in
            rig.answers[.subscribeVehicleData] = gpsConfirmed
            rig.request("SubscribeWayPoints", on: app)
            rig.request("SubscribeVehicleData", gps, on: app)
            var hash = rig.hash(app)
            rig.drop(app)
            let second = rig.subscribedApp(name: "Media", id: "media", types: ["MEDIA"], isMedia: true)
            rig.answers[.subscribeVehicleData] = .error(code: 4, message: "no")
            let back = rig.comesBack(hash)
            #expect(rig.log(back).first == failed)
            #expect(rig.hmiLog() == [registered, vehicle])
            #expect(rig.hears(second.link) == true)
            // Both are gone and come back together.
            rig.answers[.subscribeVehicleData] = gpsConfirmed
            rig.activate(back)
            rig.request("SubscribeVehicleData", gps, on: back)
            rig.request("SubscribeWayPoints", on: back)
            hash = rig.hash(back)
            rig.drop(back)
            rig.drop(second.link)
            rig.answers[.subscribeVehicleData] = .error(code: 4, message: "no")
            rig.answers[.subscribeWayPoints] = .some(nil)
            let first = rig.comesBack(hash)
            let waiting = rig.comesBack(second.hash, name: "Media", id: "media", types: ["MEDIA"], isMedia: true)
            rig.reply(to: .subscribeWayPoints, .success())
            #expect(rig.log(first).first == failed)
            #expect(rig.log(waiting).first == good)
            #expect(rig.hmiLog() == [registered, vehicle, subscribe, registered])
            rig.activate(waiting)
            #expect(rig.hears(waiting) == true)
        },
        Row("R9", "two apps resume together") { rig, app in
            let hashes = rig.twoLost(app)
            rig.answers[.subscribeWayPoints] = .some(nil)
            let first = rig.comesBack(hashes.first)
            let second = rig.comesBack(hashes.second, name: "Media", id: "media", types: ["MEDIA"], isMedia: true)
            #expect(rig.log(first) + rig.log(second) == [])
            rig.reply(to: .subscribeWayPoints, .success())
            #expect(rig.log(first).first == good && rig.log(second).first == good)
            #expect(rig.hmiLog() == [registered, subscribe, registered])
        },
        Row("R10", "two apps resume, the first request fails") { rig, app in
            let hashes = rig.twoLost(app)
            rig.answers[.subscribeWayPoints] = .some(nil)
            let first = rig.comesBack(hashes.first)
            let second = rig.comesBack(hashes.second, name: "Media", id: "media", types: ["MEDIA"], isMedia: true)
            rig.reply(to: .subscribeWayPoints, .error(code: 4, message: "no"), number: 0)
            #expect(rig.log(first).first == failed)
            #expect(rig.log(second) == [])
            rig.reply(to: .subscribeWayPoints, .success(), number: 1)
            #expect(rig.log(second).first == good)
            #expect(rig.hmiLog() == [registered, subscribe, registered, subscribe])
        },
        Row("R11", "another app is subscribed already") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            let second = rig.subscribedApp(name: "Media", id: "media", types: ["MEDIA"], isMedia: true)
            let hash = rig.hash(app)
            rig.drop(app)
            let back = rig.comesBack(hash)
            #expect(rig.log(back).first == good)
            #expect(rig.hmiLog() == [registered])
            #expect(rig.hears(second.link) == true)
        },
        Row("R12", "UnregisterAppInterface before, right old hash") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            let hash = rig.hash(app)
            rig.request("UnregisterAppInterface", on: app)
            rig.drop(app)
            let back = rig.comesBack(hash)
            #expect(rig.log(back) == [unknown] + following)
            #expect(rig.levelAfterWait(back) == [])
        },
        Row("R13", "ignition off and on, right hash") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            let hash = rig.hash(app)
            rig.forgetAll()
            rig.notify(.onExitAllApplications, ["reason": "IGNITION_OFF"])
            #expect(
                rig.log(app)
                    == ["endService v5 rpc session 1", "OnAppInterfaceUnregistered IGNITION_OFF", "closed"])
            rig.wait(.seconds(5))
            rig.notify(.onReady, [:])
            rig.forgetAll()
            let back = rig.comesBack(hash)
            #expect(rig.log(back).first == good)
            #expect(rig.hmiLog() == [registered, subscribe])
            #expect(rig.levelAfterWait(back) == [full, toFront])
        },
        Row("R14", "three ignition offs without the app") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            let hash = rig.hash(app)
            rig.drop(app)
            for _ in 1...3 { rig.ignition() }
            let back = rig.comesBack(hash)
            #expect(rig.log(back) == [unknown] + following)
            // Two are not too many.
            rig.activate(back)
            rig.request("SubscribeWayPoints", on: back)
            let other = rig.hash(back)
            rig.drop(back)
            for _ in 1...2 { rig.ignition() }
            let again = rig.comesBack(other)
            #expect(rig.log(again).first == good)
        },
        Row("R15", "saved LIMITED, data resumption failed") { rig, app in
            rig.drop(app)
            let lost = rig.subscribedApp(level: .limited)
            rig.drop(lost.link)
            rig.answers[.subscribeWayPoints] = .error(code: 4, message: "no")
            let back = rig.comesBack(lost.hash)
            #expect(rig.log(back).first == failed)
            #expect(rig.levelAfterWait(back) == [limited, "BasicCommunication.OnResumeAudioSource"])
        },
        Row("R16", "saved BACKGROUND, data resumption failed") { rig, app in
            rig.drop(app)
            let lost = rig.subscribedApp(name: "Other", id: "auto-bg", types: ["INFORMATION"], level: .background)
            #expect(rig.level(lost.link) == .background)
            rig.drop(lost.link)
            rig.answers[.subscribeWayPoints] = .error(code: 4, message: "no")
            let back = rig.comesBack(lost.hash, name: "Other", id: "auto-bg", types: ["INFORMATION"])
            #expect(rig.log(back).first == failed)
            #expect(rig.levelAfterWait(back) == [])
        },
        Row("R17", "saved FULL, nobody active") { rig, app in
            rig.drop(app)
            let back = rig.comesBack(nil)
            #expect(rig.levelAfterWait(back) == [full, toFront])
        },
        Row("R18", "saved FULL, another navigation app active") { rig, app in
            rig.drop(app)
            _ = rig.secondApp()
            let back = rig.comesBack(nil)
            #expect(rig.levelAfterWait(back) == ["BasicCommunication.CloseApplication"])
        },
        Row("R19", "hash from before the last change") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            let old = rig.hash(app)
            rig.request("UnsubscribeWayPoints", on: app)
            rig.drop(app)
            let back = rig.comesBack(old)
            #expect(rig.log(back) == [unknown] + following)
        },
        Row("R20", "second disconnect right after R1") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            var (link, hash) = (app, rig.hash(app))
            for _ in 1...3 {
                rig.drop(link)
                link = rig.comesBack(hash)
                #expect(rig.log(link).first == good)
                #expect(rig.hmiLog() == [registered, subscribe])
                hash = rig.hash(link)
            }
            #expect(rig.levelAfterWait(link) == [full, toFront])
        },
        Row("R21", "saved FULL, no hash, wrong hash, data resumption failed") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            let hash = rig.hash(app)
            rig.answers[.subscribeWayPoints] = .error(code: 4, message: "no")
            var link = app
            for tried in [hash, nil, "wrong"] {
                rig.drop(link)
                link = rig.comesBack(tried)
                #expect(rig.levelAfterWait(link) == [full, toFront])
            }
        },
        Row("R22", "SubscribeWayPoints after R1") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            let hash = rig.hash(app)
            rig.drop(app)
            let back = rig.comesBack(hash)
            rig.activate(back)
            #expect(rig.outcome("SubscribeWayPoints", on: back) == "IGNORED/false")
        },
        Row("R23", "a restored app whose level stays NONE") { rig, app in
            rig.drop(app)
            let lost = rig.subscribedApp(level: .none)
            rig.drop(lost.link)
            let back = rig.comesBack(lost.hash)
            rig.wait(.seconds(4))
            #expect(rig.level(back) == AppLevel.none)
            #expect(rig.hears(back) == false)
            rig.activate(back)
            #expect(rig.hears(back) == true)
        },
        Row("R24", "vehicle data subscribed before") { rig, app in
            rig.answers[.subscribeVehicleData] = gpsConfirmed
            rig.request("SubscribeVehicleData", gps, on: app)
            let hash = rig.hash(app)
            rig.drop(app)
            let back = rig.comesBack(hash)
            #expect(
                rig.orderedLog().filter { !$0.contains("startService") }.prefix(3) == [
                    registered, vehicle, "app \(back.number): \(good)",
                ])
            rig.activate(back)
            rig.notify(.onVehicleData, ["gps": ["latitudeDegrees": 1, "longitudeDegrees": 2]])
            #expect(rig.log(back).last == "OnVehicleData")
        },
        Row("R25", "languages differ") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            let hash = rig.hash(app)
            rig.drop(app)
            let back = rig.comesBack(hash, language: "DE-DE")
            #expect(rig.log(back).first == good)
            rig.drop(back)
            let wrong = rig.comesBack("wrong", language: "DE-DE")
            #expect(
                rig.log(wrong).first
                    == "RegisterAppInterface WRONG_LANGUAGE/true: Hash from RAI does not match to saved resume data.")
        },
        Row("R26", "second app registers while the 3 s of the first run") { rig, app in
            let hashes = rig.twoLost(app)
            let first = rig.comesBack(hashes.first)
            rig.wait(.seconds(2))
            let second = rig.comesBack(hashes.second, name: "Media", id: "media", types: ["MEDIA"], isMedia: true)
            rig.forgetAll()
            rig.wait(.milliseconds(999))
            #expect(rig.log(first) + rig.log(second) == [])
            rig.wait(.milliseconds(1))
            // The media app had the front; the navigation app goes on beside it.
            #expect(rig.log(second) == ["OnHMIStatus FULL AUDIBLE NOT_STREAMABLE MAIN"])
            #expect(rig.log(first) == [limited])
        },
    ]
}
