import Formats
import SDLProtocol
import SDLRPC
import Synchronization
import Testing
import Transport

@testable import HeadUnit

/// The head unit with its reactor: streams, timer, doors; the decisions are the machine's and are tried elsewhere.
@Suite("The head unit on its reactor", .timeLimit(.minutes(1)))
struct HeadUnitActorTests {
    /// The app's end of a connection, on the reactor of the head unit.
    final class AppEnd: ByteStream, @unchecked Sendable {
        // Sendable although it holds plain state: all of it is touched on the reactor's thread, but for the log.
        let reactor: Reactor
        let peer = "127.0.0.1:50000"
        let unsentByteCount = 0
        /// What comes, one name after another.
        let arrivals: AsyncStream<String>
        private let arrived: AsyncStream<String>.Continuation
        private let names = Mutex<[String]>([])
        private var onBytes: (([UInt8]) -> Void)?
        private var decoder = FrameDecoder()

        init(_ reactor: Reactor) {
            self.reactor = reactor
            (arrivals, arrived) = AsyncStream.makeStream()
        }

        /// Names of RPCs and control frames that came, and `closed`.
        var heard: [String] { names.withLock { $0 } }

        func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {
            self.onBytes = onBytes
        }

        func write(_ bytes: [UInt8]) {
            decoder.append(bytes)
            while let item = decoder.next() {
                guard case .frame(let frame) = item else { continue }
                let name = Self.name(of: frame)
                names.withLock { $0.append(name) }
                arrived.yield(name)
            }
        }

        func close() { names.withLock { $0.append("closed") } }

        func send(_ bytes: [UInt8]) { onBytes?(bytes) }

        private static func name(of frame: Frame) -> String {
            if let info = frame.header.controlInfo { return "\(info)" }
            guard let rpc = try? RPCPayload(parsing: frame.payload) else { return "?" }
            let json = try? JSONValue(parsing: rpc.json)
            return "\(FunctionID(rawValue: rpc.functionID))"
                + (json?["resultCode"]?.stringValue.map { " \($0)" } ?? "")
        }
    }

    /// An HMI that answers within the call that asks it, and asks the head unit back meanwhile.
    final class EagerHMI: HMI {
        let silent: Set<HMIMethod>
        private let messages = Mutex<[HMIMethod]>([])

        init(silent: Set<HMIMethod> = []) { self.silent = silent }

        var asked: [HMIMethod] { messages.withLock { $0 } }

        func headUnit(_ headUnit: HeadUnit, asks request: HMIRequest) {
            messages.withLock { $0.append(request.method) }
            guard !silent.contains(request.method) else { return }
            let answer =
                headUnit.configuration.startUpAnswer(to: request.method)
                ?? .success(request.parameters?["appID"].map { ["appID": $0] } ?? [:])
            headUnit.assumeIsolated { $0.answer(request, with: answer) }
        }

        func headUnit(_ headUnit: HeadUnit, tells notification: HMINotification) {
            messages.withLock { $0.append(notification.method) }
            guard notification.method == .onAppRegistered,
                let id = notification.parameters?["application"]?["appID"]
            else { return }
            headUnit.assumeIsolated { _ = $0.request(.activateApp, parameters: ["appID": id]) }
        }
    }

    /// A head unit with an app that has registered.
    private struct Bench {
        let reactor: Reactor
        let hmi: EagerHMI
        let unit: HeadUnit
        let app: AppEnd

        init(_ hmi: EagerHMI = EagerHMI(), _ change: (inout HeadUnitConfiguration) -> Void = { _ in }) async throws {
            reactor = try Reactor()
            self.hmi = hmi
            var configuration = Rig.module
            configuration.hmiTimeout = .milliseconds(20)
            configuration.hmiTimeoutCompensation = .milliseconds(10)
            change(&configuration)
            unit = HeadUnit(configuration: configuration, hmi: hmi, reactor: reactor)
            app = AppEnd(reactor)
        }

