import Formats
import TestKit
import Testing
import Transport

@testable import waypoint_sim

@Suite("Accessories on the command line", .timeLimit(.minutes(1)))
struct AccessoryCommandTests {
    private static let drive = SharedData.packageRoot + "/Mocks/drives/demo.nmea"

    private func configuration(_ address: some StringProtocol) -> String {
        #"{"accessories":[{"name":"net","protocols":{"com.emlid.nmea":"\#(address)"}},"#
            + #"{"name":"other","protocols":{"com.bad-elf.gps":"serial:///no/such/tty"}}]}"#
    }

    @Test(
        "nmea and receiver read a TCP accessory that is there, without a word that it is not",
        arguments: ["nmea", "receiver"])
    func tcp(command: String) async throws {
        let server = try Program(
            ["receiver", Self.drive, "--speed", "20", "--loop", "--json", "--serve", "tcp://127.0.0.1:0"])
        let address = try #require(try await server.next()).dropFirst("nmea ".count)
        try await TemporaryFile.with(configuration("tcp://\(address)")) { file in
            let client = try Program([command, "accessory://net", "--accessories", file], withErrors: true)
            var lines: [String] = []
            while lines.count < 5 { lines.append(try #require(try await client.next())) }
            #expect(!lines.contains { $0.contains("not connected") }, "\(lines)")
            #expect(lines.contains { $0.contains("satellites used") }, "\(lines)")
            for program in [client, server] {
                program.interrupt()
                _ = try await program.rest()
                #expect(await program.wait() == 0)
            }
        }
    }

    @Test(
        "A name or a protocol that is not in the file is wrong usage, with those that are",
        arguments: [
            ("accessory://nett", "there are: net, other"),
            ("accessory://other?protocol=com.emlid.nmea", "com.emlid.nmea is no protocol of positions of other"),
            ("accessory://?protocol=com.garmin.pvt", "of any accessory"),
        ])
    func misspelt(source: String, reason: String) async throws {
        try await TemporaryFile.with(configuration("tcp://127.0.0.1:1")) { file in
            for command in ["nmea", "receiver", "doctor"] {
                let (status, lines) = try await Program.run(command, source, "--accessories", file)
                #expect(status == 2)
                #expect(lines.contains { $0.contains(reason) }, "\(lines)")
            }
        }
    }

    @Test("doctor says of an accessory what it says of its port")
    func doctor() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let device = try PseudoTerminal(on: reactor)
        let port = try SerialStream(path: device.path, on: reactor)
        try await TemporaryFile.with(configuration("serial://\(device.path)")) { file in
            let (status, lines) = try await Program.run(
                "doctor", "accessory://net", "--accessories", file, "--seconds", "1", "--json", withErrors: false)
            #expect(status == 1)
            let kinds = try lines.map { try JSONValue(parsing: Array($0.utf8))["kind"]?.stringValue }
            #expect(kinds.contains("portInUse"), "\(lines)")
        }
        #expect(port.peer == device.path)  // held open to here
    }
}
