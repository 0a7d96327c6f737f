public import GNSS

/// Where the reference station is: messages 1005 and 1006.
///
/// The point is the antenna reference point in Earth-centred coordinates; the antenna height of 1006 is the height above
/// the marker and is not part of the point.
public struct StationPosition: Hashable, Sendable {
    /// The reference station, 0...4095.
    public var station: Int
    /// Realisation year of ITRF, 0...63; 0 when not told.
    public var itrfYear: Int
    /// Whether the station observes GPS.
    public var observesGPS: Bool
    /// Whether the station observes GLONASS.
    public var observesGLONASS: Bool
    /// Whether the station observes Galileo.
    public var observesGalileo: Bool
    /// Whether the point is computed: a virtual reference station instead of a real one.
    public var isComputed: Bool
    /// Towards latitude 0, longitude 0, in 0.1 mm; 38 bits with sign.
    public var x: Int64
    /// Towards latitude 0, longitude 90 east, in 0.1 mm; 38 bits with sign.
    public var y: Int64
    /// Towards the north pole, in 0.1 mm; 38 bits with sign.
    public var z: Int64
    /// Whether all measurements come from one oscillator.
    public var usesSingleOscillator: Bool
    /// Quarter cycle indicator, 0...3.
    public var quarterCycle: Int
    /// Height of the antenna above the marker in 0.1 mm, 0...65535; only in 1006.
    public var antennaHeight: Int?

    /// Makes a position from coordinates in 0.1 mm.
    public init(station: Int, x: Int64, y: Int64, z: Int64, antennaHeight: Int? = nil) {
        self.station = station
        self.x = x
        self.y = y
        self.z = z
        self.antennaHeight = antennaHeight
        itrfYear = 0
        observesGPS = true
        observesGLONASS = false
        observesGalileo = false
        isComputed = false
        usesSingleOscillator = true
        quarterCycle = 0
    }

    init?(_ reader: inout BitReader, hasHeight: Bool) {
        station = reader.integer(12)
        itrfYear = reader.integer(6)
        observesGPS = reader.flag()
        observesGLONASS = reader.flag()
        observesGalileo = reader.flag()
        isComputed = reader.flag()
        x = reader.signed(38)
        usesSingleOscillator = reader.flag()
        reader.skip(1)
        y = reader.signed(38)
        quarterCycle = reader.integer(2)
        z = reader.signed(38)
        antennaHeight = hasHeight ? reader.integer(16) : nil
        if reader.isShort { return nil }
    }

    /// The message: 1006 with an antenna height, 1005 without.
    ///
    /// Values too large for their bits are cut to them.
    public func encoded() -> RTCMFrame? {
        var writer = BitWriter()
        writer.unsigned(antennaHeight == nil ? 1005 : 1006, 12)
        writer.unsigned(UInt64(truncatingIfNeeded: station), 12)
        writer.unsigned(UInt64(truncatingIfNeeded: itrfYear), 6)
        for flag in [observesGPS, observesGLONASS, observesGalileo, isComputed] { writer.flag(flag) }
        writer.signed(x, 38)
        writer.flag(usesSingleOscillator)
        writer.flag(false)
        writer.signed(y, 38)
        writer.unsigned(UInt64(truncatingIfNeeded: quarterCycle), 2)
        writer.signed(z, 38)
        if let antennaHeight { writer.unsigned(UInt64(truncatingIfNeeded: antennaHeight), 16) }
        return RTCMFrame(payload: writer.bytes)
    }

    /// The point in metres.
    public var earthCentred: EarthCentredPosition {
        EarthCentredPosition(x: Double(x) / 10_000, y: Double(y) / 10_000, z: Double(z) / 10_000)
    }

    /// Whether the point lies near the surface of the Earth: 6300 to 6400 km from its centre.
    public var isPlausible: Bool {
        let metres = earthCentred
        let radius = (metres.x * metres.x + metres.y * metres.y + metres.z * metres.z).squareRoot()
        return 6.3e6...6.4e6 ~= radius
    }

    /// The point as latitude, longitude and ellipsoidal height in metres; nil when it is not plausible.
    public var geodetic: (coordinate: GeodeticCoordinate, height: Double)? {
        isPlausible ? earthCentred.geodetic : nil
    }
}
