internal import GNSS

// Routes with a shape: the place on the road decides what was passed and what was left out.
extension RouteProgress {
    /// So far the vehicle must have followed the road before stops behind it count as left out.
    private static let forwardProof = 100.0

    /// Moves along the road of the route.
    mutating func followRoad(
        along piece: Piece, _ change: RouteMatcher.Change, _ events: inout [RouteEvent]
    ) {
        guard nextIndex < stops.count else { return }
        switch change {
        case .none:
            break
        case .left(let distance):
            events.append(.offRoute(distance: distance))
        case .joined(let isReturn, let isForward):
            if isReturn { events.append(.backOnRoute) }
            guard isForward else { return }
            settleDoubt(&events)
            var isChanged = false
            while isNextBehind {
                skipNext(&events)
                isChanged = true
            }
            if isChanged { passByRadius(along: Piece(start: piece.end, end: piece.end), &events) }
        case .moved(let before):
            defer { noteApproach() }
            while passOnRoad(from: before, &events) { passByRadius(along: piece, from: before, &events) }
        }
    }

    /// Whether the armed stop lies clearly behind the vehicle; never the destination.
    private var isNextBehind: Bool {
        guard let matcher, nextIndex < stops.count - 1, let place = stops[nextIndex].along else { return false }
        return matcher.along > place + max(configuration.arrivalRadius, 2 * stops[nextIndex].offset)
    }

    /// Passes or skips the armed stop if the way along the road from a place to the present one says so.
    private mutating func passOnRoad(from before: Double, _ events: inout [RouteEvent]) -> Bool {
        guard let matcher, nextIndex < stops.count, let place = stops[nextIndex].along else { return false }
        let stop = stops[nextIndex]
        let isCrossed = before <= place && matcher.along >= place && matcher.along > before
        if isCrossed, stop.offset <= configuration.abeamDistance, isApart(stop), !isAtStart(stop) {
            passNext(by: .abeam, &events)
            return true
        }
        if isAtRoadEnd(stop) {
            passNext(by: .abeam, &events)
            return true
        }
        guard isNextBehind, matcher.forwards >= RouteProgress.forwardProof else { return false }
        skipNext(&events)
        return true
    }

    /// Whether passing the armed stop cannot be the passing of the one before once more.
    private func isApart(_ stop: Stop) -> Bool {
        guard nextIndex > 0 else { return true }
        let radius = configuration.arrivalRadius
        let spacing = stops[nextIndex - 1].frame.origin.chord(to: stop.frame.origin)
        // Two stops at one place need two visits.
        if spacing < radius / 3 { return hasApproached && unleftIndex == nil }
        return spacing > radius || unleftIndex == nil
    }

    /// Notes that the vehicle is before the armed stop, farther than noise can make it.
    private mutating func noteApproach() {
        guard let matcher, unleftIndex == nil, nextIndex < stops.count, let place = stops[nextIndex].along
        else { return }
        hasApproached = hasApproached || matcher.along < place - configuration.abeamHysteresis
    }

    /// Whether the vehicle has followed the road to its end, near which a destination lies outside the arrival radius.
    private func isAtRoadEnd(_ stop: Stop) -> Bool {
        guard let matcher, stop.isRoadEnd, stop.offset > configuration.arrivalRadius, configuration.abeamDistance > 0
        else { return false }
        // A few metres forwards, so that a loop that is driven the wrong way does not end where it begins.
        return matcher.along >= matcher.shape.length - configuration.arrivalRadius && matcher.forwards >= 5
    }
}
