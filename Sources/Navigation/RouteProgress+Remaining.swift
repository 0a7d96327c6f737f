internal import GNSS

extension RouteProgress {
    /// What is still to be driven as a route of its own: the stops not yet passed, and the shape ahead of the vehicle.
    public var remainingRoute: Route {
        var rest = route
        rest.waypoints = Array(route.waypoints.dropFirst(nextIndex))
        guard let matcher, !route.shape.isEmpty else { return rest }
        guard nextIndex < stops.count else {
            rest.shape = []
            return rest
        }
        var driven = 0.0
        var ahead: [GeodeticCoordinate] = []
        for (index, point) in route.shape.enumerated() {
            if index > 0 { driven += route.shape[index - 1].distance(to: point) }
            if driven > matcher.along { ahead.append(point) }
        }
        if matcher.isOnRoad, let coordinate { ahead.insert(coordinate, at: 0) }
        rest.shape = ahead
        return rest
    }
}
