public import GNSS

/// The mode letter of RMC, GLL, VTG, GNS and others (NMEA 0183 2.3 and later).
public enum PositioningMode: UInt8, Hashable, Sendable, CaseIterable {
    /// `A`: from satellites alone.
    case autonomous = 0x41
    /// `D`: differential.
    case differential = 0x44
    /// `P`: precise (military codes).
    case precise = 0x50
    /// `R`: RTK with whole ambiguities.
    case rtkFixed = 0x52
    /// `F`: RTK with ambiguities not whole.
    case rtkFloat = 0x46
    /// `O`: RTK float of poor quality (SkyTraq).
    case poorFloat = 0x4F
    /// `E`: dead reckoning.
    case estimated = 0x45
    /// `M`: entered by hand.
    case manual = 0x4D
    /// `S`: simulator.
    case simulated = 0x53
    /// `N`: no valid data.
    case notValid = 0x4E
    /// `C`: caution (Quectel).
    case caution = 0x43
    /// `U`: unsafe (Quectel).
    case unsafe = 0x55
    /// `V`: not valid, in older talkers.
    case void = 0x56

    /// The fix quality that the letter stands for.
    public var quality: FixQuality {
        switch self {
        case .autonomous, .caution, .unsafe: .autonomous
        case .differential: .differential
        case .precise: .precise
        case .rtkFixed: .rtkFixed
        case .rtkFloat, .poorFloat: .rtkFloat
        case .estimated: .deadReckoning
        case .manual: .manual
        case .simulated: .simulated
        case .notValid, .void: .none
        }
    }
}

/// The navigational status of RMC and GNS (NMEA 0183 4.1 and later).
public enum NavigationalStatus: UInt8, Hashable, Sendable, CaseIterable {
    /// `S`: safe.
    case safe = 0x53
    /// `C`: caution.
    case caution = 0x43
    /// `U`: unsafe.
    case unsafe = 0x55
    /// `V`: the receiver gives no such status; the position is not affected.
    case notProvided = 0x56
}

extension PositioningMode {
    /// The mode letter for a fix quality.
    public init(quality: FixQuality) {
        switch quality {
        case .none: self = .notValid
        case .autonomous: self = .autonomous
        case .differential: self = .differential
        case .precise: self = .precise
        case .rtkFixed: self = .rtkFixed
        case .rtkFloat: self = .rtkFloat
        case .deadReckoning: self = .estimated
        case .manual: self = .manual
        case .simulated: self = .simulated
        }
    }
}
