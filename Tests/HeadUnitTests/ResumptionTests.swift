import Formats
import SDLProtocol
import Testing

@testable import HeadUnit

/// What the rows of the conformance cases leave open about resumption (head unit behaviour 6.2 to 6.4).
@Suite("Resumption")
struct ResumptionTests {
    private static let good = "RegisterAppInterface SUCCESS/true: Data resumption successful"
    private static let unknown =
        "RegisterAppInterface RESUME_FAILED/true: Hash from RAI does not match to saved resume data."

    // MARK: What ends a registration, and what survives

    /// Ends of a registration, and whether the app may resume after it.
    private static let endings: [(name: String, keeps: Bool, end: @Sendable (inout Rig, LinkID) -> Void)] = [
        ("UnregisterAppInterface", false, { rig, app in rig.request("UnregisterAppInterface", on: app) }),
        ("TCP loss", true, { rig, app in rig.disconnect(app) }),
        ("EndService", true, { rig, app in rig.endSession(rig.session(app), on: app) }),
        (
            "heartbeat loss", true,
            { rig, app in
                rig.control(.heartbeat, session: rig.session(app), on: app)
                rig.wait(.seconds(15))
            }
        ),
        ("ignition off", true, { rig, _ in rig.notify(.onExitAllApplications, ["reason": "IGNITION_OFF"]) }),
        ("SIGTERM", true, { rig, _ in rig.shutDown() }),
        ("MASTER_RESET", false, { rig, _ in rig.notify(.onExitAllApplications, ["reason": "MASTER_RESET"]) }),
        ("FACTORY_DEFAULTS", false, { rig, _ in rig.notify(.onExitAllApplications, ["reason": "FACTORY_DEFAULTS"]) }),
        (
            "frame flood", true,
            { rig, app in
                let frame = rig.controlFrame(.heartbeat, session: rig.session(app))
                for _ in 0...1_001 { rig.send(frame, on: app) }
            }
        ),
        (
            "malformed frames", false,
            { rig, app in
                for _ in 1...11 {
                    rig.send([0x01, 7, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 9], on: app)
                    rig.control(.heartbeat, session: 1, on: app)
                }
            }
        ),
        ("unauthorized", false, { rig, app in rig.exit(app, "UNAUTHORIZED_TRANSPORT_REGISTRATION") }),
        ("resources", false, { rig, app in rig.exit(app, "RESOURCE_CONSTRAINT") }),
        ("language", false, { rig, _ in rig.notify(.onUILanguageChange, ["language": "DE-DE"]) }),
    ]

    @Test("Data survives some ends and not others, and the HMI's id of the app with it", arguments: endings.indices)
    func ends(index: Int) {
        let (name, keeps, end) = Self.endings[index]
        var rig = Rig()
        let app = rig.app()
        rig.request("SubscribeWayPoints", on: app)
        let hash = rig.hash(app)
        let id = rig.hmiID(app)
        end(&rig, app)
        #expect(rig.hash(app) == nil, "\(name)")
        rig.disconnect(app)
        rig.wait(.seconds(1))
        rig.notify(.onReady, [:])
        rig.notify(.onUILanguageChange, ["language": "EN-US"])
        let back = rig.comesBack(hash)
        #expect(rig.log(back).first == (keeps ? Self.good : Self.unknown), "\(name)")
        #expect((rig.hmiID(back) == id) == keeps, "\(name)")
    }

    @Test("While an app is being restored it hears nothing, and its record stands")
    func pending() {
        var rig = Rig()
        let lost = rig.subscribedApp()
        rig.drop(lost.link)
        rig.answers[.subscribeWayPoints] = .some(nil)
        let back = rig.comesBack(lost.hash)
        rig.activate(back)
        rig.tellWayPoints()
        rig.notify(.onDriverDistraction, ["state": "DD_ON"])
        #expect(rig.log(back) == [])
        // It loses its connection again before the HMI answers.
        rig.drop(back)
        #expect(rig.machine.inconsistencies == [] && rig.machine.resumptions.isEmpty)
        rig.answers[.subscribeWayPoints] = nil
        let again = rig.comesBack(lost.hash)
        rig.wait(.seconds(11))
        #expect(rig.log(again).first == Self.good)
    }

    @Test("An activation while an app is being restored comes behind the answer to its registration")
    func activation() {
        var rig = Rig()
        let lost = rig.subscribedApp(level: .none)
        rig.drop(lost.link)
        rig.answers[.subscribeWayPoints] = .some(nil)
        let back = rig.comesBack(lost.hash)
        rig.activate(back)
        rig.reply(to: .subscribeWayPoints, .success())
        let log = rig.log(back)
        #expect(log.first == Self.good && log[1].hasPrefix("OnHMIStatus NONE"))
        #expect(log.last == "OnHMIStatus FULL AUDIBLE STREAMABLE MAIN")
    }

