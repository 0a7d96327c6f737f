public import GNSS

/// Storage of optional values in as many bits as the value itself needs.
///
/// A sentence has up to ten optional fields; with a whole word for each "absent" it would be twice as long, and copying
/// sentences is a good part of decoding them. One bit pattern that no value has stands for nil.
@frozen
@propertyWrapper
public struct PackedNumber: Hashable, Sendable {
    @usableFromInline var raw: Int64 = .min

    /// Creates an absent number.
    @inlinable
    @inline(__always)
    public init() {}

    /// The number; nil when absent.
    @inlinable
    @inline(__always)
    public var wrappedValue: DecimalNumber? {
        get { raw == .min ? nil : DecimalNumber(packed: raw) }
        set { raw = newValue?.packed ?? .min }
    }
}

/// Storage of an optional time of day in 64 bits.
@frozen
@propertyWrapper
public struct PackedTime: Hashable, Sendable {
    @usableFromInline var raw: Int64 = -1

    /// Creates an absent time.
    @inlinable
    @inline(__always)
    public init() {}

    /// The time; nil when absent.
    @inlinable
    @inline(__always)
    public var wrappedValue: TimeOfDay? {
        get { TimeOfDay(nanoseconds: raw) }
        set { raw = newValue?.nanoseconds ?? -1 }
    }
}

/// Storage of an optional position in 128 bits.
@frozen
@propertyWrapper
public struct PackedPosition: Hashable, Sendable {
    @usableFromInline var latitude: UInt64 = .max
    @usableFromInline var longitude: UInt64 = .max

    /// Creates an absent position.
    @inlinable
    @inline(__always)
    public init() {}

    /// The position; nil when absent.
    @inlinable
    @inline(__always)
    public var wrappedValue: ExactPosition? {
        get {
            guard latitude != .max else { return nil }
            return ExactPosition(latitude: ExactAngle(packed: latitude), longitude: ExactAngle(packed: longitude))
        }
        set {
            latitude = newValue?.latitude.packed ?? .max
            longitude = newValue?.longitude.packed ?? .max
        }
    }
}

/// Storage of an optional date in 32 bits.
@frozen
@propertyWrapper
public struct PackedDate: Hashable, Sendable {
    @usableFromInline var raw: Int32 = 0

    /// Creates an absent date.
    @inlinable
    @inline(__always)
    public init() {}

    /// The date; nil when absent.
    @inlinable
    @inline(__always)
    public var wrappedValue: CalendarDate? {
        get {
            guard raw != 0 else { return nil }
            return CalendarDate(year: Int(raw &>> 9), month: Int(raw &>> 5 & 15), day: Int(raw & 31))
        }
        set {
            raw = newValue.map { Int32(truncatingIfNeeded: $0.year &<< 9 | $0.month &<< 5 | $0.day) } ?? 0
        }
    }
}

/// Storage of an optional small whole number in 16 bits; numbers outside ±32 767 become absent.
@frozen
@propertyWrapper
public struct PackedInteger: Hashable, Sendable {
    @usableFromInline var raw: Int16 = .min

    /// Creates an absent number.
    @inlinable
    @inline(__always)
    public init() {}

    /// The number; nil when absent.
    @inlinable
    @inline(__always)
    public var wrappedValue: Int? {
        get { raw == .min ? nil : Int(raw) }
        set { raw = newValue.flatMap { Int16(exactly: $0) } ?? .min }
    }
}
