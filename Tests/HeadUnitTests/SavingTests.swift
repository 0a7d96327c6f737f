import Formats
import Testing

@testable import HeadUnit

/// What becomes of records, hashes and the HMI's wish to sleep while changes are on their way to the disk.
@Suite("Saving")
struct SavingTests {
    @Test("Where each connection is a device of its own, hashes are told at once and nothing piles up")
    func perConnection() {
        var rig = Rig.changed { $0.deviceRule = .connection }
        rig.makeDurable()
        for _ in 1...3 {
            let app = rig.app()
            rig.request("SubscribeWayPoints", on: app)
            #expect(rig.log(app) == ["SubscribeWayPoints SUCCESS/true", "OnHashChange"])
            rig.drop(app)
        }
        #expect(rig.machine.hashesToTell.isEmpty && rig.machine.vanished.isEmpty)
        #expect(rig.changes.isEmpty && rig.machine.inconsistencies == [])
    }

    @Test("Where nothing is stored no connection of its own is remembered either")
    func perConnectionInMemory() {
        var rig = Rig.changed { $0.deviceRule = .connection }
        for _ in 1...3 { rig.drop(rig.app()) }
        #expect(rig.machine.vanished.isEmpty && rig.machine.inconsistencies == [])
    }

    // MARK: Sleep

    private static let complete = "BasicCommunication.OnSDLPersistenceComplete"

    @Test("A system that goes to sleep is told that everything is kept when it is")
    func sleep() {
        var rig = Rig()
        rig.makeDurable()
        let app = rig.app()
        rig.stored()
        rig.forgetAll()
        rig.notify(.onExitAllApplications, ["reason": "SUSPEND"])
        #expect(rig.hmiLog() == [Self.complete])
        rig.notify(.onAwakeSDL, [:])
        rig.request("SubscribeWayPoints", on: app)
        let last = rig.changes.last?.token ?? 0
        rig.forgetAll()
        rig.notify(.onExitAllApplications, ["reason": "SUSPEND"])
        rig.stored(upTo: last - 1)
        #expect(rig.hmiLog() == [])
        // What changes while the system falls asleep does not keep it awake.
        rig.request("UnsubscribeWayPoints", on: app)
        rig.forgetAll()
        rig.stored(upTo: last)
        #expect(rig.hmiLog() == [Self.complete])
        rig.stored()
        #expect(rig.hmiLog() == [])
    }

    @Test("A system that has woken up, or is off, hears nothing more of that", arguments: [true, false])
    func awake(wakes: Bool) {
        var rig = Rig()
        rig.makeDurable()
        let app = rig.app()
        rig.request("SubscribeWayPoints", on: app)
        rig.notify(.onExitAllApplications, ["reason": "SUSPEND"])
        if wakes {
            rig.notify(.onAwakeSDL, [:])
        } else {
            rig.notify(.onExitAllApplications, ["reason": "IGNITION_OFF"])
        }
        rig.forgetAll()
        rig.stored()
        #expect(rig.hmiLog() == [])
    }

    @Test("Without a store everything is kept at once")
    func sleepWithoutStore() {
        var rig = Rig()
        let app = rig.app()
        rig.request("SubscribeWayPoints", on: app)
        rig.forgetAll()
        rig.notify(.onExitAllApplications, ["reason": "SUSPEND"])
        #expect(rig.hmiLog() == [Self.complete])
    }
}