    @Test("An app that is gone when the HMI agrees leaves no subscription behind")
    func goneMeanwhile() {
        var rig = Rig()
        let lost = rig.subscribedApp()
        rig.drop(lost.link)
        rig.answers[.subscribeWayPoints] = .some(nil)
        let back = rig.comesBack(lost.hash)
        rig.disconnect(back)
        rig.reply(to: .subscribeWayPoints, .success())
        #expect(rig.hmiLog().last == "Navigation.UnsubscribeWayPoints")
        #expect(!rig.machine.wayPoints.isHMISubscribed)
    }

    @Test("Only so many apps are kept; the one that was used least goes")
    func bound() {
        var rig = Rig()
        for number in 0..<SavedApp.limit + 10 {
            let link = rig.connect()
            let session = rig.startSession(on: link)
            rig.request(
                "RegisterAppInterface", Rig.registration(name: "App \(number)", id: "app-\(number)"), session: session,
                on: link)
            rig.drop(link)
        }
        #expect(rig.machine.saved.count == SavedApp.limit)
        let kept = Set(rig.machine.saved.keys.map(\.policyID))
        #expect(!kept.contains("app-0") && kept.contains("app-10") && rig.machine.vanished.count == SavedApp.limit)
    }

    // MARK: Levels

    private static let full = "OnHMIStatus FULL AUDIBLE STREAMABLE MAIN"
    private static let limited = "OnHMIStatus LIMITED AUDIBLE STREAMABLE MAIN"
    private static let media = "OnHMIStatus FULL AUDIBLE NOT_STREAMABLE MAIN"
    private static let limitedMedia = "OnHMIStatus LIMITED AUDIBLE NOT_STREAMABLE MAIN"

    private struct Return: Sendable {
        var types = ["NAVIGATION"]
        var isMedia = false
        var level = AppLevel.full
        /// Who is in front meanwhile: a type, and whether it is a media app.
        var other: (types: [String], isMedia: Bool)?
        var event: String?
        /// What the app hears after 3 s, and after the event is over.
        var heard: [String]
        var later: [String] = []
    }

    /// Section 6.4 as a table.
    private static let rows: [Return] = [
        Return(heard: [full]),
        Return(other: (["NAVIGATION"], false), heard: []),
        Return(other: (["MEDIA"], true), heard: [limited]),
        Return(types: ["INFORMATION"], heard: ["OnHMIStatus FULL NOT_AUDIBLE NOT_STREAMABLE MAIN"]),
        Return(types: ["INFORMATION"], other: (["MEDIA"], true), heard: []),
        Return(event: "AUDIO_SOURCE", heard: [limited]),
        Return(types: ["MEDIA"], isMedia: true, event: "EMBEDDED_NAVI", heard: [limitedMedia], later: []),
        Return(level: .limited, heard: [limited]),
        Return(level: .limited, other: (["NAVIGATION"], false), heard: []),
        Return(level: .limited, other: (["MEDIA"], true), heard: [limited]),
        Return(types: ["INFORMATION"], level: .background, heard: []),
        Return(level: .none, heard: []),
        Return(event: "EMERGENCY_EVENT", heard: [], later: [full]),
        Return(event: "DEACTIVATE_HMI", heard: [], later: [full]),
        Return(types: ["MEDIA"], isMedia: true, event: "PHONE_CALL", heard: [], later: [media]),
        Return(event: "EMBEDDED_NAVI", heard: []),
        Return(types: ["MEDIA"], isMedia: true, event: "AUDIO_SOURCE", heard: []),
    ]

