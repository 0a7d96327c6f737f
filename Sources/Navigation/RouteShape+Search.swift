internal import GNSS

extension RouteShape {
    /// The direction in which a piece of road must run to be found.
    enum Heading {
        /// Any.
        case any
        /// Within 60 degrees of a movement.
        case along(Movement)
        /// Within 60 degrees of a movement or of its opposite, so not merely crossed.
        case parallel(Movement)

        func admits(_ piece: Int, of shape: RouteShape) -> Bool {
            switch self {
            case .any: true
            case .along(let movement): (shape.cosine(of: movement, with: piece) ?? 0) >= 0.5
            case .parallel(let movement): abs(shape.cosine(of: movement, with: piece) ?? 0) >= 0.5
            }
        }
    }

    /// The foot in a part of the road that fits best: near the position, and near the place where it is expected.
    ///
    /// A metre along the road counts as a fifth of a metre beside it; that tells apart roads that are driven twice.
    func bestFoot(
        of place: EarthCentredPosition, from low: Double, to high: Double, expecting expected: Double
    ) -> Foot {
        let first = piece(at: low)
        let window = first...max(first, piece(at: high))
        var best = foot(of: place, on: piece(at: min(max(expected, low), high)))
        var lowest = RouteShape.cost(best.squaredDistance, best.along - expected)
        improve(&best, &lowest, of: place, in: window, expecting: expected, node: 1)
        return settled(best, of: place)
    }

    private static func cost(_ squaredDistance: Double, _ detour: Double) -> Double {
        squaredDistance + 0.04 * detour * detour
    }

    /// Looks for a cheaper foot below a node of the tree, where there can be one.
    private func improve(
        _ best: inout Foot, _ lowest: inout Double, of place: EarthCentredPosition, in window: ClosedRange<Int>,
        expecting expected: Double, node: Int
    ) {
        let pieces = pieces(below: node).clamped(to: window.lowerBound..<window.upperBound + 1)
        guard !pieces.isEmpty else { return }
        let distance = tree.balls[node].distance(to: place)
        let detour = max(0, max(along[pieces.lowerBound] - expected, expected - along[pieces.upperBound]))
        guard RouteShape.cost(distance * distance, detour) <= lowest else { return }
        guard node >= tree.leafCount else {
            improve(&best, &lowest, of: place, in: window, expecting: expected, node: 2 * node)
            improve(&best, &lowest, of: place, in: window, expecting: expected, node: 2 * node + 1)
            return
        }
        for index in pieces {
            let foot = foot(of: place, on: index)
            let cost = RouteShape.cost(foot.squaredDistance, foot.along - expected)
            if cost < lowest {
                lowest = cost
                best = foot
            }
        }
    }

    /// Goes from a foot at the end of its piece to the pieces beyond, as long as they are nearer.
    func settled(_ foot: Foot, of place: EarthCentredPosition) -> Foot {
        var best = foot
        for step in [1, -1] {
            while 0..<pieceCount ~= best.piece + step {
                // A foot within its piece is nearest there; the road beyond may come back beside it.
                let end = along[step > 0 ? best.piece + 1 : best.piece]
                guard abs(best.along - end) < 1e-6 else { break }
                let next = self.foot(of: place, on: best.piece + step)
                guard next.squaredDistance < best.squaredDistance else { break }
                best = next
            }
        }
        return best
    }

    /// The first part of the road, from a distance on, that comes within a radius of a position; its nearest point.
    func firstFoot(of place: EarthCentredPosition, within radius: Double, from low: Double, heading: Heading) -> Foot? {
        var budget = 4096
        guard low <= length,
            let foot = firstFoot(of: place, within: radius, from: low, heading: heading, node: 1, budget: &budget)
        else { return nil }
        return settled(foot, of: place)
    }

    private func firstFoot(
        of place: EarthCentredPosition, within radius: Double, from low: Double, heading: Heading, node: Int,
        budget: inout Int
    ) -> Foot? {
        guard budget > 0, lastAlong(of: node) >= low, tree.balls[node].distance(to: place) <= radius else { return nil }
        budget -= 1
        guard node >= tree.leafCount else {
            return firstFoot(of: place, within: radius, from: low, heading: heading, node: 2 * node, budget: &budget)
                ?? firstFoot(
                    of: place, within: radius, from: low, heading: heading, node: 2 * node + 1, budget: &budget)
        }
        for piece in pieces(ofLeaf: node) where along[piece + 1] >= low {
            let foot = foot(of: place, on: piece)
            guard foot.squaredDistance <= radius * radius, foot.along >= low else { continue }
            if heading.admits(piece, of: self) { return foot }
        }
        return nil
    }

    /// The nearest point of the road, from a distance on; the earlier one of equals.
    func nearestFoot(of place: EarthCentredPosition, from low: Double = 0) -> Foot {
        var best = foot(of: place, on: pieceCount - 1)
        nearestFoot(of: place, from: low, node: 1, best: &best)
        return best
    }

    private func nearestFoot(of place: EarthCentredPosition, from low: Double, node: Int, best: inout Foot) {
        let distance = tree.balls[node].distance(to: place)
        guard distance * distance <= best.squaredDistance, lastAlong(of: node) >= low else { return }
        guard node >= tree.leafCount else {
            let left = tree.balls[2 * node].distance(to: place)
            let right = tree.balls[2 * node + 1].distance(to: place)
            nearestFoot(of: place, from: low, node: left <= right ? 2 * node : 2 * node + 1, best: &best)
            nearestFoot(of: place, from: low, node: left <= right ? 2 * node + 1 : 2 * node, best: &best)
            return
        }
        for piece in pieces(ofLeaf: node) where along[piece + 1] >= low {
            let foot = foot(of: place, on: piece)
            if foot.squaredDistance < best.squaredDistance
                || (foot.squaredDistance == best.squaredDistance && foot.along < best.along)
            {
                best = foot
            }
        }
    }

    /// Metres from the start of the road to the end of the last piece below a node of the tree.
    private func lastAlong(of node: Int) -> Double {
        along[pieces(below: node).upperBound]
    }

    private func pieces(below node: Int) -> Range<Int> {
        // Level by level the nodes lie in a row: a node's first and last leaf have its number with bits put behind.
        let shift = tree.leafCount.trailingZeroBitCount - (Int.bitWidth - 1 - node.leadingZeroBitCount)
        let leaf = (node << shift) - tree.leafCount
        let first = min(leaf * BallTree.piecesPerLeaf, pieceCount)
        return first..<min(first + BallTree.piecesPerLeaf << shift, pieceCount)
    }

    private func pieces(ofLeaf node: Int) -> Range<Int> {
        let first = min((node - tree.leafCount) * BallTree.piecesPerLeaf, pieceCount)
        return first..<min(first + BallTree.piecesPerLeaf, pieceCount)
    }
}
