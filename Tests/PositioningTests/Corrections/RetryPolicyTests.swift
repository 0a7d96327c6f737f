import Testing

@testable import Positioning

@Suite("When a client tries again")
struct RetryPolicyTests {
    private static func waits(
        after kind: NTRIPFailure.Kind, seed: UInt64, count: Int
    ) -> [Duration] {
        var policy = NTRIPRetryPolicy(seed: seed)
        return (0..<count).compactMap { _ in
            guard case .wait(let wait) = policy.next(after: NTRIPFailure(kind), goodTime: nil) else { return nil }
            return wait
        }
    }

    @Test("Jitter makes no wait shorter than the floor, nor much longer than the ceiling")
    func floor() {
        var first: Set<Duration> = []
        for seed in 0..<200 as Range<UInt64> {
            let waits = Self.waits(after: .connection, seed: seed, count: 8)
            #expect(waits.count == 8)
            #expect(waits.allSatisfy { .seconds(10) ... .seconds(360) ~= $0 })
            first.formUnion(waits.prefix(1))
            #expect(Self.waits(after: .banned, seed: seed, count: 8).allSatisfy { $0 >= .seconds(60) })
        }
        // Clients that lost the same caster do not come back together.
        #expect(first.count > 150)
    }

    @Test("A good session makes the count begin again, and its first retry quick, once")
    func goodSession() {
        var policy = NTRIPRetryPolicy(.init(jitter: 0), seed: 1)
        func next(_ goodTime: Duration?) -> NTRIPRetryPolicy.Decision {
            policy.next(after: NTRIPFailure(.ended), goodTime: goodTime)
        }
        #expect(next(nil) == .wait(.seconds(10)))
        #expect(next(.seconds(59)) == .wait(.seconds(20)))
        #expect(next(.seconds(60)) == .wait(.seconds(2)))
        #expect(next(nil) == .wait(.seconds(10)))
    }

    @Test("What trying again cannot mend stops, or is tried seldom where that is asked for")
    func final() {
        var policy = NTRIPRetryPolicy(seed: 1)
        #expect(policy.next(after: NTRIPFailure(.mountpointUnknown), goodTime: nil) == .stop)
        var patient = NTRIPRetryPolicy(.init(jitter: 0, keepTrying: .seconds(900)), seed: 1)
        #expect(patient.next(after: NTRIPFailure(.mountpointUnknown), goodTime: nil) == .wait(.seconds(900)))
    }
}
