/// A satellite in view on one signal, as a receiver reported it.
public struct Satellite: Hashable, Sendable {
    /// The satellite's system.
    public var constellation: Constellation

    /// The number within its own system (GPS PRN 1-32, GLONASS slot 1-32, SBAS 120-158 …); nil when the receiver gives
    /// none (a GLONASS satellite whose slot is not known yet) or the number fits no system.
    public var number: Int?

    /// The number as sent; 0 when the field was empty.
    public var rawNumber: Int

    /// The signal, with the numbering of NMEA 0183 4.11; nil when not told.
    public var signal: SatelliteSignal?

    /// Height above the horizon in degrees, -90...90.
    public var elevation: Int?

    /// Direction in degrees from true north, 0...359.
    public var azimuth: Int?

    /// Carrier-to-noise density in dBHz, 0...99; nil when the signal is not tracked.
    public var carrierToNoise: Int?

    /// Whether the satellite was used in the position.
    public var isUsed: Bool

    /// Creates a satellite.
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
        self.number = number
        self.rawNumber = rawNumber
        self.signal = signal
        self.elevation = elevation
        self.azimuth = azimuth
        self.carrierToNoise = carrierToNoise
        self.isUsed = isUsed
    }
}
