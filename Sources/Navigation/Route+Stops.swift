internal import GNSS

extension Route {
    /// Whether the shape comes near all the stops in their order.
    var isShapePassingStops: Bool {
        guard let road = RouteShape(shape) else { return false }
        var low = 0.0
        return waypoints.allSatisfy { waypoint in
            let foot = road.placed(EarthCentredPosition(waypoint.coordinate), from: low)
            low = foot.along
            return foot.distance <= Stop.farthestOffset
        }
    }

    /// Puts the stops in the order in which the shape passes them, and makes its end the destination.
    ///
    /// The given order is kept when the shape passes the stops in it; else each stop belongs where the shape first
    /// comes near.
    mutating func arrangeStopsAlongShape() {
        guard let end = shape.last else { return }
        if let road = RouteShape(shape) {
            var low = 0.0
            let isInOrder = waypoints.allSatisfy { waypoint in
                let place = EarthCentredPosition(waypoint.coordinate)
                guard let foot = road.firstFoot(of: place, within: 100, from: low, heading: .any) else { return false }
                low = foot.along
                return true
            }
            if !isInOrder {
                let places = waypoints.map { road.placed(EarthCentredPosition($0.coordinate), from: 0).along }
                // Stops at one place keep the order of the file.
                let order = waypoints.indices.sorted { (places[$0], $0) < (places[$1], $1) }
                waypoints = order.map { waypoints[$0] }
            }
        }
        if let last = waypoints.last, last.coordinate.distance(to: end) <= 100 { return }
        waypoints.append(Waypoint(coordinate: end, name: name))
    }
}
