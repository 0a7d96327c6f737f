internal import Formats
internal import Log
internal import SDLApp
internal import SDLProtocol
internal import SDLSpec
internal import Synchronization
internal import Transport

/// `app`: an SDL app that shows a head unit's waypoints, written on the public app library only.
struct AppCommand: Command {
    static let description = CommandDescription(
        name: "app", summary: "Be an SDL app: register, check, get waypoints, subscribe, print each change.",
        options: [
            .init("--connect", "HOST:PORT", "The head unit (default 127.0.0.1:12345)."),
            .init("--json", nil, "Print a JSON object an event."),
            .init("--once", nil, "Get the waypoints and end, without subscribing."),
            .init("--type", "all or destination", "Which waypoints are asked for (default all)."),
            .init("--min-rpc", "V", "End if the head unit's RPC version is lower, for example 4.5."),
            .init("--explain", nil, "Tell of each gate whether it is open, and what would open it."),
        ],
        details: [
            "SIGINT unsubscribes, unregisters and ends with status 0; a lost connection ends with status 3."
        ])

    private let configuration: SDLConfiguration
    private let isJSON: Bool
    private let isOnce: Bool
    private let explains: Bool
    private let type: WayPointType
    private let logger: Logger
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        let peer = try arguments.hostAndPort("--connect") ?? ("127.0.0.1", 12345)
        var configuration = SDLConfiguration(
            appName: "Waypoint App", fullAppID: "waypoint-sim-app",
            transport: .tcp(host: peer.host, port: peer.port))
        configuration.reconnectPolicy = .never
        if let text = arguments.text("--min-rpc") {
            guard let version = RPCVersion(text) else { throw UsageError("--min-rpc", "a version, not \(text)") }
            configuration.minimumRPCVersion = version
        }
        self.configuration = configuration
        isJSON = arguments.flag("--json")
        isOnce = arguments.flag("--once")
        explains = arguments.flag("--explain")
        type = try arguments.choice("--type", of: ["all", "destination"]) == "destination" ? .destination : .all
        logger = try arguments.logger(console)
        self.console = console
    }

    func run() async -> ExitStatus {
        do {
            let reactor = try Reactor()
            let printer = EventPrinter(console: console, isJSON: isJSON, reactor: reactor)
            let manager = try SDLManager(configuration, reactor: reactor, logger: logger)
            let interruption = Interruption()
            try await SignalWatch(reactor: reactor).observe { interruption.arrive() }
            return await AppRun(
                manager: manager, printer: printer, type: type, isOnce: isOnce, explains: explains
            ).run(until: interruption)
        } catch {
            console.complain("app", "\(error)")
            return .failure
        }
    }
}

/// One run of the app, from connecting to its end.
private struct AppRun: Sendable {
    let manager: SDLManager
    let printer: EventPrinter
    let type: WayPointType
    let isOnce: Bool
    let explains: Bool

    private static let functions: [FunctionID] = [
        .getWayPoints, .subscribeWayPoints, .unsubscribeWayPoints, .onWayPointChange,
    ]

    func run(until interruption: Interruption) async -> ExitStatus {
        let levels = await manager.hmiLevels()
        let watch = Task {
            for await level in levels {
                if let level { printer.print(AppEvent("hmiStatus", ["hmiLevel": .string(level.rawValue)])) }
            }
        }
        // Opened before anything is sent, so that no change is missed.
        let changes = await manager.notifications(OnWayPointChange.self)
        let begin = Task { await subscribe() }
        let stopper = Task {
            await interruption.wait()
            begin.cancel()
        }
        var status = await begin.value
        if status == nil { status = await follow(changes, until: interruption) }
        stopper.cancel()
        await manager.stop()
        watch.cancel()
        return status ?? .success
    }

    /// Everything up to the subscription; `nil` when it stands, else how the program ends.
    private func subscribe() async -> ExitStatus? {
        do throws(SDLError) {
            let info = try await manager.start()
            printer.print(
                AppEvent(
                    "registered",
                    [
                        "rpcVersion": .string(info.rpcVersion?.description ?? "unknown"),
                        "protocolVersion": .string(info.protocolVersion.description),
                    ]))
            try await manager.systemCapabilityManager.waitUntilQueryable()
            let isAllowed = await tellPermissions()
            let isSupported = try await tellCapability(info)
            if explains { await explain() }
            guard isAllowed, isSupported else { return end("waypoints cannot be used here", .failure) }
            let list = try await manager.wayPoints(type)
            printer.print(AppEvent("wayPoints", ["wayPoints": .array(list.map(\.json))]))
            if isOnce { return end("done", .success) }
            let subscription = try await manager.send(SubscribeWayPoints())
            printer.print(AppEvent("subscribed", ["resultCode": .string(subscription.resultCode.rawValue)]))
            return nil
        } catch .cancelled {
            return end("interrupted", .success)
        } catch {
            return end(error)
        }
    }

    private enum Happening: Sendable {
        case interrupted
        case lost(SDLError?)
    }

