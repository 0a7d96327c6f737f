public import GNSS

/// A latitude or longitude exactly as it stands in a sentence: whole and decimal minutes of arc, and a side.
///
/// The side (north or east, south or west) is kept apart from the digits, so that it survives zero degrees.
@frozen
public struct ExactAngle: Hashable, Sendable {
    /// Scaled minutes in the lower 48 bits, the scale in the next four, the side in the highest one.
    @usableFromInline let packed: UInt64

    @inlinable
    @inline(__always)
    init(scaledMinutes: Int64, scale: Int, isNegative: Bool) {
        packed =
            UInt64(truncatingIfNeeded: scaledMinutes) & 0xFFFF_FFFF_FFFF | UInt64(truncatingIfNeeded: scale) &<< 48
            | (isNegative ? 1 &<< 63 : 0)
    }

    @inlinable
    @inline(__always)
    init(packed: UInt64) {
        self.packed = packed
    }

    /// Creates the angle nearest to a number of degrees with the given count of decimals of a minute.
    ///
    /// - Parameters:
    ///   - degrees: the angle, -180...180.
    ///   - decimals: decimals of a minute, 0...10; 7 is about 0.2 mm.
    public init?(degrees: Double, decimals: Int) {
        guard abs(degrees) <= 180, 0...10 ~= decimals else { return nil }
        // To whole units of the last digit first, so that minutes never print as 60.
        let scaled = Int64((abs(degrees) * 60 * PowersOfTen.double(decimals)).rounded())
        self.init(scaledMinutes: scaled, scale: decimals, isNegative: degrees.sign == .minus)
    }

    /// Minutes of arc without sign, as an integer: degrees · 60 + minutes, times ten to the power of `scale`.
    @inlinable
    @inline(__always)
    public var scaledMinutes: Int64 { Int64(truncatingIfNeeded: packed & 0xFFFF_FFFF_FFFF) }

    /// How many decimals of a minute there are, 0...10.
    @inlinable
    @inline(__always)
    public var scale: Int { Int(truncatingIfNeeded: packed &>> 48 & 15) }

    /// Whether the angle lies south of the equator or west of Greenwich.
    @inlinable
    @inline(__always)
    public var isNegative: Bool { packed &>> 63 == 1 }

    /// The angle in degrees, north and east positive, rounded once.
    @inlinable
    @inline(__always)
    public var degrees: Double {
        // Both operands are integers below 2^53, so the division is the only rounding.
        let magnitude = Double(scaledMinutes) / (60 * PowersOfTen.double(scale))
        return isNegative ? -magnitude : magnitude
    }
}

/// A position exactly as it stands in a sentence.
@frozen
public struct ExactPosition: Hashable, Sendable {
    /// The latitude, 0...90 degrees north or south.
    public let latitude: ExactAngle

    /// The longitude, 0...180 degrees east or west.
    public let longitude: ExactAngle

    @inlinable
    @inline(__always)
    init(latitude: ExactAngle, longitude: ExactAngle) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Creates the position nearest to a coordinate with the given count of decimals of a minute (0...10).
    public init?(_ coordinate: GeodeticCoordinate, decimals: Int = 7) {
        guard
            let latitude = ExactAngle(degrees: coordinate.latitude, decimals: decimals),
            let longitude = ExactAngle(degrees: coordinate.longitude, decimals: decimals)
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The position in degrees.
    ///
    /// Nil never happens for a position that was decoded, because its ranges were checked then.
    @inlinable
    @inline(__always)
    public var coordinate: GeodeticCoordinate? {
        GeodeticCoordinate(latitude: latitude.degrees, longitude: longitude.degrees)
    }
}
