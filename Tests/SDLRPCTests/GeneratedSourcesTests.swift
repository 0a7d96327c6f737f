import FoundationEssentials
import SDLSpec
import TestKit
import Testing

@testable import spec_generator

@Suite("Generated sources", .timeLimit(.minutes(1)))
struct GeneratedSourcesTests {
    @Test("Are what the spec says now")
    func areCurrent() throws {
        let folder = GeneratedFolder(package: SharedData.packageRoot)
        #expect(try folder.update(writing: false) == [])
    }

    @Test("A changed spec is noticed by the file it changes, so is a file too many; writing makes all current again")
    func changedSpecIsNoticed() throws {
        let manager = FileManager.default
        let package = manager.temporaryDirectory.path() + "generated-\(UInt64.random(in: 0 ... .max))"
        defer { try? manager.removeItem(atPath: package) }
        for folder in ["Spec", "Sources/SDLRPC/Generated"] {
            let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
            try manager.createDirectory(atPath: "\(package)/\(parent)", withIntermediateDirectories: true)
            try manager.copyItem(atPath: "\(SharedData.packageRoot)/\(folder)", toPath: "\(package)/\(folder)")
        }
        let folder = GeneratedFolder(package: package)
        #expect(try folder.update(writing: false) == [])

        let file = "\(package)/Spec/MOBILE_API.xml"
        let spec = String(decoding: try SharedData.packageBytes("Spec/MOBILE_API.xml"), as: UTF8.self)
        let changed = spec.replacing(
            #"<param name="latitudeDegrees" type="Float" mandatory="true" minvalue="-90" maxvalue="90">"#,
            with: #"<param name="latitudeDegrees" type="Float" mandatory="true" minvalue="-90" maxvalue="91">"#)
        try Data(changed.utf8).write(to: URL(filePath: file))
        try Data().write(to: URL(filePath: "\(package)/Sources/SDLRPC/Generated/Enums/Old.swift"))
        let expected = ["Enums/Old.swift", "Structs/Coordinate.swift", "Structs/GPSData.swift"]
        #expect(try folder.update(writing: false) == expected)
        #expect(try folder.update(writing: true) == expected)
        #expect(try folder.update(writing: false) == [])
    }

    @Test(
        "Values of enums get Swift names",
        arguments: [
            ("NOT_AUDIBLE", "notAudible"), ("EN-US", "enUS"), ("8KHZ", "khz8"), ("16_BIT", "bit16"), ("2D", "fix2D"),
            ("DEFAULT", "default"), ("mainField1", "mainField1"), ("Theora", "theora"), ("H264", "h264"),
            ("PRESET_0", "preset0"),
        ])
    func namesCases(_ name: String, _ swift: String) {
        #expect(SwiftNames.enumCase(name) == swift)
    }

    @Test(
        "Parameters and functions get Swift names",
        arguments: [("tz_hour", "tzHour"), ("wayPoints", "wayPoints"), ("hashID", "hashID"), ("VIN", "vin")])
    func namesProperties(_ name: String, _ swift: String) {
        #expect(SwiftNames.property(name) == swift)
        #expect(SwiftNames.function("OnHMIStatus") == "onHMIStatus")
        #expect(SwiftNames.type("Result") == "ResultCode")
        #expect(SwiftNames.escaped("protocol") == "`protocol`")
    }

    @Test("A small spec gives the text that is expected, line by line")
    func writesExpectedText() throws {
        let xml = """
            <interface name="T"><enum name="E" since="2.0"><description>An enum. More of it.</description>
            <element name="A_B"/><element name="C" value="5" since="3.0"><description>The C.</description></element></enum>
            </interface>
            """
        let files = Generator(spec: try RPCSpec(xml: Array(xml.utf8))).files()
        #expect(files.keys.sorted() == ["Enums/E.swift", "FunctionID+Known.swift", "RPCCatalog.swift"])
        let text = try #require(files["Enums/E.swift"])
        #expect(
            text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3).prefix(17).joined(
                separator: "\n")
                    == """
                    /// An enum.
                    ///
                    /// More of it.
                    ///
                    /// Since RPC 2.0.
                    public enum E: RPCEnumeration {
                        /// The value `A_B`.
                        case aB
                        /// The C.
                        ///
                        /// Since RPC 3.0.
                        case c
                        /// A value that the spec does not name.
                        case unrecognized(String)

                        /// The values that the spec names, in its order.
                        public static let knownValues: [E] = [.aB, .c]
                    """)
        #expect(text.contains("        case 5: self = .c\n"))
    }
}
