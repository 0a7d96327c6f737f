import Formats
import SDLProtocol
import Testing

@testable import Simulator

/// The layer without sockets and clock.
@Suite("Fault layer")
struct FaultLayerTests {
    private let response: [UInt8] = FrameSplitter(version: 5, sessionID: 1, service: .rpc, messageID: 7, limit: 1000)
        .encode(
            RPCPayload(
                rpcType: .response, functionID: 45, correlationID: 9,
                json: JSONValue.object(["success": true, "resultCode": "SUCCESS"]).serialized()))

    private func set(_ faults: Fault...) -> FaultSet {
        var set = FaultSet()
        for fault in faults { _ = set.add(fault) }
        return set
    }

    @Test("Corruption stays in its place, and the same seed gives the same bytes", arguments: [false, true])
    func corrupt(inHeader: Bool) throws {
        var seen: Set<[UInt8]> = []
        for seed in [5, 5, 6] as [UInt64] {
            var faults = set(Fault(id: "x", .corrupt(bytes: 4, inHeader: inHeader), seed: seed))
            var layer = FaultLayer()
            let actions = layer.sent(response, now: .zero, faults: &faults)
            guard case .write(let bytes)? = actions.first, actions.count == 1, bytes.count == response.count else {
                Issue.record("\(actions)")
                return
            }
            let changed = zip(bytes, response).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
            #expect(!changed.isEmpty && changed.allSatisfy { inHeader ? $0 < 12 : $0 >= 12 })
            seen.insert(bytes)
        }
        #expect(seen.count == 2)
    }

    @Test("Many duplicates do not multiply without end")
    func duplicates() {
        var faults = FaultSet()
        for number in 0..<FaultSet.limit { _ = faults.add(Fault(id: "\(number)", .duplicate(copies: 100))) }
        var layer = FaultLayer()
        let written = layer.sent(response, now: .zero, faults: &faults).reduce(0) { sum, action in
            if case .write(let bytes) = action { sum + bytes.count } else { sum }
        }
        #expect(written == response.count * 101)
    }

    @Test("More than 8 MiB held back ends the connection, by whatever they are held", arguments: [true, false])
    func held(slowly: Bool) {
        var faults = set(
            Fault(id: "x", slowly ? .slowWriter(bytesPerSecond: 1) : .latency(delay: .seconds(600), jitter: .zero)))
        var layer = FaultLayer()
        let large = [UInt8](repeating: 0, count: 1 << 20)
        let message = FrameSplitter(version: 5, sessionID: 1, service: .rpc, messageID: 7, limit: 100_000).encode(
            RPCPayload(rpcType: .response, functionID: 45, correlationID: 9, json: large))
        var cuts = 0
        for count in 1...10 {
            let actions = layer.sent(message, now: .zero, faults: &faults)
            cuts += actions.count { if case .cut = $0 { true } else { false } }
            #expect(layer.unsentByteCount <= FaultLayer.heldLimit)
            #expect(cuts == (count < 8 ? 0 : 1), "\(count)")
            if cuts > 0 { return }
        }
    }

    @Test("An app is forgotten with its session, in every version of the protocol", arguments: [2, 3, 5] as [UInt8])
    func forgotten(version: UInt8) {
        var faults = set(Fault(id: "x", .noAnswer, app: "Way App"))
        var layer = FaultLayer()
        let body = JSONValue.object(["appName": "Way App", "appID": "1"]).serialized()
        let splitter = FrameSplitter(version: version, sessionID: 1, service: .rpc, messageID: 1, limit: 1000)
        let registration = splitter.encode(
            RPCPayload(rpcType: .request, functionID: 1, correlationID: 1, json: body))
        _ = layer.received(registration, now: .zero, faults: &faults)
        #expect(layer.sent(response, now: .zero, faults: &faults).isEmpty)
        let end = Frame(control: .endService, version: version, service: .rpc, sessionID: 1, payload: []).encode()
        _ = layer.received(end, now: .zero, faults: &faults)
        #expect(layer.sent(response, now: .zero, faults: &faults) == [.write(response)])
    }

