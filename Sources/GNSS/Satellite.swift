/// A satellite in view on one signal, as a receiver reported it.
public struct Satellite: Hashable, Sendable {
    // Small integers instead of optional words: lists of satellites are copied for every epoch.
    private var numberField: Int16 = 0
    private var rawNumberField: UInt16
    private var azimuthField: Int16 = -1
    private var elevationField: Int8 = .min
    private var carrierToNoiseField: Int8 = -1
    private var signalField: UInt8 = .max

    /// The satellite's system.
    public var constellation: Constellation

    /// Whether the satellite was used in the position.
    public var isUsed: Bool

    /// Creates a satellite.
    ///
    /// Values outside their ranges become absent.
    public init(
        constellation: Constellation,
        number: Int?,
        rawNumber: Int,
        signal: SatelliteSignal? = nil,
        elevation: Int? = nil,
        azimuth: Int? = nil,
        carrierToNoise: Int? = nil,
        isUsed: Bool = false
    ) {
        self.constellation = constellation
        self.isUsed = isUsed
        rawNumberField = UInt16(exactly: rawNumber) ?? 0
        self.number = number
        self.signal = signal
        self.elevation = elevation
        self.azimuth = azimuth
        self.carrierToNoise = carrierToNoise
    }

    /// The number within its own system (GPS PRN 1-32, GLONASS slot 1-32, SBAS 120-158 …); nil when the receiver gives
    /// none (a GLONASS satellite whose slot is not known yet) or the number fits no system.
    public var number: Int? {
        get { numberField > 0 ? Int(numberField) : nil }
        set { numberField = newValue.flatMap { Int16(exactly: $0) } ?? 0 }
    }

    /// The number as sent, at most 65 535; 0 when the field was empty.
    public var rawNumber: Int {
        get { Int(rawNumberField) }
        set { rawNumberField = UInt16(exactly: newValue) ?? 0 }
    }

    /// The signal, with the numbering of NMEA 0183 4.11; nil when not told.
    public var signal: SatelliteSignal? {
        get { SatelliteSignal(rawValue: signalField) }
        set { signalField = newValue?.rawValue ?? .max }
    }

    /// Height above the horizon in degrees, -90...90.
    public var elevation: Int? {
        get { elevationField == .min ? nil : Int(elevationField) }
        set { elevationField = newValue.flatMap { -90...90 ~= $0 ? Int8($0) : nil } ?? .min }
    }

    /// Direction in degrees from true north, 0...359.
    public var azimuth: Int? {
        get { azimuthField < 0 ? nil : Int(azimuthField) }
        set { azimuthField = newValue.flatMap { 0...359 ~= $0 ? Int16($0) : nil } ?? -1 }
    }

    /// Carrier-to-noise density in dBHz, 0...99; nil when the signal is not tracked.
    public var carrierToNoise: Int? {
        get { carrierToNoiseField < 0 ? nil : Int(carrierToNoiseField) }
        set { carrierToNoiseField = newValue.flatMap { 0...99 ~= $0 ? Int8($0) : nil } ?? -1 }
    }
}
