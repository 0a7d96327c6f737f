import GNSS
import TestKit
import Testing
import Transport

@testable import Positioning

@Suite("Why an accessory is not heard", .timeLimit(.minutes(1)))
struct AccessoryDiagnosisTests {
    private func manager(_ path: String, baud: Int, on reactor: Reactor) throws -> AccessoryManager {
        AccessoryManager(
            try AccessoryConfiguration([
                Accessory(
                    name: "gps", protocols: [AccessoryProtocol(name: "p", endpoint: .serial(path: path, baud: baud))])
            ]), on: reactor)
    }

    @Test(
        "An accessory is looked at as the port it is: what holds it, its rights, other speeds", arguments: ["gps", nil])
    func port(name: String?) async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let receiver = FakeReceiver(path: "\(folder.path)/ttyRX", reactor: reactor)
        let manager = try manager(receiver.path, baud: 9600, on: reactor)
        try await manager.start()
        let probe = ReceiverProbe(.accessory(name: name, protocolName: nil), accessories: manager, on: reactor)
        var seen = await probe.look(for: .milliseconds(300))
        #expect(seen.openError?.code == .notFound)
        #expect(seen.isSerial)

        try await receiver.plug()
        let sentences = DriveBytes(count: 2).epochs.flatMap { $0 }
        let noise = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 89 | 0x81) }
        await receiver.play { $0 == 38_400 ? sentences : noise }
        while await manager.connectedAccessories.isEmpty { await Task.yield() }
        seen = await probe.look(for: .milliseconds(300), speedTrial: .milliseconds(300))
        #expect(seen.baud == 9600)
        #expect(seen.betterBaud == 38_400)
        #expect(ReceiverDiagnosis(seen).findings.map(\.kind).first == .wrongSpeed)

        let port = try SerialStream(path: receiver.path, on: reactor)
        seen = await probe.look()
        #expect(seen.openError?.code == .busy)
        #expect(ReceiverDiagnosis(seen).findings.map(\.kind).first == .portInUse)
        _ = port.baud
        await manager.stop()
        await receiver.unplug()
    }

    @Test(
        "An error of an accessory keeps its kind, and says what helps once",
        arguments: [
            (TransportError(.unknownHost, operation: "connect"), LocationSourceError.Code.unreachable),
            (TransportError(.closed, operation: "open"), .lost),
        ])
    func codes(error: TransportError, code: LocationSourceError.Code) {
        let error = LocationSourceError(AccessoryError(error, name: "gps"), source: "accessory://gps")
        #expect(error.code == code)
        #expect(error.remedy != nil)
        #expect(!error.reason.contains(error.remedy ?? ""))
    }

    @Test("What helps suits an accessory, and does not promise what is not done")
    func remedies() {
        let missing = LocationSourceError(AccessoryError.notFound(name: "gps"), source: "accessory://gps")
        #expect(missing.reason == "gps is not connected")
        #expect(missing.remedy == AccessoryError.notFound(name: "gps").remedy)
        #expect(AccessoryError.notFound(name: "gps").description == "\(missing.reason): \(missing.remedy ?? "")")
        let lost = LocationSourceError(.lost, source: "tcp://h:1", reason: "closed")
        #expect(lost.remedy?.contains("plug") == false)
        #expect(lost.remedy?.contains("by itself") == false)
    }
}
