internal import GNSS

/// A binary tree of balls over the pieces of a road: each ball holds all the pieces below it.
///
/// It lies in one array; node k has the children 2k and 2k + 1, the leaves hold `piecesPerLeaf` successive pieces.
struct BallTree: Sendable {
    struct Ball: Sendable {
        var x = 0.0
        var y = 0.0
        var z = 0.0
        /// Negative for an empty ball.
        var radius = -1.0

        /// Distance from a position to the nearest point of the ball; infinite for an empty one.
        func distance(to place: EarthCentredPosition) -> Double {
            guard radius >= 0 else { return .infinity }
            let (dx, dy, dz) = (place.x - x, place.y - y, place.z - z)
            return max(0, (dx * dx + dy * dy + dz * dz).squareRoot() - radius)
        }
    }

    static let piecesPerLeaf = 8

    let balls: [Ball]
    /// Number of leaves, a power of two; leaf i is node `leafCount + i`.
    let leafCount: Int

    init(points: [EarthCentredPosition]) {
        let pieces = max(1, points.count - 1)
        let needed = (pieces + BallTree.piecesPerLeaf - 1) / BallTree.piecesPerLeaf
        var leaves = 1
        while leaves < needed { leaves *= 2 }
        leafCount = leaves
        var balls = [Ball](repeating: Ball(), count: 2 * leaves)
        for leaf in 0..<needed {
            let first = leaf * BallTree.piecesPerLeaf
            let last = min(first + BallTree.piecesPerLeaf, points.count - 1)
            balls[leaves + leaf] = BallTree.ball(around: points[first...last])
        }
        for node in stride(from: leaves - 1, to: 0, by: -1) {
            balls[node] = BallTree.union(balls[2 * node], balls[2 * node + 1])
        }
        self.balls = balls
    }

    private static func ball(around points: ArraySlice<EarthCentredPosition>) -> Ball {
        var ball = Ball()
        let count = Double(points.count)
        for point in points {
            ball.x += point.x / count
            ball.y += point.y / count
            ball.z += point.z / count
        }
        let centre = EarthCentredPosition(x: ball.x, y: ball.y, z: ball.z)
        ball.radius = points.reduce(0) { max($0, centre.chord(to: $1)) }
        return ball
    }

    private static func union(_ first: Ball, _ second: Ball) -> Ball {
        guard first.radius >= 0 else { return second }
        guard second.radius >= 0 else { return first }
        let (dx, dy, dz) = (second.x - first.x, second.y - first.y, second.z - first.z)
        let distance = (dx * dx + dy * dy + dz * dz).squareRoot()
        if distance + second.radius <= first.radius { return first }
        if distance + first.radius <= second.radius { return second }
        let radius = (distance + first.radius + second.radius) / 2
        let share = (radius - first.radius) / distance
        return Ball(
            x: first.x + share * dx, y: first.y + share * dy, z: first.z + share * dz, radius: radius * (1 + 1e-12))
    }
}