    @Test("A level comes back after 3 s as far as others and temporary states leave room", arguments: rows.indices)
    func levels(index: Int) {
        let row = Self.rows[index]
        var rig = Rig()
        let lost = rig.subscribedApp(types: row.types, isMedia: row.isMedia, level: row.level)
        rig.drop(lost.link)
        if let other = row.other { _ = rig.app(name: "Other", id: "media", types: other.types, isMedia: other.isMedia) }
        if let event = row.event { rig.event(event, true) }
        let back = rig.comesBack(nil, types: row.types, isMedia: row.isMedia)
        rig.forgetAll()
        rig.wait(.seconds(3))
        #expect(rig.log(back) == row.heard, "row \(index)")
        guard let event = row.event else { return }
        rig.event(event, false)
        // What a state withheld comes back with its end; the rest is a level of its own.
        let later = rig.log(back)
        if row.heard.isEmpty { #expect(later == row.later, "row \(index)") }
    }

    @Test("An activation, or the driver closing the app, cancels the return")
    func cancelled() {
        var rig = Rig()
        let lost = rig.subscribedApp()
        rig.drop(lost.link)
        let back = rig.comesBack(nil)
        rig.activate(back)
        rig.exit(back)
        rig.forgetAll()
        rig.wait(.seconds(4))
        #expect(rig.log(back) == [] && rig.hmiLog() == [])
    }

    @Test(
        "After an ignition cycle a level comes back within 30 s on both sides",
        arguments: [(5, 5, true), (31, 5, false), (5, 31, false), (29, 29, true)])
    func window(before: Int, after: Int, comesBack: Bool) {
        var rig = Rig()
        let lost = rig.subscribedApp()
        rig.drop(lost.link)
        rig.wait(.seconds(before))
        rig.ignition(offFor: .seconds(600))
        rig.wait(.seconds(after))
        let back = rig.comesBack(lost.hash)
        #expect(rig.log(back).first == Self.good)
        rig.wait(.seconds(3))
        #expect(rig.level(back) == (comesBack ? .full : AppLevel.none))
    }

    // MARK: What waits for the disk

    @Test("OnHashChange comes after its change is stored, and only the newest one")
    func durable() {
        var rig = Rig()
        let app = rig.app()
        rig.makeDurable()
        rig.request("SubscribeWayPoints", on: app)
        #expect(rig.log(app) == ["SubscribeWayPoints SUCCESS/true"])
        guard case .app(let record) = rig.changes.last?.change else {
            Issue.record("nothing was to be stored")
            return
        }
        #expect(record.hash == rig.hash(app) && record.hearsWayPoints && record.level == .full)
        let first = rig.changes.last?.token
        rig.request("UnsubscribeWayPoints", on: app)
        _ = rig.log(app)
        rig.stored(upTo: first)
        // That hash would resume nothing any more.
        #expect(rig.log(app) == [])
        rig.stored()
        #expect(rig.told("OnHashChange", app).map { $0["hashID"]?.stringValue } == [rig.hash(app)])
        // While the system sleeps it waits for that too.
        rig.notify(.onExitAllApplications, ["reason": "SUSPEND"])
        rig.request("SubscribeWayPoints", on: app)
        rig.stored()
        #expect(rig.log(app) == ["SubscribeWayPoints SUCCESS/true"])
        rig.notify(.onAwakeSDL, [:])
        #expect(rig.log(app) == ["OnHashChange"])
    }

    @Test("Another process resumes apps, consents and the policy that an update left")
    func otherProcess() {
        var rig = Rig.asking()
        rig.makeDurable()
        let app = rig.consentedApp(id: "consent-way")
        rig.consent(true, on: app)
        rig.request("SubscribeWayPoints", on: app)
        var table = rig.machine.policy
        table.groups["WayPoints"]?.rules["GetWayPoints"] = nil
        rig.updatePolicy(table)
        let hash = rig.hash(app)
        var state = StoredState()
        for (change, _) in rig.changes { state.take(change, base: rig.machine.configuration.policy.fingerprint) }
        rig.restart(with: state)
        let back = rig.comesBack(hash, id: "consent-way")
        #expect(rig.log(back).first == Self.good)
        rig.wait(.seconds(3))
        #expect(rig.level(back) == .full)
        #expect(rig.machine.policy == table)
        #expect(rig.outcome("SubscribeWayPoints", on: back) == "IGNORED/false")
        // A table of another module is not taken over.
        state.policy?.base = "another"
        rig.restart(with: state)
        #expect(rig.machine.policy == rig.machine.configuration.policy)
    }
}

extension StoredState {
    /// Does what a database does with a change.
    mutating func take(_ change: StateChange, base: String) {
        switch change {
        case .app(let app):
            apps.removeAll { $0.place == app.place }
            apps.append(app)
        case .forgotten(let place): apps.removeAll { $0.place == place }
        case .deviceConsent(let device, let isAllowed, let isReturned):
            consents.restore(device: device, isAllowed: isAllowed, isReturned: isReturned)
        case .groupConsent(let place, let group, let isAllowed):
            consents.note(place, group: group, isAllowed: isAllowed)
        case .policy(let table): policy = table.map { (base, $0) }
        case .reset: self = StoredState()
        }
    }
}
