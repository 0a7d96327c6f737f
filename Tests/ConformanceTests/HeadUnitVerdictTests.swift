import Conformance
import Formats
import HeadUnit
import SDLProtocol
import Simulator
import Testing
import Transport

@Suite("What was not done, and what may be done otherwise", .timeLimit(.minutes(2)))
struct HeadUnitVerdictTests {
    /// A driver that does some things, and then refuses or is gone.
    private actor ReluctantDriver: Driver {
        private let unit: MockHeadUnit
        private var rest: Int
        private let reason: String

        init(unit: MockHeadUnit, doing count: Int, then reason: String) {
            self.unit = unit
            rest = count
            self.reason = reason
        }

        func perform(_ command: JSONValue, _ request: String) async -> String? {
            guard rest > 0 else { return reason }
            rest -= 1
            return await UnitDriver(unit: unit).perform(command, request)
        }
    }

    /// A driver of whom is told when something is asked.
    private struct WatchedDriver: Driver {
        let driver: UnitDriver
        let onRequest: @Sendable () -> Void

        func perform(_ command: JSONValue, _ request: String) async -> String? {
            onRequest()
            return await driver.perform(command, request)
        }
    }

    private func expectNoFailure(_ report: CheckReport, _ what: String, onlyMusts: Bool = false) {
        for item in report.items {
            guard case .failed(let breaches) = item.state, item.rule.severity == .must || !onlyMusts else { continue }
            let shown = breaches.prefix(2).flatMap { [$0.text] + report.transcript.lines($0.entries) }
            Issue.record("\(what): \(item.rule.id)\n\(shown.joined(separator: "\n"))")
        }
    }

    @Test("What the driver leaves out or cannot do fails no rule; what needs it is skipped with the reason")
    func reluctance() async throws {
        try await MutantHeadUnitTests.each([0, 1, 2, 3, 5, 8]) { count in
            let bench = try await HeadUnitBench("modern")
            let driver = ReluctantDriver(unit: bench.unit, doing: count, then: "left out")
            let (report, outcome) = await bench.check(driver: driver)
            expectNoFailure(report, "after \(count) steps")
            #expect(report.isPassed && outcome.incomplete == nil)
            guard count == 0 else { return }
            for id in ["HU-LVL-003", "HU-WPT-005", "HU-CAP-004", "HU-POL-008"] {
                let item = report.items.first { $0.rule.id == id }
                #expect(item?.state == .skipped(reason: "the driver could not: left out"), "\(id)")
            }
        }
    }

    @Test("A run that is interrupted is not complete, tells what was not run, and fails nothing")
    func interruption() async throws {
        let bench = try await HeadUnitBench("modern")
        let (requests, request) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        let driver = WatchedDriver(driver: UnitDriver(unit: bench.unit)) { request.yield() }
        let work = Task { await bench.check(driver: driver) }
        // The first request comes in the middle of a walk, with others behind it.
        for await _ in requests { break }
        work.cancel()
        let (report, outcome) = await work.value
        #expect(outcome.incomplete == "interrupted" && outcome.noConnection == nil)
        #expect(report.incomplete == "interrupted" && report.json["complete"] == false)
        expectNoFailure(report, "interrupted")
        #expect(report.items.contains { $0.state == .skipped(reason: "not run: interrupted") })
    }

