import Formats
import SDLSpec
import Testing

/// The rows of the table of validation rules that no recording shows, on a small spec.
@Suite("Validator", .timeLimit(.minutes(1)))
struct ValidatorTests {
    static let spec: RPCSpec? = try? RPCSpec(
        xml: Array(
            """
            <interface name="T" version="8.0" minVersion="1.0">
              <enum name="FunctionID"><element name="DoID" value="7"/><element name="NewID" value="8"/>
                <element name="GetSystemCapabilityID" value="50"/></enum>
              <enum name="Colour" since="1.0">
                <element name="RED"/><element name="GREEN"/><element name="BLUE" since="5.0"/>
                <element name="GREY" until="6.0"/>
              </enum>
              <struct name="Paint" since="1.0">
                <param name="colour" type="Colour" mandatory="true"/>
                <param name="name" type="String" minlength="0" maxlength="5" mandatory="false"/>
              </struct>
              <function name="Do" functionID="DoID" messagetype="request" since="1.0">
                <param name="colours" type="Colour" array="true" minsize="1" maxsize="3" mandatory="false"/>
                <param name="count" type="Integer" minvalue="1" maxvalue="10" mandatory="false"/>
                <param name="wide" type="Integer" minvalue="0" maxvalue="100000000000" mandatory="false"/>
                <param name="below" type="Integer" minvalue="-5" maxvalue="5" mandatory="false"/>
                <param name="depth" type="Float" minvalue="0.5" maxvalue="1000000" mandatory="false" defvalue="1.5"/>
                <param name="paint" type="Paint" mandatory="false"/>
                <param name="paints" type="Paint" array="true" minsize="0" maxsize="2" mandatory="false"/>
                <param name="must" type="Boolean" mandatory="true"/>
                <param name="text" type="String" maxlength="3" mandatory="false"/>
                <param name="late" type="Boolean" mandatory="false" since="7.0"/>
                <param name="strict" type="Integer" minvalue="0" maxvalue="5" mandatory="true" since="6.0">
                  <history><param name="strict" type="Integer" minvalue="0" maxvalue="9" mandatory="false" since="2.0" until="6.0"/></history>
                </param>
              </function>
              <function name="New" functionID="NewID" messagetype="request" since="6.1"/>
              <function name="GetSystemCapability" functionID="GetSystemCapabilityID" messagetype="request" since="4.5">
                <param name="systemCapabilityType" type="Colour" mandatory="true"/>
              </function>
            </interface>
            """.utf8))

    struct Row: Sendable, CustomTestStringConvertible {
        let given: JSONValue
        let version: RPCVersion
        let outcome: ValidationOutcome
        var testDescription: String { String(decoding: given.serialized(), as: UTF8.self) + " at \(version)" }

        init(_ given: JSONValue, _ version: RPCVersion = RPCVersion(5, 0), valid: JSONValue, _ warnings: String...) {
            self.given = given
            self.version = version
            outcome = .valid(valid, warnings: warnings)
        }

        init(_ given: JSONValue, _ version: RPCVersion = RPCVersion(5, 0), invalid: String...) {
            self.given = given
            self.version = version
            outcome = .invalid(report: invalid.joined(separator: "\n"))
        }
    }

