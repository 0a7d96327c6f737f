internal import Formats
internal import SDLApp
internal import SDLProtocol
internal import SDLSpec
internal import Synchronization
internal import Transport

/// One run of the app, from connecting to its end.
struct AppRun: Sendable {
    /// What the command line asks of the run.
    struct Wishes: Sendable {
        var type = WayPointType.all
        var isOnce = false
        var explains = false
        /// Whether it asks for waypoints even where a gate is closed.
        var asksAnyway = false
        var wantsPosition = false
        var location: SendLocation?
        var resumePath: String?
    }

    let manager: SDLManager
    let printer: EventPrinter
    let wishes: Wishes

    static let functions: [FunctionID] = [
        .getWayPoints, .subscribeWayPoints, .unsubscribeWayPoints, .onWayPointChange,
    ]

    /// How long the farewell may take; whoever interrupts the program does not want to wait for a silent head unit.
    private static let farewellTime = Duration.seconds(2)

    /// What the app has done in this session.
    struct Progress: Sendable {
        var permissions: JSONValue?
        var isSupported: Bool?
        var findings: [WayPointAvailability.Finding] = []
        var hasBegun = false
        /// Whether the list has to be asked for: at the beginning, and when changes may have been missed.
        var needsList = true
        var isSubscribed = false
        /// Whether the head unit would have told a change, when that was looked at last.
        var wasAudible = false
        /// How often the app was closed before.
        var closings = 0
        /// Whether the position was asked for.
        var hasPosition = false
        /// What was permitted when the head unit refused the subscription.
        var refusedUnder: JSONValue?
    }

    /// How the first part of the run went.
    private enum Outcome: Sendable {
        case ended(ExitStatus)
        case interrupted(isSubscribed: Bool)
    }

    func run(until interruption: Interruption) async -> ExitStatus {
        let levels = await manager.hmiLevels()
        let (looks, sink) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watch = Task {
            for await level in levels {
                if let level { printer.print(AppEvent("hmiStatus", ["hmiLevel": .string(level.rawValue)])) }
                sink.yield()
            }
        }
        let closings = Closings()
        let helpers = [watch, await watchPosition(), await watchPermissions(sink), await watchClosings(closings, sink)]
        let hashes = await watchHash()
        // Opened before anything is sent, so that no change is missed.
        let changes = await manager.notifications(OnWayPointChange.self)
        let told = OrderedChanges(printer)
        let work = Task { await live(looks, sink, closings, told) }
        let reader = Task { () -> SDLError? in
            do throws(SDLError) {
                var changes = changes.makeAsyncIterator()
                while let change = try await changes.next() {
                    told.print(AppEvent("wayPointChange", ["wayPoints": .array(change.wayPoints.map(\.json))]))
                }
                return nil
            } catch {
                return error
            }
        }
        let ending = Task {
            let error = await reader.value
            told.open()
            sink.finish()
            return error
        }
        let stopper = Task {
            await interruption.wait()
            work.cancel()
        }
        let status: ExitStatus
        switch await work.value {
        case .ended(let ended): status = ended
        case .interrupted(let isSubscribed) where interruption.hasArrived:
            status = await sayGoodbye(isSubscribed: isSubscribed, reader)
        case .interrupted:
            status = await ending.value.map { end($0) } ?? end("the session is over", .noConnection)
        }
        stopper.cancel()
        await manager.stop()
        // The stop has ended its stream; what came before is still written.
        await hashes?.value
        for helper in helpers { helper?.cancel() }
        return status
    }

    /// Ends the subscription and the registration.
    private func sayGoodbye(isSubscribed: Bool, _ reader: Task<SDLError?, Never>) async -> ExitStatus {
        guard isSubscribed else { return end("interrupted", .success) }
        do throws(SDLError) {
            let code = try await unsubscribeFromWayPoints()
            // What came before the response is printed before it: the stop ends the stream behind it all.
            await manager.stop()
            _ = await reader.value
            printer.print(AppEvent("unsubscribed", ["resultCode": .string(code.rawValue)]))
            return end("interrupted", .success)
        } catch {
            return end(error)
        }
    }

    /// Registers, and from then on does what permissions, level and capability allow, each time they change.
    private func live(
        _ looks: AsyncStream<Void>, _ sink: AsyncStream<Void>.Continuation, _ closings: Closings,
        _ told: OrderedChanges
    ) async -> Outcome {
        var progress = Progress()
        do throws(SDLError) {
            let info = try await manager.start()
            printer.print(
                AppEvent(
                    "registered",
                    [
                        "rpcVersion": .string(info.rpcVersion?.description ?? "unknown"),
                        "protocolVersion": .string(info.protocolVersion.description),
                    ]))
            // Now too: the wait may be long, and the gates say what for.
            if wishes.explains { await explain(since: &progress.findings) }
            try await manager.systemCapabilityManager.waitUntilQueryable()
            // The permissions may come after the level that opened the app.
            try await manager.permissionManager.waitUntilKnown()
            // From here on the head unit tells changes of the capability, where it can.
            let watch = await watchCapability(sink)
            defer { watch.cancel() }
            if let status = try await look(&progress, info, closings, isFirst: true) { return .ended(status) }
            if progress.isSubscribed { told.open() }
            for await _ in looks {
                if let status = try await look(&progress, info, closings, isFirst: false) { return .ended(status) }
                if progress.isSubscribed { told.open() }
            }
            return .interrupted(isSubscribed: progress.isSubscribed)
        } catch .cancelled {
            return .interrupted(isSubscribed: progress.isSubscribed)
        } catch {
            return .ended(end(error))
        }
    }

