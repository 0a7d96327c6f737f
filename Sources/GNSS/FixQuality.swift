/// How a position was obtained; the raw value is the quality number of NMEA 0183 GGA.
public enum FixQuality: Int, Hashable, Sendable, CaseIterable {
    /// No position.
    case none = 0

    /// A position from satellites alone.
    case autonomous = 1

    /// Corrected by a differential service or a satellite-based augmentation system.
    case differential = 2

    /// The precise positioning service (military codes).
    case precise = 3

    /// Carrier-phase position, ambiguities fixed to whole numbers: centimetres.
    case rtkFixed = 4

    /// Carrier-phase position, ambiguities not whole numbers (also converging precise point positioning): decimetres.
    case rtkFloat = 5

    /// Extrapolated from motion sensors or from the last known motion.
    case deadReckoning = 6

    /// Entered by hand, a surveyed base.
    case manual = 7

    /// Made by a simulator.
    case simulated = 8

    /// Whether there is a position at all.
    public var isFix: Bool { self != .none }

    /// Whether the position was measured now, not extrapolated, entered or simulated.
    public var isMeasured: Bool {
        switch self {
        case .autonomous, .differential, .precise, .rtkFixed, .rtkFloat: true
        case .none, .deadReckoning, .manual, .simulated: false
        }
    }

    /// Whether corrections of a service went into the position.
    public var isCorrected: Bool {
        switch self {
        case .differential, .rtkFixed, .rtkFloat: true
        case .none, .autonomous, .precise, .deadReckoning, .manual, .simulated: false
        }
    }
}
