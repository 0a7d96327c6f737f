public import GNSS

/// Follows a vehicle along a route: which stop is next, which were passed, whether it has arrived.
///
/// Purpose: turn fixes into events. Stops are armed one after the other in the order of the route; only the armed one
/// can be passed, so a destination that lies beside the way out is not reached on the way out. The straight piece
/// between two fixes is tested, not only the fixes, also across a hole in reception.
/// A stop counts once: the next one is armed only after the circle of the last one was left.
///
/// When the route has a shape, the vehicle's place on that road is tracked too: stops are then also passed by driving by
/// beside them, stops left out by a detour or by a start in the middle are skipped, and leaving the road is told.
/// Without a shape a stop is skipped when the two after it have been passed in order.
///
/// Not its duty: telling apps (one message for each event with a `removedStop`), smoothing, knowing roads.
/// It costs the same per fix for a short and a long route, and allocates only when something happened.
public struct RouteProgress: Sendable {
    /// What counts as passing and leaving; all lengths in metres.
    public struct Configuration: Hashable, Sendable {
        /// A stop is passed within this distance.
        public var arrivalRadius = 30.0

        /// How many times the arrival radius the vehicle must go away before a stop at the same place can be passed.
        public var leavingFactor = 1.5

        /// A stop is passed by driving by beside it within this distance; 0 to count the arrival radius only.
        public var abeamDistance = 50.0

        /// So much farther than at the nearest point the vehicle must be before it has driven by (routes without shape).
        public var abeamHysteresis = 15.0

        /// Farther away than this the vehicle is off the route.
        public var offRouteDistance = 50.0

        /// Nearer than this it is on the route again.
        public var backOnRouteDistance = 25.0

        /// How many fixes in a row must say that the vehicle is off, or on again.
        public var offRouteConfirmations = 3

        /// Which fixes are believed.
        public var limits = FixGate.Limits()

        /// Creates the usual configuration.
        public init() {}
    }

    /// The largest number of waypoints that a list for an app may hold (RPC specification, GetWayPoints).
    public static let longestList = 10

    /// The route that is followed.
    public let route: Route

    /// What counts as passing and leaving.
    public let configuration: Configuration

    /// Index of the stop that is next, or of the destination; `route.waypoints.count` after arrival.
    public internal(set) var nextIndex = 0

    /// Index of the first waypoint when the journey began there: it is an origin, not a stop.
    public internal(set) var originIndex: Int?

    /// Why the last fix was left out; nil when it was used.
    public private(set) var lastRefusal: FixGate.Refusal?

    /// The last position that was used.
    public private(set) var coordinate: GeodeticCoordinate?

    /// Where the first used fix was.
    public private(set) var start: GeodeticCoordinate?

    let stops: [Stop]
    /// Metres from each waypoint to the destination, stop by stop.
    let remainingLengths: [Double]
    var matcher: RouteMatcher?
    var pace = Pace()
    var beside = BesideTracker()
    /// The stop whose circle has to be left before the next one is armed.
    var unleftIndex: Int?
    /// Where the journey began, as long as the vehicle was not away from there.
    var unleftStart: EarthCentredPosition?
    /// Whether the vehicle was seen on the road before the armed stop since that was armed.
    var hasApproached = false
    /// Metres driven since the circle of the armed stop was entered by a vehicle of which it is not known where on the
    /// road it is; nil when it was not.
    var drivenSinceDoubt: Double?
    private var gate: FixGate
    private var position: EarthCentredPosition?
    /// Whether it is settled where the journey began: one fix alone may be wrong.
    private var isStarted = false

