internal import Formats
internal import SDLApp
internal import SDLProtocol
internal import SDLSpec
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
        /// Whether it wants to hear when the navigation capability changes.
        var watchesCapability = false
        var location: SendLocation?
        var resumePath: String?
    }

    let manager: SDLManager
    let printer: EventPrinter
    let wishes: Wishes

    private static let functions: [FunctionID] = [
        .getWayPoints, .subscribeWayPoints, .unsubscribeWayPoints, .onWayPointChange,
    ]

    /// How long the farewell may take; whoever interrupts the program does not want to wait for a silent head unit.
    private static let farewellTime = Duration.seconds(2)

    func run(until interruption: Interruption) async -> ExitStatus {
        let levels = await manager.hmiLevels()
        let watch = Task {
            for await level in levels {
                if let level { printer.print(AppEvent("hmiStatus", ["hmiLevel": .string(level.rawValue)])) }
            }
        }
        let helpers = [watch, await watchPosition(), watchCapability()]
        let hashes = await watchHash()
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
        // The stop has ended its stream; what came before is still written.
        await hashes?.value
        for helper in helpers { helper?.cancel() }
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
            var told: [WayPointAvailability.Finding] = []
            // Now too: the wait may be long, and the gates say what for.
            if wishes.explains { await explain(since: &told) }
            try await manager.systemCapabilityManager.waitUntilQueryable()
            // The permissions may come after the level that opened the app.
            try await manager.permissionManager.waitUntilKnown()
            let isAllowed = await tellPermissions()
            let capability: Result<Bool, SDLError>
            do throws(SDLError) {
                capability = .success(try await tellCapability(info))
            } catch {
                capability = .failure(error)
            }
            if wishes.explains { await explain(since: &told) }
            let isSupported = try capability.get()
            guard isAllowed && isSupported || wishes.asksAnyway else {
                return end("waypoints cannot be used here", .failure)
            }
            if let location = wishes.location { try await send(location) }
            let list = try await manager.wayPoints(wishes.type)
            printer.print(AppEvent("wayPoints", ["wayPoints": .array(list.map(\.json))]))
            if wishes.isOnce { return end("done", .success) }
            if wishes.wantsPosition { try await subscribeToPosition() }
            let code = try await subscribeToWayPoints()
            printer.print(AppEvent("subscribed", ["resultCode": .string(code.rawValue)]))
            return nil
        } catch .cancelled {
            return end("interrupted", .success)
        } catch {
            return end(error)
        }
    }

    /// IGNORED means that the app is subscribed already, as after a resumption.
    private func subscribeToWayPoints() async throws(SDLError) -> ResultCode {
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
                    let code = try await unsubscribeFromWayPoints()
                    // What came before the response is printed before it: the stop ends the stream behind it all.
                    await manager.stop()
                    await reader.value
                    printer.print(AppEvent("unsubscribed", ["resultCode": .string(code.rawValue)]))
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

    /// Prints what each gate says, as far as it was not told yet.
    private func explain(since told: inout [WayPointAvailability.Finding]) async {
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

    private func watchCapability() -> Task<Void, Never>? {
        guard wishes.watchesCapability else { return nil }
        return Task {
            var last: NavigationCapability?
            for await capability in await manager.systemCapabilityManager.updates(of: .navigation) {
                guard let navigation = capability?.navigationCapability, navigation != last else { continue }
                if last != nil {
                    printer.print(AppEvent("capabilityChange", ["navigationCapability": navigation.json]))
                }
                last = navigation
            }
        }
    }

    private func subscribeToPosition() async throws(SDLError) {
        do throws(SDLError) {
            let response = try await manager.send(SubscribeVehicleData(gps: true))
            printer.print(AppEvent("gpsSubscribed", ["resultCode": .string(response.resultCode.rawValue)]))
        } catch .refused(let failure) {
            // Waypoints work without it.
            printer.print(AppEvent("gpsSubscribed", ["resultCode": .string(failure.resultCode.rawValue)]))
        }
    }

    private func send(_ location: SendLocation) async throws(SDLError) {
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
