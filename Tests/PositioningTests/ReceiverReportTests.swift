import TestKit
import Testing

/// Symptoms from public bug reports of other programs, by the numbers of `reference/corrections.md` 16: those that concern
/// a receiver's connection, and the tests of this target that would fail if it were so here.
@Suite("Public reports on receivers")
struct ReceiverReportTests {
    static let rows: [(number: Int, file: String, test: String)] = [
        // Bytes counted into a dead Bluetooth link.
        (
            21, "AccessoryManagerTests",
            "A source over an accessory names it in its locations and goes on when it is back"
        ),
        (21, "TransportTests/DeviceTests", "Pulling the device ends the stream once"),
        // Connect, fail and reconnect flicker.
        (29, "LinkStateMachineTests", "Every failure waits longer, up to ten seconds, and is told once"),
        // Corrections arrive here, but not at the receiver: they are counted on their way out.
        (
            30, "ReceiverSourceTests",
            "Corrections reach the receiver whole, once it has spoken; without one they are dropped"
        ),
        // The connection hung on what is shown.
        (31, "LocationSourceTests", "A reader that is dropped holds nobody up"),
        // No data for two hours, and seconds labelled milliseconds.
        (32, "ReceiverSourceTests", "A peer that sends nothing is left and tried again; one that sends is not"),
        (32, "LinkStateMachineTests", "A silent connection is closed and opened anew, and left alone longer each time"),
        // gpsd started anew.
        (33, "NetworkSourceTests", "A gpsd that is started anew is asked to watch again"),
        // Reconnecting to an idle source without closing.
        (
            34, "LinkStateMachineTests",
            "Any order of events keeps the rules: one connection at a time, no attempt without a wait or a device"
        ),
        // A second without data is no loss.
        (35, "LinkStateMachineTests", "A silent connection is closed and opened anew, and left alone longer each time"),
        // Writing to a device that takes nothing just now.
        (36, "AccessoryTests", "Too many frames drop the oldest, whole"),
        (36, "TransportTests/DeviceTests", "A device that takes nothing ends the stream at the bound"),
        // What is written right after the connection is lost.
        (
            37, "ReceiverSourceTests",
            "Corrections reach the receiver whole, once it has spoken; without one they are dropped"
        ),
        // ModemManager.
        (38, "DiagnosisTests", "What arrives tells what is wrong"),
        // The old descriptor is kept and the device comes back under another name.
        (
            39, "AccessoryManagerTests",
            "Two accessories in a random order, a thousand times: events in order, sessions paired, no descriptor left"
        ),
        // The program ends when the receiver is unplugged.
        (
            40, "ReceiverSourceTests",
            "A receiver that is pulled and plugged in again loses no epoch and is read on the first attempt"
        ),
    ]

    @Test("Each report on receivers has a test")
    func complete() {
        #expect(Set(Self.rows.map(\.number)) == [21, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40])
    }

    @Test("The tests that are named exist", arguments: rows.indices)
    func named(index: Int) throws {
        let row = Self.rows[index]
        let path = row.file.contains("/") ? row.file : "PositioningTests/\(row.file)"
        let text = String(decoding: try SharedData.packageBytes("Tests/\(path).swift"), as: UTF8.self)
        #expect(text.contains("\"\(row.test)\""), "\(row.number): \(row.test)")
    }
}