    @Test("A head unit that thinks over each answer is left when the time is over, and fails nothing that must hold")
    func slowness() async throws {
        let thinking = Mutant(
            "", "thinks over each answer",
            onMessage: { hook, rpc, frame in
                let (bytes, end) = (hook.encode(rpc, frame), hook.end)
                end?.reactor.schedule(after: .milliseconds(400)) { end?.push(bytes) }
                return []
            })
        var pace = HeadUnitBench.pace
        pace.total = .seconds(3)
        let started = ContinuousClock.now
        let (report, outcome) = await (try await HeadUnitBench("modern")).check(pace: pace, shim: thinking.shim)
        // A walk under way is not waited for; what is left is the slowness of a busy machine.
        #expect(ContinuousClock.now - started < .seconds(10))
        #expect(outcome.incomplete == "the time of 3 s is over" && outcome.noConnection == nil)
        #expect(outcome.skips.values.contains("not finished: the time is over"))
        #expect(outcome.skips.values.contains("not run: the time is over"))
        expectNoFailure(report, "slow", onlyMusts: true)
        // It is the check that broke off: no rule of the head unit is to blame for what was not looked at.
        #expect(report.items.contains { $0.state == .skipped(reason: "not run: the time is over") })
    }

    @Test("What a driver takes is not the check's time")
    func patience() async throws {
        let bench = try await HeadUnitBench("modern")
        var pace = HeadUnitBench.pace
        pace.total = .seconds(5)
        let driver = DeliberateDriver(unit: bench.unit, thinking: .milliseconds(5500))
        let (report, outcome) = await bench.check(driver: driver, pace: pace)
        #expect(outcome.incomplete == nil)
        expectNoFailure(report, "slow driver")
    }

    /// A driver that thinks once.
    private actor DeliberateDriver: Driver {
        private let unit: MockHeadUnit
        private var thought: Duration

        init(unit: MockHeadUnit, thinking: Duration) {
            self.unit = unit
            thought = thinking
        }

        func perform(_ command: JSONValue, _ request: String) async -> String? {
            // A person is slow by nature: only a real wait shows that the clock of the check stands still.
            try? await Task.sleep(for: exchange(&thought, with: .zero))
            return await UnitDriver(unit: unit).perform(command, request)
        }
    }

    @Test("A head unit that registers nobody leaves the check incomplete")
    func nobodyRegisters() async throws {
        let mutant = Mutant.rewriting("HU-REG-001", "DISALLOWED", "RegisterAppInterface") { _, rpc in
            if rpc.code == "SUCCESS" { rpc.refuse("DISALLOWED") }
        }
        let (report, outcome) = await (try await HeadUnitBench("modern")).check(shim: mutant.shim)
        #expect(outcome.incomplete == "no app can be registered: RegisterAppInterface is DISALLOWED")
        expectNoFailure(report, "DISALLOWED", onlyMusts: true)
    }

