internal import GNSS

extension RouteProgress {
    /// Everything that a straight piece of driving brings about.
    mutating func advance(along piece: Piece) -> [RouteEvent] {
        var events: [RouteEvent] = []
        leaveStart(along: piece)
        guard let matcher else {
            passByRadius(along: piece, &events)
            passBeside(along: piece, &events)
            return events
        }
        drivenSinceDoubt = drivenSinceDoubt.map { $0 + piece.length }
        let before = matcher.isOnRoad ? matcher.along : nil
        let change = self.matcher?.moved(from: piece.start, to: piece.end) ?? .none
        passByRadius(along: piece, from: before, &events)
        followRoad(along: piece, change, &events)
        return events
    }

    /// Tests a straight piece against the circle of the armed stop, then of the one after it, and so on.
    ///
    /// - Parameter before: Metres along the road at the beginning of the piece; nil when the vehicle was not on it.
    mutating func passByRadius(along piece: Piece, from before: Double? = nil, _ events: inout [RouteEvent]) {
        var reached = 0.0
        while nextIndex < stops.count {
            if let unleft = unleftIndex {
                guard let left = leaving(unleft, along: piece, after: reached) else { break }
                reached = left
                unleftIndex = nil
            }
            let circle = piece.circle(of: stops[nextIndex], radius: configuration.arrivalRadius)
            guard let entered = circle?.entry(after: reached), isPlausible(stops[nextIndex], from: before) else {
                break
            }
            reached = entered
            passNext(by: .radius, &events)
        }
    }

    /// Marks the armed stop as passed, or the destination as reached.
    mutating func passNext(by passing: RouteEvent.Passing, _ events: inout [RouteEvent]) {
        events.append(
            nextIndex == stops.count - 1 ? .arrived(by: passing) : .waypointPassed(index: nextIndex, by: passing))
        unleftIndex = nextIndex
        armNext()
    }

    /// Marks the armed stop as left out.
    mutating func skipNext(_ events: inout [RouteEvent]) {
        events.append(.waypointSkipped(index: nextIndex))
        unleftIndex = nil
        armNext()
    }

    private mutating func armNext() {
        nextIndex += 1
        drivenSinceDoubt = nil
        hasApproached = false
        beside.restart()
    }

    /// Where on the piece the circle of a passed stop is left, seen from the stop that comes next.
    ///
    /// Normally that circle has the arrival radius. Two stops at one place need more, or noise at the border would pass
    /// both. A next stop inside the circle would never be armed for a vehicle that halts there: it is armed when the
    /// vehicle is clearly nearer to it.
    private func leaving(_ index: Int, along piece: Piece, after start: Double) -> Double? {
        let radius = configuration.arrivalRadius
        let passed = stops[index]
        let next = stops[nextIndex]
        let spacing = passed.frame.origin.chord(to: next.frame.origin)
        let isSamePlace = spacing < radius / 3
        let leavingRadius = isSamePlace ? radius * configuration.leavingFactor : radius
        guard let circle = piece.circle(of: passed, radius: leavingRadius) else { return start }
        let left = circle.exit(after: start)
        guard !isSamePlace, spacing <= radius else { return left }
        let nearer = piece.circle(of: next, radius: spacing / 2)?.entry(after: start)
        return switch (left, nearer) {
        case (let left?, let nearer?): min(left, nearer)
        case (let left, nil): left
        case (nil, let nearer): nearer
        }
    }
}
