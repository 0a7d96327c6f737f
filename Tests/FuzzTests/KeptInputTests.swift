import FuzzKit
import TestKit
import Testing

/// The inputs that fuzzing kept, each of which once reached something new, or was a finding.
@Suite("Kept inputs of the fuzzers", .timeLimit(.minutes(1)))
struct KeptInputTests {
    @Test("Frames: no trap, and nothing depends on how the stream is cut")
    func frames() throws {
        try check("frames", FramesFuzz.finding)
    }

    @Test("Control payloads: no trap, and what is read is written and read alike")
    func control() throws {
        try check("control", ControlFuzz.finding)
    }

    @Test("RPC JSON: no trap, dialects, validator and decoders agree")
    func rpc() throws {
        try check("rpc", RPCFuzz.finding)
    }

    @Test("RPC JSON: the same for a share of the inputs with every function at several versions")
    func rpcOfAllFunctions() throws {
        for input in try KeptInput.all("rpc").enumerated().filter({ $0.offset % 64 == 0 }).map(\.element) {
            let finding = RPCFuzz.findingInAllFunctions(input.bytes)
            #expect(finding == nil, "\(input)")
        }
    }

    @Test("NMEA 0183: no trap, no impossible fix, and nothing depends on how the stream is cut")
    func nmea() throws {
        try check("nmea", NMEAFuzz.finding)
    }

    @Test("NMEA 0183: the same when each input is cut at every byte")
    func nmeaByteByByte() throws {
        try check("nmea", NMEAFuzz.findingByteByByte)
    }

    @Test("RTCM 3: no trap, no byte uncounted, and nothing depends on how the stream is cut")
    func rtcm() throws {
        try check("rtcm", RTCMFuzz.finding)
    }

    @Test("Replies of casters: no trap, no login shown, and nothing depends on how the reply is cut")
    func ntrip() throws {
        try check("ntrip", NTRIPFuzz.finding)
    }

    @Test("Tables of casters: no trap, no place off the Earth")
    func sourceTables() throws {
        try check("sourcetable", SourceTableFuzz.finding)
    }

    @Test("Security queries: no trap, nothing protected without keys, nothing in the clear that should not be")
    func security() throws {
        try check("security", SecurityFuzz.finding)
    }

    @Test("Messages of WebSockets: no trap, a valid answer to every request, no byte lost")
    func webSocket() throws {
        try check("websocket", WebSocketFuzz.finding)
    }

    private func check(_ kind: String, _ finding: ([UInt8]) -> String?) throws {
        let inputs = try KeptInput.all(kind)
        #expect(inputs.count >= 50)
        for input in inputs {
            let finding = finding(input.bytes)
            #expect(finding == nil, "\(kind): \(input)")
        }
    }
}