    /// Prints changes until the interruption, then unsubscribes; or until the session is lost.
    private func follow(
        _ changes: Updates<OnWayPointChange, SDLError>, until interruption: Interruption
    ) async -> ExitStatus {
        let (happenings, sink) = AsyncStream.makeStream(of: Happening.self)
        let reader = Task {
            do throws(SDLError) {
                var changes = changes.makeAsyncIterator()
                while let change = try await changes.next() {
                    printer.print(
                        AppEvent("wayPointChange", ["wayPoints": .array(change.wayPoints.map(\.json))]))
                }
                sink.yield(.lost(nil))
            } catch {
                sink.yield(.lost(error))
            }
        }
        let waiter = Task {
            await interruption.wait()
            sink.yield(.interrupted)
        }
        defer { waiter.cancel() }
        for await happening in happenings {
            switch happening {
            case .lost(let error):
                return error.map { end($0) } ?? end("the session is over", .noConnection)
            case .interrupted:
                do throws(SDLError) {
                    let response = try await manager.send(UnsubscribeWayPoints())
                    // What came before the response is printed before it: the stop ends the stream behind it all.
                    await manager.stop()
                    await reader.value
                    printer.print(AppEvent("unsubscribed", ["resultCode": .string(response.resultCode.rawValue)]))
                    return end("interrupted", .success)
                } catch {
                    return end(error)
                }
            }
        }
        return .success
    }

    private func end(_ reason: String, _ status: ExitStatus) -> ExitStatus {
        printer.print(AppEvent("ended", ["reason": .string(reason)]))
        return status
    }

    private func end(_ error: SDLError) -> ExitStatus {
        end("\(error)", error.meansNoConnection ? .noConnection : .failure)
    }

    private func tellPermissions() async -> Bool {
        var permissions: [String: JSONValue] = [:]
        for function in Self.functions {
            permissions[function.name] = .bool(await manager.permissionManager.isAllowed(function))
        }
        printer.print(AppEvent("permissions", ["permissions": .object(permissions)]))
        return permissions["GetWayPoints"] == true && permissions["SubscribeWayPoints"] == true
    }

    private func tellCapability(_ info: SessionInfo) async throws(SDLError) -> Bool {
        let isSupported = try await manager.systemCapabilityManager.supportsWayPoints()
        let isQueried = (info.rpcVersion ?? RPCVersion(0, 0)) >= RPCVersion(4, 5)
        let reason: String
        if isSupported {
            reason = isQueried ? "the head unit says so" : "assumed for a head unit below RPC 4.5 with navigation"
        } else {
            reason = await manager.wayPointAvailability.reason ?? "the navigation does not offer them"
        }
        printer.print(
            AppEvent("capability", ["supported": .bool(isSupported), "reason": .string(reason)]))
        return isSupported
    }

    private func explain() async {
        for finding in await manager.wayPointAvailability.findings {
            var members: [String: JSONValue] = ["gate": .string(finding.gate.rawValue)]
            switch finding.state {
            case .open:
                members["state"] = "open"
            case .closed(let reason, let remedy):
                members["state"] = "closed"
                members["reason"] = .string(reason)
                members["remedy"] = .string(remedy)
            case .unknown(let remedy):
                members["state"] = "unknown"
                members["remedy"] = .string(remedy)
            }
            printer.print(AppEvent("gate", members))
        }
    }
}

extension SDLError {
    /// Whether the head unit cannot be reached, or no longer.
    fileprivate var meansNoConnection: Bool {
        switch self {
        case .connectFailed, .connectTimedOut, .connectionLost, .sessionEndedByHeadUnit, .serviceTimedOut,
            .notConnected:
            true
        case .serviceRefused, .protocolVersionTooLow, .rpcVersionTooLow, .vehicleRefused, .registrationRefused,
            .registrationTimedOut, .unregistered, .stopped, .alreadyStarted, .refused, .unsupportedFunction, .timedOut,
            .cancelled, .notReady, .wrongFunction, .invalidResponse, .invalidRequest, .encryptionRequired,
            .tooManyPendingRequests,
            .hmiNone, .unknownCapability, .capabilityQueriesUnsupported, .noNavigationSource, .overflow:
            false
        }
    }
}

/// Prints events for programs or for people.
private struct EventPrinter: Sendable {
    let console: Console
    let isJSON: Bool
    let reactor: Reactor
    private let start: Duration

    init(console: Console, isJSON: Bool, reactor: Reactor) {
        self.console = console
        self.isJSON = isJSON
        self.reactor = reactor
        start = reactor.now
    }

    func print(_ event: AppEvent) {
        if isJSON {
            let parts = (reactor.now - start).components
            console.print(event.json(at: Double(parts.seconds) + Double(parts.attoseconds) / 1e18))
        } else if let text = event.text {
            console.print(text)
        }
    }
}

/// A signal that may come before or after somebody waits for it.
private final class Interruption: Sendable {
    private struct State {
        var hasArrived = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func arrive() {
        let waiters = state.withLock { state in
            state.hasArrived = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.hasArrived { return true }
                    state.waiters.append(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            // Nobody cancels the waiting before the run is over, so a cancelled wait may pass for an arrival.
            arrive()
        }
    }
}