    @Test("A truncated message keeps its header, whatever is cut off", arguments: [1, 10, 100_000])
    func truncate(count: Int) {
        var faults = set(Fault(id: "x", .truncate(bytes: count)))
        var layer = FaultLayer()
        let kept = max(response.count - count, 12)
        #expect(
            layer.sent(response, now: .zero, faults: &faults) == [.write(Array(response.prefix(kept)))])
    }

    @Test("Chance is a matter of the seed alone")
    func probability() {
        var patterns: [[Bool]] = []
        for seed in [1, 1, 2] as [UInt64] {
            var faults = set(Fault(id: "x", .noAnswer, probability: 0.5, seed: seed))
            var layer = FaultLayer()
            patterns.append((0..<64).map { _ in layer.sent(response, now: .zero, faults: &faults).isEmpty })
        }
        #expect(patterns[0] == patterns[1] && patterns[0] != patterns[2])
        #expect((16...48).contains(patterns[0].count { $0 }))
    }

    @Test("A StartService is refused however it is cut, and what surrounds it arrives whole")
    func refusedInPieces() throws {
        let document: BSONDocument = ["protocolVersion": .string("5.4.1")]
        let start = Frame(
            control: .startService, version: 1, service: .rpc, sessionID: 0, payload: try document.encode()
        ).encode()
        let stream = [0x77, 0x77] + start + response + start
        for size in [1, 2, 3, 7, 40, stream.count] {
            var faults = set(Fault(id: "x", .nak(service: 7, reason: nil, rejectedParams: []), skip: 1))
            var layer = FaultLayer()
            var delivered: [UInt8] = []
            var refusals = 0
            for begin in stride(from: 0, to: stream.count, by: size) {
                let piece = Array(stream[begin..<min(begin + size, stream.count)])
                for action in layer.received(piece, now: .zero, faults: &faults) {
                    switch action {
                    case .deliver(let bytes): delivered += bytes
                    case .write: refusals += 1
                    case .setReading, .cut: Issue.record("\(action)")
                    }
                }
            }
            #expect(refusals == 1, "\(size)")
            #expect(delivered.suffix(start.count + response.count) == (start + response)[...], "\(size)")
        }
    }

    @Test("What is held back is bounded: the connection ends beyond 8 MiB")
    func bounded() {
        var faults = set(Fault(id: "x", .latency(delay: .seconds(600), jitter: .zero)))
        var layer = FaultLayer()
        let big = FrameSplitter(version: 5, sessionID: 1, service: .rpc, messageID: 7, limit: 100_000).encode(
            RPCPayload(
                rpcType: .response, functionID: 45, correlationID: 9, json: [UInt8](repeating: 32, count: 90_000)))
        var actions: [FaultLayer.Action] = []
        var count = 0
        while actions.isEmpty, count < 200 {
            actions = layer.sent(big, now: .zero, faults: &faults)
            count += 1
        }
        #expect(actions == [.cut("more than 8 MiB were held back")])
        #expect((90...96).contains(count))
    }

    @Test("Reading stops while a slow reader has enough, and goes on afterwards")
    func holdsReading() {
        var faults = set(Fault(id: "x", .slowReader(bytesPerSecond: 100_000)))
        var layer = FaultLayer()
        let actions = layer.received([UInt8](repeating: 0x77, count: 100_000), now: .zero, faults: &faults)
        #expect(actions.contains(.setReading(false)))
        var later: [FaultLayer.Action] = []
        for tick in 1...60 { later += layer.timePassed(now: .milliseconds(20 * tick), faults: &faults) }
        #expect(later.contains(.setReading(true)))
        let delivered = (actions + later).reduce(0) { sum, action in
            if case .deliver(let bytes) = action { sum + bytes.count } else { sum }
        }
        #expect(delivered == 100_000)
    }

    @Test(
        "A fault that cannot be used says where and what was expected",
        arguments: [
            (#"{"fault":"nonsense"}"#, "fault"), (#"{"fault":"latency"}"#, "milliseconds"),
            (#"{"fault":"latency","milliseconds":-1}"#, "milliseconds"),
            (#"{"fault":"noAnswer","milliseconds":1}"#, "milliseconds"),
            (#"{"fault":"noAnswer","rpc":"GetWaypoints"}"#, "rpc"), (#"{"fault":"halfOpen","rpc":"Show"}"#, "rpc"),
            (#"{"fault":"nak","app":"x"}"#, "app"), (#"{"fault":"unregister","reason":"BOREDOM"}"#, "reason"),
            (#"{"fault":"corrupt","where":"tail"}"#, "where"),
            (#"{"fault":"noAnswer","probability":2}"#, "probability"),
        ])
    func errors(text: String, path: String) throws {
        let json = try JSONValue(parsing: Array(text.utf8))
        do throws(FaultError) {
            _ = try Fault(json: json)
            Issue.record("accepted")
        } catch {
            #expect(error.path == path)
            #expect(!error.expectation.isEmpty)
        }
    }
}