    /// Begins to follow a route.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - start: Where the vehicle stands, if known: a first waypoint within the arrival radius is the origin. When
    ///     not given, the first good fix decides.
    ///   - configuration: What counts as passing and leaving.
    public init(
        route: Route, startingAt start: GeodeticCoordinate? = nil, configuration: Configuration = Configuration()
    ) {
        self.route = route
        self.configuration = configuration
        let shape = RouteShape(route.shape)
        stops = Stop.stops(
            of: route, on: shape, near: configuration.arrivalRadius + configuration.offRouteDistance)
        remainingLengths = Stop.remainingLengths(of: route, stops: stops)
        matcher = shape.map { shape in
            RouteMatcher(
                shape: shape,
                limits: RouteMatcher.Limits(
                    leaving: configuration.offRouteDistance, returning: configuration.backOnRouteDistance,
                    confirmations: configuration.offRouteConfirmations))
        }
        gate = FixGate(limits: configuration.limits)
        if let start {
            begin(at: EarthCentredPosition(start))
            isStarted = true
        }
    }

    /// Whether the destination was reached.
    public var hasArrived: Bool { !stops.isEmpty && nextIndex == stops.count }

    /// Whether the vehicle is on the road of the route; nil when the route has no shape.
    public var isOnRoute: Bool? { matcher?.isOnRoad }

    /// What is still to be driven, in the order in which it is told to apps.
    ///
    /// First the destination, then the next stop, the following one and so on, at most `longestList`. Empty after arrival.
    public var remaining: [Waypoint] {
        guard let destination = route.waypoints.last, nextIndex < stops.count else { return [] }
        return [destination] + route.waypoints[nextIndex...].dropLast().prefix(RouteProgress.longestList - 1)
    }

    /// Takes a fix of the vehicle.
    ///
    /// The first fix, and the first one after a jump, brings nothing about by itself: what is near it counts when the next
    /// one agrees.
    ///
    /// - Parameters:
    ///   - fix: The fix.
    ///   - isCertain: Whether the vehicle is there beyond doubt, as when somebody put it there by hand: the fix is not
    ///     judged then, and the straight way from the place before counts as driven.
    /// - Returns: What happened since the fix before, in order.
    public mutating func fixReceived(_ fix: Fix, isCertain: Bool = false) -> [RouteEvent] {
        let place = fix.coordinate.map { EarthCentredPosition($0) }
        let verdict = isCertain ? .connected : gate.judge(fix, at: place)
        guard let place else {
            lastRefusal = .noPosition
            return []
        }
        var previous = place
        switch verdict {
        case .refused(let refusal):
            lastRefusal = refusal
            return []
        case .separate:
            begin(at: place)
            restart(at: place)
        case .connected:
            if isCertain { gate.trust(fix, at: place) }
            if position == nil { begin(at: place) }
            isStarted = true
            previous = position ?? place
        }
        lastRefusal = nil
        position = place
        coordinate = fix.coordinate
        if !isStarted || start == nil { start = fix.coordinate }
        let piece = Piece(start: previous, end: place)
        pace.moved(by: piece.length, fix: fix)
        guard verdict == .connected, nextIndex < stops.count else { return [] }
        return advance(along: piece)
    }

    /// Counts the next stop as passed, wherever the vehicle is.
    ///
    /// - Returns: What that means; nil when there is no stop left.
    public mutating func advance() -> RouteEvent? {
        guard nextIndex < stops.count else { return nil }
        var events: [RouteEvent] = []
        passNext(by: .radius, &events)
        // Who has passed a stop has set out: no other one can be the origin any more.
        isStarted = true
        return events.first
    }

    private mutating func restart(at place: EarthCentredPosition) {
        matcher?.restart(at: place)
        beside.restart()
        pace.restart()
        drivenSinceDoubt = nil
    }

    private mutating func begin(at place: EarthCentredPosition) {
        guard !isStarted else { return }
        (nextIndex, originIndex, unleftIndex, unleftStart) = (0, nil, nil, place)
        guard stops.count > 1, let first = stops.first, first.reaches(place, radius: configuration.arrivalRadius) else {
            return
        }
        originIndex = 0
        nextIndex = 1
        unleftIndex = 0
    }
}
