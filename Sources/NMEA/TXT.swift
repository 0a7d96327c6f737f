/// TXT: a message in plain text.
public struct TXT: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// Sentences in the message.
    @PackedInteger public var total: Int?
    /// Number of this sentence, from 1.
    @PackedInteger public var number: Int?
    /// What kind of message: with u-blox 0 error, 1 warning, 2 notice, 7 user.
    @PackedInteger public var identifier: Int?
    /// The text; commas of talkers that do not escape them are kept.
    public var text: String = ""

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        let fields = cursor.fieldCount
        guard fields >= 1 else { return nil }
        self.talker = talker
        if fields >= 4 {
            total = cursor.integer(0...99)
            number = cursor.integer(0...99)
            identifier = cursor.integer(0...99)
        }
        text = cursor.remainingText()
    }
}

extension TXT: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "TXT")
        if total != nil || number != nil || identifier != nil {
            writer.integer(total, digits: 2)
            writer.integer(number, digits: 2)
            writer.integer(identifier, digits: 2)
        }
        writer.text(text)
        return writer
    }
}

extension FieldCursor {
    /// Everything from the next field on as one text.
    fileprivate mutating func remainingText() -> String {
        let (start, end) = remaining()
        return bytes.text(start, end)
    }
}