    /// Head units that do what they may, though our own one does otherwise.
    static let peculiar: [Mutant] = [
        .rewriting("", "no navigation", "GetWayPoints") { hook, rpc in withoutResource(hook, &rpc) },
        .rewriting("", "no subscriptions", "UnsubscribeWayPoints") { hook, rpc in withoutResource(hook, &rpc) },
        .rewriting("", "no vehicle data", "GetVehicleData") { hook, rpc in withoutResource(hook, &rpc) },
        .control("", "no heartbeats", .heartbeatACK) { _, _ in nil },
        Mutant(
            "", "no hash id before version 5", module: "rpc-4.1",
            onControl: { hook, frame in
                switch frame.header.controlInfo {
                case .startServiceACK where frame.header.version < 5:
                    [Frame(header: frame.header, payload: []).encode()]
                // The head unit behind it wants the hash id that the app could not know.
                case .endServiceNAK where hook.flag: [frame.turned(into: .endServiceACK, payload: []).encode()]
                default: [frame.encode()]
                }
            },
            onAppFrame: { hook, frame in
                if frame.header.controlInfo == .endService, frame.header.service == .rpc {
                    hook.flag = frame.payload.isEmpty
                }
            }),
        .control("", "version 1 only for the first StartService", .startServiceACK) { hook, frame in
            guard (3...6).contains(hook.link) else { return frame }
            return Frame(control: .startServiceNAK, version: 1, service: .rpc, sessionID: 0)
        },
        Mutant(
            "", "closes the link on a bad header",
            onRaw: { hook, bytes in
                guard bytes.first == 0xF1 || bytes.first == 0xFF else { return bytes }
                hook.isDeaf = true
                let end = hook.end
                end?.reactor.schedule(after: .zero) { end?.cut() }
                return nil
            }),
        .rewriting("", "one code for all that is not allowed", module: "encryption-required", "GetWayPoints") {
            hook, rpc in
            if rpc.code == "ENCRYPTION_NEEDED", hook.flag { rpc.refuse("DISALLOWED") }
        }.remembering("OnHMIStatus") { hook, rpc in hook.flag = rpc["hmiLevel"] == "NONE" },
        Mutant(
            "", "answers what it can hardly read",
            onAppFrame: { hook, frame in
                guard frame.header.messageID == 900, frame.payload.count > 12 else { return }
                let answer = Shim.RPC(
                    type: .response, function: 45, id: 256, json: ["success": false, "resultCode": "INVALID_DATA"],
                    session: frame.header.sessionID, name: "GetWayPoints")
                hook.end?.push(hook.encode(answer, frame))
            }),
        Mutant(
            "", "a navigation that thinks for a second",
            onMessage: { hook, rpc, frame in
                guard rpc.name == "OnWayPointChange" else { return [hook.encode(rpc, frame)] }
                let (bytes, end) = (hook.encode(rpc, frame), hook.end)
                end?.reactor.schedule(after: .milliseconds(1000)) { end?.push(bytes) }
                return []
            }),
        Mutant(
            "", "a closed session after the app was thrown out",
            onMessage: { hook, rpc, frame in
                guard rpc.name == "OnAppInterfaceUnregistered" else { return [hook.encode(rpc, frame)] }
                hook.isDeaf = true
                let header = frame.header
                return [
                    hook.encode(rpc, frame),
                    Frame(
                        control: .endService, version: header.version, service: .rpc, sessionID: header.sessionID
                    ).encode(),
                ]
            }),
    ]

    /// Whatever is asked, right or wrong: where the resource is missing that is the answer.
    private static func withoutResource(_ hook: Hook, _ rpc: inout Shim.RPC) {
        let codes: Set<String?> = ["SUCCESS", "INVALID_DATA", "IGNORED"]
        guard codes.contains(rpc.code) else { return }
        rpc.refuse("UNSUPPORTED_RESOURCE")
        rpc["wayPoints"] = nil
        rpc["gps"] = nil
    }

    @Test("Head units that do what the spec lets them do fail nothing that must hold")
    func peculiarities() async throws {
        try await MutantHeadUnitTests.each(Self.peculiar) { mutant in
            let (report, _) = await (try await HeadUnitBench(mutant.module)).check(shim: mutant.shim)
            expectNoFailure(report, mutant.what, onlyMusts: true)
            #expect(report.isPassed, "\(mutant.what)")
        }
    }

    @Test("What a head unit says moves no cursor on the terminal or the page of who reads it")
    func printable() {
        let report = CheckReport(
            target: "nothing", began: 0, rules: Rule.headUnit,
            transcript: TranscriptBuilder().transcript(
                end: .zero, answerPatience: .seconds(1), controlPatience: .seconds(1)),
            skips: ["HU-FRM-001": "A\u{1B}[2J\u{7}B\n\u{9B}\u{202E}"], incomplete: "x\u{1B}y")
        let item = report.items.first { $0.rule.id == "HU-FRM-001" }
        #expect(item?.state == .skipped(reason: "A\\u{1b}[2J\\u{7}B\\n\\u{9b}\\u{202e}"))
        #expect(report.incomplete == "x\\u{1b}y")
        let test = report.testReport(circumstances: ["program": "p"])
        #expect(test.properties["target"] == "nothing" && test.properties["complete"] == "no: x\\u{1b}y")
        #expect(test.cases.first?.hasFailed == true && test.cases.first?.name == "run")
    }
}
