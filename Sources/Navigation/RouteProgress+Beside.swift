internal import GNSS

/// What was seen of the armed stop and the ones after it, for routes without a shape.
struct BesideTracker: Sendable {
    /// Distance from the stop when it was armed.
    var first: Double?
    /// Smallest distance from the armed stop since it was armed, if it came below the abeam distance.
    var nearest = Double.infinity
    /// Whether the stop after the armed one was entered meanwhile.
    var hasEnteredFollowing = false

    mutating func restart() {
        self = BesideTracker()
    }
}

// Routes without a shape: only the stops themselves tell where the vehicle is.
extension RouteProgress {
    /// Passes the armed stop when the vehicle has driven by beside it, and skips it when later stops prove it left out.
    mutating func passBeside(along piece: Piece, _ events: inout [RouteEvent]) {
        guard unleftIndex == nil else { return }
        while nextIndex < stops.count, unleftIndex == nil, hasDrivenBy(along: piece) {
            passNext(by: .abeam, &events)
        }
        noticeLaterStops(along: piece, &events)
    }

    private mutating func hasDrivenBy(along piece: Piece) -> Bool {
        let stop = stops[nextIndex]
        let first = beside.first ?? stop.frame.origin.chord(to: piece.start)
        beside.first = first
        beside.nearest = min(beside.nearest, piece.distance(from: stop, below: configuration.abeamDistance))
        // Who only drives away has not driven by.
        guard beside.nearest <= first - configuration.abeamHysteresis else { return false }
        return stop.frame.origin.chord(to: piece.end) >= beside.nearest + configuration.abeamHysteresis
    }

    /// The armed stop was left out when the two stops after it were entered in order.
    private mutating func noticeLaterStops(along piece: Piece, _ events: inout [RouteEvent]) {
        let following = nextIndex + 1
        guard unleftIndex == nil, following + 1 < stops.count else { return }
        let radius = configuration.arrivalRadius
        if !beside.hasEnteredFollowing {
            beside.hasEnteredFollowing = piece.circle(of: stops[following], radius: radius)?.entry(after: 0) != nil
            return
        }
        guard piece.circle(of: stops[following + 1], radius: radius)?.entry(after: 0) != nil else { return }
        skipNext(&events)
        passNext(by: .radius, &events)
        passNext(by: .radius, &events)
    }
}
