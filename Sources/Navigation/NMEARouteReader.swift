internal import GNSS
public import NMEA

/// Makes routes of the waypoint sentences of a chart plotter or a receiver: WPL, RTE, RMB.
///
/// RTE names the waypoints of a route and WPL places them. A working route begins with the waypoint just left, which is
/// no stop. RMB tells the waypoint headed for: a route that contains it begins there; without a route it is the
/// destination by itself.
public struct NMEARouteReader: Sendable {
    private var collector = RouteCollector()
    private var route: NMEARoute?
    private var goal: Waypoint?
    private var lone: [Waypoint] = []
    private var told: Route?

    /// Creates a reader that has seen nothing.
    public init() {}

    /// Takes a sentence; others than WPL, RTE and RMB are left out.
    ///
    /// - Parameters:
    ///   - sentence: The sentence.
    ///   - now: When it came, since an arbitrary start; nil for files.
    /// - Returns: The route, when it is complete and another one than before.
    public mutating func sentenceReceived(_ sentence: Sentence, now: Duration? = nil) -> Route? {
        if case .wpl(let waypoint) = sentence {
            collector.add(waypoint)
            remember(waypoint)
        } else if case .rte(let part) = sentence {
            guard let complete = collector.add(part, now: now) else { return nil }
            route = complete
        } else if case .rmb(let guidance) = sentence {
            guard guidance.status == .valid, let place = guidance.position?.coordinate else { return nil }
            goal = Waypoint(coordinate: place, name: guidance.destination.isEmpty ? nil : guidance.destination)
        } else {
            return nil
        }
        guard let current, current != told else { return nil }
        told = current
        return current
    }

    /// The route as known by now; nil when none is complete.
    public var current: Route? {
        guard let route else { return goal.map { Route(waypoints: [$0]) } }
        let located = collector.located(route)
        var waypoints: [Waypoint] = []
        for point in located.waypoints {
            guard let place = point.coordinate else { return nil }
            waypoints.append(Waypoint(coordinate: place, name: point.name.isEmpty ? nil : point.name))
        }
        if located.isWorkingRoute, waypoints.count > 1 { waypoints.removeFirst() }
        if let name = goal?.name, let next = waypoints.firstIndex(where: { $0.name == name }) {
            waypoints.removeFirst(next)
        }
        guard !waypoints.isEmpty else { return nil }
        return Route(name: located.identifier.isEmpty ? nil : located.identifier, waypoints: waypoints)
    }

    /// The waypoints that were sent without a route, in the order in which they came.
    public var waypoints: [Waypoint] { lone }

    private mutating func remember(_ waypoint: WPL) {
        guard let place = waypoint.position?.coordinate, lone.count < RouteCollector.maximumWaypoints else { return }
        let name = waypoint.name.isEmpty ? nil : waypoint.name
        // Plotters repeat their list for ever.
        guard !lone.contains(where: { $0.coordinate == place && $0.name == name }) else { return }
        lone.append(Waypoint(coordinate: place, name: name))
    }
}

extension Route {
    /// Reads a route from NMEA 0183: RTE with its WPL; without RTE the destination of RMB; else WPL in their order.
    ///
    /// - Parameter text: The bytes; other sentences and anything else in between are left out.
    public init(nmea text: [UInt8]) throws(RouteError) {
        var decoder = NMEADecoder(options: NMEADecoder.Options(epochs: nil))
        var reader = NMEARouteReader()
        for event in decoder.decode(text) + decoder.finish() {
            if case .sentence(let sentence, _) = event { _ = reader.sentenceReceived(sentence) }
        }
        if let route = reader.current {
            self = route
        } else if !reader.waypoints.isEmpty {
            self.init(waypoints: reader.waypoints)
        } else {
            throw RouteError(.empty)
        }
    }
}
