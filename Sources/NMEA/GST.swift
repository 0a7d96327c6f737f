public import GNSS

/// GST: error statistics of the position.
public struct GST: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// UTC time of day of the fix.
    @PackedTime public var time: TimeOfDay?
    /// Root mean square of the range residuals in metres.
    @PackedNumber public var rangeResidual: DecimalNumber?
    /// Standard deviation along the major axis of the error ellipse in metres.
    @PackedNumber public var semiMajor: DecimalNumber?
    /// Standard deviation along the minor axis of the error ellipse in metres.
    @PackedNumber public var semiMinor: DecimalNumber?
    /// Direction of the major axis in degrees from true north.
    @PackedNumber public var orientation: DecimalNumber?
    /// Standard deviation of the latitude in metres.
    @PackedNumber public var latitudeError: DecimalNumber?
    /// Standard deviation of the longitude in metres.
    @PackedNumber public var longitudeError: DecimalNumber?
    /// Standard deviation of the altitude in metres.
    @PackedNumber public var altitudeError: DecimalNumber?

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    @inline(__always)
    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard cursor.fieldCount == 8 else { return nil }
        self.talker = talker
        time = cursor.time()
        rangeResidual = cursor.magnitude()
        semiMajor = cursor.magnitude()
        semiMinor = cursor.magnitude()
        orientation = cursor.number()
        latitudeError = cursor.magnitude()
        longitudeError = cursor.magnitude()
        altitudeError = cursor.magnitude()
    }
}

extension GST: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "GST")
        writer.time(time)
        for number in [rangeResidual, semiMajor, semiMinor, orientation, latitudeError, longitudeError, altitudeError] {
            writer.number(number)
        }
        return writer
    }
}