    /// IGNORED means that the app is subscribed already, as after a resumption.
    func subscribeToWayPoints() async throws(SDLError) -> ResultCode {
        do throws(SDLError) {
            return try await manager.send(SubscribeWayPoints()).resultCode
        } catch .refused(let failure) where failure.resultCode == .ignored {
            return failure.resultCode
        }
    }

    /// Unsubscribes, whatever the head unit says to it: the subscription ends with the session.
    ///
    /// Where it is not permitted, as in NONE, it is not asked for.
    private func unsubscribeFromWayPoints() async throws(SDLError) -> ResultCode {
        guard await manager.permissionManager.isAllowed(.unsubscribeWayPoints) else { return .disallowed }
        do throws(SDLError) {
            return try await manager.send(UnsubscribeWayPoints(), timeout: Self.farewellTime).resultCode
        } catch .refused(let failure) {
            return failure.resultCode
        }
    }

    func end(_ reason: String, _ status: ExitStatus) -> ExitStatus {
        printer.print(AppEvent("ended", ["reason": .string(reason)]))
        return status
    }

    private func end(_ error: SDLError) -> ExitStatus {
        end("\(error)", error.meansNoConnection ? .noConnection : .failure)
    }

    /// Prints what each gate says, as far as it was not told yet.
    func explain(since told: inout [WayPointAvailability.Finding]) async {
        let findings = await manager.wayPointAvailability.findings
        defer { told = findings }
        for finding in findings where !told.contains(finding) {
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

    // MARK: Position, destination, resumption

    private func watchPosition() async -> Task<Void, Never>? {
        guard wishes.wantsPosition else { return nil }
        let positions = await manager.notifications(OnVehicleData.self)
        return Task {
            var positions = positions.makeAsyncIterator()
            while let data = try? await positions.next() {
                if let gps = data.gps { printer.print(AppEvent("gps", ["gps": gps.json])) }
            }
        }
    }

    func subscribeToPosition() async throws(SDLError) {
        do throws(SDLError) {
            let response = try await manager.send(SubscribeVehicleData(gps: true))
            printer.print(AppEvent("gpsSubscribed", ["resultCode": .string(response.resultCode.rawValue)]))
        } catch .refused(let failure) {
            // Waypoints work without it.
            printer.print(AppEvent("gpsSubscribed", ["resultCode": .string(failure.resultCode.rawValue)]))
        }
    }

    func send(_ location: SendLocation) async throws(SDLError) {
        do throws(SDLError) {
            let response = try await manager.send(location)
            printer.print(AppEvent("locationSent", ["resultCode": .string(response.resultCode.rawValue)]))
        } catch .refused(let failure) {
            printer.print(AppEvent("locationSent", ["resultCode": .string(failure.resultCode.rawValue)]))
        }
    }

    /// Keeps the newest hash id in the file, written whole each time.
    private func watchHash() async -> Task<Void, Never>? {
        guard let path = wishes.resumePath else { return nil }
        let hashes = await manager.notifications(OnHashChange.self)
        return Task {
            var hashes = hashes.makeAsyncIterator()
            while let change = try? await hashes.next() {
                do {
                    try SmallFile.replace(path, with: Array("\(change.hashID)\n".utf8))
                } catch {
                    printer.console.complain("--resume", "\(error)")
                }
            }
        }
    }
}

/// The changes that are told, none of them before the subscription that they belong to.
private final class OrderedChanges: Sendable {
    private let printer: EventPrinter
    /// Those that came before the answer to the subscription was told; nil once it was.
    private let waiting = Mutex<[AppEvent]?>([])

    init(_ printer: EventPrinter) {
        self.printer = printer
    }

    func print(_ event: AppEvent) {
        waiting.withLock { waiting in
            if waiting == nil { printer.print(event) } else { waiting?.append(event) }
        }
    }

    /// From now on they are told as they come.
    func open() {
        waiting.withLock { events in
            for event in events ?? [] { printer.print(event) }
            events = nil
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
            .protectionFailed,
            .tooManyPendingRequests,
            .hmiNone, .unknownCapability, .capabilityQueriesUnsupported, .noNavigationSource, .overflow:
            false
        }
    }
}
