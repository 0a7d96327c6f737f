internal import GNSS

// Roads that come by a stop more than once: the circle alone does not tell that the stop was reached.
extension RouteProgress {
    /// Forgets where the journey began when the vehicle is away from there.
    mutating func leaveStart(along piece: Piece) {
        guard let start = unleftStart else { return }
        let radius = configuration.arrivalRadius * configuration.leavingFactor
        if start.squaredChord(to: piece.end) > radius * radius { unleftStart = nil }
    }

    /// Whether a stop lies where the vehicle began and has been since.
    func isAtStart(_ stop: Stop) -> Bool {
        unleftStart.map { stop.reaches($0, radius: configuration.arrivalRadius) } ?? false
    }

    /// Whether a vehicle in the circle of the armed stop is there at the time when the road wants it to be.
    ///
    /// - Parameter before: Metres along the road a fix before; nil when it was not on it.
    mutating func isPlausible(_ stop: Stop, from before: Double?) -> Bool {
        guard stop.isAmbiguous, let place = stop.along, let matcher else { return true }
        guard !isAtStart(stop) else { return false }
        guard matcher.isOnRoad else {
            if let driven = matcher.drivenOffRoad, !matcher.isReturning,
                matcher.along + 2 * driven + Stop.farthestPlace >= place
            {
                // It comes from beside the road, and has driven far enough to have cut short what lies between.
                return true
            }
            // Which part of the road it is shows when the vehicle has followed it for a while.
            drivenSinceDoubt = drivenSinceDoubt ?? 0
            return false
        }
        // Against the road's direction its order means nothing.
        if matcher.backwards > configuration.arrivalRadius { return true }
        let from = min(before ?? matcher.along, matcher.along)
        return from - Stop.farthestPlace...matcher.along + Stop.farthestPlace ~= place
    }

    /// Passes the armed stop if its circle was entered before it was known where on the road that is.
    mutating func settleDoubt(_ events: inout [RouteEvent]) {
        guard let driven = drivenSinceDoubt, let matcher else { return }
        drivenSinceDoubt = nil
        guard nextIndex < stops.count, let place = stops[nextIndex].along, !isAtStart(stops[nextIndex]),
            matcher.along - driven - Stop.farthestPlace...matcher.along + Stop.farthestPlace ~= place
        else { return }
        passNext(by: .radius, &events)
    }
}
