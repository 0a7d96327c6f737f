import Conformance
import SDLProtocol
import Testing

@Suite("Why a rule has nothing to judge")
struct SkipReasonTests {
    @Test(
        "HU-WPT-005 names what was said to who is no subscriber, not to one who subscribes again",
        arguments: [
            (["SUCCESS", "IGNORED"], "the route did not change for a subscriber"),
            (["DISALLOWED", "SUCCESS"], "the route did not change for a subscriber"),
            (["DISALLOWED", "GENERIC_ERROR"], "SubscribeWayPoints is DISALLOWED or GENERIC_ERROR"),
            (["UNSUPPORTED_RESOURCE"], "SubscribeWayPoints is UNSUPPORTED_RESOURCE"),
            ([], "the route did not change for a subscriber"),
        ])
    func subscribers(codes: [String], reason: String) throws {
        var builder = TranscriptBuilder()
        builder.opened(1, at: .zero)
        // RegisterAppInterface comes first.
        for (number, code) in (["SUCCESS"] + codes).enumerated() {
            for (type, party) in [(RPCType.request, Transcript.Party.app), (.response, .headUnit)] {
                let isGood = code == "SUCCESS" || code == "UNSUPPORTED_RESOURCE"
                let answer = #"{"success":\#(isGood),"resultCode":"\#(code)"}"#
                let rpc = RPCPayload(
                    rpcType: type, functionID: number == 0 ? 1 : 46, correlationID: Int32(number),
                    json: Array((type == .request ? "{}" : answer).utf8))
                let splitter = FrameSplitter(
                    version: 5, sessionID: 1, service: .rpc, messageID: UInt32(number), limit: 1000)
                builder.bytes(splitter.encode(rpc), from: party, 1, at: .zero)
            }
        }
        let evidence = Evidence(builder.transcript(end: .zero, answerPatience: .zero, controlPatience: .zero))
        #expect(evidence.exchanges.dropFirst().map(\.resultCode) == codes)
        let rule = try #require(Rule.headUnit.first { $0.id == "HU-WPT-005" })
        guard case .notApplicable(let told) = rule.judge(evidence) else {
            Issue.record("it judges something")
            return
        }
        #expect(told == reason)
    }
}