    static let rows: [Row] = [
        Row(
            ["must": true, "x": 1, "appID": 5, "binary_data": 1, "connection_key": 2],
            valid: ["must": true, "appID": 5, "binary_data": 1, "connection_key": 2]),
        Row(["must": true, "late": true], valid: ["must": true]),
        Row(["must": true, "late": "no"], valid: ["must": true]),
        Row(
            ["must": true, "late": true, "strict": 1], RPCVersion(7, 0),
            valid: ["must": true, "late": true, "strict": 1]),
        Row(["must": true, "strict": 9], valid: ["must": true, "strict": 9]),
        Row(
            ["must": true, "strict": 9], RPCVersion(6, 0),
            invalid: "RPC.msg_params.strict: Value too large, got: 9, maximum allowed: 5"),
        Row(["must": true], RPCVersion(6, 0), invalid: "RPC.msg_params: Missing mandatory parameter: strict"),
        Row(["must": true, "strict": "x"], RPCVersion(1, 0), valid: ["must": true]),
        Row([:], invalid: "RPC.msg_params: Missing mandatory parameter: must"),
        Row(["count": 0], invalid: "RPC.msg_params.count: Value too small, got: 0, minimum allowed: 1"),
        Row(["count": -1, "must": true], invalid: "RPC.msg_params.count: Value -1 out of uint32 range"),
        Row(
            ["count": 5_000_000_000, "must": true],
            invalid: "RPC.msg_params.count: Value 5000000000 out of uint32 range"),
        Row(
            ["count": 1.0, "must": true],
            invalid: "RPC.msg_params.count: Incorrect type, expected: Integer, got: Double"),
        Row(
            ["count": nil, "must": true], invalid: "RPC.msg_params.count: Incorrect type, expected: Integer, got: Null"),
        Row(["wide": 99_000_000_000, "must": true], valid: ["wide": 99_000_000_000, "must": true]),
        Row(["wide": -1, "must": true], invalid: "RPC.msg_params.wide: Value too small, got: -1, minimum allowed: 0"),
        Row(
            ["below": -6, "must": true], invalid: "RPC.msg_params.below: Value too small, got: -6, minimum allowed: -5"),
        Row(
            ["below": 3_000_000_000, "must": true],
            invalid: "RPC.msg_params.below: Incorrect type, expected: Integer, got: Unsigned_Integer"),
        Row(["depth": 2, "must": true], valid: ["depth": 2, "must": true]),
        Row(
            ["depth": 0.25, "must": true],
            invalid: "RPC.msg_params.depth: Value too small, got: 0.25, minimum allowed: 0.5"),
        Row(
            ["depth": 2_000_000.5, "must": true],
            invalid: "RPC.msg_params.depth: Value too large, got: 2e+06, maximum allowed: 1e+06"),
        Row(
            ["depth": "2", "must": true],
            invalid: "RPC.msg_params.depth: Incorrect type, expected: Integer, got: String"),
        Row(["text": "", "must": true], invalid: "RPC.msg_params.text: Got string of size: 0, minimum allowed: 1"),
        Row(["text": "äöü", "must": true], valid: ["text": "äöü", "must": true]),
        Row(
            ["text": "e\u{301}\u{301}\u{301}", "must": true],
            invalid: "RPC.msg_params.text: Got string of size: 4, maximum allowed: 3"),
        Row(["text": "ab\0cdef", "must": true], valid: ["text": "ab\0cdef", "must": true]),
        Row(["text": "\0ab", "must": true], invalid: "RPC.msg_params.text: Got string of size: 0, minimum allowed: 1"),
        Row(["colours": ["RED", 1], "must": true], valid: ["colours": ["RED", "GREEN"], "must": true]),
        Row(
            ["colours": ["PINK", "RED", 9], "must": true], valid: ["colours": ["RED"], "must": true],
            "RPC.msg_params.colours.0: Ignored invalid value - PINK",
            "RPC.msg_params.colours.2: Ignored invalid value - 9"),
        Row(
            ["colours": ["PINK"], "must": true], valid: ["must": true],
            "RPC.msg_params.colours.0: Ignored invalid value - PINK"),
        // One character of 151 code points: 100 of them are shown.
        Row(
            ["colours": [.string("P" + String(repeating: "\u{301}", count: 150))], "must": true],
            valid: ["must": true],
            "RPC.msg_params.colours.0: Ignored invalid value - P" + String(repeating: "\u{301}", count: 99)),
        Row(
            ["colours": [], "must": true], invalid: "RPC.msg_params.colours: Got array of size: 0, minimum allowed: 1"),
        Row(
            ["colours": ["RED", "RED", "RED", "RED"], "must": true],
            invalid: "RPC.msg_params.colours: Got array of size: 4, maximum allowed: 3"),
        Row(
            ["colours": "RED", "must": true],
            invalid: "RPC.msg_params.colours: Incorrect type, expected: Array, got: String"),
        Row(
            ["colours": ["RED", 1.0], "must": true],
            invalid: "RPC.msg_params.colours.1: Incorrect type, expected: Integer (enum), got: Double"),
        Row(
            ["colours": ["BLUE", "RED"], "must": true], RPCVersion(4, 5, 1), valid: ["colours": ["RED"], "must": true],
            "RPC.msg_params.colours.0: Ignored invalid value - 2"),
        Row(
            ["colours": ["GREY", "RED"], "must": true, "strict": 1], RPCVersion(6, 0),
            valid: ["colours": ["RED"], "must": true, "strict": 1],
            "RPC.msg_params.colours.0: Ignored invalid value - 3"),
        Row(
            ["paint": ["colour": "RED", "name": "", "x": [:]], "must": true],
            valid: ["paint": ["colour": "RED", "name": ""], "must": true]),
        Row(
            ["paint": ["colour": "PINK"], "must": true], valid: ["must": true],
            "RPC.msg_params.paint.colour: Ignored invalid value - PINK"),
        Row(["paint": [:], "must": true], invalid: "RPC.msg_params.paint: Missing mandatory parameter: colour"),
        Row(
            ["paint": "red", "must": true],
            invalid: "RPC.msg_params.paint: Incorrect type, expected: Object, got: String"),
        Row(
            ["paints": [["colour": "RED"], ["colour": "RED", "name": "longer"]], "must": true],
            invalid: "RPC.msg_params.paints.1.name: Got string of size: 6, maximum allowed: 5"),
        Row(
            ["paints": [["colour": "PINK"]], "must": true], valid: ["paints": [], "must": true],
            "RPC.msg_params.paints.0.colour: Ignored invalid value - PINK"),
        Row(
            ["colours": ["PINK"], "count": 0], invalid: "RPC.msg_params.colours.0: Ignored invalid value - PINK",
            "RPC.msg_params.count: Value too small, got: 0, minimum allowed: 1"),
        Row([], invalid: "RPC.msg_params: Incorrect type, expected: Object, got: Array"),
        Row(3_000_000_000, invalid: "RPC.msg_params: Incorrect type, expected: Object, got: Unsigned_Integer"),
    ]

