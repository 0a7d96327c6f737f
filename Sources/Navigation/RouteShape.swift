internal import GNSS

/// The road of a route as straight pieces between points, with its length counted from the start.
///
/// Points far apart get points between them on the geodesic, so that a straight piece lies at most some centimetres
/// below the surface. A tree of balls over the pieces finds the ones near a place without looking at all of them.
struct RouteShape: Sendable {
    /// The place on the road that is nearest to a position, in some part of the road.
    struct Foot: Hashable, Sendable {
        /// Which piece.
        var piece: Int
        /// Metres from the start of the road.
        var along: Double
        /// Square of the distance from the position.
        var squaredDistance: Double

        var distance: Double { squaredDistance.squareRoot() }
    }

    let points: [EarthCentredPosition]
    /// Metres from the start of the road to each point.
    let along: [Double]
    let tree: BallTree

    /// Nil for a road of fewer than two different points.
    init?(_ coordinates: [GeodeticCoordinate]) {
        let coordinates = RouteShape.thinned(coordinates)
        guard coordinates.count > 1, let first = coordinates.first else { return nil }
        var lines: [Geodesy.Inverse] = []
        lines.reserveCapacity(coordinates.count)
        for index in 1..<coordinates.count {
            lines.append(Geodesy.inverse(from: coordinates[index - 1], to: coordinates[index]))
        }
        let total = lines.reduce(0) { $0 + $1.distance }
        guard total > 0 else { return nil }
        // 2 km dip 8 cm. Roads of absurd length get longer pieces, not more than 20 000 of them.
        let longest = max(2000, total / 20_000)
        var points = [EarthCentredPosition(first)]
        var along = [0.0]
        var driven = 0.0
        for (index, line) in lines.enumerated() where line.distance > 0.001 {
            let parts = max(1, (line.distance / longest).rounded(.up))
            for part in 1..<max(1, Int(parts)) {
                let distance = line.distance * Double(part) / parts
                let between = coordinates[index].moved(by: distance, azimuth: line.initialAzimuth)
                points.append(EarthCentredPosition(between))
                along.append(driven + distance)
            }
            driven += line.distance
            points.append(EarthCentredPosition(coordinates[index + 1]))
            along.append(driven)
        }
        guard points.count > 1 else { return nil }
        self.points = points
        self.along = along
        tree = BallTree(points: points)
    }

    /// Leaves out points that lie within a metre of the one kept before: they tell nothing, but cost time.
    private static func thinned(_ coordinates: [GeodeticCoordinate]) -> [GeodeticCoordinate] {
        guard let first = coordinates.first, let last = coordinates.last else { return [] }
        var kept = [first]
        var place = EarthCentredPosition(first)
        for coordinate in coordinates.dropFirst().dropLast() {
            let next = EarthCentredPosition(coordinate)
            guard place.squaredChord(to: next) >= 1 else { continue }
            kept.append(coordinate)
            place = next
        }
        if coordinates.count > 1 { kept.append(last) }
        return kept
    }

    /// Length of the road in metres.
    var length: Double { along.last ?? 0 }

    /// Number of straight pieces.
    var pieceCount: Int { points.count - 1 }

    /// The foot of a position on one piece.
    func foot(of place: EarthCentredPosition, on piece: Int) -> Foot {
        let start = points[piece]
        let end = points[piece + 1]
        let (vx, vy, vz) = (end.x - start.x, end.y - start.y, end.z - start.z)
        let (px, py, pz) = (place.x - start.x, place.y - start.y, place.z - start.z)
        let squaredLength = vx * vx + vy * vy + vz * vz
        let share = min(1, max(0, (px * vx + py * vy + pz * vz) / squaredLength))
        let (dx, dy, dz) = (px - share * vx, py - share * vy, pz - share * vz)
        return Foot(
            piece: piece, along: along[piece] + share * (along[piece + 1] - along[piece]),
            squaredDistance: dx * dx + dy * dy + dz * dz)
    }

    /// The piece that holds a distance from the start.
    func piece(at distance: Double) -> Int {
        var low = 0
        var high = pieceCount - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if along[middle] <= distance { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Cosine of the angle between a movement and a piece; nil when nothing moved.
    func cosine(of movement: Movement, with piece: Int) -> Double? {
        let start = points[piece]
        let end = points[piece + 1]
        let (vx, vy, vz) = (end.x - start.x, end.y - start.y, end.z - start.z)
        let product = (vx * vx + vy * vy + vz * vz).squareRoot() * movement.length
        guard product > 0 else { return nil }
        return (vx * movement.x + vy * movement.y + vz * movement.z) / product
    }

    /// Distance of a position from a piece's line with its side: positive to the right of the road.
    func signedDistance(of place: EarthCentredPosition, at foot: Foot) -> Double {
        let start = points[foot.piece]
        let end = points[foot.piece + 1]
        let (vx, vy, vz) = (end.x - start.x, end.y - start.y, end.z - start.z)
        let (px, py, pz) = (place.x - start.x, place.y - start.y, place.z - start.z)
        // Direction of the road times direction to the place points down when the place is on the right.
        let up = (vy * pz - vz * py) * place.x + (vz * px - vx * pz) * place.y + (vx * py - vy * px) * place.z
        return up > 0 ? -foot.distance : foot.distance
    }

    /// A straight movement in Earth-centred coordinates.
    struct Movement: Sendable {
        var x = 0.0
        var y = 0.0
        var z = 0.0

        init() {}

        init(from start: EarthCentredPosition, to end: EarthCentredPosition) {
            x = end.x - start.x
            y = end.y - start.y
            z = end.z - start.z
        }

        var length: Double { (x * x + y * y + z * z).squareRoot() }
    }
}
