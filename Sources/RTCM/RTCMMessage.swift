/// The content of a frame, as far as this module reads it.
public enum RTCMMessage: Hashable, Sendable {
    /// Where the station is (1005, 1006).
    case stationPosition(StationPosition)
    /// Antenna and receiver of the station (1007, 1008, 1033).
    case antenna(AntennaDescription)
    /// Biases of GLONASS signals (1230).
    case glonassBiases(GLONASSBiases)
    /// The header of observations (1001 to 1004, 1009 to 1012, MSM).
    case observations(ObservationHeader)
    /// Date and leap seconds (1013).
    case systemParameters(SystemParameters)
    /// A text for the user (1029).
    case text(StationText)
    /// A message of another kind, passed on unread.
    case other
    /// A good frame whose payload is too short or contradicts itself.
    case malformed

    /// Reads a frame.
    public init(_ frame: RTCMFrame) {
        guard let identity = frame.identity else {
            self = .other
            return
        }
        var reader = BitReader(frame.payload)
        reader.skip(12)
        self = Self.read(&reader, identity: identity) ?? .malformed
    }

    private static func read(_ reader: inout BitReader, identity: RTCMIdentity) -> RTCMMessage? {
        if let constellation = identity.observedConstellation {
            let header =
                if let level = identity.multipleSignalLevel {
                    ObservationHeader(multipleSignal: &reader, constellation: constellation, level: level)
                } else {
                    ObservationHeader(legacy: &reader, constellation: constellation)
                }
            return header.map { .observations($0) }
        }
        return switch identity.number {
        case 1005, 1006:
            StationPosition(&reader, hasHeight: identity.number == 1006).map { .stationPosition($0) }
        case 1007, 1008, 1033: AntennaDescription(&reader, number: identity.number).map { .antenna($0) }
        case 1013: SystemParameters(&reader).map { .systemParameters($0) }
        case 1029: StationText(&reader).map { .text($0) }
        case 1230: GLONASSBiases(&reader).map { .glonassBiases($0) }
        default: .other
        }
    }
}

/// Date, time and leap seconds of the station: message 1013.
public struct SystemParameters: Hashable, Sendable {
    /// The reference station, 0...4095.
    public var station: Int
    /// Modified Julian Day.
    public var modifiedJulianDay: Int
    /// Second of that day in UTC.
    public var secondOfDay: Int
    /// How many kinds of messages are announced.
    public var announcementCount: Int
    /// GPS time minus UTC in seconds.
    public var leapSeconds: Int

    init?(_ reader: inout BitReader) {
        station = reader.integer(12)
        modifiedJulianDay = reader.integer(16)
        secondOfDay = reader.integer(17)
        announcementCount = reader.integer(5)
        leapSeconds = reader.integer(8)
        if reader.isShort { return nil }
    }
}

/// A text of the operator, such as an announcement of maintenance: message 1029.
public struct StationText: Hashable, Sendable {
    /// The reference station, 0...4095.
    public var station: Int
    /// Modified Julian Day.
    public var modifiedJulianDay: Int
    /// Second of that day in UTC.
    public var secondOfDay: Int
    /// The text; bytes that are no UTF-8 become U+FFFD.
    public var text: String

    init?(_ reader: inout BitReader) {
        station = reader.integer(12)
        modifiedJulianDay = reader.integer(16)
        secondOfDay = reader.integer(17)
        reader.skip(7)
        let count = reader.integer(8)
        text = String(decoding: reader.bytes(count), as: UTF8.self)
        if reader.isShort { return nil }
    }
}
