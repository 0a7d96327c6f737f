import Formats
import SDLProtocol
import TestKit
import Testing

@testable import SDLApp

@Suite("Requests")
struct RequestTests {
    private func manualHarness(_ change: (inout SDLConfiguration) -> Void = { _ in }) -> MachineHarness {
        var harness = MachineHarness(change)
        harness.start()
        harness.head.isManual = true
        harness.clearLog()
        return harness
    }

    @Test("Answers in reverse order reach their callers")
    func reverse() {
        var harness = manualHarness()
        let callers = (0..<5).map { _ in harness.send(GetWayPoints(wayPointType: .all)) }
        let requests = harness.head.requests.suffix(5)
        #expect(requests.map(\.correlationID) == [2, 3, 4, 5, 6])
        for (index, request) in requests.enumerated().reversed() {
            harness.fromHead { $0.respond(to: request, with: .code("SUCCESS", true, "\(index)")) }
        }
        for (index, caller) in callers.enumerated() {
            #expect(harness.response(of: caller, to: GetWayPoints.self)?.info == "\(index)")
        }
    }

    @Test("A second answer and one that nobody waits for are dropped; a request of the head unit is for providers")
    func strayMessages() throws {
        var harness = manualHarness()
        let caller = harness.send(SubscribeWayPoints())
        harness.answer(.subscribeWayPoints, .success)
        harness.answer(.subscribeWayPoints, .code("REJECTED", false))
        harness.fromHead { $0.message(.response, .getWayPoints, 999, ["success": true, "resultCode": "SUCCESS"]) }
        harness.fromHead { $0.message(.response, .getWayPoints, -1, ["success": true, "resultCode": "SUCCESS"]) }
        harness.fromHead { $0.message(.request, .getWayPoints, 3, ["wayPointType": "ALL"]) }
        #expect(harness.completions(of: caller).count == 1)
        #expect(harness.log.count { if case .dropped = $0 { true } else { false } } == 3)
        #expect(harness.log.count { if case .asked = $0 { true } else { false } } == 1)
        #expect(harness.machine.isReady)
    }

    @Test("GenericResponse means that the head unit does not know the function")
    func generic() throws {
        var harness = manualHarness()
        let caller = harness.send(GetWayPoints(wayPointType: .all))
        harness.answer(.getWayPoints, .generic)
        guard case .unsupportedFunction(.getWayPoints, let failure)? = harness.failure(of: caller) else {
            Issue.record("\(harness.completions(of: caller))")
            return
        }
        #expect(failure.resultCode == .invalidData)
    }

