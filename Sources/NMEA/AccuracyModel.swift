import GNSS

/// How accuracy is estimated from dilution of precision.
public enum AccuracyModel: Hashable, Sendable, CaseIterable {
    /// Dilution times the range error that is usual for the quality: one standard deviation.
    case rangeError

    /// The figures that gpsd prints as `eph` and `epv`: called 95 %, the same for RTK as for a plain fix.
    case gpsd

    /// The estimate, or nil when there is nothing to estimate from.
    func estimate(_ dilution: DilutionOfPrecision, quality: FixQuality) -> PositionAccuracy? {
        let factors: (horizontal: Double, vertical: Double)
        switch self {
        case .rangeError:
            guard let error = quality.rangeError else { return nil }
            factors = (error, error)
        case .gpsd:
            guard quality != .none else { return nil }
            factors = quality == .differential ? (4.75, 5.75) : (19, 23)
        }
        let horizontal = dilution.horizontal.map { $0 * factors.horizontal }
        let vertical = dilution.vertical.map { $0 * factors.vertical }
        guard horizontal != nil || vertical != nil else { return nil }
        return PositionAccuracy(
            horizontal: horizontal, vertical: vertical, origin: .dilutionOfPrecision,
            level: self == .gpsd ? .percent95 : .standardDeviation)
    }
}

extension FixQuality {
    /// The usual error of one range in metres, one standard deviation; nil where satellites do not decide.
    fileprivate var rangeError: Double? {
        switch self {
        case .autonomous: 3
        case .differential, .precise: 1
        case .rtkFloat: 0.3
        case .rtkFixed: 0.015
        case .none, .deadReckoning, .manual, .simulated: nil
        }
    }
}
