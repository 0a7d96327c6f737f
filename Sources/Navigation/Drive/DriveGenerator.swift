internal import GNSS
internal import Glibc

/// A receiver in a vehicle that drives along a route and never was.
///
/// Purpose: give tests and demonstrations the bytes of a plausible drive. The vehicle keeps to a highest speed, speeds
/// up and brakes, takes bends slowly, halts at stops; positions have an error that wanders as real ones do; satellites
/// rise and set; tunnels and a cold start take the fix away. The same route, options and seed give the same drive.
///
/// The epochs come as a sequence; `DriveEpoch.bytes(_:)` makes NMEA 0183 of one.
public struct DriveGenerator: Sequence, IteratorProtocol, Sendable {
    /// How the drive goes.
    public let options: Options

    private let rate: Double
    private let tunnels: [ClosedRange<Double>]
    private var motion: DriveMotion
    private var receiver: DriveReceiver
    private var count = 0
    private var resting = 0.0
    private var blindFor = 0.0
    private let restAtEnd: Double
    private let coldStart: Double
    private var isOver = false

    /// Seconds without fix behind a tunnel.
    private static let reacquisition = 2.0

    /// Begins a drive; a route without points gives an empty one.
    ///
    /// - Parameters:
    ///   - route: The route. Its shape is driven; without one, straight lines from stop to stop, with a lead-in before
    ///     the first so that this is a stop too and not the origin.
    ///   - options: How the drive goes.
    public init(route: Route, options: Options = Options()) {
        self.options = options
        rate = DriveGenerator.clamp(options.rate, 0.1...50)
        restAtEnd = DriveGenerator.clamp(options.restAtEnd, 0...86_400)
        coldStart = DriveGenerator.clamp(options.coldStart, 0...86_400)
        tunnels = options.tunnels
        let top = DriveGenerator.clamp(options.speed, 1...500) / 3.6
        let braking = DriveGenerator.clamp(options.braking, 0.1...20)
        let corners = DriveGenerator.corners(of: route, leadIn: DriveGenerator.clamp(options.leadIn, 0...100_000))
        let path = DrivePath(
            corners: corners, speed: top, braking: braking,
            cornering: DriveGenerator.clamp(options.cornering, 0.1...20))
        motion = DriveMotion(
            path: path, top: top, acceleration: DriveGenerator.clamp(options.acceleration, 0.1...20),
            braking: braking, halts: DriveGenerator.halts(of: route, on: path, options: options))
        receiver = DriveReceiver(options: options)
        isOver = path.points.isEmpty
    }

    /// The next epoch; nil at the end.
    public mutating func next() -> DriveEpoch? {
        guard !isOver else { return nil }
        let seconds = Double(count) / rate
        if count > 0 { move(1 / rate, at: seconds) }
        guard let place = motion.path.place(at: motion.along, after: motion.index) else { return nil }
        let truth = DriveEpoch.Truth(
            coordinate: place.coordinate, speed: motion.speed, course: place.finalAzimuth, along: motion.along)
        let isHidden = tunnels.contains { $0.contains(motion.along) }
        blindFor = isHidden ? DriveGenerator.reacquisition : Swift.max(0, blindFor - 1 / rate)
        let reception: DriveReceiver.Reception =
            seconds < coldStart
            ? .starting(share: seconds / coldStart) : isHidden ? .hidden : blindFor > 0 ? .reacquiring : .open
        let epoch = receiver.epoch(at: truth, seconds: seconds, step: 1 / rate, reception: reception)
        if motion.isFinished {
            resting += 1 / rate
            isOver = resting > restAtEnd
        }
        count += 1
        return epoch
    }

    private mutating func move(_ step: Double, at seconds: Double) {
        guard seconds > coldStart else { return }
        motion.advance(by: step)
    }

    private static func clamp(_ value: Double, _ range: ClosedRange<Double>) -> Double {
        value.isNaN ? range.lowerBound : Swift.min(Swift.max(value, range.lowerBound), range.upperBound)
    }

    /// The points that are driven, in order.
    private static func corners(of route: Route, leadIn: Double) -> [GeodeticCoordinate] {
        guard route.shape.count < 2 else { return route.shape }
        var corners = route.waypoints.map(\.coordinate)
        guard let first = corners.first, leadIn > 0 else { return corners }
        let onwards = corners.dropFirst().first { $0.distance(to: first) > 1 }
        let azimuth = onwards.map { first.azimuth(to: $0) } ?? 0
        corners.insert(first.moved(by: -leadIn, azimuth: azimuth), at: 0)
        return corners
    }

    /// Where the vehicle halts: beside each stop, not at the destination, where it stays.
    private static func halts(of route: Route, on path: DrivePath, options: Options) -> [DriveMotion.Halt] {
        let seconds = clamp(options.haltAtStops, 0...86_400)
        guard seconds > 0, let road = RouteShape(path.points) else { return [] }
        var low = 0.0
        return route.waypoints.dropLast().compactMap { stop in
            let foot = road.placed(EarthCentredPosition(stop.coordinate), from: low)
            guard foot.distance <= Stop.farthestOffset else { return nil }
            low = foot.along
            return DriveMotion.Halt(along: foot.along, seconds: seconds)
        }
    }
}
