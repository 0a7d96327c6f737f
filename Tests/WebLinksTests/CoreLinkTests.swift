import Formats
import HeadUnit
import Navigation
import SDLSpec
import Simulator
import TestKit
import Testing
import Transport

@testable import WebLinks

/// The link without its socket: a machine and the HMI behind it.
actor LinkInMemory: HMIPeer {
    nonisolated let configuration: HeadUnitConfiguration
    private let reactor: Reactor
    private let hmi: SimulatedHMI
    private var machine = CoreLinkMachine()
    private(set) var sent: [JSONValue] = []
    private(set) var faults: [String] = []
    private(set) var isReady = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(_ module: MockModule, on reactor: Reactor) throws {
        configuration = module.configuration
        self.reactor = reactor
        hmi = SimulatedHMI(
            reactor: reactor, route: try MockFiles.route("demo", file: "test"), activatesApps: module.activatesApps)
    }

    func open() -> [JSONValue] { collecting { perform(machine.opened()) } }

    /// What is sent because of a message of the core.
    func receive(_ message: JSONValue) -> [JSONValue] {
        collecting { perform(machine.received(message.serialized())) }
    }

    func receive(bytes: [UInt8]) -> [JSONValue] { collecting { perform(machine.received(bytes)) } }

    func advanceRoute() -> [JSONValue] { collecting { hmi.assumeIsolated { _ = $0.advanceRoute() } } }

    /// Answers everything of the registration as a core does.
    func register() -> [JSONValue] {
        var questions = open()
        var later: [JSONValue] = []
        var base: Int64 = 0
        while !questions.isEmpty {
            let answers = questions.map { question -> JSONValue in
                base += 1000
                let isComponent = question["method"] == "MB.registerComponent"
                return [
                    "jsonrpc": "2.0", "id": question["id"] ?? .null, "result": isComponent ? .int(base) : "OK",
                ]
            }
            let next = answers.flatMap { receive($0) }
            questions = next.filter { $0["id"] != nil }
            later += next.filter { $0["id"] == nil }
        }
        return later
    }

    private func collecting(_ work: () -> Void) -> [JSONValue] {
        let before = sent.count
        work()
        return Array(sent[before...])
    }

    private func perform(_ actions: [CoreLinkMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let message): sent.append(message)
            case .ask(let request): hmi.assumeIsolated { $0.asked(request, by: self) }
            case .tell(let notification): hmi.assumeIsolated { $0.told(notification, by: self) }
            case .ready: isReady = true
            case .fault(let reason), .give(let reason): faults.append(reason)
            }
        }
    }

    nonisolated func hmiAnswers(_ request: HMIRequest, with answer: HMIAnswer) {
        assumeIsolated { $0.perform($0.machine.hmiAnswered(request, answer)) }
    }

    nonisolated func hmiTells(_ notification: HMINotification) {
        assumeIsolated { $0.perform($0.machine.hmiTold(notification)) }
    }

    nonisolated func hmiRequests(_ method: HMIMethod, parameters: JSONValue) {
        assumeIsolated { $0.perform($0.machine.hmiRequested(method, parameters)) }
    }
}

/// Holds messages of an HMI to the public HMI API.
struct HMISpec {
    private let view: RPCSpecView
    private let codes: Set<Int>

    init() throws {
        let spec = try RPCSpec(xml: try SharedData.bytes("spec/HMI_API.xml"))
        view = spec.view(at: RPCVersion(99, 0, 0))
        codes = Set(spec.enums["Common.Result"]?.elements.map(\.ordinal) ?? [])
    }

    /// What is wrong with the answer to a request; nil if it is valid.
    func complaint(_ answer: JSONValue, to request: JSONValue) -> String? {
        guard answer["jsonrpc"] == "2.0", answer["id"] == request["id"], let method = request["method"]?.stringValue
        else { return "not an answer to it" }
        if let error = answer["error"] {
            guard let code = error["code"]?.intValue, codes.contains(Int(code)), code != 0,
                error["message"]?.stringValue?.isEmpty == false, error["data"]?["method"] == .string(method)
            else { return "no valid error" }
            return nil
        }
        guard case .object(var members)? = answer["result"], members.removeValue(forKey: "method") == .string(method),
            let code = members.removeValue(forKey: "code")?.intValue, codes.contains(Int(code))
        else { return "no valid result" }
        return complaint(.object(members), method, .response)
    }

