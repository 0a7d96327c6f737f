import GNSS
import NMEA
import TestKit
import Testing
import Transport

@testable import Positioning

@Suite("Why a receiver is not heard", .timeLimit(.minutes(1)))
struct DiagnosisTests {
    private func kinds(_ change: (inout ReceiverObservations) -> Void) -> [ReceiverDiagnosis.Kind] {
        var seen = ReceiverObservations()
        change(&seen)
        let findings = ReceiverDiagnosis(seen).findings
        #expect(findings.allSatisfy { $0.kind == .healthy || $0.kind == .cannotOpen || $0.remedy != nil })
        return findings.map(\.kind)
    }

    private func statistics(_ bytes: [UInt8]) -> NMEAStatistics {
        var decoder = NMEADecoder()
        _ = decoder.decode(bytes)
        _ = decoder.finish()
        return decoder.statistics
    }

    @Test(
        "A failure to open is told by its reason",
        arguments: [
            (.permissionDenied, .missingRights), (.busy, .portInUse), (.notFound, .notFound), (.unreachable, .notFound),
            (.wrongDevice, .cannotOpen),
        ] as [(LocationSourceError.Code, ReceiverDiagnosis.Kind)])
    func opening(code: LocationSourceError.Code, kind: ReceiverDiagnosis.Kind) {
        #expect(kinds { $0.openError = LocationSourceError(code, source: "s", reason: "r") } == [kind])
    }

    @Test("The program that holds the port and the group that may use it are named")
    func names() {
        var seen = ReceiverObservations()
        seen.openError = LocationSourceError(.busy, source: "s", reason: "in use")
        seen.holders = ["gpsd (123)"]
        #expect(ReceiverDiagnosis(seen).findings[0].text.contains("gpsd (123)"))
        seen.openError = LocationSourceError(.permissionDenied, source: "s", reason: "no right")
        seen.missingGroup = "uucp"
        #expect(ReceiverDiagnosis(seen).findings[0].remedy?.contains("adduser $USER uucp") == true)
    }

    @Test("What arrives tells what is wrong")
    func hearing() {
        let drive = DriveBytes(count: 3)
        let good = drive.epochs.flatMap { $0 }
        #expect(kinds { _ in } == [.silent])
        #expect(
            kinds {
                $0.bytes = 500
                $0.isSerial = true
                $0.baud = 9600
                $0.betterBaud = 115_200
            } == [.wrongSpeed])
        #expect(
            kinds {
                $0.bytes = 500
                $0.highBytes = 250
                $0.isSerial = true
            } == [.wrongSpeed])
        #expect(kinds { $0.bytes = 500 } == [.noSentences])
        #expect(
            kinds {
                $0.bytes = good.count
                $0.statistics = statistics(good)
            } == [.noFix])
        #expect(
            kinds {
                $0.bytes = good.count
                $0.statistics = statistics(good)
                $0.epochs = 3
                $0.fixes = 3
            } == [.healthy])
        var damaged = good
        for index in stride(from: 40, to: damaged.count, by: 97) { damaged[index] = UInt8(ascii: "~") }
        #expect(
            kinds {
                $0.bytes = damaged.count
                $0.statistics = statistics(damaged)
                $0.fixes = 1
            } == [.badChecksums, .healthy])
        #expect(
            kinds {
                $0.bytes = 20
                $0.statistics = statistics(Array("$GPRMC,,V,,,,,,,,,,N\r\n".utf8))
            } == [.noSentences])
        #expect(
            kinds {
                $0.hasModemManager = true
                $0.isSerial = true
            } == [.silent, .modemManager])
        #expect(kinds { $0.endedEarly = true } == [.silent, .ended])
        #expect(
            kinds {
                $0.bytes = 160
                $0.gpsdDevices = 0
            } == [.noDevice])
    }

    @Test("Another program that reads the port is named whatever arrives, and only where it is to blame")
    func sharedPort() {
        #expect(kinds { $0.holders = ["cat (99)"] } == [.portInUse, .silent])
        #expect(
            kinds {
                $0.bytes = 500
                $0.fixes = 1
                $0.epochs = 1
                $0.holders = ["cat (99)"]
            } == [.portInUse, .healthy])
        #expect(kinds { $0.holders = ["ModemManager (1)"] } == [.silent, .modemManager])
        var seen = ReceiverObservations()
        seen.openError = LocationSourceError(.wrongDevice, source: "s", reason: "no terminal")
        seen.holders = ["sh (1)", "sh (2)"]
        #expect(ReceiverDiagnosis(seen).findings[0].text.contains("sh (1)") == false)
    }

    @Test("A gpsd without a receiver is told as that")
    func emptyGPSD() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let talk = #"{"class":"VERSION","release":"3.22"}"# + "\n" + #"{"class":"DEVICES","devices":[]}"# + "\n"
        var decoder = StreamDecoder(format: .gpsd, options: NMEADecoder.Options())
        let items = decoder.decode(Array(talk.utf8), now: nil, wantsSentences: false)
        #expect(items.count == 1)
        #expect(decoder.gpsdDevices == 0)
    }

    @Test("A receiver on a wire is heard; one at another speed only sends noise, and one in use is not opened")
    func wire() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let receiver = FakeReceiver(path: "\(folder.path)/ttyRX", reactor: reactor)
        let address = SourceAddress.serial(path: receiver.path, baud: 9600)
        let probe = ReceiverProbe(address, on: reactor)
        #expect(ReceiverDiagnosis(await probe.look()).findings.map(\.kind).first == .notFound)

        try await receiver.plug()
        let sentences = DriveBytes(count: 2).epochs.flatMap { $0 }
        await receiver.play { $0 == 9600 ? sentences : [] }
        #expect(ReceiverDiagnosis(await probe.look(for: .milliseconds(300))).isHealthy)

        // Another device: sentences at 38400 baud, at any other speed noise, as on a real line.
        await receiver.unplug()
        try await receiver.plug()
        let noise = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 89 | 0x81) }
        await receiver.play { $0 == 38_400 ? sentences : noise }
        let seen = await probe.look(for: .milliseconds(300), speedTrial: .milliseconds(300))
        #expect(seen.betterBaud == 38_400)

        let port = try SerialStream(path: receiver.path, on: reactor)
        #expect(ReceiverDiagnosis(await probe.look()).findings.map(\.kind).first == .portInUse)
        _ = port.baud
        await receiver.unplug()
    }

    @Test("A file is judged by its first part")
    func file() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let probe = ReceiverProbe(.file(path: #filePath), on: reactor)
        #expect(ReceiverDiagnosis(await probe.look()).findings.map(\.kind) == [.noSentences])
    }
}
