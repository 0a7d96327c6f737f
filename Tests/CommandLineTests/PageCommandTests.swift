import Formats
import Simulator
import TestKit
import Testing
import Transport

@Suite("The page of the program", .timeLimit(.minutes(1)))
struct PageCommandTests {
    @Test("serve tells where it is, with a token where it is not on loopback", arguments: ["127.0.0.1", "0.0.0.0"])
    func lines(host: String) async throws {
        let path = "/tmp/waypoint-sim-page-\(UInt64.random(in: 0 ... .max)).sock"
        let unit = try Program(["serve", "--port", "0", "--page", "0", "--control", path, "--bind", host])
        #expect(try #require(try await unit.next()).hasPrefix("listening on \(host):"))
        let page = try #require(try await unit.next())
        #expect(page.hasPrefix("page http://\(host):"))
        #expect(page.contains("/?token=") == (host == "0.0.0.0"))
        #expect(try #require(try await unit.next()) == "control \(path)")
        unit.interrupt()
        #expect(await unit.wait() == 0)
    }
}
