import Formats
import SDLSpec
import TestKit
import Testing
import Transport

@Suite("The command spec", .timeLimit(.minutes(1)))
struct SpecCommandTests {
    @Test("Prints counts and the name of every function, struct and enum")
    func listsNames() async throws {
        let (status, lines) = try await Program.run("spec")
        #expect(status == 0)
        let counts = RPCSpec.embedded.counts
        #expect(
            lines.first?.hasPrefix("RPC spec 8.0.0: \(counts.functions) functions (\(counts.requests) requests, ")
                == true)
        let words = Set(lines.flatMap { $0.split(separator: " ").map(String.init) })
        for name in RPCSpec.embedded.functions.map(\.name) { #expect(words.contains(name)) }
        for name in RPCSpec.embedded.structs.keys { #expect(words.contains(name)) }
        for name in RPCSpec.embedded.enums.keys { #expect(words.contains(name)) }
        #expect(lines.contains { $0.split(separator: " ").prefix(2) == ["GetWayPoints", "45"] })
        #expect(lines.allSatisfy { $0.count <= 250 })
    }

    @Test("Prints the same as one JSON object")
    func listsJSON() async throws {
        let (status, lines) = try await Program.run("spec", "--json")
        #expect(status == 0)
        try #require(lines.count == 1)
        let object = try JSONValue(parsing: Array(lines[0].utf8))
        #expect(object["version"] == "8.0.0")
        #expect(object["counts"]?["functions"] == .int(Int64(RPCSpec.embedded.counts.functions)))
        #expect(object["functions"]?.arrayValue?.count == RPCSpec.embedded.counts.functions)
        #expect(
            object["functions"]?.arrayValue?.contains([
                "name": "GetWayPoints", "id": 45, "kinds": ["request", "response"], "since": "4.1",
            ]) == true)
        #expect(object["structs"]?.arrayValue?.compactMap(\.stringValue) == RPCSpec.embedded.structs.keys.sorted())
        #expect(object["enums"]?.arrayValue?.compactMap(\.stringValue) == RPCSpec.embedded.enums.keys.sorted())
    }

    @Test("Finds no difference to its own source")
    func sameFile() async throws {
        let (status, lines) = try await Program.run("spec", "--diff", "\(SharedData.packageRoot)/Spec/MOBILE_API.xml")
        #expect(status == 0)
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("no difference: ") == true)
    }

    @Test(
        "Finds no difference to the public file",
        .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
    func publicFile() async throws {
        let (status, lines) = try await Program.run("spec", "--diff", SharedData.path("spec/MOBILE_API.xml"))
        #expect(status == 0, "\(lines)")
        #expect(lines.count == 1)
        let json = try await Program.run("spec", "--json", "--diff", SharedData.path("spec/MOBILE_API.xml"))
        #expect(json.status == 0)
        #expect(try JSONValue(parsing: Array(json.lines.joined().utf8))["differences"] == [])
    }

    @Test(
        "A changed range, a missing enum value and a wrong since are each found, with path and status 1",
        arguments: [
            (
                #"<struct name="Coordinate""#, #"maxvalue="90""#, #"maxvalue="91""#, "Coordinate.latitudeDegrees",
                "maxvalue", "90.0", "91.0"
            ),
            (
                // The values behind the missing one lose their places as well.
                #"<element name="TWILIGHT_2"/>"#, #"<element name="TWILIGHT_2"/>"#, "",
                "AmbientLightStatus.TWILIGHT_2", "exists", "true", nil
            ),
            (
                #"<function name="SendLocation" functionID="SendLocationID" messagetype="request""#, #"since="3.0""#,
                #"since="3.1""#, "SendLocation.request", "since", "3.0", "3.1"
            ),
        ] as [(String, String, String, String, String, String, String?)])
    func mutations(
        item: String, old: String, new: String, path: String, fact: String, here: String, there: String?
    ) async throws {
        let text = String(decoding: try SharedData.packageBytes("Spec/MOBILE_API.xml"), as: UTF8.self)
        // The change goes to the first place behind the beginning of the item.
        let start = try #require(text.firstRange(of: item)).lowerBound
        let place = try #require(text[start...].firstRange(of: old))
        try await TemporaryFile.with(text[..<place.lowerBound] + new + text[place.upperBound...]) { file in
            let (status, lines) = try await Program.run("spec", "--diff", file)
            #expect(status == 1)
            #expect(lines.contains("\(path): \(fact) is \(here) here, \(there ?? "not given") there"), "\(lines)")
            #expect(lines.last?.hasPrefix("\(lines.count - 1) difference") == true)

            let json = try await Program.run("spec", "--diff", file, "--json")
            #expect(json.status == 1)
            let differences = try JSONValue(parsing: Array(json.lines.joined().utf8))["differences"]
            var expected: [String: JSONValue] = ["path": .string(path), "fact": .string(fact), "here": .string(here)]
            expected["there"] = there.map { .string($0) }
            #expect(differences?.arrayValue?.contains(.object(expected)) == true)
            #expect(differences?.arrayValue?.count == lines.count - 1)
        }
    }

    @Test("A file that cannot be read or is no spec is wrong usage, and says where")
    func noSpec() async throws {
        let missing = try await Program.run("spec", "--diff", "/no/such.xml")
        #expect(missing.status == 2)
        #expect(missing.lines.first?.hasPrefix("waypoint-sim: --diff: open /no/such.xml") == true)
        try await TemporaryFile.with("<interface name=\"T\">\n<enum/></interface>") { file in
            let broken = try await Program.run("spec", "--diff", file)
            #expect(broken.status == 2)
            #expect(broken.lines.first?.hasPrefix("waypoint-sim: --diff: \(file): spec, line 2, T.enum") == true)
        }
    }
}
