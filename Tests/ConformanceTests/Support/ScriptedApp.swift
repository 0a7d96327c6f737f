import Formats
import SDLProtocol
import SDLSpec
import Simulator
import Synchronization
import Transport

@testable import Conformance

/// An app that does all that apps have to do, but for one thing.
final class ScriptedApp: ScenarioApp {
    /// What it does wrong.
    enum Defect: String, CaseIterable, Sendable {
        case none
        case registersWithoutService, sendsNonsense, makesUpSession, usesNewerVersion, sendsLargeFrames
        case breaksSpec, reusesCorrelationID, ignoresHeartbeats, leavesWithoutEndService, leavesWithoutUnregistering
        case endsWithWrongHash, asksBeforeRegistration, registersTwice, ignoresVersion, ignoresPermissions
        case ignoresUnknownPermissions, ignoresCapability, ignoresMissingNavigation, subscribesTwice
        case unsubscribesTwice, asksWhenThrownOut, asksWhenRefused
        case diesOfUnknownMembers, diesOfUnknownValues, diesOfWarnings, diesOfIgnored, diesOfLateness
        case diesOfReordering, diesOfRepetition, diesOfGenericResponse
        case ignoresLaterHeartbeats, endsWithoutHash
    }

    private let defect: Defect
    private let pace: Pace
    private let current = Mutex<ScriptedSession?>(nil)

    init(_ defect: Defect, pace: Pace) {
        self.defect = defect
        self.pace = pace
    }

    func start(
        _ address: SocketAddress, arguments: [String], happened: @escaping @Sendable (ScenarioAppEvent) -> Void
    ) async throws(TransportError) {
        let reactor = try Reactor()
        let stream = try await TCPStream.connect(host: address.host, port: address.port, on: reactor)
        let session = ScriptedSession(stream, defect: defect, pace: pace)
        current.withLock { $0 = session }
        Task {
            await session.run()
            happened(.ended(status: 0))
        }
    }

    func interrupt() async {
        let session = current.withLock { $0 }
        await session?.leave()
    }

    func kill() async { await interrupt() }
    func finish(within time: Duration) async -> ScenarioAppEnding {
        current.withLock { $0 }?.reactor.stop()
        return .ended(status: 0)
    }
    func output() async -> [String] { [] }
}

