public import GNSS
public import NMEA

/// What goes up to the caster: the newest good position, as a GGA sentence, seldom.
///
/// Only GGA is sent, with talker GP, which casters understand that know no other. Positions without a fix, extrapolated
/// and simulated ones are not sent; one typed in goes up as an ordinary fix.
public struct GGAUpstream: Hashable, Sendable {
    /// Settings.
    public struct Configuration: Hashable, Sendable {
        /// Time between two sentences.
        public var interval: Duration
        /// A position older than this by its own time is not sent any more.
        public var maximumAge: Duration
        /// A sentence goes early after this many metres, though not within 5 s of the last.
        public var movement: Double
        /// A position to send instead of the receiver's; nil to follow the receiver.
        public var fixed: FixedPosition?
        /// Decimals of a minute that are sent, 2...7; 2 hides the place within some 18 m.
        public var decimals: Int
        /// Whether positions of a simulator are sent; to a test caster only.
        public var allowsSimulated: Bool

        /// Makes settings; the defaults are 10 s, 30 s and 100 m.
        public init(
            interval: Duration = .seconds(10), maximumAge: Duration = .seconds(30), movement: Double = 100,
            fixed: FixedPosition? = nil, decimals: Int = 7, allowsSimulated: Bool = false
        ) {
            self.interval = max(interval, .seconds(1))
            self.maximumAge = maximumAge
            self.movement = movement
            self.fixed = fixed
            self.decimals = min(max(decimals, 2), 7)
            self.allowsSimulated = allowsSimulated
        }
    }

    /// A place that does not move.
    public struct FixedPosition: Hashable, Sendable {
        /// Where.
        public var coordinate: GeodeticCoordinate
        /// Metres above mean sea level.
        public var altitude: Double

        /// Makes a place.
        public init(_ coordinate: GeodeticCoordinate, altitude: Double = 0) {
            self.coordinate = coordinate
            self.altitude = altitude
        }
    }

    private let configuration: Configuration
    /// What the monotonic clock's zero is in UTC, for the time of a fixed position.
    private let utcAtZero: UTCTime
    /// The newest position, and when the receiver was there.
    private var newest: (sentence: GGA, measured: Duration)?
    private var lastSent: (place: GeodeticCoordinate, time: Duration)?
    /// How many sentences were handed out.
    public private(set) var sentCount = 0
    /// Positions that were offered and may not go up.
    public private(set) var rejectedCount = 0

    /// Makes an engine.
    ///
    /// - Parameters:
    ///   - configuration: Settings.
    ///   - utcAtZero: What the zero of `now` is in UTC.
    public init(_ configuration: Configuration, utcAtZero: UTCTime) {
        self.configuration = configuration
        self.utcAtZero = utcAtZero
    }

    /// Equal settings, positions and counts.
    public static func == (left: GGAUpstream, right: GGAUpstream) -> Bool {
        left.configuration == right.configuration && left.utcAtZero == right.utcAtZero
            && left.sentCount == right.sentCount && left.rejectedCount == right.rejectedCount
            && left.newest?.sentence == right.newest?.sentence && left.newest?.measured == right.newest?.measured
            && left.lastSent?.place == right.lastSent?.place && left.lastSent?.time == right.lastSent?.time
    }

