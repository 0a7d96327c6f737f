/// Where to steer to get back to a leg.
public enum SteeringDirection: UInt8, Hashable, Sendable {
    /// `L`: to the left.
    case left = 0x4C
    /// `R`: to the right.
    case right = 0x52
}

/// A bearing with the north it refers to.
public struct ReferencedBearing: Hashable, Sendable {
    /// Degrees, 0..<360.
    public var degrees: DecimalNumber
    /// Whether it refers to magnetic north; else to true north.
    public var isMagnetic: Bool

    /// Creates a bearing.
    public init(degrees: DecimalNumber, isMagnetic: Bool) {
        self.degrees = degrees
        self.isMagnetic = isMagnetic
    }
}

extension FieldCursor {
    mutating func steering() -> SteeringDirection? {
        guard let letter = letter() else { return nil }
        let direction = SteeringDirection(rawValue: letter)
        if direction == nil { markDefect() }
        return direction
    }

    /// `A` for yes, any other letter for no; nil when empty.
    mutating func flag() -> Bool? {
        status().map { $0 == .valid }
    }

    /// Reads the unit of a distance: `N` as sent, `K` is converted; nil for another letter.
    mutating func nauticalMiles(_ distance: DecimalNumber?) -> DecimalNumber? {
        let unit = letter()
        guard let distance else { return nil }
        switch unit {
        case nil, UInt8(ascii: "N"):
            return distance
        case UInt8(ascii: "K"):
            return DecimalNumber(distance.value / 1.852, decimals: min(distance.scale + 3, 9))
        default:
            markDefect()
            return nil
        }
    }

    /// A bearing followed by `M` or `T`.
    mutating func referencedBearing() -> ReferencedBearing? {
        let direction = direction()
        let reference = letter()
        guard let direction, let reference else { return nil }
        guard reference == UInt8(ascii: "M") || reference == UInt8(ascii: "T") else {
            markDefect()
            return nil
        }
        return ReferencedBearing(degrees: direction, isMagnetic: reference == UInt8(ascii: "M"))
    }
}

extension SentenceWriter {
    mutating func flag(_ flag: Bool?) {
        letter(flag.map { $0 ? UInt8(ascii: "A") : UInt8(ascii: "V") })
    }

    mutating func bearing(_ bearing: ReferencedBearing?) {
        number(bearing?.degrees)
        letter(bearing.map { $0.isMagnetic ? UInt8(ascii: "M") : UInt8(ascii: "T") })
    }
}