    /// What is wrong with parameters.
    func complaint(_ members: JSONValue, _ method: String, _ kind: RPCMessageKind) -> String? {
        switch view.validate(members, function: method, kind: kind) {
        case .valid(let kept, let warnings):
            if !warnings.isEmpty { return warnings.joined(separator: "; ") }
            return kept == members ? nil : "it has members that nobody knows"
        case .unknownFunction: return "no such function"
        case .invalid(let report): return report
        }
    }
}

@Suite("The link to a sdl_core", .timeLimit(.minutes(1)))
struct CoreLinkTests {
    @Test("registers components and subscriptions, and is ready when all are answered")
    func registration() async throws {
        let reactor = try Reactor()
        let link = try LinkInMemory(try MockModule(named: "modern"), on: reactor)
        let later = await link.register()
        #expect(later == [["jsonrpc": "2.0", "method": "BasicCommunication.OnReady"]])
        #expect(await link.isReady)
        let methods = await link.sent.compactMap { $0["method"]?.stringValue }
        #expect(methods.filter { $0 == "MB.registerComponent" }.count == 8)
        #expect(methods.filter { $0 == "MB.subscribeTo" }.count == CoreLinkMachine.properties.count)
        let ids = await link.sent.compactMap { $0["id"]?.intValue }
        #expect(Set(ids).count == ids.count)
        reactor.stop()
    }