    /// Hashes settings and counts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(configuration)
        hasher.combine(sentCount)
    }

    /// The place that is sent instead of the receiver's.
    var fixedPlace: GeodeticCoordinate? { configuration.fixed?.coordinate }

    /// When the last sentence went up.
    public var lastSentTime: Duration? { lastSent?.time }

    /// Offers the receiver's newest position; returns whether it may go up.
    ///
    /// A sentence whose own time is that of the last is the same position told again, and gets no younger by that.
    ///
    /// - Parameters:
    ///   - sentence: The position.
    ///   - now: When it arrived.
    ///   - lateness: How much later it arrived than its own time says.
    @discardableResult
    public mutating func offer(_ sentence: GGA, now: Duration, lateness: Duration = .zero) -> Bool {
        guard let forCaster = Self.prepared(sentence, allowsSimulated: configuration.allowsSimulated) else {
            rejectedCount &+= 1
            return false
        }
        let isRepeated = newest?.sentence.time == forCaster.time
        newest = (forCaster, (isRepeated ? newest?.measured : nil) ?? now - max(lateness, .zero))
        return true
    }

    /// Offers the receiver's newest position as a fix; one that only stands in for a missing one does not count.
    @discardableResult
    public mutating func offer(_ fix: Fix, now: Duration) -> Bool {
        guard !fix.isStale else { return false }
        return offer(GGA(fix, talker: .gps, decimals: configuration.decimals), now: now)
    }

    /// Whether there is a position to send.
    public func hasPosition(now: Duration) -> Bool { current(now: now) != nil }

    /// The sentence for the header of a request; counts as sent.
    public mutating func forHeader(now: Duration) -> [UInt8]? { take(now: now) }

    /// The sentence that is due on the stream now, with its line end; nil when none is.
    public mutating func due(now: Duration) -> [UInt8]? {
        guard let next = nextTime(now: now), now >= next else { return nil }
        return take(now: now)
    }

    /// When ``due(now:)`` has something if nothing new is offered; nil when a position has to come first.
    public func nextTime(now: Duration) -> Duration? {
        guard let sentence = current(now: now), let place = sentence.position?.coordinate else { return nil }
        guard let lastSent else { return now }
        let hasMoved = place.distance(to: lastSent.place) > configuration.movement
        return lastSent.time + (hasMoved ? min(.seconds(5), configuration.interval) : configuration.interval)
    }

    /// The last instant at which the receiver's newest position may go up; nil for a fixed one and when none came.
    var expiry: Duration? {
        configuration.fixed == nil ? newest.map { $0.measured + configuration.maximumAge } : nil
    }

    /// For how long a position may go up.
    var maximumAge: Duration { configuration.maximumAge }

    /// Begins a new connection: its first sentence goes at once.
    public mutating func restart() { lastSent = nil }

    /// The last sentence that was handed out did not go.
    mutating func uncount() { sentCount = max(0, sentCount - 1) }

    private mutating func take(now: Duration) -> [UInt8]? {
        guard var sentence = current(now: now), let place = sentence.position?.coordinate else { return nil }
        lastSent = (place, now)
        sentCount &+= 1
        let scale = max(
            Int(sentence.position?.latitude.scale ?? 0), Int(sentence.position?.longitude.scale ?? 0))
        if scale > configuration.decimals {
            sentence.position = ExactPosition(place, decimals: configuration.decimals)
        }
        return sentence.encoded(maximumLength: 82)
    }

    private func current(now: Duration) -> GGA? {
        if let fixed = configuration.fixed {
            var sentence = GGA(talker: .gps)
            sentence.time = utcAtZero.adding(now).timeOfDay
            sentence.position = ExactPosition(fixed.coordinate, decimals: min(configuration.decimals, 5))
            sentence.quality = .autonomous
            sentence.altitude = DecimalNumber(fixed.altitude, decimals: 1)
            Self.complete(&sentence)
            return sentence
        }
        guard let newest, now - newest.measured <= configuration.maximumAge else { return nil }
        return newest.sentence
    }

    /// The sentence as a caster may have it, or nil when it may not.
    static func prepared(_ sentence: GGA, allowsSimulated: Bool = false) -> GGA? {
        guard let place = sentence.position?.coordinate, sentence.time != nil, let quality = sentence.quality,
            place.latitude != 0 || place.longitude != 0
        else { return nil }
        var prepared = sentence
        prepared.talker = .gps
        switch quality {
        case .autonomous, .differential, .precise, .rtkFixed, .rtkFloat: break
        case .manual: prepared.quality = .autonomous
        case .simulated:
            guard allowsSimulated else { return nil }
            prepared.quality = .autonomous
        case .deadReckoning, .none: return nil
        }
        complete(&prepared)
        return prepared
    }

    /// Fills what the receiver does not tell: some casters refuse a position with empty fields or without satellites.
    private static func complete(_ sentence: inout GGA) {
        if sentence.satellitesUsed ?? 0 == 0 { sentence.satellitesUsed = 12 }
        if sentence.hdop?.value ?? 0 == 0 { sentence.hdop = DecimalNumber(mantissa: 10, scale: 1) }
        if sentence.altitude == nil { sentence.altitude = DecimalNumber(0.0, decimals: 1) }
        if sentence.geoidSeparation == nil { sentence.geoidSeparation = DecimalNumber(0.0, decimals: 1) }
    }
}

extension UTCTime {
    /// The instant after a span of time; at the ends of the range it stays there.
    func adding(_ span: Duration) -> UTCTime {
        let (seconds, attoseconds) = span.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return self }
        let (sum, sumOverflow) = nanosecondsSince1970.addingReportingOverflow(whole)
        let (total, totalOverflow) = sum.addingReportingOverflow(attoseconds / 1_000_000_000)
        return sumOverflow || totalOverflow ? self : UTCTime(nanosecondsSince1970: total)
    }
}
