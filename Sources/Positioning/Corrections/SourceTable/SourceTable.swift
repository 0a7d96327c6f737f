/// The table of a caster: what it is, which networks it carries and which streams it offers.
public struct SourceTable: Hashable, Sendable {
    /// The caster and others that it names.
    public var casters: [CasterRecord] = []
    /// Networks of stations.
    public var networks: [NetworkRecord] = []
    /// The streams, in the order of the table; names may occur twice.
    public var streams: [StreamRecord] = []
    /// Lines that are no record of a known kind, or are too many.
    public var ignoredLines = 0
    /// Whether the end mark was seen.
    public var isComplete = false

    /// Makes an empty table.
    public init() {}

    /// Reads a table that is at hand, with or without the caster's header lines before it.
    public init(_ bytes: [UInt8]) {
        var reader = SourceTableReader()
        _ = reader.append(bytes)
        self = reader.finish()
    }

    /// The first stream with a name; names are case-sensitive.
    public func stream(_ mountpoint: String) -> StreamRecord? {
        streams.first { $0.mountpoint == mountpoint }
    }

    /// Some ten times as many as the largest table of the world has.
    private static let recordLimit = 50_000

    /// Takes one line without its end.
    mutating func add(line: [UInt8]) {
        guard streams.count + casters.count + networks.count < Self.recordLimit else {
            ignoredLines &+= 1
            return
        }
        let fields = SourceTableFields(line)
        switch fields.type {
        case "STR" where fields[1] != nil: streams.append(StreamRecord(fields))
        case "CAS" where fields[1] != nil: casters.append(CasterRecord(fields))
        case "NET" where fields[1] != nil: networks.append(NetworkRecord(fields))
        default: ignoredLines &+= 1
        }
    }
}

/// Reads a table as it arrives.
///
/// The end mark counts at the begin of a line only. A table is cut at 8 MiB, a line at 16 KiB, and records beyond 50 000 are
/// left out.
struct SourceTableReader: Sendable {
    static let byteLimit = 8 << 20
    static let lineLimit = 16_384
    private static let endMark = Array("ENDSOURCETABLE".utf8)

    private var table = SourceTable()
    private var line: [UInt8] = []
    private(set) var byteCount = 0
    private var isOver = false

    /// Takes bytes; returns whether the table is over.
    mutating func append(_ bytes: [UInt8]) -> Bool {
        for byte in bytes {
            if isOver { return true }
            byteCount &+= 1
            if byte == 0x0A {
                endLine()
            } else if line.count < Self.lineLimit {
                line.append(byte)
            }
            if byteCount >= Self.byteLimit { isOver = true }
        }
        // The mark may be the very last bytes, without a line end.
        if !isOver, line == Self.endMark { endLine() }
        return isOver
    }

    /// The table, with what an unfinished last line holds.
    mutating func finish() -> SourceTable {
        if !isOver { endLine() }
        isOver = true
        return table
    }

    private mutating func endLine() {
        // Files saved with CR LF and sent with CR LF have lines that end CR CR LF.
        while line.last == 0x0D { line.removeLast() }
        if line.starts(with: Self.endMark) {
            table.isComplete = true
            isOver = true
        } else if !line.isEmpty {
            table.add(line: line)
        }
        line.removeAll(keepingCapacity: true)
    }
}

/// The fields of one line, split at the semicolons outside double quotes; the last of 64 holds all that follows.
struct SourceTableFields: Hashable, Sendable {
    private static let limit = 64
    /// As they stand, quotes included.
    let raw: [String]

    init(_ line: [UInt8]) {
        var raw: [[UInt8]] = [[]]
        var isQuoted = false
        for byte in line {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: ";"), !isQuoted, raw.count < Self.limit {
                raw.append([])
            } else {
                raw[raw.count - 1].append(byte)
            }
        }
        self.raw = raw.map { String(lenient: $0) }
    }

    var type: String { raw[0].trimmed }

    /// A field without blanks and quotes around it; nil when absent or empty.
    subscript(index: Int) -> String? {
        guard raw.indices.contains(index) else { return nil }
        var text = raw[index].trimmed
        if text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
            text = String(text.dropFirst().dropLast())
        }
        return text.isEmpty ? nil : text
    }

    /// All from a field on, as they stand; the last field of a record may hold semicolons.
    func rest(from index: Int) -> String? {
        guard raw.count > index else { return nil }
        let text = raw[index...].joined(separator: ";").trimmed
        return text.isEmpty ? nil : text
    }

    func integer(_ index: Int) -> Int? {
        self[index].flatMap { Int($0) }
    }

    func flag(_ index: Int) -> Bool {
        (integer(index) ?? 0) > 0
    }

    /// A number with a decimal point or comma.
    func number(_ index: Int) -> Double? {
        guard let text = self[index] else { return nil }
        let number = Double(String(text.map { $0 == "," ? "." : $0 }))
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// `N`, `B`, `D` in any case; several of them are mixed.
    func authentication(_ index: Int) -> NTRIPAuthentication? {
        let letters = Set((self[index] ?? "").uppercased().split(separator: ",").map { String($0).trimmed })
        if letters.count > 1 { return .mixed }
        return switch letters.first {
        case "N": NTRIPAuthentication.none
        case "B": .basic
        case "D": .digest
        default: nil
        }
    }

    func fee(_ index: Int) -> Bool? {
        switch self[index]?.uppercased() {
        case "Y": true
        case "N": false
        default: nil
        }
    }
}

/// How a stream wants to be logged in to.
public enum NTRIPAuthentication: String, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none
    /// User and password in base 64.
    case basic
    /// By a digest.
    case digest
    /// Several of these.
    case mixed
}