    @Test("a core that refuses a component ends the link, one that refuses a subscription does not")
    func refusals() async throws {
        let reactor = try Reactor()
        var machine = CoreLinkMachine()
        _ = machine.opened()
        let refusal: JSONValue = [
            "jsonrpc": "2.0", "id": 1,
            "error": ["code": -32000, "message": "Controller has been already registered."],
        ]
        #expect(
            machine.received(refusal.serialized()) == [
                .give(
                    up: "the core does not take component BasicCommunication: Controller has been already registered.")
            ])
        #expect(machine.received(refusal.serialized()).isEmpty)
        reactor.stop()
    }

    @Test("what makes no sense is reported, and the link goes on")
    func nonsense() async throws {
        let reactor = try Reactor()
        let link = try LinkInMemory(try MockModule(named: "modern"), on: reactor)
        _ = await link.register()
        for text in [
            "", "{", "[]", "\"x\"", "{\"id\":5}", "{\"id\":999,\"result\":\"OK\"}", "{\"method\":\"X.Y\",\"id\":\"a\"}",
            "{\"method\":\"X.Y\",\"id\":1.5}", "\u{0}", "{\"jsonrpc\":\"2.0\"}",
        ] {
            #expect(await link.receive(bytes: Array(text.utf8)).isEmpty, "\(text)")
        }
        #expect(await link.faults.count == 10)
        let question: JSONValue = ["jsonrpc": "2.0", "id": 4, "method": "Navigation.IsReady"]
        #expect(await link.receive(question).first?["result"]?["available"] == true)
        reactor.stop()
    }

    @Test("requests of a core that are open are bounded: more are refused, and served again when one is answered")
    func openRequests() {
        var machine = CoreLinkMachine()
        _ = machine.opened()
        func ask(_ id: Int) -> [CoreLinkMachine.Action] {
            let message: JSONValue = ["jsonrpc": "2.0", "id": .int(Int64(id)), "method": "Navigation.GetWayPoints"]
            return machine.received(message.serialized())
        }
        func refusal(_ id: Int) -> CoreLinkMachine.Action {
            .send([
                "jsonrpc": "2.0", "id": .int(Int64(id)),
                "error": [
                    "code": 18, "message": "Too many requests are open", "data": ["method": "Navigation.GetWayPoints"],
                ],
            ])
        }
        var asked: [HMIRequest] = []
        for id in 0..<CoreLinkMachine.openLimit {
            for case .ask(let request) in ask(id) { asked.append(request) }
        }
        #expect(asked.count == CoreLinkMachine.openLimit && machine.openCount == CoreLinkMachine.openLimit)
        #expect(ask(5_000) == [refusal(5_000)])
        #expect(machine.hmiAnswered(asked[7], .success()).count == 1 && machine.hmiAnswered(asked[7], .success()) == [])
        #expect(ask(8) == [refusal(8)])  // still open under this id
        #expect(ask(5_000) == [.ask(HMIRequest(id: 5_000, method: .getWayPoints, parameters: nil))])
        #expect(machine.openCount == CoreLinkMachine.openLimit)
    }

    @Test("an app on a phone that the driver has not allowed is allowed and activated again, once")
    func consent() async throws {
        var machine = CoreLinkMachine()
        var questions = machine.opened()
        var id: Int64 = 0
        while !questions.isEmpty {
            questions = questions.flatMap { _ in
                id += 1
                return machine.received(JSONValue.object(["id": .int(id), "result": "OK"]).serialized())
            }.filter { if case .send(let message) = $0 { message["id"] != nil } else { false } }
        }
        let parameters: JSONValue = ["appID": 7]
        guard case .send(let first)? = machine.hmiRequested(.activateApp, parameters).first else {
            Issue.record("nothing is asked")
            return
        }
        let device: JSONValue = ["name": "127.0.0.1", "id": "d"]
        let answer: JSONValue = ["id": first["id"] ?? 0, "result": ["isSDLAllowed": false, "device": device]]
        let reaction = machine.received(answer.serialized())
        #expect(
            reaction.first
                == .send([
                    "jsonrpc": "2.0", "method": "SDL.OnAllowSDLFunctionality",
                    "params": ["device": device, "allowed": true, "source": "GUI"],
                ]))
        guard case .send(let second)? = reaction.last else { return }
        #expect(second["method"] == "SDL.ActivateApp" && second["params"] == parameters)
        let again: JSONValue = ["id": second["id"] ?? 0, "result": ["isSDLAllowed": false, "device": device]]
        #expect(machine.received(again.serialized()).isEmpty)
    }

    // MARK: - Recordings

    static let recordings: [String] =
        SharedData.isAvailable
        ? ((try? SharedData.files(in: "vectors/sdl_core/hmi", suffix: ".jsonl")) ?? []) : []

    @Test(
        "every request of every recording is answered by a message that the HMI API allows",
        .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
    func recordedRequests() async throws {
        let spec = try HMISpec()
        var count = 0
        var methods: Set<String> = []
        #expect(Self.recordings.count > 100 && Self.recordings.contains("hmi_boot.jsonl"))
        for name in ["modern", "sdl-core-8.2"] {
            let module = try MockModule(named: name)
            for file in Self.recordings {
                let reactor = try Reactor()
                let link = try LinkInMemory(module, on: reactor)
                _ = await link.register()
                for line in try SharedData.lines("vectors/sdl_core/hmi/\(file)") {
                    let entry = try JSONValue(parsing: Array(line.utf8))
                    guard entry["dir"] == "hu->hmi", let message = entry["json"], message["method"] != nil else {
                        continue
                    }
                    let answers = await link.receive(message).filter { $0["method"] == nil }
                    guard message["id"] != nil else {
                        #expect(answers.isEmpty, "\(file)")
                        continue
                    }
                    count += 1
                    methods.insert(message["method"]?.stringValue ?? "")
                    #expect(answers.count == 1, "\(file): \(message)")
                    for answer in answers {
                        let complaint = spec.complaint(answer, to: message)
                        #expect(complaint == nil, "\(name), \(file): \(message) got \(answer)")
                    }
                }
                reactor.stop()
            }
        }
        #expect(count > 3_000 && methods.count > 40, "\(count) \(methods.count)")
    }

    @Test(
        "the recorded way of waypoints: the list, the destination, the subscription, the change, the end",
        .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
    func recordedWayPoints() async throws {
        let spec = try HMISpec()
        let reactor = try Reactor()
        let link = try LinkInMemory(try MockModule(named: "modern"), on: reactor)
        _ = await link.register()
        var list: [JSONValue] = []
        for line in try SharedData.lines("vectors/sdl_core/hmi/waypoints_full_flow.jsonl") {
            let entry = try JSONValue(parsing: Array(line.utf8))
            guard entry["dir"] == "hu->hmi", let message = entry["json"] else { continue }
            let answers = await link.receive(message)
            switch message["method"] {
            case "Navigation.GetWayPoints":
                let told = answers.first?["result"]?["wayPoints"]?.arrayValue ?? []
                #expect(answers.first?["result"]?["appID"] == message["params"]?["appID"])
                if message["params"]?["wayPointType"] == "ALL" {
                    list = told
                    #expect(told.count > 2)
                } else {
                    #expect(told == Array(list.prefix(1)))
                }
            case "Navigation.SubscribeWayPoints":
                let news = await link.advanceRoute()
                #expect(news.count == 1)
                let change = try #require(news.first)
                #expect(change["method"] == "Navigation.OnWayPointChange" && change["id"] == nil)
                let parameters = try #require(change["params"])
                #expect(spec.complaint(parameters, "Navigation.OnWayPointChange", .notification) == nil)
                #expect(parameters["wayPoints"]?.arrayValue?.count == list.count - 1)
            case "Navigation.UnsubscribeWayPoints":
                #expect(await link.advanceRoute().isEmpty)
            default:
                break
            }
        }
        #expect(!list.isEmpty)
        reactor.stop()
    }
}
