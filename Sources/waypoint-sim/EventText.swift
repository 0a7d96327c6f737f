internal import Navigation
internal import Simulator

/// Events of the simulated head unit in words.
enum EventText {
    static func line(_ event: SimulatedHMI.Event) -> String? {
        switch event {
        case .appRegistered(let name): "app registered: \(name)"
        case .appUnregistered(let name): "app gone: \(name)"
        case .subscribed: "an app listens for waypoints"
        case .unsubscribed: "no app listens for waypoints any more"
        case .locationSent(let name): "destination from an app: \(name ?? "a place without a name")"
        case .route(let event, let name): line(event, name: name)
        }
    }

    private static func line(_ event: RouteEvent, name: String?) -> String {
        let name = name ?? "a waypoint without a name"
        return switch event {
        case .waypointPassed: "passed \(name)"
        case .waypointSkipped: "skipped \(name)"
        case .offRoute(let distance): "off the route by \(Int(distance.rounded())) m"
        case .backOnRoute: "back on the route"
        case .arrived: "arrived at \(name)"
        }
    }
}
