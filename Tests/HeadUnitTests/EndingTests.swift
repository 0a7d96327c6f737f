import Formats
import SDLProtocol
import SDLRPC
import Testing
import Transport

@testable import HeadUnit

@Suite("How registrations end", .timeLimit(.minutes(1)))
struct EndingTests {
    /// What an app hears after, or around, OnAppInterfaceUnregistered with a reason, and whether the HMI takes it for
    /// a loss.
    static let endings: [(reason: AppInterfaceUnregisteredReason, heard: [String], isUnexpected: Bool)] =
        AppInterfaceUnregisteredReason.knownValues.map { reason in
            let farewell = "OnAppInterfaceUnregistered \(reason.rawValue)"
            switch reason {
            case .ignitionOff, .masterReset, .factoryDefaults:
                return (reason, ["endService v5 rpc session 1", farewell, "closed"], false)
            case .resourceConstraint, .protocolViolation:
                return (reason, [farewell, "endService v5 rpc session 1", "closed"], false)
            case .bluetoothOff, .usbDisconnected:
                return (reason, [farewell, "closed"], true)
            default:
                return (reason, [farewell], false)
            }
        }

    @Test("An app can be unregistered with every reason of the spec", arguments: endings.indices)
    func everyReason(index: Int) {
        let (reason, heard, isUnexpected) = Self.endings[index]
        var rig = Rig()
        let app = rig.app()
        let other = rig.secondApp()
        rig.request("SubscribeWayPoints", on: app)
        rig.forgetAll()
        let isKnown = rig.unregister(app, reason)
        #expect(isKnown)
        #expect(rig.log(app) == heard)
        #expect(rig.log(other) == [])
        #expect(
            rig.hmiLog() == [
                "Navigation.UnsubscribeWayPoints",
                "BasicCommunication.OnAppUnregistered unexpected \(isUnexpected)",
            ])
        #expect(rig.machine.inconsistencies == [])
        #expect(rig.outcome("GetWayPoints", Rig.all, on: other) == "SUCCESS/true +wayPoints")
        if heard.last != "closed" {
            #expect(
                rig.outcome("GetWayPoints", Rig.all, session: 1, on: app) == "APPLICATION_NOT_REGISTERED/false")
        }
    }

    @Test("An end of one of two sessions leaves the connection to the other")
    func oneOfTwoSessions() {
        for reason in [AppInterfaceUnregisteredReason.ignitionOff, .resourceConstraint] {
            var rig = Rig()
            let app = rig.app()
            let session = rig.startSession(on: app)
            rig.request(
                "RegisterAppInterface", Rig.registration(name: "Second", id: "8675310"), session: session, on: app)
            _ = rig.log(app)
            let isKnown = rig.unregister(app, reason, session: 1)
            #expect(isKnown)
            #expect(rig.log(app).count == 2)
            #expect(rig.outcome("ListFiles", session: session, on: app).hasPrefix("SUCCESS"))
        }
    }

    @Test("Nobody is unregistered by an id that no app has")
    func unknownApp() {
        var rig = Rig()
        let app = rig.app()
        let isKnown = rig.unregister(hmiAppID: -1, .ignitionOff)
        #expect(!isKnown)
        #expect(rig.log(app) == [])
    }

    @Test("What held for one cycle of the ignition does not hold for the next")
    func nextCycle() {
        for reason in ["IGNITION_OFF", "MASTER_RESET", "FACTORY_DEFAULTS"] {
            var rig = Rig.changed { $0.requestLimit = FrequencyLimit(count: 5, window: .seconds(10)) }
            let flooding = rig.app(name: "Flood", id: "media")
            for _ in 0..<6 { rig.request("ListFiles", on: flooding) }
            let app = rig.app()
            for event in ["EMBEDDED_NAVI", "PHONE_CALL"] { rig.event(event, true) }
            rig.notify(.onVRStarted, [:])
            rig.notify(.onDriverDistraction, ["state": "DD_ON"])
            rig.notify(.onExitAllApplications, ["reason": "SUSPEND"])
            rig.request("SubscribeWayPoints", on: app)
            rig.notify(.onExitAllApplications, ["reason": .string(reason)])
            rig.forgetAll()

            let link = rig.connect()
            let session = rig.startSession(on: link)
            rig.request("RegisterAppInterface", Rig.registration(), session: session, on: link)
            guard case .notification("OnDriverDistraction", let state) = rig.takeHeard(link).last else {
                Issue.record("no OnDriverDistraction")
                return
            }
            #expect(state["state"] == "DD_OFF")
            rig.activate(link)
            #expect(rig.log(link) == ["OnHMIStatus FULL AUDIBLE STREAMABLE MAIN"])
            rig.request("SubscribeWayPoints", on: link)
            #expect(rig.log(link) == ["SubscribeWayPoints SUCCESS/true", "OnHashChange"])
            let flooded = rig.connect()
            let next = rig.startSession(on: flooded)
            rig.request(
                "RegisterAppInterface", Rig.registration(name: "Flood", id: "media"), session: next, on: flooded)
            #expect(rig.log(flooded).first == "RegisterAppInterface SUCCESS/true")
        }
    }

    @Test("More open requests of an app than may wait for the HMI are refused; others and the answered ones are not")
    func openRequests() {
        var rig = Rig.changed { $0.openRequestLimit = 3 }
        rig.answers[.getWayPoints] = .some(nil)
        let app = rig.app()
        let other = rig.secondApp()
        for _ in 0..<3 { rig.request("GetWayPoints", Rig.all, on: app) }
        #expect(rig.log(app) == [])
        #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "TOO_MANY_PENDING_REQUESTS/false")
        #expect(rig.outcome("ListFiles", on: app) == "TOO_MANY_PENDING_REQUESTS/false")
        #expect(rig.outcome("ListFiles", on: other).hasPrefix("SUCCESS/true"))
        rig.reply(to: .getWayPoints, .success(["appID": 1]))
        #expect(rig.log(app) == ["GetWayPoints SUCCESS/true"])
        #expect(rig.outcome("ListFiles", on: app).hasPrefix("SUCCESS/true"))
        #expect(Rig.module.openRequestLimit >= Rig.module.pendingRequestLimit)
    }
}

@Suite("Who ended a connection")
struct ConnectionEndTests {
    @Test(
        "The app by its end; nobody where the line broke or the app did not read",
        arguments: [
            (StreamClosure.endOfStream, HeadUnit.End.app),
            (.slowPeer(unsentBytes: 1), .line),
            (.failed(TransportError(.closed, operation: "read")), .line),
        ])
    func end(closure: StreamClosure, end: HeadUnit.End) {
        #expect(HeadUnit.End(closure) == end)
    }
}