    @Test("The answer of another function under the right id is an error, not silence")
    func wrongFunction() {
        var harness = manualHarness()
        let caller = harness.send(GetWayPoints(wayPointType: .all))
        harness.answer(.getWayPoints, .wrongFunction(.subscribeWayPoints))
        #expect(
            harness.failure(of: caller) == .wrongFunction(expected: .getWayPoints, received: .subscribeWayPoints))
    }

    @Test(
        "An answer that cannot be read is an error",
        arguments: ["", "{", "[]", "{}", "{\"success\":true}", "{\"success\":\"yes\",\"resultCode\":\"SUCCESS\"}"])
    func unreadable(_ text: String) {
        var harness = manualHarness()
        let caller = harness.send(GetWayPoints(wayPointType: .all))
        harness.answer(.getWayPoints, .text(Array(text.utf8)))
        guard case .answer(let json)? = harness.completion(of: caller) else {
            Issue.record("\(harness.completions(of: caller))")
            return
        }
        #expect(throws: SDLError.self) { try RequestOutcome.answer(json).response(to: GetWayPoints.self) }
    }

    @Test("No answer in time is an error, and the answer that comes late is dropped")
    func timeout() {
        var harness = manualHarness()
        let caller = harness.send(GetWayPoints(wayPointType: .all))
        let hasty = harness.send(SubscribeWayPoints(), timeout: .seconds(1))
        harness.pass(.seconds(1))
        #expect(harness.failure(of: hasty) == .timedOut(.subscribeWayPoints))
        harness.pass(.milliseconds(13_999))
        #expect(harness.completion(of: caller) == nil)
        harness.pass(.milliseconds(1))
        #expect(harness.failure(of: caller) == .timedOut(.getWayPoints))
        harness.answer(.getWayPoints, .success)
        #expect(harness.completions(of: caller).count == 1)
        #expect(harness.machine.isReady)
    }

    @Test("A cancelled request is told so, and its answer is dropped")
    func cancel() {
        var harness = manualHarness()
        let caller = harness.send(GetWayPoints(wayPointType: .all))
        harness.perform(harness.machine.cancel(caller, now: harness.now))
        #expect(harness.failure(of: caller) == .cancelled)
        harness.perform(harness.machine.cancel(caller, now: harness.now))
        harness.answer(.getWayPoints, .success)
        #expect(harness.completions(of: caller).count == 1)
        #expect(harness.machine.pendingRequestCount == 0)
    }

    @Test("A hundred requests in flight get a hundred errors when the link is lost, each one")
    func disconnect() {
        var harness = manualHarness { $0.reconnectPolicy = .fixed(.seconds(1)) }
        let callers = (0..<100).map { _ in harness.send(GetWayPoints(wayPointType: .all)) }
        harness.dropLink()
        for caller in callers { #expect(harness.failure(of: caller) == .connectionLost(reason: "gone")) }
        harness.head.isManual = false
        harness.pass(.seconds(1))
        #expect(harness.head.requests.last?.function == .registerAppInterface)
        #expect(harness.head.requests.last?.correlationID == 1)
        for caller in callers { #expect(harness.completions(of: caller).count == 1) }
    }

    @Test("Requests without a registered session fail at once")
    func notConnected() {
        var harness = MachineHarness()
        let early = harness.send(GetWayPoints(wayPointType: .all))
        #expect(harness.failure(of: early) == .notConnected)
        harness.head.registration = .silence
        harness.start()
        let registering = harness.send(GetWayPoints(wayPointType: .all))
        #expect(harness.failure(of: registering) == .notConnected)
        #expect(harness.count(.getWayPoints) == 0)
    }

    @Test("Requests in flight learn of a stop at once")
    func stop() {
        var harness = manualHarness()
        let caller = harness.send(GetWayPoints(wayPointType: .all))
        harness.stop()
        #expect(harness.failure(of: caller) == .stopped)
    }

    @Test("What must be encrypted is never sent in clear")
    func encryption() {
        var harness = manualHarness()
        harness.notify(.onPermissionsChange, ScriptedHead.permissions(encrypted: true))
        let caller = harness.send(GetWayPoints(wayPointType: .all))
        #expect(harness.failure(of: caller) == .encryptionRequired(.getWayPoints))
        #expect(harness.count(.getWayPoints) == 0)
        var off = ScriptedHead.permissions(encrypted: true).objectValue ?? [:]
        off["requireEncryption"] = false
        harness.notify(.onPermissionsChange, .object(off))
        harness.send(GetWayPoints(wayPointType: .all))
        #expect(harness.count(.getWayPoints) == 1)
    }

    @Test("Too many open requests are refused here")
    func limit() {
        var harness = manualHarness { $0.pendingRequestLimit = 3 }
        let callers = (0..<4).map { _ in harness.send(GetWayPoints(wayPointType: .all)) }
        #expect(harness.failure(of: callers[3]) == .tooManyPendingRequests)
        #expect(harness.machine.pendingRequestCount == 3)
        harness.answer(.getWayPoints, .success)
        #expect(harness.completion(of: callers[2]) != nil)
    }

    @Test("Ids begin again at 1 after the largest, and pass over those in use")
    func ids() throws {
        var pending = PendingRequests(limit: 10, lastID: .max - 2)
        func add(_ number: UInt64) -> Int32? {
            pending.add(.caller(number), function: .getWayPoints, deadline: .zero)
        }
        #expect(add(0) == Int32.max - 1)
        #expect(add(1) == Int32.max)
        #expect(add(2) == 1)
        #expect(add(3) == 2)
        var again = PendingRequests(limit: 10, lastID: .max)
        #expect(again.add(.caller(0), function: .getWayPoints, deadline: .zero) == 1)
        #expect(again.take(1) != nil)
        var full = PendingRequests(limit: 2)
        for number in 0..<3 as Range<UInt64> {
            _ = full.add(.caller(number), function: .getWayPoints, deadline: .zero)
        }
        #expect(full.count == 2)
    }

    @Test(
        "Random sends, answers, losses and pauses: each caller hears exactly once", arguments: 0..<20 as Range<UInt64>)
    func random(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var harness = manualHarness {
            $0.reconnectPolicy = .fixed(.seconds(1))
            $0.pendingRequestLimit = 20
        }
        var callers: [UInt64] = []
        for _ in 0..<200 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3: callers.append(harness.send(GetWayPoints(wayPointType: .all)))
            case 4...6:
                guard let request = harness.head.requests.randomElement(using: &random) else { break }
                harness.fromHead { $0.respond(to: request, with: Bool.random(using: &random) ? .success : .generic) }
            case 7: harness.pass(.milliseconds(Int.random(in: 0..<5000, using: &random)))
            case 8:
                if let caller = callers.randomElement(using: &random) {
                    harness.perform(harness.machine.cancel(caller, now: harness.now))
                }
            default:
                if Int.random(in: 0..<10, using: &random) == 0 {
                    harness.dropLink()
                    harness.head.isManual = false
                    harness.pass(.seconds(2))
                    harness.head.isManual = true
                }
            }
        }
        harness.stop()
        harness.pass(.seconds(10))
        #expect(callers.allSatisfy { harness.completions(of: $0).count == 1 })
        #expect(harness.machine.phase == .ended(.stopped))
    }
}

extension MachineHarness {
    func response<Request: RPCRequest>(of caller: UInt64, to request: Request.Type) -> Request.Response? {
        try? completion(of: caller)?.outcome.response(to: request)
    }
}
