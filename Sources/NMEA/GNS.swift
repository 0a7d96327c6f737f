public import GNSS

/// GNS: time, position and a mode for each system.
public struct GNS: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// UTC time of day of the fix.
    @PackedTime public var time: TimeOfDay?
    /// The position; empty in the sentences of single systems beside the combined one.
    @PackedPosition public var position: ExactPosition?
    /// Number of satellites used, 0...99.
    @PackedInteger public var satellitesUsed: Int?
    /// Horizontal dilution of precision, as sent.
    @PackedNumber public var hdop: DecimalNumber?
    /// Height of the antenna above mean sea level in metres.
    @PackedNumber public var altitude: DecimalNumber?
    /// Height of the geoid above the ellipsoid in metres.
    @PackedNumber public var geoidSeparation: DecimalNumber?
    /// Age of the corrections in seconds.
    @PackedNumber public var correctionAge: DecimalNumber?
    /// Number of the reference station, 0...4095.
    @PackedInteger public var referenceStation: Int?
    /// The navigational status (4.1 and later).
    public var navigationalStatus: NavigationalStatus?

    /// One letter a system, first letter in the low byte.
    private var packedModes: UInt64 = 0

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    /// The modes in the order GPS, GLONASS, Galileo, BeiDou, QZSS, NavIC; as many as were sent, at most eight.
    public var modes: [PositioningMode] {
        get {
            (0..<8).compactMap { PositioningMode(rawValue: UInt8(truncatingIfNeeded: packedModes >> ($0 * 8))) }
        }
        set {
            packedModes = 0
            for (index, mode) in newValue.prefix(8).enumerated() { packedModes |= UInt64(mode.rawValue) << (index * 8) }
        }
    }

    /// The best quality among the modes; nil when no mode was sent.
    public var quality: FixQuality? {
        guard packedModes != 0 else { return nil }
        return modes.map(\.quality).max { $0.rank < $1.rank }
    }

    @inline(__always)
    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard 12...13 ~= cursor.fieldCount else { return nil }
        self.talker = talker
        time = cursor.time()
        position = cursor.position()
        packedModes = cursor.modes()
        satellitesUsed = cursor.integer(0...99)
        hdop = cursor.magnitude()
        altitude = cursor.number()
        geoidSeparation = cursor.number()
        correctionAge = cursor.magnitude()
        referenceStation = cursor.integer(0...4095)
        navigationalStatus = cursor.letter().flatMap { NavigationalStatus(rawValue: $0) }
        if cursor.isMalformed { return nil }
    }
}

extension FieldCursor {
    /// Up to eight mode letters, first in the low byte; letters that are unknown are a defect and read as `N`.
    fileprivate mutating func modes() -> UInt64 {
        let (start, end) = advance()
        var packed: UInt64 = 0
        for index in start..<min(end, start + 8) {
            var letter = byte(at: index)
            if PositioningMode(rawValue: letter) == nil {
                markDefect()
                letter = PositioningMode.notValid.rawValue
            }
            packed |= UInt64(letter) << UInt64((index - start) * 8)
        }
        return packed
    }
}

extension GNS: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "GNS")
        writer.time(time)
        writer.position(position)
        writer.letters(modes.map(\.rawValue))
        writer.integer(satellitesUsed, digits: 2)
        writer.number(hdop)
        writer.number(altitude)
        writer.number(geoidSeparation)
        writer.number(correctionAge)
        writer.integer(referenceStation, digits: 4)
        if let navigationalStatus { writer.letter(navigationalStatus.rawValue) }
        return writer
    }
}

extension FixQuality {
    /// Which of two qualities of one fix tells more: a better position ranks higher.
    var rank: Int {
        switch self {
        case .none: 0
        case .deadReckoning: 1
        case .manual: 2
        case .autonomous: 3
        case .differential: 4
        case .precise: 5
        case .rtkFloat: 6
        case .rtkFixed: 7
        case .simulated: 8
        }
    }
}
