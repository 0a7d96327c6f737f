public import GNSS

/// GBS: satellite fault detection.
public struct GBS: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// UTC time of day of the fix.
    @PackedTime public var time: TimeOfDay?
    /// Expected error of the latitude in metres.
    @PackedNumber public var latitudeError: DecimalNumber?
    /// Expected error of the longitude in metres.
    @PackedNumber public var longitudeError: DecimalNumber?
    /// Expected error of the altitude in metres.
    @PackedNumber public var altitudeError: DecimalNumber?
    /// Number of the most likely failed satellite, as sent.
    @PackedInteger public var failedSatellite: Int?
    /// Probability of missing a failure, 0...1.
    @PackedNumber public var missProbability: DecimalNumber?
    /// Estimated bias of the failed satellite in metres.
    @PackedNumber public var bias: DecimalNumber?
    /// Standard deviation of the bias in metres.
    @PackedNumber public var biasDeviation: DecimalNumber?
    /// The system of the failed satellite (4.1 and later).
    public var systemID: UInt8?
    /// The signal of the failed satellite (4.1 and later).
    public var signalID: UInt8?

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard cursor.fieldCount == 8 || cursor.fieldCount == 10 else { return nil }
        self.talker = talker
        time = cursor.time()
        latitudeError = cursor.magnitude()
        longitudeError = cursor.magnitude()
        altitudeError = cursor.magnitude()
        failedSatellite = cursor.integer(0...65_535)
        missProbability = cursor.number()
        bias = cursor.number()
        biasDeviation = cursor.magnitude()
        systemID = cursor.hexadecimalDigit()
        signalID = cursor.hexadecimalDigit()
    }
}

extension GBS: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "GBS")
        writer.time(time)
        writer.number(latitudeError)
        writer.number(longitudeError)
        writer.number(altitudeError)
        writer.integer(failedSatellite, digits: 2)
        writer.number(missProbability)
        writer.number(bias)
        writer.number(biasDeviation)
        if systemID != nil || signalID != nil {
            writer.hexadecimal(systemID)
            writer.hexadecimal(signalID)
        }
        return writer
    }
}
