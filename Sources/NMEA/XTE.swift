/// XTE: distance off the leg.
public struct XTE: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// Whether the data are valid.
    public var status: DataStatus?
    /// The second status: cycle lock.
    public var cycleLock: DataStatus?
    /// Distance off the leg in nautical miles.
    @PackedNumber public var crossTrackError: DecimalNumber?
    /// Where to steer to get back to the leg.
    public var steering: SteeringDirection?
    /// The mode (2.3 and later).
    public var mode: PositioningMode?

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard 5...6 ~= cursor.fieldCount else { return nil }
        self.talker = talker
        status = cursor.status()
        cycleLock = cursor.status()
        let error = cursor.magnitude()
        steering = cursor.steering()
        crossTrackError = cursor.nauticalMiles(error)
        mode = cursor.mode()
    }
}

extension XTE: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "XTE")
        writer.status(status)
        writer.status(cycleLock)
        writer.number(crossTrackError)
        writer.letter(steering?.rawValue)
        writer.letter("N")
        if let mode { writer.mode(mode) }
        return writer
    }
}
