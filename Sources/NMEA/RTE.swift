/// RTE: the names of a route, in one or more sentences.
public struct RTE: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// Sentences in the route.
    public var total: Int = 1
    /// Number of this sentence, from 1.
    public var number: Int = 1
    /// Whether only the working part is listed: first the waypoint just left, then the one headed for.
    public var isWorkingRoute: Bool = false
    /// The name or number of the route; may be empty.
    public var identifier: String = ""
    /// Names of waypoints in order.
    public var names: [String] = []

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard cursor.fieldCount >= 4 else { return nil }
        guard let total = cursor.integer(1...999), let number = cursor.integer(1...999) else { return nil }
        self.talker = talker
        self.total = total
        self.number = number
        isWorkingRoute = cursor.letter() == UInt8(ascii: "w")
        identifier = cursor.text()
        for _ in 4..<cursor.fieldCount {
            let name = cursor.text()
            if !name.isEmpty { names.append(name) }
        }
    }
}

extension RTE: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "RTE")
        writer.integer(total)
        writer.integer(number)
        writer.letter(isWorkingRoute ? "w" : "c")
        writer.text(identifier)
        for name in names { writer.text(name) }
        return writer
    }
}
