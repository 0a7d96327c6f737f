internal import GNSS

// Routes with a shape: the place on the road decides what was passed and what was left out.
extension RouteProgress {
    /// So far the vehicle must have followed the road before stops behind it count as left out.
    private static let forwardProof = 100.0

    /// Moves along the road of the route.
    mutating func followRoad(along piece: Piece, _ events: inout [RouteEvent]) {
        guard nextIndex < stops.count else { return }
        switch matcher?.moved(from: piece.start, to: piece.end) ?? .none {
        case .none:
            break
        case .left(let distance):
            events.append(.offRoute(distance: distance))
        case .joined(let isReturn, let isForward):
            if isReturn { events.append(.backOnRoute) }
            guard isForward else { return }
            var isChanged = false
            while isNextBehind {
                skipNext(&events)
                isChanged = true
            }
            if isChanged { passByRadius(along: Piece(start: piece.end, end: piece.end), &events) }
        case .moved(let before):
            while passOnRoad(from: before, &events) { passByRadius(along: piece, &events) }
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
        let isCrossed = before <= place && matcher.along >= place && matcher.along > before
        if isCrossed, stops[nextIndex].offset <= configuration.abeamDistance {
            passNext(by: .abeam, &events)
            return true
        }
        guard isNextBehind, matcher.forwards >= RouteProgress.forwardProof else { return false }
        skipNext(&events)
        return true
    }
}
