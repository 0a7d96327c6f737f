public import GNSS

/// GSA: satellites used and dilution of precision.
public struct GSA: Sendable {
    /// Most satellites in one sentence; 12 by the standard, 24 on some receivers.
    public static let maximumSatellites = 24

    /// Who sent it.
    public var talker: Talker
    /// Whether the receiver chooses two or three dimensions by itself.
    public var isAutomatic: Bool?
    /// The mode; nil when empty or unknown (`E` of old dead-reckoning receivers).
    public var dimension: FixDimension?
    /// Whether the mode letter is `E`: dead reckoning on old receivers.
    public var isEstimated = false
    /// Position dilution of precision, as sent.
    @PackedNumber public var pdop: DecimalNumber?
    /// Horizontal dilution of precision, as sent.
    @PackedNumber public var hdop: DecimalNumber?
    /// Vertical dilution of precision, as sent.
    @PackedNumber public var vdop: DecimalNumber?
    /// The system whose satellites are listed (4.1 and later): 1 GPS, 2 GLONASS, 3 Galileo, 4 BeiDou, 5 QZSS, 6 NavIC.
    public var systemID: UInt8?

    private var numbers = [24 of UInt16](repeating: 0)
    private var count: UInt8 = 0

    /// Creates a sentence without satellites.
    public init(talker: Talker) {
        self.talker = talker
    }

    /// How many satellites are listed.
    @inline(__always)
    public var satelliteCount: Int { Int(count) }

    /// The number of a listed satellite as sent; 0 beyond the count.
    @inline(__always)
    public func satelliteNumber(_ index: Int) -> Int {
        0..<satelliteCount ~= index ? Int(numbers[index]) : 0
    }

    /// The numbers of the satellites used, as sent.
    public var satelliteNumbers: [Int] {
        get { (0..<satelliteCount).map { satelliteNumber($0) } }
        set {
            count = 0
            for number in newValue { append(number) }
        }
    }

    @inline(__always)
    private mutating func append(_ number: Int) {
        guard satelliteCount < GSA.maximumSatellites, 1...65_535 ~= number else { return }
        numbers[satelliteCount] = UInt16(truncatingIfNeeded: number)
        count &+= 1
    }

    @inline(__always)
    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        let fields = cursor.fieldCount
        self.talker = talker
        guard fields >= 2 else { return nil }
        isAutomatic = cursor.letter().map { $0 == UInt8(ascii: "A") }
        switch cursor.letter() {
        case UInt8(ascii: "1"): dimension = .noFix
        case UInt8(ascii: "2"): dimension = .twoDimensional
        case UInt8(ascii: "3"): dimension = .threeDimensional
        case UInt8(ascii: "E"): isEstimated = true
        case nil: break
        default: cursor.markDefect()
        }
        // Broken sentences without fix are known that end after the mode; they list nothing.
        guard fields > 6 else {
            if dimension != .noFix { return nil }
            return
        }
        // 12 slots, or 24 on some receivers; the system id is new in 4.1.
        let slots: Int
        switch fields {
        case 17, 18: slots = 12
        case 29, 30: slots = 24
        default: return nil
        }
        for _ in 0..<slots {
            if let number = cursor.integer(0...65_535) { append(number) }
        }
        pdop = cursor.magnitude()
        hdop = cursor.magnitude()
        vdop = cursor.magnitude()
        let (start, end) = cursor.advance()
        // A longer field (a number with a point) is something of the maker, not a system id.
        if end &- start == 1 { systemID = cursor.hexadecimalValue(at: start) }
        if cursor.isMalformed { return nil }
    }
}

extension GSA: Hashable {
    /// Compares all fields.
    public static func == (left: GSA, right: GSA) -> Bool {
        left.talker == right.talker && left.isAutomatic == right.isAutomatic && left.dimension == right.dimension
            && left.isEstimated == right.isEstimated && left.pdop == right.pdop && left.hdop == right.hdop
            && left.vdop == right.vdop && left.systemID == right.systemID
            && left.satelliteNumbers == right.satelliteNumbers
    }

    /// Hashes the fields.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(talker)
        hasher.combine(dimension)
        hasher.combine(systemID)
        hasher.combine(satelliteNumbers)
    }
}

extension GSA: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "GSA")
        writer.letter(isAutomatic.map { $0 ? UInt8(ascii: "A") : UInt8(ascii: "M") })
        if isEstimated {
            writer.letter("E")
        } else {
            writer.integer(dimension?.rawValue)
        }
        for index in 0..<(count > 12 ? 24 : 12) {
            if index < satelliteCount {
                writer.integer(satelliteNumber(index), digits: 2)
            } else {
                writer.empty()
            }
        }
        writer.number(pdop)
        writer.number(hdop)
        writer.number(vdop)
        if let systemID { writer.hexadecimal(systemID) }
        return writer
    }
}
