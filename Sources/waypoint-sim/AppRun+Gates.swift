internal import Formats
internal import SDLApp
internal import SDLSpec
internal import Synchronization

// What the app does each time permissions, level or capability may have changed.
extension AppRun {
    /// Does what is allowed now and was not done yet.
    ///
    /// - Returns: How the program ends; `nil` when it goes on.
    func look(
        _ progress: inout Progress, _ info: SessionInfo, _ closings: Closings, isFirst: Bool
    ) async throws(SDLError) -> ExitStatus? {
        // Counted before the permissions are read: a closing in between would pass for one after which the app is
        // open again. It is seen at the next look, which it asks for itself.
        let count = closings.count.withLock { $0 }
        await tellPermissions(&progress)
        let isSupported = try await support(progress, isFirst: isFirst)
        // The answer may have taken its time.
        if isFirst { await tellPermissions(&progress) }
        let permissions = progress.permissions ?? [:]
        if isSupported != progress.isSupported {
            // What has changed meanwhile was perhaps not told.
            if isSupported { progress.needsList = true }
            progress.isSupported = isSupported
            await tellCapability(isSupported, info)
        }
        if wishes.explains { await explain(since: &progress.findings) }
        let mayGet = permissions["GetWayPoints"] == true && isSupported
        let isOver = await isHopeless()
        if isFirst, !wishes.asksAnyway, !mayGet, wishes.isOnce || isOver {
            return end("waypoints cannot be used here", .failure)
        }
        if progress.isSubscribed {
            let isAudible = permissions["OnWayPointChange"] == true
            // Changes in between were dropped, not kept.
            if isAudible, !progress.wasAudible || count != progress.closings { progress.needsList = true }
            progress.closings = count
            progress.wasAudible = isAudible
        }
        if progress.needsList, mayGet || wishes.asksAnyway {
            progress.needsList = false
            if !progress.hasBegun, let location = wishes.location { try await send(location) }
            progress.hasBegun = true
            progress.needsList = !(try await tellWayPoints())
            if wishes.isOnce { return end("done", .success) }
        }
        if wishes.wantsPosition, !progress.hasPosition, progress.hasBegun, await mayHavePosition() {
            progress.hasPosition = true
            try await subscribeToPosition()
        }
        let maySubscribe = permissions["SubscribeWayPoints"] == true && isSupported
        if !progress.isSubscribed, progress.refusedUnder != permissions, maySubscribe || wishes.asksAnyway {
            progress.isSubscribed = try await subscribe()
            progress.wasAudible = permissions["OnWayPointChange"] == true
            progress.closings = count
            progress.refusedUnder = progress.isSubscribed ? nil : permissions
        }
        return nil
    }

    /// Reads what is permitted, and prints it where it is news.
    private func tellPermissions(_ progress: inout Progress) async {
        let permissions = await permissions()
        guard permissions != progress.permissions else { return }
        progress.permissions = permissions
        printer.print(AppEvent("permissions", ["permissions": permissions]))
    }

    private func permissions() async -> JSONValue {
        // All at one moment: half of a new policy would look like one of its own.
        let statuses = await manager.permissionManager.statuses(of: Self.functions.map { PermissionElement($0) })
        var permissions: [String: JSONValue] = [:]
        for function in Self.functions { permissions[function.name] = .bool(statuses[function]?.isAllowed ?? false) }
        return .object(permissions)
    }

    /// Whether the head unit offers waypoints; it is asked once, and tells changes by itself where it can.
    private func support(_ progress: Progress, isFirst: Bool) async throws(SDLError) -> Bool {
        if isFirst { return try await manager.systemCapabilityManager.supportsWayPoints() }
        let states = await manager.wayPointAvailability.findings.filter { Self.capabilityGates.contains($0.gate) }
            .map(\.state)
        if states.contains(where: { if case .closed = $0 { true } else { false } }) { return false }
        return !states.isEmpty && states.allSatisfy { $0 == .open } ? true : progress.isSupported ?? false
    }

    private static let capabilityGates: [WayPointAvailability.Gate] = [.rpcVersion, .navigation, .capability]

    /// Whether nothing that the head unit could still tell opens the way: its version and its equipment stay.
    private func isHopeless() async -> Bool {
        await manager.wayPointAvailability.findings.contains { finding in
            guard case .closed = finding.state else { return false }
            return finding.gate == .rpcVersion || finding.gate == .navigation
        }
    }

