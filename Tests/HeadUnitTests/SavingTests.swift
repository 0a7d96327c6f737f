import Formats
import Testing

@testable import HeadUnit

/// What becomes of records and hashes on the way to the disk.
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
}
