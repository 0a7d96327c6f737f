internal import GNSS

/// Keeps track of where on the road of a route a vehicle is, and whether it is there at all.
///
/// While the vehicle is on the road, only a part of the road around the last place is looked at, as long as the vehicle
/// can have driven; so roads that are driven twice (loops, out and back) are not confused. After leaving, the first
/// part of the road from the point of leaving on is taken that runs along with the vehicle.
struct RouteMatcher: Sendable {
    /// Limits in metres.
    struct Limits: Sendable {
        /// Farther away than this the vehicle is off the road.
        var leaving = 50.0
        /// Nearer than this it is on the road again.
        var returning = 25.0
        /// How many fixes in a row must say so.
        var confirmations = 3
        /// So far a vehicle may drive against the direction of the road before another part of the road is looked for.
        var wrongWay = 150.0
    }

    enum Change: Hashable, Sendable {
        /// Nothing changed.
        case none
        /// The vehicle moved along the road; `from` is where it was before.
        case moved(from: Double)
        /// The vehicle is on the road without having followed it there.
        ///
        /// `isReturn`: it had left the road. `isForward`: it goes in the direction of the road.
        case joined(isReturn: Bool, isForward: Bool)
        /// The vehicle is no longer on the road.
        case left(distance: Double)
    }

    private enum State: Sendable {
        /// Not yet on the road.
        case searching
        case on
        /// `driven` metres since the road was left.
        case off(driven: Double)
    }

    let shape: RouteShape
    let limits: Limits
    /// Metres along the road where the vehicle is, or where it was when it left the road.
    private(set) var along = 0.0
    /// Where the vehicle is beside the road; nil when it is not on it.
    private(set) var foot: RouteShape.Foot?
    private var state = State.searching
    /// Whether the vehicle was on the road before it was lost.
    private var wasOnRoad = false
    private var start: EarthCentredPosition?
    private var movement = RouteShape.Movement()
    private var count = 0
    /// Metres driven against the direction of the road.
    private(set) var backwards = 0.0
    /// Metres driven in the direction of the road since it was joined or the vehicle last turned.
    private(set) var forwards = 0.0

    init(shape: RouteShape, limits: Limits) {
        self.shape = shape
        self.limits = limits
    }

    var isOnRoad: Bool {
        switch state {
        case .on: true
        case .searching, .off: false
        }
    }

    /// Whether the vehicle, off the road, has come near to it again and goes along with it, but not yet for long.
    var isReturning: Bool {
        switch state {
        case .searching, .on: false
        case .off: count > 0
        }
    }

    /// Metres driven since the road was left; nil on the road, and infinite when nobody knows.
    var drivenOffRoad: Double? {
        switch state {
        case .searching, .on: nil
        case .off(let driven): driven
        }
    }

    /// Forgets where the vehicle was: it is at a place to which it did not come straight from the one before.
    mutating func restart(at place: EarthCentredPosition) {
        start = place
        movement = RouteShape.Movement()
        count = 0
        foot = nil
        switch state {
        case .searching: break
        case .on:
            state = .searching
            wasOnRoad = true
        case .off: state = .off(driven: .infinity)
        }
    }

    /// Takes a position and the straight way to it.
    mutating func moved(from previous: EarthCentredPosition, to place: EarthCentredPosition) -> Change {
        let step = RouteShape.Movement(from: previous, to: place)
        // Steps of a standing receiver are noise: they tell no direction.
        if step.length >= 2 { movement = step }
        switch state {
        case .searching: return search(place)
        case .on: return follow(place, driven: step.length)
        case .off(let driven): return lookForReturn(place, driven: driven + step.length)
        }
    }

    private mutating func search(_ place: EarthCentredPosition) -> Change {
        guard let start else {
            self.start = place
            return .none
        }
        // The direction is trusted after 20 m.
        let direction = RouteShape.Movement(from: start, to: place)
        guard direction.length >= 20 else { return missed(at: place) }
        // Who was on the road before is most likely still behind that place.
        let near = wasOnRoad ? find(place, from: along - 100, movement: direction) : nil
        guard let (found, isForward) = near ?? find(place, from: 0, movement: direction) else {
            self.start = place
            return missed(at: place)
        }
        return join(found, isReturn: false, isForward: isForward)
    }

    /// Tells that the road was left, when it was lost and does not come near for some fixes.
    private mutating func missed(at place: EarthCentredPosition) -> Change {
        guard wasOnRoad else { return .none }
        let distance = shape.nearestFoot(of: place).distance
        count = distance > limits.leaving ? count + 1 : 0
        guard count >= limits.confirmations else { return .none }
        state = .off(driven: .infinity)
        count = 0
        return .left(distance: distance)
    }

    /// The first part of the road that runs with a movement, else the first that runs against it.
    private func find(
        _ place: EarthCentredPosition, from low: Double, movement: RouteShape.Movement
    ) -> (foot: RouteShape.Foot, isForward: Bool)? {
        let radius = limits.returning
        if let foot = shape.firstFoot(of: place, within: radius, from: low, heading: .along(movement)) {
            return (foot, true)
        }
        return shape.firstFoot(of: place, within: radius, from: low, heading: .parallel(movement)).map { ($0, false) }
    }

    private mutating func join(_ found: RouteShape.Foot, isReturn: Bool, isForward: Bool) -> Change {
        state = .on
        count = 0
        backwards = 0
        forwards = 0
        along = found.along
        foot = found
        return .joined(isReturn: isReturn, isForward: isForward)
    }

    private mutating func follow(_ place: EarthCentredPosition, driven: Double) -> Change {
        let before = along
        let best = shape.bestFoot(
            of: place, from: before - 30 - 1.5 * driven, to: before + 100 + 3 * driven, expecting: before + driven)
        guard best.distance <= limits.leaving else {
            count += 1
            guard count >= limits.confirmations else { return .none }
            state = .off(driven: 0)
            count = 0
            foot = nil
            return .left(distance: best.distance)
        }
        count = 0
        along = best.along
        foot = best
        let progress = along - before
        backwards = max(0, backwards - progress)
        forwards = progress < -5 ? 0 : max(0, forwards + progress)
        guard backwards > limits.wrongWay else { return .moved(from: before) }
        backwards = 0
        guard
            let other = shape.firstFoot(
                of: place, within: limits.returning, from: along + 30, heading: .along(movement))
        else { return .moved(from: before) }
        return join(other, isReturn: false, isForward: true)
    }

    private mutating func lookForReturn(_ place: EarthCentredPosition, driven: Double) -> Change {
        state = .off(driven: driven)
        let low = along - driven - 100
        guard let (found, isForward) = find(place, from: low, movement: movement) else {
            count = 0
            return .none
        }
        count += 1
        guard count >= limits.confirmations else { return .none }
        return join(found, isReturn: true, isForward: isForward)
    }
}
