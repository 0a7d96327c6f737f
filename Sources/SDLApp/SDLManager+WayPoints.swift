internal import Transport

extension SDLManager {
    /// Asks for the waypoints of the active route (GetWayPoints, since RPC 4.1).
    ///
    /// - Parameter type: `.all` for the destination followed by the stops in the order of the route, `.destination` for
    ///   the destination alone.
    /// - Returns: The destination first; empty if there is no route. Elements that cannot be read are left out.
    /// - Throws: ``SDLError/noNavigationSource(_:)`` if nothing can tell waypoints, ``SDLError/invalidResponse(_:_:)`` if
    ///   nothing of the list can be read, and whatever ``send(_:timeout:)->Request.Response``
    ///   throws.
    public nonisolated func wayPoints(_ type: WayPointType = .all) async throws(SDLError) -> [LocationDetails] {
        try await outcome(of: GetWayPoints(wayPointType: type), timeout: nil).wayPoints(lastAnswer)
    }

    /// The waypoints of the active route as they are now, each time they change.
    ///
    /// The first reader makes the manager subscribe (SubscribeWayPoints) as soon as a session is ready and the policy
    /// permits it, the last one makes it unsubscribe, and every new session subscribes again. The list itself is asked
    /// for after subscribing and when changes may have been missed, because the app was in a level in which it is not
    /// told of them; while the navigation is busy or too slow the question is put again, after pauses of 1 to 32 s. The
    /// stream may be opened at any time, also before ``start()``.
    ///
    /// This is state: a slow reader finds only the newest list, and an equal one is not repeated. For every single
    /// notification use ``notifications(_:)``. Do not mix it with SubscribeWayPoints and UnsubscribeWayPoints of your
    /// own: the head unit knows only one subscription of an app.
    ///
    /// - Returns: Lists with the destination first; empty if there is no route. The stream ends with an error if the
    ///   head unit refuses the subscription for another reason than permission, or if the manager failed.
    public func wayPointUpdates() -> Updates<[LocationDetails], SDLError> {
        let mailbox = Mailbox<[LocationDetails], SDLError>.state()
        let number = nextNumber()
        streams.add(mailbox, number)
        let updates = updates(mailbox, number)
        perform(machine.addWayPointReader(number, now: reactor.now))
        return updates
    }

    /// Whether waypoints can be used now, and if not, what stands in the way.
    public var wayPointAvailability: WayPointAvailability { machine.wayPointAvailability }

    /// Whether waypoints can be used, the present state first, each time it changes.
    ///
    /// While somebody reads this, the manager asks the head unit for its navigation capability and, since RPC 5.1,
    /// subscribes to it. A slow reader finds only the newest state.
    public func wayPointAvailabilityUpdates() -> Updates<WayPointAvailability, Never> {
        let mailbox = Mailbox<WayPointAvailability, Never>.state()
        let number = nextNumber()
        streams.add(mailbox, number)
        let updates = updates(mailbox, number)
        perform(machine.addAvailabilityReader(number, now: reactor.now))
        return updates
    }
}
