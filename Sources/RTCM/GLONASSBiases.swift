/// Code-phase biases of GLONASS signals: message 1230, needed between receivers of different makers.
public struct GLONASSBiases: Hashable, Sendable {
    /// The reference station, 0...4095.
    public var station: Int
    /// Whether the observations are already aligned.
    public var isAligned: Bool
    /// Bias of L1 C/A in units of 0.02 m; nil when not sent.
    public var l1CA: Int?
    /// Bias of L1 P in units of 0.02 m; nil when not sent.
    public var l1P: Int?
    /// Bias of L2 C/A in units of 0.02 m; nil when not sent.
    public var l2CA: Int?
    /// Bias of L2 P in units of 0.02 m; nil when not sent.
    public var l2P: Int?

    init?(_ reader: inout BitReader) {
        station = reader.integer(12)
        isAligned = reader.flag()
        reader.skip(3)
        let mask = (0..<4).map { _ in reader.flag() }
        func bias(_ isSent: Bool) -> Int? { isSent ? Int(reader.signed(16)) : nil }
        l1CA = bias(mask[0])
        l1P = bias(mask[1])
        l2CA = bias(mask[2])
        l2P = bias(mask[3])
        if reader.isShort { return nil }
    }
}