    @Test("Judges by the table of rules", arguments: rows)
    func judges(_ row: Row) throws {
        let view = try #require(Self.spec).view(at: row.version)
        #expect(view.validate(row.given, function: 7, kind: .request) == row.outcome)
    }

    @Test("Keeps unknown names where the function answers for itself")
    func keepsUnknown() throws {
        let view = try #require(Self.spec).view(at: RPCVersion(4, 5, 1))
        func judge(_ value: JSONValue) -> ValidationOutcome {
            view.validate(["systemCapabilityType": value, "x": 1], function: 50, kind: .request)
        }
        #expect(judge("PINK") == .valid(["systemCapabilityType": "PINK", "x": 1], warnings: []))
        #expect(judge("") == .valid(["systemCapabilityType": "", "x": 1], warnings: []))
        #expect(judge(1) == .valid(["systemCapabilityType": "GREEN", "x": 1], warnings: []))
        let path = "RPC.msg_params.systemCapabilityType"
        #expect(judge(123) == .invalid(report: "\(path): Invalid enum value: 123"))
        #expect(judge("BLUE") == .invalid(report: "\(path): Enum value : 2 does not exist for SyncMsgVersion 4.5.1"))
        #expect(judge(2) == .invalid(report: "\(path): Enum value : 2 does not exist for SyncMsgVersion 4.5.1"))
        #expect(judge([]) == .invalid(report: "\(path): Incorrect type, expected: Integer (enum), got: Array"))
    }

    @Test("Tells functions that are too new from functions nobody knows")
    func tellsUnknownFunctions() throws {
        let spec = try #require(Self.spec)
        let report = "RPC: Function is not available for SyncMsgVersion 6.0.0"
        #expect(spec.view(at: RPCVersion(6, 0)).validate([:], function: 8, kind: .request) == .invalid(report: report))
        #expect(spec.view(at: RPCVersion(6, 1)).validate([:], function: 8, kind: .request) == .valid([:], warnings: []))
        #expect(spec.view(at: RPCVersion(6, 1)).validate([:], function: 9, kind: .request) == .unknownFunction)
        #expect(spec.view(at: RPCVersion(6, 1)).validate([:], function: 8, kind: .response) == .unknownFunction)
    }

    @Test("Completes outgoing messages: defaults in, names of no version out, newer names kept")
    func completes() throws {
        let view = try #require(Self.spec).view(at: RPCVersion(5, 0))
        let sent: JSONValue = ["must": true, "late": true, "x": 1, "paint": ["colour": "RED", "y": 1]]
        #expect(
            view.completed(sent, function: "Do", kind: .request)
                == ["must": true, "late": true, "depth": 1.5, "paint": ["colour": "RED"]])
    }
}
