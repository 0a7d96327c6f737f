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
    private var known: Set<Waypoint> = []
    private var hasParts = false
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
        guard take(sentence, now: now), let current, current != told else { return nil }
        told = current
        return current
    }

    /// Notes what a sentence says.
    ///
    /// - Returns: Whether the route may be another one now.
    fileprivate mutating func take(_ sentence: Sentence, now: Duration? = nil) -> Bool {
        if case .wpl(let waypoint) = sentence {
            collector.add(waypoint)
            remember(waypoint)
        } else if case .rte(let part) = sentence {
            hasParts = true
            guard let complete = collector.add(part, now: now) else { return false }
            route = complete
        } else if case .rmb(let guidance) = sentence {
            guard guidance.status == .valid, let place = guidance.position?.coordinate else { return false }
            goal = Waypoint(coordinate: place, name: guidance.destination.isEmpty ? nil : guidance.destination)
        } else {
            return false
        }
        return true
    }

    /// The route as known by now: that of RTE when all its points are placed, else the waypoint headed for; nil when
    /// neither is known.
    public var current: Route? {
        guard let route, unplaced == nil else { return goal.map { Route(waypoints: [$0]) } }
        let waypoints = ahead.compactMap { point in
            point.coordinate.map { Waypoint(coordinate: $0, name: point.name.isEmpty ? nil : point.name) }
        }
        guard !waypoints.isEmpty else { return nil }
        return Route(name: route.identifier.isEmpty ? nil : route.identifier, waypoints: waypoints)
    }

    /// The name of the first waypoint of the route that no WPL places.
    fileprivate var unplaced: String? { ahead.first { $0.coordinate == nil }?.name }

    /// Whether a route was begun of which not all sentences came.
    fileprivate var isCut: Bool { hasParts && route == nil }

    /// The points of the route that are still to come.
    private var ahead: [NMEARoute.Waypoint] {
        guard let route else { return [] }
        var points = collector.located(route).waypoints
        if route.isWorkingRoute, points.count > 1 { points.removeFirst() }
        if let name = goal?.name, let next = points.firstIndex(where: { $0.name == name }) { points.removeFirst(next) }
        return points
    }

    /// The waypoints that were sent without a route, in the order in which they came.
    public var waypoints: [Waypoint] { lone }

    private mutating func remember(_ waypoint: WPL) {
        guard let place = waypoint.position?.coordinate, lone.count < RouteCollector.maximumWaypoints else { return }
        let name = waypoint.name.isEmpty ? nil : waypoint.name
        // Plotters repeat their list for ever.
        let new = Waypoint(coordinate: place, name: name)
        guard known.insert(new).inserted else { return }
        lone.append(new)
    }
}

extension Route {
    /// Bytes that are decoded at a time.
    private static let blockSize = 1 << 16

    /// Reads a route from NMEA 0183: RTE with its WPL; without that the destination of RMB; else WPL in their order.
    ///
    /// - Parameter text: The bytes; other sentences and anything else in between are left out.
    /// - Throws: `RouteError` when there is nothing of that, or when RTE names a waypoint that no WPL places and there is
    ///   no RMB: a route without one of its stops would be another route.
    public init(nmea text: [UInt8]) throws(RouteError) {
        var decoder = NMEADecoder(options: NMEADecoder.Options(epochs: nil))
        var reader = NMEARouteReader()
        // Block by block, so that not all sentences of a large file are held at once.
        for start in stride(from: 0, through: text.count, by: Route.blockSize) {
            let block = Array(text[start..<min(start + Route.blockSize, text.count)])
            for event in decoder.decode(block) + (block.count < Route.blockSize ? decoder.finish() : []) {
                if case .sentence(let sentence, _) = event { _ = reader.take(sentence) }
            }
        }
        if let route = reader.current {
            self = route
        } else if let name = reader.unplaced {
            throw RouteError(.unplaced(name))
        } else if reader.isCut {
            throw RouteError(.value("not all RTE sentences of the route are there"))
        } else if !reader.waypoints.isEmpty {
            self.init(waypoints: reader.waypoints)
        } else {
            throw RouteError(.empty)
        }
    }
}