        func register() async {
            await unit.attach(app, listenerPort: 12_345)
            var rig = Rig()
            let link = rig.connect()
            let frames = [
                rig.controlFrame(.startService, session: 0),
                rig.requestFrame(
                    "RegisterAppInterface", Rig.registration(), correlationID: 1, session: 1, on: link),
            ]
            for frame in frames { await send(frame) }
        }

        func send(_ bytes: [UInt8]) async { await unit.run { _ in app.send(bytes) } }

        func request(_ name: String, _ json: String = "{}") async {
            var rig = Rig()
            let link = rig.connect()
            await send(rig.requestFrame(name, json, correlationID: 7, session: 1, on: link))
        }
    }

    @Test("An HMI that answers and asks while it is asked does not change the order of messages")
    func reentrant() async throws {
        let bench = try await Bench()
        await bench.register()
        #expect(
            bench.app.heard.prefix(4) == [
                "startServiceACK", "RegisterAppInterface SUCCESS", "OnHMIStatus", "OnPermissionsChange",
            ])
        // The activation came while the registration was being told, and follows it.
        #expect(bench.app.heard.last == "OnHMIStatus")
        await bench.request("GetWayPoints", Rig.all)
        #expect(bench.app.heard.last == "GetWayPoints SUCCESS")
        let state = await bench.unit.apps.first
        #expect(state?.level == .full && state?.device == "127.0.0.1:12345")
    }

    @Test("The timer ends a request that the HMI does not answer")
    func timer() async throws {
        let bench = try await Bench(EagerHMI(silent: [.getWayPoints]))
        await bench.register()
        await bench.request("GetWayPoints", Rig.all)
        let answer = await bench.app.arrivals.first { $0.hasPrefix("GetWayPoints") }
        #expect(answer == "GetWayPoints GENERIC_ERROR")
    }

    @Test("Policy, capabilities and ends of apps reach the app through the doors")
    func doors() async throws {
        let bench = try await Bench()
        await bench.register()
        await bench.request("GetSystemCapability", "{\"systemCapabilityType\":\"NAVIGATION\",\"subscribe\":true}")
        await bench.unit.updateCapability("NAVIGATION", to: ["getWayPointsEnabled": false])
        #expect(bench.app.heard.last == "OnSystemCapabilityUpdated")
        #expect(await bench.unit.systemCapability("NAVIGATION") == ["getWayPointsEnabled": false])
        var table = await bench.unit.policy
        table.groups["WayPoints"] = nil
        await bench.unit.updatePolicy(table)
        #expect(bench.app.heard.last == "OnPermissionsChange")
        await bench.request("GetWayPoints", Rig.all)
        #expect(bench.app.heard.last == "GetWayPoints DISALLOWED")
        let id = try #require(await bench.unit.apps.first?.hmiAppID)
        #expect(await bench.unit.unregister(app: id, reason: .languageChange))
        #expect(bench.app.heard.last == "OnAppInterfaceUnregistered")
        #expect(await !bench.unit.unregister(app: id, reason: .languageChange))
    }

    @Test("The traffic is shown from the opening to the close, and stopping ends every connection")
    func traffic() async throws {
        let bench = try await Bench()
        let events = Mutex<[String]>([])
        await bench.unit.observeTraffic { connection, _, event in
            let text =
                switch event {
                case .opened(let peer): "opened \(peer)"
                case .bytes(.fromApp, _): "from"
                case .bytes(.toApp, _): "to"
                case .closed: "closed"
                }
            events.withLock { $0.append("\(connection) \(text)") }
        }
        await bench.register()
        await bench.unit.stop()
        let seen = events.withLock { $0 }
        #expect(seen.prefix(4) == ["1 opened 127.0.0.1:50000", "1 from", "1 to", "1 from"])
        #expect(seen.last == "1 closed")
        #expect(bench.app.heard.suffix(3) == ["endService", "OnAppInterfaceUnregistered", "closed"])
        #expect(await bench.unit.connectionCount == 0)
        #expect(bench.hmi.asked.last == .onSDLClose)
    }
}

extension HeadUnit {
    /// Does something on the reactor.
    fileprivate func run<Value: Sendable>(_ body: @Sendable (isolated HeadUnit) -> Value) -> Value { body(self) }
}
