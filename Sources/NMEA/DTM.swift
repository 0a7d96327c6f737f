/// DTM: the datum that positions refer to.
public struct DTM: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// The local datum, for example `W84`, `W72`, `P90`; 999 is user defined.
    public var localDatum: String = ""
    /// A subdivision of it.
    public var subdivision: String = ""
    /// Offset of the latitude in minutes of arc, north positive.
    @PackedNumber public var latitudeOffset: DecimalNumber?
    /// Offset of the longitude in minutes of arc, east positive.
    @PackedNumber public var longitudeOffset: DecimalNumber?
    /// Offset of the altitude in metres.
    @PackedNumber public var altitudeOffset: DecimalNumber?
    /// The reference datum.
    public var referenceDatum: String = ""

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard 1...8 ~= cursor.fieldCount else { return nil }
        self.talker = talker
        localDatum = cursor.text()
        subdivision = cursor.text()
        latitudeOffset = cursor.sided(plus: UInt8(ascii: "N"), minus: UInt8(ascii: "S"))
        longitudeOffset = cursor.sided(plus: UInt8(ascii: "E"), minus: UInt8(ascii: "W"))
        altitudeOffset = cursor.number()
        referenceDatum = cursor.text()
    }
}

extension DTM: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "DTM")
        writer.text(localDatum)
        writer.text(subdivision)
        writer.sided(latitudeOffset, plus: "N", minus: "S")
        writer.sided(longitudeOffset, plus: "E", minus: "W")
        writer.number(altitudeOffset)
        writer.text(referenceDatum)
        return writer
    }
}