    private func tellCapability(_ isSupported: Bool, _ info: SessionInfo) async {
        let isQueried = (info.rpcVersion ?? RPCVersion(0, 0)) >= RPCVersion(4, 5)
        let reason: String
        if isSupported {
            reason = isQueried ? "the head unit says so" : "assumed for a head unit below RPC 4.5 with navigation"
        } else {
            reason = await manager.wayPointAvailability.reason ?? "the navigation does not offer them"
        }
        printer.print(AppEvent("capability", ["supported": .bool(isSupported), "reason": .string(reason)]))
    }

    /// Returns whether that is settled; it is not when the permission went away in the same moment.
    private func tellWayPoints() async throws(SDLError) -> Bool {
        do throws(SDLError) {
            let list = try await manager.wayPoints(wishes.type)
            printer.print(AppEvent("wayPoints", ["wayPoints": .array(list.map(\.json))]))
            return true
        } catch {
            // A navigation that cannot tell now may tell by itself later.
            guard !wishes.isOnce, !wishes.asksAnyway, error.leavesSession else { throw error }
            printer.print(AppEvent("refused", error.members(of: "GetWayPoints")))
            return error.answer?.resultCode != .disallowed && error.answer?.resultCode != .userDisallowed
        }
    }

    private func subscribe() async throws(SDLError) -> Bool {
        do throws(SDLError) {
            let code = try await subscribeToWayPoints()
            printer.print(AppEvent("subscribed", ["resultCode": .string(code.rawValue)]))
            return true
        } catch {
            guard !wishes.asksAnyway, error.leavesSession else { throw error }
            printer.print(AppEvent("refused", error.members(of: "SubscribeWayPoints")))
            return false
        }
    }

    /// Vehicle data is permitted one by one: what was asked for without permission would come back as refused.
    private func mayHavePosition() async -> Bool {
        if wishes.asksAnyway { return true }
        return await manager.permissionManager.groupStatus(of: [Self.position]) == .allowed
    }

    private static let position = PermissionElement(.subscribeVehicleData, parameters: ["gps"])

    // MARK: Changes

    /// How often the app was closed: the level itself may be FULL again before anybody looks.
    final class Closings: Sendable {
        let count = Mutex(0)
    }

    func watchClosings(_ closings: Closings, _ sink: AsyncStream<Void>.Continuation) async -> Task<Void, Never> {
        let levels = await manager.notifications(OnHMIStatus.self)
        return Task {
            var levels = levels.makeAsyncIterator()
            while let status = try? await levels.next() {
                guard status.hmiLevel == HMILevel.none, status.windowID ?? 0 == 0 else { continue }
                closings.count.withLock { $0 += 1 }
                sink.yield()
            }
        }
    }

    /// Looks again each time a permission changes.
    func watchPermissions(_ sink: AsyncStream<Void>.Continuation) async -> Task<Void, Never> {
        let updates = await manager.permissionManager.updates(
            for: Self.functions.map { PermissionElement($0) } + [Self.position])
        return Task { for await _ in updates { sink.yield() } }
    }

    /// Looks again each time the capability changes.
    func watchCapability(_ sink: AsyncStream<Void>.Continuation) async -> Task<Void, Never> {
        let updates = await manager.wayPointAvailabilityUpdates()
        return Task { for await _ in updates { sink.yield() } }
    }
}

extension SDLError {
    /// What the head unit answered, if it did not want to; `nil` for other errors.
    fileprivate var answer: RPCFailure? {
        switch self {
        case .refused(let failure), .noNavigationSource(let failure): failure
        default: nil
        }
    }

    /// Whether only this one request has failed, and the app can go on.
    fileprivate var leavesSession: Bool {
        switch self {
        case .refused, .noNavigationSource, .timedOut, .unsupportedFunction, .invalidResponse: true
        default: false
        }
    }

    fileprivate func members(of rpc: String) -> [String: JSONValue] {
        guard let answer else { return ["rpc": .string(rpc), "reason": .string("\(self)")] }
        var members: [String: JSONValue] = ["rpc": .string(rpc), "resultCode": .string(answer.resultCode.rawValue)]
        members["reason"] = answer.info.map { .string($0) }
        return members
    }
}
