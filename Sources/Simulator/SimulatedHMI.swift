internal import Formats
public import GNSS
public import HeadUnit
public import Navigation
public import Transport

/// The simulated inside of a head unit: a screen that opens each app, a navigation with a route, and a vehicle that
/// moves where its position source says.
///
/// It is the plug for ``HeadUnit/HMI``: it answers GetWayPoints from what remains of the route (the destination first),
/// and tells every stop that was passed by OnWayPointChange. With no route, or after arrival, GetWayPoints succeeds
/// without a list, since a list may not be empty.
public actor SimulatedHMI: HMI {
    /// What happened, for people and programs that watch.
    public enum Event: Sendable {
        /// An app registered.
        case appRegistered(name: String)
        /// An app is gone.
        case appUnregistered(name: String)
        /// The first app wants to hear of waypoints: a good moment to drive off.
        case subscribed
        /// The last app has left the subscription.
        case unsubscribed
        /// Something on the route; the name is that of the stop, where there is one.
        case route(RouteEvent, name: String?)
    }

    /// Takes events on the reactor's thread.
    public typealias Observer = @Sendable (Event) -> Void

    private let reactor: Reactor
    private let activatesApps: Bool
    private let observer: Observer?
    private weak var headUnit: HeadUnit?
    private var progress: RouteProgress?
    private var isSubscribed = false
    private var names: [Int64: String] = [:]

    /// Runs on the reactor of its head unit.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes the inside of a head unit.
    ///
    /// - Parameters:
    ///   - reactor: The reactor of the head unit it will be plugged into.
    ///   - route: The route at the start; `nil` for none.
    ///   - start: Where the vehicle stands, if that is known before the first fix: a first point of the route that is
    ///     here is the origin and no stop.
    ///   - activatesApps: Whether a newly registered app comes to the front as if the driver had chosen it.
    ///   - observer: Who wants to know what happens.
    public init(
        reactor: Reactor, route: Route? = nil, startingAt start: GeodeticCoordinate? = nil, activatesApps: Bool = true,
        observer: Observer? = nil
    ) {
        self.reactor = reactor
        self.activatesApps = activatesApps
        self.observer = observer
        progress = route.map { RouteProgress(route: $0, startingAt: start) }
    }

    // MARK: Driving

    /// Sets another route, or none; apps that listen are told the new list, which a cleared route does not have.
    public func setRoute(_ route: Route?) {
        progress = route.map { RouteProgress(route: $0) }
        tellWayPoints(progress?.remaining ?? [])
    }

    /// The vehicle is somewhere else now.
    public func moved(_ fix: Fix) {
        guard let before = progress?.remaining, let events = progress?.fixReceived(fix), let route = progress?.route
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
        guard isSubscribed, !list.isEmpty, let headUnit else { return }
        let parameters: JSONValue = ["wayPoints": Self.json(list)]
        headUnit.assumeIsolated { $0.notify(HMINotification(.onWayPointChange, parameters: parameters)) }
    }

    private static func json(_ list: [Waypoint]) -> JSONValue {
        .array(list.map { LocationDetails($0).json })
    }

    // MARK: The plug

    /// Takes a request of the head unit, on the reactor both share.
    public nonisolated func headUnit(_ headUnit: HeadUnit, asks request: HMIRequest) {
        assumeIsolated { $0.asked(request, by: headUnit) }
    }

    /// Takes news of the head unit, on the reactor both share.
    public nonisolated func headUnit(_ headUnit: HeadUnit, tells notification: HMINotification) {
        assumeIsolated { $0.told(notification, by: headUnit) }
    }

    private func asked(_ request: HMIRequest, by headUnit: HeadUnit) {
        self.headUnit = headUnit
        let answer = headUnit.configuration.startUpAnswer(to: request.method) ?? answer(to: request)
        headUnit.assumeIsolated { $0.answer(request, with: answer) }
        switch request.method {
        case .subscribeWayPoints where !isSubscribed:
            isSubscribed = true
            observer?(.subscribed)
        case .unsubscribeWayPoints where isSubscribed:
            isSubscribed = false
            observer?(.unsubscribed)
        default:
            break
        }
    }

    private func answer(to request: HMIRequest) -> HMIAnswer {
        switch request.method {
        case .getWayPoints:
            var members: [String: JSONValue] = ["appID": request.parameters?["appID"] ?? 0]
            var list = progress?.remaining ?? []
            if request.parameters?["wayPointType"] == "DESTINATION" { list = Array(list.prefix(1)) }
            if !list.isEmpty { members["wayPoints"] = Self.json(list) }
            return .success(members)
        case .subscribeWayPoints, .unsubscribeWayPoints, .updateAppList, .closeApplication, .bringToFront:
            return .success()
        default:
            // What a simple head unit has no part for.
            return .error(code: 2, message: "\(request.method) is not part of this head unit")
        }
    }

    private func told(_ notification: HMINotification, by headUnit: HeadUnit) {
        self.headUnit = headUnit
        guard let parameters = notification.parameters else { return }
        switch notification.method {
        case .onAppRegistered:
            guard let id = parameters["application"]?["appID"]?.intValue else { return }
            let name = parameters["application"]?["appName"]?.stringValue ?? "?"
            names[id] = name
            observer?(.appRegistered(name: name))
            // The driver's tap comes after the messages of the registration, as it does with a real driver.
            if activatesApps {
                reactor.schedule(after: .zero) { [weak headUnit] in
                    headUnit?.assumeIsolated { _ = $0.request(.activateApp, parameters: ["appID": .int(id)]) }
                }
            }
        case .onAppUnregistered:
            guard let id = parameters["appID"]?.intValue, let name = names.removeValue(forKey: id) else { return }
            observer?(.appUnregistered(name: name))
        default:
            break
        }
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
