internal import GNSS
internal import Glibc

/// What a receiver makes of a place: a fix with errors, a list of satellites.
struct DriveReceiver: Sendable {
    /// How well the sky is heard.
    enum Reception: Sendable {
        /// Well.
        case open
        /// Not at all: a tunnel.
        case hidden
        /// Satellites are heard again, but there is no fix yet.
        case reacquiring
        /// The receiver was just switched on; `share` of the time to the first fix has passed.
        case starting(share: Double)
    }

    private let options: DriveGenerator.Options
    private let sky: Sky
    private var random: SeededGenerator
    private var sightings: [Sky.Sighting] = []
    private var geometry: Geometry?
    private var lastList = -Double.infinity
    /// Wandering errors for a dilution of 1, in metres.
    private var error = LocalFrame.Vector(east: 0, north: 0)
    private var heightError = 0.0
    private var isStarted = false

    /// Seconds after which an error has mostly become another one.
    private static let wander = 40.0
    /// Below this the receiver sees nothing, and below the second it uses nothing.
    private static let mask = 5.0
    private static let usable = 10.0
    /// Speed in metres a second below which a receiver knows no course.
    private static let slow = 0.3

    init(options: DriveGenerator.Options) {
        self.options = options
        random = SeededGenerator(seed: options.seed)
        sky = Sky(constellations: options.constellations, offset: random.unit() * 2 * .pi)
    }

    mutating func epoch(
        at truth: DriveEpoch.Truth, seconds: Double, step: Double, reception: Reception
    ) -> DriveEpoch {
        let interval = max(options.satelliteInterval.isFinite ? options.satelliteInterval : 1, step)
        let isListDue = seconds >= lastList + interval - 1e-6
        if isListDue || sightings.isEmpty {
            lastList = isListDue ? seconds : lastList
            let instant = Double(options.start.nanosecondsSince1970 / 1_000_000_000) + seconds
            sightings = sky.sightings(at: truth.coordinate, seconds: instant, mask: DriveReceiver.mask)
            geometry = Geometry(sightings.filter { $0.elevation >= DriveReceiver.usable && $0.constellation != .sbas })
        }
        drift(step)
        let milliseconds = Int64((seconds * 1000).rounded())
        let time = options.start.adding(nanoseconds: milliseconds * 1_000_000)
        var fix = Fix(time: time)
        var satellites: [Satellite] = []
        switch reception {
        case .hidden:
            satellites = heard(strength: nil, isUsed: false)
        case .reacquiring:
            satellites = heard(strength: -6, isUsed: false)
        case .starting(let share):
            satellites = heard(strength: share < 0.3 ? nil : -8, isUsed: false, share: share)
            if share < 0.4 {
                fix.time = nil
                fix.timeOfDay = nil
            }
        case .open:
            satellites = heard(strength: 0, isUsed: true)
            if let geometry { locate(truth, geometry, satellites, &fix) }
        }
        fix.satellitesInView = satellites.count
        return DriveEpoch(
            offset: .milliseconds(milliseconds), fix: fix, satellites: satellites,
            hasSatelliteList: isListDue, truth: truth)
    }

    private mutating func drift(_ step: Double) {
        let keep = isStarted ? exp(-step / DriveReceiver.wander) : 0
        let fresh = (1 - keep * keep).squareRoot()
        isStarted = true
        error.east = keep * error.east + fresh * random.normal()
        error.north = keep * error.north + fresh * random.normal()
        heightError = keep * heightError + fresh * random.normal()
    }

    private mutating func locate(
        _ truth: DriveEpoch.Truth, _ geometry: Geometry, _ satellites: [Satellite], _ fix: inout Fix
    ) {
        let noise = options.noise.isFinite ? min(1000, max(0, options.noise)) : 0
        let place = truth.coordinate.moved(by: noise * geometry.north * error.north, azimuth: 0)
        fix.coordinate = place.moved(by: noise * geometry.east * error.east, azimuth: 90)
        fix.quality = options.quality
        fix.dimension = options.quality.isFix ? .threeDimensional : .noFix
        let hills = 8 * sin(truth.along / 700) + 3 * sin(truth.along / 210)
        fix.altitude = options.altitude + hills + noise * geometry.up * heightError
        fix.geoidSeparation = options.geoidSeparation
        fix.ellipsoidalHeight = fix.altitude.map { $0 + options.geoidSeparation }
        let jitter = noise > 0 ? 0.04 * random.normal() : 0
        fix.speed = abs(truth.speed + jitter)
        if truth.speed > DriveReceiver.slow {
            let course = truth.course + (noise > 0 ? random.normal() * 3 / (truth.speed + 1) : 0)
            fix.course = course < 0 ? course + 360 : course >= 360 ? course - 360 : course
        }
        fix.dilution = DilutionOfPrecision(
            position: geometry.position, horizontal: geometry.horizontal, vertical: geometry.up, time: geometry.time)
        if noise > 0 {
            let (east, north) = (noise * geometry.east, noise * geometry.north)
            fix.accuracy = PositionAccuracy(
                horizontal: (east * east + north * north).squareRoot(), vertical: noise * geometry.up, latitude: north,
                longitude: east, origin: .errorStatistics, level: .standardDeviation)
        }
        fix.satellitesUsed = satellites.count(where: \.isUsed)
        if options.quality.isCorrected {
            fix.correctionAge = 2
            fix.referenceStation = 0
        }
    }

    /// The satellites in view.
    ///
    /// - Parameters:
    ///   - strength: Added to the carrier-to-noise density in dBHz; nil when no signal is tracked.
    ///   - isUsed: Whether there is a fix that they go into.
    ///   - share: How much of the list is known.
    private mutating func heard(strength: Double?, isUsed: Bool, share: Double = 1) -> [Satellite] {
        let count = Int((Double(sightings.count) * min(1, max(0, share))).rounded())
        return sightings.prefix(count).map { sighting in
            let elevation = sighting.elevation
            let level = strength.map { 33 + 16 * sin(elevation * .pi / 180) + $0 + 1.2 * random.normal() }
            return Satellite(
                constellation: sighting.constellation, number: sighting.number, rawNumber: sighting.rawNumber,
                signal: SatelliteSignal(rawValue: sighting.constellation == .galileo ? 7 : 1),
                elevation: Int(elevation), azimuth: Int(sighting.azimuth) % 360,
                carrierToNoise: level.map { min(55, max(10, Int($0.rounded()))) },
                isUsed: isUsed && elevation >= DriveReceiver.usable && sighting.constellation != .sbas)
        }
    }
}

extension Sky.Sighting {
    /// The number of NMEA 0183 4.11 for the satellite under its own talker.
    var rawNumber: Int {
        switch constellation {
        case .glonass: number + 64
        case .sbas: number - 87
        case .gps, .galileo, .beidou, .qzss, .navic, .imes, .unknown: number
        }
    }
}
