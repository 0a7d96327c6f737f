internal import GNSS
internal import Glibc

/// A drive as a drawing: the route with its points, and the track of the vehicle, north up.
struct TestReportMap {
    private let track: [GeodeticCoordinate]
    private let route: [GeodeticCoordinate]
    private let middle: GeodeticCoordinate
    private static let (width, height, margin) = (720.0, 420.0, 20.0)
    /// A line of more points is thinned out; no eye sees them on a page.
    private static let pointLimit = 2000

    /// Makes a map; `nil` when the vehicle was nowhere.
    init?(track: [GeodeticCoordinate], route: [GeodeticCoordinate]) {
        guard let first = track.first else { return nil }
        let stride = max(1, (track.count + Self.pointLimit - 1) / Self.pointLimit)
        self.track = track.enumerated().filter { $0.offset % stride == 0 || $0.offset == track.count - 1 }
            .map(\.element)
        self.route = Array(route.prefix(Self.pointLimit))
        middle = first
    }

    /// Degrees east and north of the first place, with those of longitude as long as those of latitude.
    private func plane(_ place: GeodeticCoordinate) -> (x: Double, y: Double) {
        var east = place.longitude - middle.longitude
        // Across the antimeridian the short way is meant.
        if east > 180 { east -= 360 }
        if east < -180 { east += 360 }
        return (east * cos(middle.latitude * .pi / 180), place.latitude - middle.latitude)
    }

    /// The drawing as an element of a page.
    var svg: String {
        let all = (track + route).map(plane)
        let (left, right) = (all.map(\.x).min() ?? 0, all.map(\.x).max() ?? 0)
        let (bottom, top) = (all.map(\.y).min() ?? 0, all.map(\.y).max() ?? 0)
        let scale = min(
            (Self.width - 2 * Self.margin) / max(right - left, 1e-6),
            (Self.height - 2 * Self.margin) / max(top - bottom, 1e-6))
        let point: (GeodeticCoordinate) -> (x: Double, y: Double) = { place in
            let position = plane(place)
            return (
                Self.rounded(Self.margin + (position.x - left) * scale),
                Self.rounded(Self.margin + (top - position.y) * scale)
            )
        }
        let path: ([GeodeticCoordinate]) -> String = { places in
            places.map { place in
                let (x, y) = point(place)
                return "\(x),\(y)"
            }.joined(separator: " ")
        }
        var parts = [
            "<svg viewBox=\"0 0 \(Int(Self.width)) \(Int(Self.height))\" role=\"img\" aria-label=\"map of the drive\">"
        ]
        if route.count > 1 {
            parts.append(
                "<polyline points=\"\(path(route))\" fill=\"none\" stroke=\"#9aa5b1\" stroke-dasharray=\"6 5\"/>")
        }
        parts.append("<polyline points=\"\(path(track))\" fill=\"none\" stroke=\"#1f5fbf\" stroke-width=\"2\"/>")
        for (index, place) in route.enumerated() {
            let (x, y) = point(place)
            let colour = index == route.count - 1 ? "#b3261e" : "#17713a"
            parts.append("<circle cx=\"\(x)\" cy=\"\(y)\" r=\"5\" fill=\"\(colour)\"/>")
        }
        return (parts + ["</svg>"]).joined()
    }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
