import Formats
import SDLProtocol
import TestKit
import Testing

@testable import HeadUnit

/// What becomes of an app, and of what it has asked, when another one comes to its session.
@Suite("Sessions that are used again", .timeLimit(.minutes(1)))
struct ReusedSessionTests {
    /// Registrations that a head unit refuses on a session where app 8675309, "Way App", is registered; "Other" is on
    /// another connection.
    static let refused: [(name: String, json: String, code: String)] = [
        ("the name of the app itself", Rig.registration(id: "8675310"), "DUPLICATE_NAME"),
        ("the name of another app", Rig.registration(name: "Other", id: "8675310"), "DUPLICATE_NAME"),
        ("not a nickname", Rig.registration(name: "Wrong", id: "nick"), "DISALLOWED"),
        ("a name of blanks", Rig.registration(name: "   ", id: "8675310"), "INVALID_DATA"),
        ("the other app's id in other letters", Rig.registration(name: "New", id: "MEDIA"), "DISALLOWED"),
    ]

    @Test("A refused registration ends the app of its session, with all it had", arguments: refused.indices)
    func refusedOnRegisteredSession(index: Int) {
        let (_, json, code) = Self.refused[index]
        var rig = Rig()
        _ = rig.app(name: "Other", id: "media")
        let app = rig.app()
        rig.request("SubscribeWayPoints", on: app)
        rig.forgetAll()
        rig.request("RegisterAppInterface", json, on: app)
        #expect(rig.log(app) == ["RegisterAppInterface \(code)/false", "endService v5 rpc session 2", "closed"])
        #expect(
            rig.hmiLog() == [
                "Navigation.UnsubscribeWayPoints", "BasicCommunication.OnAppUnregistered unexpected true",
            ])
        #expect(rig.machine.inconsistencies == [])
        // The app can come back.
        let link = rig.connect()
        let session = rig.startSession(on: link)
        rig.request("RegisterAppInterface", Rig.registration(), session: session, on: link)
        #expect(rig.log(link).first == "RegisterAppInterface SUCCESS/true")
    }

    @Test("A refused registration on one of two sessions leaves nothing to the next session of that id")
    func refusedOnOneOfTwoSessions() {
        var rig = Rig()
        let app = rig.app()
        let second = rig.startSession(on: app)
        rig.request("SubscribeWayPoints", on: app)
        rig.request("RegisterAppInterface", Rig.registration(name: "Way App", id: "8675310"), session: 1, on: app)
        #expect(rig.log(app).last == "endService v5 rpc session 1")
        #expect(rig.machine.inconsistencies == [])
        #expect(rig.startSession(on: app) == 1)
        #expect(rig.outcome("GetWayPoints", Rig.all, session: 1, on: app) == "APPLICATION_NOT_REGISTERED/false")
        rig.tellWayPoints()
        #expect(rig.log(app) == [])
        #expect(
            rig.outcome("GetWayPoints", Rig.all, session: second, on: app) == "APPLICATION_NOT_REGISTERED/false")
    }

    @Test("Apps whose full ids differ may share a short id; ids that are equal, but for case, may not")
    func fullIDs() {
        var rig = Rig()
        func outcome(_ name: String, _ id: String, full: String? = nil) -> [String] {
            let link = rig.connect()
            let session = rig.startSession(on: link)
            let more = full.map { ",\"fullAppID\":\"\($0)\"" } ?? ""
            rig.request(
                "RegisterAppInterface", Rig.registration(name: name, id: id, more: more), session: session, on: link)
            let log = rig.log(link)
            return [log.first ?? "nothing"] + (log.last == "closed" ? ["closed"] : [])
        }
        let taken = "RegisterAppInterface APPLICATION_REGISTERED_ALREADY/false"
        #expect(outcome("One", "waypointpe", full: "waypoint-peer") == ["RegisterAppInterface SUCCESS/true"])
        #expect(outcome("Two", "waypointpe", full: "waypoint-peer-java") == ["RegisterAppInterface SUCCESS/true"])
        #expect(outcome("Three", "waypointpe", full: "waypoint-peer") == [taken])
        #expect(outcome("Four", "other", full: "waypoint-peer") == [taken])
        #expect(outcome("Five", "waypoint-peer") == [taken])
        #expect(
            outcome("Six", "other", full: "Waypoint-Peer") == ["RegisterAppInterface DISALLOWED/false", "closed"])
        #expect(outcome("Seven", "waypointpe") == ["RegisterAppInterface SUCCESS/true"])
        #expect(rig.machine.inconsistencies == [])
    }

    @Test("Too many requests bar the full id, not all apps with the same short one")
    func barredFullID() {
        var rig = Rig.changed { $0.requestLimit = FrequencyLimit(count: 5, window: .seconds(10)) }
        func register(_ full: String) -> (LinkID, String) {
            let link = rig.connect()
            let session = rig.startSession(on: link)
            let json = Rig.registration(name: full, id: "short", more: ",\"fullAppID\":\"\(full)\"")
            rig.request("RegisterAppInterface", json, session: session, on: link)
            return (link, rig.log(link).first ?? "nothing")
        }
        let (flooding, _) = register("full-one")
        rig.activate(flooding)
        for _ in 0..<6 { rig.request("ListFiles", on: flooding) }
        #expect(rig.log(flooding).contains("OnAppInterfaceUnregistered TOO_MANY_REQUESTS"))
        #expect(register("full-one").1 == "RegisterAppInterface TOO_MANY_PENDING_REQUESTS/false")
        #expect(register("full-two").1 == "RegisterAppInterface SUCCESS/true")
    }

    // MARK: Correlation ids

    /// Requests with the id of one that waits, and how they are refused.
    static let duplicates: [(name: String, function: String, json: String, code: String)] = [
        ("broken JSON", "GetWayPoints", "{\"wayPointType\":", "INVALID_DATA/false"),
        ("a missing parameter", "GetWayPoints", "{}", "INVALID_DATA/false"),
        ("a broken registration", "RegisterAppInterface", "{}", "INVALID_DATA/false"),
        ("an unknown function", "65000", "{}", "UNSUPPORTED_REQUEST/false"),
        ("a good request", "GetWayPoints", all, "INVALID_ID/false"),
        ("a registration with another id", "RegisterAppInterface", other, "INVALID_ID/false"),
    ]
    private static let all = Rig.all
    private static let other = Rig.registration(name: "New", id: "8675310")

    @Test("A refused request leaves the correlation id to the one that waits with it", arguments: duplicates.indices)
    func refusedDuplicate(index: Int) {
        let (_, function, json, code) = Self.duplicates[index]
        var rig = Rig(answers: [.getWayPoints: nil])
        let app = rig.app()
        rig.request("GetWayPoints", Rig.all, on: app, correlationID: 50)
        #expect(rig.outcome(function, json, on: app, correlationID: 50).hasPrefix(code))
        #expect(rig.outcome("ListFiles", on: app, correlationID: 50).hasPrefix("INVALID_ID"))
        rig.reply(to: .getWayPoints, .success(["appID": 1, "wayPoints": Rig.places]))
        #expect(rig.log(app) == ["GetWayPoints SUCCESS/true +wayPoints"])
    }

    @Test("A request refused for want of encryption or of room leaves the id to the one that waits with it")
    func refusedForProtectionOrRoom() {
        var rig = Rig.changed { $0.pendingRequestLimit = 1 }
        rig.answers[.getWayPoints] = .some(nil)
        let app = rig.app()
        rig.request("GetWayPoints", Rig.all, on: app, correlationID: 50)
        let one = rig.requestFrame("ListFiles", correlationID: 51, session: 1, on: app)
        let two = rig.requestFrame("GetWayPoints", Rig.all, correlationID: 50, session: 1, on: app)
        rig.send(one + two, on: app)
        #expect(rig.log(app).first == "GetWayPoints TOO_MANY_PENDING_REQUESTS/false")
        var table = rig.machine.policy
        for name in table.groups.keys { table.groups[name]?.isEncryptionRequired = name == "WayPoints" }
        rig.updatePolicy(table)
        #expect(
            rig.outcome("GetWayPoints", Rig.all, on: app, correlationID: 50) == "ENCRYPTION_NEEDED/false")
        rig.reply(to: .getWayPoints, .success(["appID": 1]))
        #expect(rig.log(app) == ["GetWayPoints SUCCESS/true"])
    }

    // MARK: Late answers

    /// How another app comes to the session of the first.
    enum Change: String, CaseIterable, Sendable {
        case unregisterAndRegister
        case endAndStartSession
        case registerWithAnotherID
    }

    private static let late: [(function: String, json: String, method: HMIMethod, answer: HMIAnswer)] = [
        ("GetWayPoints", Rig.all, .getWayPoints, .success(["appID": 1, "wayPoints": Rig.places])),
        ("SubscribeWayPoints", "{}", .subscribeWayPoints, .success()),
        ("SendLocation", "{\"latitudeDegrees\":1,\"longitudeDegrees\":2}", .sendLocation, .success()),
        (
            "GetVehicleData", "{\"gps\":true}", .getVehicleData,
            .success(["gps": ["latitudeDegrees": 1.0, "longitudeDegrees": 2.0]])
        ),
        (
            "SubscribeVehicleData", "{\"gps\":true}", .subscribeVehicleData,
            .success(["gps": ["dataType": "VEHICLEDATA_GPS", "resultCode": "SUCCESS"]])
        ),
    ]

    /// Puts another app on the session of the first, both waiting with the same correlation id.
    private func change(_ rig: inout Rig, _ app: LinkID, by change: Change) {
        switch change {
        case .unregisterAndRegister:
            rig.request("UnregisterAppInterface", on: app)
        case .endAndStartSession:
            rig.endSession(1, on: app)
            _ = rig.startSession(on: app)
        case .registerWithAnotherID:
            break
        }
        rig.request(
            "RegisterAppInterface", Rig.registration(name: "New", id: "8675310"), session: 1, on: app)
        rig.activate(app)
        rig.forgetHeard()
    }

    @Test("An answer for the app before is not given to the app after", arguments: Change.allCases, late.indices)
    func lateAnswer(by change: Change, index: Int) {
        let (function, json, method, answer) = Self.late[index]
        var rig = Rig()
        rig.answers[method] = .some(nil)
        let app = rig.app()
        rig.request(function, json, on: app, correlationID: 50)
        self.change(&rig, app, by: change)
        // The new app waits with the same id for the same.
        rig.request(function, json, on: app, correlationID: 50)
        #expect(rig.log(app) == [])
        rig.reply(to: method, answer, number: 0)
        #expect(rig.log(app) == [])
        #expect(rig.machine.inconsistencies == [])
        rig.reply(to: method, answer, number: 1)
        let log = rig.log(app)
        #expect(log.first?.hasPrefix("\(function) SUCCESS/true") == true, "\(log)")
        #expect(log.dropFirst().allSatisfy { $0 == "OnHashChange" })
    }

    @Test("An unsubscription of the app before does not unsubscribe the app after", arguments: Change.allCases)
    func lateUnsubscription(by change: Change) {
        var rig = Rig()
        let app = rig.app()
        rig.request("SubscribeWayPoints", on: app)
        rig.answers[.unsubscribeWayPoints] = .some(nil)
        rig.forgetAll()
        rig.request("UnsubscribeWayPoints", on: app, correlationID: 50)
        self.change(&rig, app, by: change)
        #expect(rig.outcome("SubscribeWayPoints", on: app) == "SUCCESS/true")
        rig.reply(to: .unsubscribeWayPoints, .success())
        rig.forgetHeard()
        rig.tellWayPoints()
        #expect(rig.log(app) == ["OnWayPointChange Destination, Stop 1, Stop 2"])
    }

    @Test("A video service of the app before is not granted to the app after", arguments: Change.allCases)
    func lateVideo(by change: Change) {
        var rig = Rig()
        rig.answers[.setVideoConfig] = .some(nil)
        let app = rig.app()
        let document = BSONDocument(dictionaryLiteral: ("height", .int32(350)), ("width", .int32(800)))
        rig.control(.startService, service: .video, session: 1, payload: (try? document.encode()) ?? [], on: app)
        #expect(rig.hmiLog(keepsOpen: true) == ["Navigation.SetVideoConfig"])
        self.change(&rig, app, by: change)
        rig.reply(to: .setVideoConfig, .success())
        #expect(rig.log(app).allSatisfy { !$0.hasPrefix("startServiceACK v5 video") })
        #expect(!rig.hmiLog().contains("Navigation.StartStream"))
    }

    @Test("A request right behind a registration with another id is the new app's, and is answered")
    func requestBehindRegistration() {
        var rig = Rig(answers: [.getWayPoints: nil])
        let app = rig.app()
        var table = rig.machine.policy
        for name in table.groups["WayPoints"]?.rules.keys.sorted() ?? [] {
            table.groups["WayPoints"]?.rules[name]?.levels.insert(.none)
        }
        rig.updatePolicy(table)
        rig.forgetAll()
        let registration = rig.requestFrame(
            "RegisterAppInterface", Rig.registration(name: "New", id: "8675310"), correlationID: 49, session: 1,
            on: app)
        let request = rig.requestFrame("GetWayPoints", Rig.all, correlationID: 50, session: 1, on: app)
        rig.send(registration + request, on: app)
        #expect(rig.log(app).first == "RegisterAppInterface SUCCESS/true")
        rig.reply(to: .getWayPoints, .success(["appID": 1]))
        #expect(rig.log(app) == ["GetWayPoints SUCCESS/true"])
        // Both ids are free again.
        for id in [Int32(49), 50] {
            #expect(rig.outcome("ListFiles", on: app, correlationID: id).hasPrefix("SUCCESS"))
        }
    }

    @Test("What a session asked before it ended is not asked by the next session of that id in the same bytes")
    func restartInOneWrite() {
        var rig = Rig()
        let app = rig.app()
        rig.disconnect(app)
        let link = rig.connect()
        _ = rig.startSession(on: link)
        let registration = rig.requestFrame(
            "RegisterAppInterface", Rig.registration(), correlationID: 1, session: 1, on: link)
        let hash = BSONDocument(dictionaryLiteral: ("hashId", .int32(Int32(link.number) + 1 << 16)))
        let end = rig.controlFrame(.endService, session: 1, payload: (try? hash.encode()) ?? [])
        let start = rig.controlFrame(.startService, session: 0)
        rig.forgetAll()
        rig.send(registration + end + start, on: link)
        #expect(rig.log(link) == ["endServiceACK v5 rpc session 1", "startServiceACK v5 rpc session 1 5.4.0"])
        #expect(rig.machine.apps.isEmpty)
    }

    // MARK: What a dismissed app leaves

    @Test("A registration with another id gives back what the app before had subscribed")
    func dismissed() {
        var rig = Rig()
        rig.answers[.subscribeVehicleData] = .success([
            "gps": ["dataType": "VEHICLEDATA_GPS", "resultCode": "SUCCESS"]
        ])
        let app = rig.app()
        rig.request("SubscribeWayPoints", on: app)
        rig.request("SubscribeVehicleData", "{\"gps\":true}", on: app)
        rig.forgetAll()
        rig.request("RegisterAppInterface", Rig.registration(name: "New", id: "8675310"), on: app)
        #expect(
            rig.hmiLog() == [
                "Navigation.UnsubscribeWayPoints", "VehicleInfo.UnsubscribeVehicleData",
                "BasicCommunication.OnAppRegistered",
            ])
        #expect(rig.machine.inconsistencies == [])
    }

    @Test("A subscription that crossed an unsubscription is made again, and counts when the HMI agrees")
    func crossingUnsubscription() {
        for (answer, isSubscribed) in [(HMIAnswer.success(), true), (.error(code: 4, message: "no"), false)] {
            var rig = Rig()
            let app = rig.app()
            rig.request("SubscribeWayPoints", on: app)
            let second = rig.secondApp()
            rig.answers[.unsubscribeWayPoints] = .some(nil)
            rig.request("UnsubscribeWayPoints", on: app)
            #expect(rig.outcome("SubscribeWayPoints", on: second) == "SUCCESS/true")
            rig.answers[.subscribeWayPoints] = .some(nil)
            rig.reply(to: .unsubscribeWayPoints, .success())
            #expect(
                rig.hmiLog(keepsOpen: true) == ["Navigation.UnsubscribeWayPoints", "Navigation.SubscribeWayPoints"])
            rig.reply(to: .subscribeWayPoints, answer)
            rig.forgetAll()
            rig.answers = [:]
            // Whether the HMI has to be asked again shows what the head unit believes.
            #expect(rig.outcome("SubscribeWayPoints", on: app) == "SUCCESS/true")
            #expect(rig.hmiLog() == (isSubscribed ? [] : ["Navigation.SubscribeWayPoints"]))
        }
    }

    @Test("A subscription that is made again while its app leaves is given back")
    func crossingUnsubscriptionOfLeavingApp() {
        var rig = Rig()
        let app = rig.app()
        rig.request("SubscribeWayPoints", on: app)
        let second = rig.secondApp()
        rig.answers[.unsubscribeWayPoints] = .some(nil)
        rig.request("UnsubscribeWayPoints", on: app)
        rig.request("SubscribeWayPoints", on: second)
        rig.answers[.subscribeWayPoints] = .some(nil)
        rig.reply(to: .unsubscribeWayPoints, .success())
        rig.answers[.unsubscribeWayPoints] = .success()
        #expect(rig.outcome("UnsubscribeWayPoints", on: second) == "SUCCESS/true")
        _ = rig.hmiLog(keepsOpen: true)
        rig.reply(to: .subscribeWayPoints, .success())
        #expect(rig.hmiLog() == ["Navigation.UnsubscribeWayPoints"])
    }
}
