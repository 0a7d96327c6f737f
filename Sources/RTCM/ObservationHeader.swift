public import GNSS

/// The instant of observations, in the time scale of their system.
public enum ObservationEpoch: Hashable, Sendable {
    /// Milliseconds of the GPS week (GPS, Galileo, SBAS, QZSS, NavIC).
    case gpsWeek(milliseconds: Int)
    /// Milliseconds of the BeiDou week; 14 s behind GPS time.
    case beidouWeek(milliseconds: Int)
    /// Milliseconds of the day in Moscow time (UTC + 3 h), with the day of the week where it is told (0 Sunday, 7 unknown).
    case glonassDay(day: Int?, milliseconds: Int)
}

/// The part that the observation messages of all kinds have in common.
public struct ObservationHeader: Hashable, Sendable {
    /// The system observed.
    public var constellation: Constellation
    /// The reference station, 0...4095.
    public var station: Int
    /// When the observations were made.
    public var epoch: ObservationEpoch
    /// Whether more messages of this epoch follow.
    public var moreFollow: Bool
    /// The satellites' count.
    public var satelliteCount: Int
    /// What only a multiple signal message tells; nil for legacy messages.
    public var multipleSignal: MultipleSignalHeader?
    /// Whether carrier smoothing was divergence-free.
    public var isDivergenceFree: Bool
    /// Smoothing interval, 0...7.
    public var smoothingInterval: Int

    /// Reads a legacy message (1001 to 1004 and 1009 to 1012).
    init?(legacy reader: inout BitReader, constellation: Constellation) {
        self.constellation = constellation
        station = reader.integer(12)
        if constellation == .glonass {
            epoch = .glonassDay(day: nil, milliseconds: reader.integer(27))
        } else {
            epoch = .gpsWeek(milliseconds: reader.integer(30))
        }
        moreFollow = reader.flag()
        satelliteCount = reader.integer(5)
        isDivergenceFree = reader.flag()
        smoothingInterval = reader.integer(3)
        multipleSignal = nil
        if reader.isShort { return nil }
    }

    /// Reads the header of a multiple signal message.
    init?(multipleSignal reader: inout BitReader, constellation: Constellation, level: Int) {
        self.constellation = constellation
        station = reader.integer(12)
        switch constellation {
        case .glonass:
            let day = reader.integer(3)
            epoch = .glonassDay(day: day, milliseconds: reader.integer(27))
        case .beidou:
            epoch = .beidouWeek(milliseconds: reader.integer(30))
        case .gps, .galileo, .sbas, .qzss, .navic, .imes, .unknown:
            epoch = .gpsWeek(milliseconds: reader.integer(30))
        }
        moreFollow = reader.flag()
        let issue = reader.integer(3)
        reader.skip(7)
        let steering = reader.integer(2)
        let clock = reader.integer(2)
        isDivergenceFree = reader.flag()
        smoothingInterval = reader.integer(3)
        let satellites = reader.unsigned(64)
        let signals = UInt32(truncatingIfNeeded: reader.unsigned(32))
        satelliteCount = satellites.nonzeroBitCount
        let cells = satellites.nonzeroBitCount * signals.nonzeroBitCount
        // More than 64 cells have to be split over messages; a mask that says otherwise is damaged.
        guard cells <= 64 else { return nil }
        multipleSignal = MultipleSignalHeader(
            level: level, issueOfStation: issue, clockSteering: steering, externalClock: clock,
            satelliteMask: satellites, signalMask: signals, cellMask: reader.unsigned(cells))
        if reader.isShort { return nil }
    }
}

/// What the header of a multiple signal message (MSM) tells beyond time and station.
public struct MultipleSignalHeader: Hashable, Sendable {
    /// 1...7: what is told about each signal, and how finely.
    public var level: Int
    /// Issue of data station, 0...7.
    public var issueOfStation: Int
    /// Clock steering, 0...3.
    public var clockSteering: Int
    /// External clock, 0...3.
    public var externalClock: Int
    /// A bit a satellite, satellite 1 in the highest bit.
    public var satelliteMask: UInt64
    /// A bit a signal, signal 1 in the highest bit.
    public var signalMask: UInt32
    /// A bit for each pair of satellite and signal, right-aligned, the last pair in the lowest bit.
    public var cellMask: UInt64

    /// The satellites' numbers, 1...64, rising.
    public var satellites: [Int] {
        (1...64).filter { satelliteMask >> UInt64(64 - $0) & 1 == 1 }
    }

    /// The signals' numbers, 1...32, rising.
    public var signals: [Int] {
        (1...32).filter { signalMask >> UInt32(32 - $0) & 1 == 1 }
    }

    /// How many signals of satellites were observed.
    public var cellCount: Int { cellMask.nonzeroBitCount }
}
