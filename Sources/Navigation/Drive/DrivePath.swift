internal import GNSS
internal import Glibc

/// The line that a generated drive follows: the road with its corners rounded, and how fast each bend can be driven.
struct DrivePath: Sendable {
    private(set) var points: [GeodeticCoordinate] = []
    /// Metres from the beginning.
    private(set) var along: [Double] = []
    /// Highest speed at each point in metres a second, low enough to brake for what comes.
    private(set) var limits: [Double] = []
    private var azimuths: [Double] = []

    /// How far before a corner the bend begins, at most.
    private static let bend = 15.0
    /// The slowest speed in a bend.
    private static let slowest = 2.0

    init(corners: [GeodeticCoordinate], speed: Double, braking: Double, cornering: Double) {
        let corners = corners.enumerated().filter { index, corner in
            index == 0 || corner.distance(to: corners[index - 1]) > 0.01
        }.map(\.element)
        for (index, corner) in corners.enumerated() {
            guard index > 0, index < corners.count - 1 else {
                append(corner, limit: speed)
                continue
            }
            round(corners[index - 1], corner, corners[index + 1], speed: speed, cornering: cornering)
        }
        if !points.isEmpty { along.append(0) }
        for (from, to) in zip(points, points.dropFirst()) {
            let line = Geodesy.inverse(from: from, to: to)
            azimuths.append(line.initialAzimuth)
            along.append(length + line.distance)
        }
        brake(braking)
    }

    /// Length in metres.
    var length: Double { along.last ?? 0 }

    private mutating func append(_ point: GeodeticCoordinate, limit: Double) {
        points.append(point)
        limits.append(limit)
    }

    /// Replaces a corner by a parabola that touches both roads.
    private mutating func round(
        _ before: GeodeticCoordinate, _ corner: GeodeticCoordinate, _ after: GeodeticCoordinate, speed: Double,
        cornering: Double
    ) {
        let back = Geodesy.inverse(from: corner, to: before)
        let ahead = Geodesy.inverse(from: corner, to: after)
        let turn = abs(remainder(ahead.initialAzimuth - back.initialAzimuth - 180, 360)) * (.pi / 180)
        let reach = min(DrivePath.bend, 0.45 * back.distance, 0.45 * ahead.distance)
        guard turn > 0.05, reach > 0.5 else { return append(corner, limit: speed) }
        let radius = reach / tan(min(turn, 3.1) / 2)
        let limit = min(speed, max(DrivePath.slowest, (cornering * radius).squareRoot()))
        let frame = LocalFrame(at: corner)
        let from = frame.vector(to: corner.moved(by: reach, azimuth: back.initialAzimuth))
        let to = frame.vector(to: corner.moved(by: reach, azimuth: ahead.initialAzimuth))
        let parts = 6
        for part in 0...parts {
            let share = Double(part) / Double(parts)
            let (first, last) = ((1 - share) * (1 - share), share * share)
            let east = first * from.east + last * to.east
            let north = first * from.north + last * to.north
            let distance = (east * east + north * north).squareRoot()
            append(corner.moved(by: distance, azimuth: atan2(east, north) * (180 / .pi)), limit: limit)
        }
    }

    /// Lowers the limits so that each can be kept by braking in time, and the end is a halt.
    private mutating func brake(_ braking: Double) {
        guard !limits.isEmpty else { return }
        limits[limits.count - 1] = 0
        for index in stride(from: limits.count - 2, through: 0, by: -1) {
            let distance = along[index + 1] - along[index]
            limits[index] = min(
                limits[index], (limits[index + 1] * limits[index + 1] + 2 * braking * distance).squareRoot())
        }
    }

    /// Place and direction at a distance from the beginning; the search begins at a known point.
    func place(at distance: Double, after hint: Int) -> Geodesy.Direct? {
        guard let first = points.first else { return nil }
        guard points.count > 1 else { return Geodesy.direct(from: first, azimuth: 0, distance: 0) }
        let index = min(hint, points.count - 2)
        return Geodesy.direct(from: points[index], azimuth: azimuths[index], distance: distance - along[index])
    }
}
