internal import GNSS

/// What was seen of the armed stop and the ones after it, for routes without a shape.
struct BesideTracker: Sendable {
    /// Distance from the stop when it was armed, or when the vehicle last turned away from it.
    var first: Double?
    /// Where the vehicle came near, seen from the stop.
    var entry: LocalFrame.Vector?
    /// Smallest distance from the armed stop since it was armed, if it came below the abeam distance.
    var nearest = Double.infinity
    /// Whether the stop after the armed one was entered meanwhile.
    var hasEnteredFollowing = false

    mutating func restart() {
        self = BesideTracker()
    }
}

extension LocalFrame {
    /// A place on a piece, from its start (0) to its end (1).
    fileprivate func vector(along piece: Piece, at share: Double) -> Vector {
        let from = vector(to: piece.start)
        let to = vector(to: piece.end)
        return Vector(
            east: from.east + share * (to.east - from.east), north: from.north + share * (to.north - from.north))
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
        let hysteresis = configuration.abeamHysteresis
        let first = beside.first ?? stop.frame.origin.chord(to: piece.start)
        beside.first = first
        if beside.entry == nil { beside.entry = entry(along: piece, of: stop) }
        beside.nearest = min(beside.nearest, piece.distance(from: stop, below: configuration.abeamDistance))
        // Who only drives away has not driven by.
        guard beside.nearest <= first - hysteresis else { return false }
        let away = stop.frame.origin.chord(to: piece.end)
        guard away >= beside.nearest + hysteresis else { return false }
        // Neither has who turned off or round before the stop: it must be seen from one side and then from another.
        let circle = piece.circle(of: stop, radius: beside.nearest + hysteresis)
        let exit = stop.frame.vector(along: piece, at: min(1, max(0, circle?.leaves ?? 1)))
        if let entry = beside.entry,
            entry.east * exit.east + entry.north * exit.north
                <= RouteProgress.smallestTurn * entry.length * exit.length
        {
            return true
        }
        beside.restart()
        beside.first = away
        return false
    }

    /// Cosine of the angle by which the direction from the stop to the vehicle must turn: 50 degrees.
    private static let smallestTurn = 0.643

    /// Where a piece comes near the stop; nil when it does not.
    private func entry(along piece: Piece, of stop: Stop) -> LocalFrame.Vector? {
        let radius = configuration.abeamDistance + configuration.abeamHysteresis
        guard let share = piece.circle(of: stop, radius: radius)?.entry(after: 0) else { return nil }
        return stop.frame.vector(along: piece, at: share)
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