/// One life of a scripted app.
actor ScriptedSession {
    nonisolated let reactor: Reactor
    private let link: WireLink
    private let defect: ScriptedApp.Defect
    private let log: TranscriptLog
    private var leaving: Task<Void, Never>?
    private var isLeaving: Bool { leaving != nil }
    private var hasSubscribed = false
    private var handled = 0
    private var nagged = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(_ stream: TCPStream, defect: ScriptedApp.Defect, pace: Pace) {
        reactor = stream.reactor
        self.defect = defect
        log = TranscriptLog(reactor: reactor)
        link = WireLink(stream, number: 1, log: log, pace: pace)
    }

    func run() async {
        await link.begin()
        if defect == .ignoresHeartbeats { await link.ignoreHeartbeats() }
        if defect == .ignoresLaterHeartbeats { await link.ignoreHeartbeats(from: 4) }
        do {
            try await live()
        } catch {
            await link.close()
        }
    }

    private func live() async throws {
        if defect == .registersWithoutService {
            await link.write([
                0x51, 0x07, 0x00, 0x01, 0, 0, 0, 14, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0x7B, 0x7D,
            ])
        }
        guard let answer = await link.startService() else { return }
        if answer.header.controlInfo == .startServiceNAK {
            if defect == .asksWhenRefused { _ = await link.send("RegisterAppInterface", registration) }
            return await waitForEnd()
        }
        if defect == .sendsNonsense { await link.write([0xFF, 0xFF, 0xFF]) }
        if defect == .asksBeforeRegistration { _ = try await link.ask("ListFiles") }
        let registered = try await link.ask("RegisterAppInterface", registration)
        guard registered.succeeded else { return await waitForEnd() }
        if registered.json["hmiZoneCapabilities"]?.arrayValue?.contains("FROM_THE_FUTURE") == true,
            defect == .diesOfUnknownValues
        {
            return await link.close()
        }
        if defect == .ignoresUnknownPermissions {
            let isTold: Bool? = await link.wait(.seconds(1)) { link in
                link.messages.contains { $0.name == "OnPermissionsChange" } ? true : nil
            }
            if isTold == nil { _ = await link.send("GetWayPoints", ["wayPointType": "ALL"]) }
        }
        if registered.json["fromTheFuture"] != nil, defect == .diesOfUnknownMembers { return await link.close() }
        if defect == .registersTwice { _ = try await link.ask("RegisterAppInterface", registration) }
        if defect == .makesUpSession {
            await link.write(await link.frames(of: .request, 40, Array("{}".utf8), id: 77, session: 200))
        }
        if defect == .usesNewerVersion, registered.json["syncMsgVersion"]?["majorVersion"] == 3 {
            await link.pretend(version: await link.version + 1)
        }
        let version = EvidenceReader.version(registered.json["syncMsgVersion"]) ?? .init(8, 0)
        let hasNavigation = registered.json["hmiCapabilities"]?["navigation"]?.boolValue ?? false
        // It looks again at each message until it may subscribe, and then lives on.
        while !isLeaving, await !link.isClosed {
            if isThrownOut(await link.messages) {
                if defect == .asksWhenThrownOut {
                    await link.pause(.milliseconds(1200))
                    _ = await link.send("ListFiles")
                }
                return await waitForEnd()
            }
            if !hasSubscribed { try await tryToSubscribe(version, hasNavigation) }
            if hasSubscribed { await misbehave() }
            let count = await link.messages.count
            let _: Bool? = await link.wait(.milliseconds(50)) { $0.messages.count > count ? true : nil }
        }
    }

    private var registration: JSONValue {
        var members: [String: JSONValue] = [
            "syncMsgVersion": ["majorVersion": 8, "minorVersion": 0], "appName": "Scripted", "appID": "8675309",
            "fullAppID": "8675309", "isMediaApplication": false, "languageDesired": "EN-US",
            "hmiDisplayLanguageDesired": "EN-US", "appHMIType": ["NAVIGATION"],
        ]
        if defect == .breaksSpec { members["ttsName"] = [] }
        return .object(members)
    }

    private func isThrownOut(_ messages: [WireLink.Message]) -> Bool {
        messages.contains { $0.name == "OnAppInterfaceUnregistered" }
    }

    private func waitForEnd() async {
        while !isLeaving, await !link.isClosed { await link.pause(.milliseconds(30)) }
    }

    private func allows(_ rpc: String) async -> Bool {
        if defect == .ignoresPermissions { return await link.messages.contains { $0.name == "OnPermissionsChange" } }
        let messages = await link.messages
        guard let level = await link.level(),
            let items = messages.last(where: { $0.name == "OnPermissionsChange" })?.json["permissionItem"]?.arrayValue,
            let item = items.first(where: { $0["rpcName"]?.stringValue == rpc })
        else { return false }
        let levels = { (key: String) in (item["hmiPermissions"]?[key]?.arrayValue ?? []).compactMap(\.stringValue) }
        return levels("allowed").contains(level) && !levels("userDisallowed").contains(level)
    }

    private func tryToSubscribe(_ version: RPCVersion, _ hasNavigation: Bool) async throws {
        guard version.knowsWayPoints || defect == .ignoresVersion,
            await allows("GetWayPoints") || defect == .ignoresVersion
        else { return }
        guard hasNavigation || defect == .ignoresMissingNavigation && !version.knowsCapabilities else { return }
        if version.knowsCapabilities {
            guard await allows("GetSystemCapability") else { return }
            let told = try await link.ask("GetSystemCapability", ["systemCapabilityType": "NAVIGATION"])
            if told.name == "GenericResponse", defect == .diesOfGenericResponse { return await link.close() }
            let isEnabled = told.json["systemCapability"]?["navigationCapability"]?["getWayPointsEnabled"] == true
            guard isEnabled || defect == .ignoresCapability else {
                hasSubscribed = true
                return
            }
        }
        hasSubscribed = true
        let started = reactor.now
        _ = try await link.ask("GetWayPoints", ["wayPointType": "ALL"])
        if reactor.now - started > .milliseconds(1500), defect == .diesOfLateness { return await link.close() }
        if defect == .sendsLargeFrames { try await askAtLength() }
        let count = await link.messages.count
        let answer = try await link.ask("SubscribeWayPoints")
        try await react(to: answer, behind: count)
        if defect == .subscribesTwice { _ = try await link.ask("SubscribeWayPoints") }
        if defect == .unsubscribesTwice {
            _ = try await link.ask("UnsubscribeWayPoints")
            _ = try await link.ask("UnsubscribeWayPoints")
        }
        if defect == .reusesCorrelationID {
            let frames = await link.frames(of: .request, 45, Array("{\"wayPointType\":\"ALL\"}".utf8), id: 99)
            await link.write(frames + frames)
        }
    }

    /// Asks in a frame that is larger than any head unit takes.
    private func askAtLength() async throws {
        let body: JSONValue = ["wayPointType": "ALL", "x": .string(String(repeating: "y", count: 131_100))]
        await link.write(await link.frames(of: .request, 45, body.serialized(), id: 98, limit: 140_000))
        await link.pause(.milliseconds(100))
    }

    private func react(to answer: WireLink.Message, behind count: Int) async throws {
        if answer.resultCode == "WARNINGS", defect == .diesOfWarnings { return await link.close() }
        if answer.resultCode == "IGNORED", defect == .diesOfIgnored { return await link.close() }
        let messages = await link.messages
        let place = messages.lastIndex { $0.name == "SubscribeWayPoints" } ?? 0
        let isReordered = messages[count..<max(place, count)].contains { $0.name == "OnHashChange" }
        if isReordered, defect == .diesOfReordering { return await link.close() }
    }

    private func misbehave() async {
        guard defect == .diesOfRepetition else { return }
        let messages = await link.messages
        let ids = messages.filter { $0.header.rpcType == .response }.map(\.header.correlationID)
        if Set(ids).count < ids.count { await link.close() }
    }

    /// Says goodbye once; whoever asks again waits until it is said.
    func leave() async {
        let task = leaving ?? Task { await sayGoodbye() }
        leaving = task
        await task.value
    }

    private func sayGoodbye() async {
        guard await !link.isClosed, await link.session != 0 else { return await link.close() }
        let isRegistered = await link.messages.contains { $0.name == "RegisterAppInterface" && $0.succeeded }
        if defect != .leavesWithoutUnregistering, isRegistered, await !isThrownOut(link.messages) {
            _ = try? await link.ask("UnregisterAppInterface")
        }
        if defect == .endsWithWrongHash {
            let payload = ControlPayload.EndService(hashID: 0x0BAD_0BAD).encode(headerVersion: await link.version)
            _ = await link.control(.endService, payload: payload)
        } else if defect == .endsWithoutHash, await link.version < 5 {
            _ = await link.control(.endService)
        } else if defect != .leavesWithoutEndService {
            await link.endService()
        }
        await link.close()
    }
}

extension RPCVersion {
    fileprivate var knowsWayPoints: Bool { self >= RPCVersion(4, 1) }
    fileprivate var knowsCapabilities: Bool { self >= RPCVersion(4, 5) }
}
