/// How many dimensions of the position were measured; the raw value is the mode number of NMEA 0183 GSA.
public enum FixDimension: Int, Hashable, Sendable, CaseIterable {
    /// No position.
    case noFix = 1

    /// Latitude and longitude; a height beside it is held, not measured.
    case twoDimensional = 2

    /// Latitude, longitude and height.
    case threeDimensional = 3
}
