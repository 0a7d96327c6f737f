import Positioning
import TestKit
import Testing

/// Symptoms from public bug reports of other programs, by the numbers of `reference/corrections.md` 16: those that concern
/// a receiver's connection, and the tests of this target that would fail if it were so here.
@Suite("Public reports on receivers")
struct ReceiverReportTests {
    static let rows: [(number: Int, file: String, test: String)] = [
        // Bytes counted into a dead Bluetooth link, whose device stays.
        (
            21, "ReceiverSourceTests",
            "A link that drops while the name of the device stays is left at once and opened anew"
        ),
        (
            21, "AccessoryPlaceTests",
            "A device whose connection breaks without a word is offered again, later each time, and not as news"
        ),
        (21, "TransportTests/DeviceTests", "Pulling the device ends the stream once"),
        // One text for every failure.
        (25, "DiagnosisTests", "A failure to open is told by its reason"),
        (25, "AccessoryDiagnosisTests", "An error of an accessory keeps its kind, and says what helps once"),
        // The peer pauses, and the client dies without a word.
        (28, "ReceiverSourceTests", "A peer that sends nothing is left, closed, and only then tried again"),
        // Connect, fail and reconnect flicker.
        (29, "LinkStateMachineTests", "Every failure waits longer, up to ten seconds, and is told once"),
        (
            29, "AccessoryPlaceTests",
            "A server that accepts and hangs up is connected to less and less often, with its source or without"
        ),
        // Corrections arrive here, but not at the receiver: they are counted on their way out.
        (
            30, "ReceiverSourceTests",
            "Corrections reach the receiver whole, once it has spoken or a second has passed; without one they are dropped"
        ),
        // No data for two hours, and seconds labelled milliseconds.
        (32, "ReceiverSourceTests", "A peer that sends nothing is left, closed, and only then tried again"),
        (32, "LinkStateMachineTests", "A silent connection is closed and opened anew, and left alone longer each time"),
        // gpsd started anew.
        (33, "NetworkSourceTests", "A gpsd that is started anew is asked to watch again"),
        // Reconnecting to an idle source without closing, or taking it from others.
        (34, "ReceiverSourceTests", "A peer that sends nothing is left, closed, and only then tried again"),
        (34, "AccessoryPlaceTests", "A server is looked at less and less often while nothing changes"),
        // A second without data is no loss.
        (35, "LinkStateMachineTests", "A silent connection is closed and opened anew, and left alone longer each time"),
        (
            35, "AccessoryPlaceTests",
            "A connection that is open rests the looks, and what they find late counts for nothing"
        ),
        // Writing to a device that takes nothing just now.
        (36, "AccessoryTests", "Too many frames drop the oldest, whole"),
        (36, "TransportTests/DeviceTests", "A device that takes nothing ends the stream at the bound"),
        // What is written right after the connection is lost.
        (37, "LinkStateMachineTests", "Corrections wait for the first word of the receiver, or for a second"),
        (
            37, "ReceiverSourceTests",
            "Corrections reach the receiver whole, once it has spoken or a second has passed; without one they are dropped"
        ),
        // ModemManager.
        (38, "DiagnosisTests", "What arrives tells what is wrong"),
        (38, "ReceiverReportTests", "The udev rule of the page about receivers keeps ModemManager away"),
        // The old descriptor is kept and the device comes back under another name.
        (
            39, "ReceiverSourceTests",
            "A device that comes back under another name is read by its link, and its old descriptor is closed"
        ),
        // The program ends when the receiver is unplugged.
        (
            40, "ReceiverSourceTests",
            "A receiver that is pulled and plugged in again loses no epoch and is read on the first attempt"
        ),
    ]

    /// The other rows, and why no test of receivers stands for them.
    static let elsewhere: [(numbers: [Int], reason: String)] = [
        (
            Array(1...11) + Array(13...20) + [22, 23, 24, 26, 27],
            "on NTRIP: requests, replies, GGA upstream, bans and source tables of casters, not the wire to a receiver"
        ),
        (
            [12],
            "GGA that never reached the caster with one model of receiver: a matter of the NTRIP client. What it needs of a "
                + "receiver, a position from whatever sentences it sends, is proved by the tests of the decoder"
        ),
        (
            [31],
            "a session bound to what is on the screen: a source belongs to a reactor, no reader and no view holds it, and "
                + "`LocationSourceTests` shows that a reader that is dropped holds nobody up"
        ),
        ([41, 42, 43, 44], "on RTCM frames, which pass through here whole and unread"),
    ]

    @Test("Each report has a test or a reason")
    func complete() {
        let tested = Set(Self.rows.map(\.number))
        let reasoned = Self.elsewhere.flatMap(\.numbers)
        #expect(tested == [21, 25, 28, 29, 30, 32, 33, 34, 35, 36, 37, 38, 39, 40])
        #expect(tested.isDisjoint(with: reasoned))
        #expect((Array(tested) + reasoned).sorted() == Array(1...44))
    }

    @Test("The udev rule of the page about receivers keeps ModemManager away")
    func udevRule() throws {
        let page = String(decoding: try SharedData.packageBytes("Docs/receivers.md"), as: UTF8.self)
        let rules = page.split(separator: "\n").filter { $0.hasPrefix("SUBSYSTEM==") }
        #expect(!rules.isEmpty)
        for rule in rules {
            // Matches are compared (==), what is set is assigned (=): one sign less and the rule does something else.
            let parts = rule.split(separator: ", ")
            #expect(parts.first == #"SUBSYSTEM=="tty""#)
            #expect(parts.last == #"ENV{ID_MM_DEVICE_IGNORE}="1""#)
            #expect(parts.dropFirst().dropLast().allSatisfy { $0.hasPrefix("ATTRS{id") && $0.contains("==\"") })
        }
        var seen = ReceiverObservations()
        seen.isSerial = true
        seen.hasModemManager = true
        let remedies = ReceiverDiagnosis(seen).findings.compactMap(\.remedy)
        #expect(remedies.contains { $0.contains(#"ENV{ID_MM_DEVICE_IGNORE}="1""#) })
    }

    @Test("The tests that are named exist", arguments: rows.indices)
    func named(index: Int) throws {
        let row = Self.rows[index]
        let path = row.file.contains("/") ? row.file : "PositioningTests/\(row.file)"
        let text = String(decoding: try SharedData.packageBytes("Tests/\(path).swift"), as: UTF8.self)
        #expect(text.contains("\"\(row.test)\""), "\(row.number): \(row.test)")
    }
}
