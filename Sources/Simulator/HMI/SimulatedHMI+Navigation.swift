internal import Formats
public import GNSS
internal import HeadUnit
public import Navigation
internal import SDLRPC

// The navigation: the route, where the vehicle is on it, and what apps are told of it.
extension SimulatedHMI {
    /// Sets another route, or none; apps that listen are told the new list, which a cleared route does not have.
    public func setRoute(_ route: Route?) {
        progress = route.map { RouteProgress(route: $0, startingAt: vehicle.coordinate) }
        tellWayPoints(progress?.remaining ?? [])
    }

    /// Counts the next stop as passed, without moving the vehicle.
    ///
    /// - Returns: The name of the stop, or of the destination; `nil` when nothing is left of a route.
    @discardableResult
    public func advanceRoute() -> String? {
        guard let event = progress?.advance(), let progress else { return nil }
        let name = progress.route.waypoints[progress.nextIndex - 1].name
        observer?(.route(event, name: name))
        tellWayPoints(progress.remaining)
        return name ?? ""
    }

    /// Shows each place of the vehicle to `observer` from now on, whatever it comes from; `nil` ends that.
    public func observePositions(_ observer: (@Sendable (Fix) -> Void)?) { positionObserver = observer }

    /// The vehicle is somewhere else now, or nobody knows where.
    ///
    /// - Parameters:
    ///   - fix: What is known; without a position, or with one that is old, apps are told none.
    ///   - origin: Where the fix comes from.
    ///   - isCertain: Whether somebody put the vehicle there, so that the fix is not judged like that of a receiver.
    public func moved(_ fix: Fix, origin: LocationOrigin = LocationOrigin(), isCertain: Bool = false) {
        positionObserver?(fix)
        let version = headUnit?.configuration.rpcVersion ?? RPCVersion(8, 0)
        if let news = vehicle.moved(fix, origin: origin, version: version) { notify(.onVehicleData, news) }
        guard let before = progress?.remaining, let events = progress?.fixReceived(fix, isCertain: isCertain),
            let route = progress?.route
        else { return }
        var remaining = before
        for event in events {
            let index = event.waypointIndex ?? (route.waypoints.isEmpty ? nil : route.waypoints.count - 1)
            observer?(.route(event, name: index.flatMap { route.waypoints[$0].name }))
            guard let removed = event.removedStop else { continue }
            remaining = Self.remaining(of: route, after: removed)
            tellWayPoints(remaining)
        }
    }

    /// What is told after a stop was removed: the destination, then the stops behind it, at most ten in all.
    private static func remaining(of route: Route, after index: Int) -> [Waypoint] {
        guard let destination = route.waypoints.last, index + 1 < route.waypoints.count else { return [] }
        return [destination]
            + route.waypoints[(index + 1)...].dropLast().prefix(RouteProgress.longestList - 1)
    }

    private func tellWayPoints(_ list: [Waypoint]) {
        guard isSubscribed, !list.isEmpty else { return }
        notify(.onWayPointChange, ["wayPoints": Self.json(list)])
    }

    func wayPointsAnswer(to request: HMIRequest) -> HMIAnswer {
        var members: [String: JSONValue] = ["appID": request.parameters?["appID"] ?? 0]
        let isDestination = request.parameters?["wayPointType"] == "DESTINATION"
        let list = lists.json(isDestination: isDestination, of: progress?.remaining ?? [])
        if !list.isEmpty { members["wayPoints"] = .array(list) }
        return .success(members)
    }

    static func json(_ list: [Waypoint]) -> JSONValue {
        .array(list.map { LocationDetails($0).json })
    }
}

/// What GetWayPoints is answered, as JSON made once: it stays the same until the vehicle moves or the route changes.
struct WayPointLists: Sendable {
    private var all: [JSONValue]?
    private var destination: [JSONValue]?

    /// The remaining waypoints, or the destination alone; empty if there is no route.
    mutating func json(isDestination: Bool, of remaining: @autoclosure () -> [Waypoint]) -> [JSONValue] {
        if let known = isDestination ? destination : all { return known }
        let list = (isDestination ? Array(remaining().prefix(1)) : remaining()).map { LocationDetails($0).json }
        if isDestination { destination = list } else { all = list }
        return list
    }
}

extension RouteEvent {
    /// The waypoint the event is about; `nil` for the destination or the road as a whole.
    fileprivate var waypointIndex: Int? {
        switch self {
        case .waypointPassed(let index, _), .waypointSkipped(let index): index
        case .offRoute, .backOnRoute, .arrived: nil
        }
    }
}
