import TestKit
import Testing

/// Symptoms from public bug reports of other programs, by the numbers of `reference/corrections.md` 16: those that concern
/// casters and corrections, and the tests that would fail if it were so here.
@Suite("Public reports on corrections")
struct CorrectionsReportTests {
    static let rows: [(number: Int, file: String, test: String)] = [
        // One position after the connection, then none.
        (
            1, "CommandLineTests/CorrectionsCommandTests",
            "Of all that a receiver says only its position goes up, again and again for the whole session"
        ),
        // HTTP's status line does not open the way up.
        (
            2, "ClientMachineTests",
            "With a position to send, the client waits for one, sends it in header and stream, then at the interval"
        ),
        // Chunks asked for and not taken apart.
        (3, "ReplyTests", "Every case gives its body and end, however it is cut"),
        (3, "LoopbackTests", "The frames sent are the frames received, in order"),
        // Several connections a second, and every five seconds for ever.
        (4, "ClientOrderTests", "Whatever a caster does, connections lie ten seconds apart"),
        (5, "ClientMachineTests", "Waits grow from ten seconds, and never a connection comes sooner"),
        (5, "RetryPolicyTests", "Jitter makes no wait shorter than the floor, nor much longer than the ceiling"),
        // A client blocked by its name: it tells its own, and one that is cut off keeps away for long.
        (6, "ClientMachineTests", "One request in one write suits casters of both versions"),
        (
            6, "ClientMachineTests",
            "Who is cut off without a byte waits a minute and more; version 1 is tried once before"
        ),
        // No byte comes, and nobody says that the caster waits; only GP is understood.
        (7, "ClientMachineTests", "A silent stream is explained before its time is over"),
        (7, "GGAUpstreamTests", "A sentence goes up as stated, or not at all"),
        // A login refused while the lost session still counts.
        (
            8, "ClientMachineTests",
            "After a minute of corrections the first retry is quick, and a refused login then is not final"
        ),
        // A position that is not a number.
        (9, "GGAUpstreamTests", "Positions that are not numbers or have no time are not sent"),
        // All that the receiver says goes up.
        (
            10, "CommandLineTests/CorrectionsCommandTests",
            "Of all that a receiver says only its position goes up, again and again for the whole session"
        ),
        // A position without a fix.
        (11, "GGAUpstreamTests", "A sentence goes up as stated, or not at all"),
        // No position from one make of receiver.
        (
            12, "CommandLineTests/CorrectionsCommandTests",
            "Position, caster, corrections and a better position are one loop"
        ),
        // Large messages in chunks.
        (13, "ReplyTests", "Recorded chunked bodies have the stated totals"),
        // TLS guessed from the port.
        (14, "NTRIPAddressTests", "URLs are read with their defaults, percent-encoding and IPv6 hosts"),
        (14, "ClientMachineTests", "Accepted and closed is an outcome of its own, with the likely reason"),
        // Waiting for an empty line that does not come.
        (15, "ReplyTests", "A stream is reported with its status line, before the next byte"),
        // Digits of the position.
        (16, "GGAUpstreamTests", "A fixed position has the time of the clock and plausible fields"),
        // No Host header.
        (17, "ClientMachineTests", "A forced version 1 sends HTTP/1.0 with a Host header and nothing of version 2"),
        // Positions are a duty.
        (18, "LoopbackTests", "A virtual station is where the rover is"),
        // Casters with TLS only.
        (19, "SecureCasterTests", "A good certificate serves by name and by address"),
        (19, "SecureCasterTests", "TLS to a plain port and plain to a TLS port give a hint"),
        // What the caster wants is not told.
        (20, "ReplyTests", "The caster's words come with the refusal, without markup"),
        // Short records.
        (22, "SourceTableTests", "Every record of the nasty table is read as stated"),
        // Chunks announced and not sent.
        (23, "ReplyTests", "A body announced in chunks that is none is taken as it is when a good frame says so"),
        // One time for the first byte and for silence later.
        (24, "ClientMachineTests", "Silence from the start and silence later have their own times"),
        // One text for all failures.
        (25, "LoopbackTests", "Each fault has its outcome"),
        // The table in place of the stream.
        (26, "ClientMachineTests", "A table instead of the stream means an unknown mountpoint, and stops"),
        // The status is not looked at.
        (27, "ReplyTests", "Every reply leads to the stated conclusion, however it is cut"),
        // A pause of the caster.
        (28, "LoopbackTests", "Silence after the reply, no reply and a stall end by their watchdogs"),
        // The messages themselves.
        (41, "RTCMTests/FramingTests", "Numbers of 38 bits keep their sign"),
        (42, "RTCMTests/FramingTests", "The height of the antenna is told beside the point and not added to it"),
        (43, "RTCMTests/FramingTests", "A false preamble holds a good frame back only until silence"),
        (44, "RTCMTests/FramingTests", "Reserved bits of the header are not insisted on"),
    ]

    @Test("Each report on corrections has a test")
    func complete() {
        #expect(Set(Self.rows.map(\.number)) == Set(1...20).union(22...28).union(41...44))
    }

    @Test("The tests that are named exist", arguments: rows.indices)
    func named(index: Int) throws {
        let row = Self.rows[index]
        let path = row.file.contains("/") ? row.file : "PositioningTests/Corrections/\(row.file)"
        let text = String(decoding: try SharedData.packageBytes("Tests/\(path).swift"), as: UTF8.self)
        #expect(text.contains("\"\(row.test)\""), "\(row.number): \(row.test)")
    }
}
