import GNSS

/// GSV: satellites in view, up to four a sentence.
@frozen
public struct GSV: Hashable, Sendable {
    /// One satellite in view.
    @frozen
    public struct Entry: Hashable, Sendable {
        /// Number in bits 0-15, azimuth in 16-31, elevation in 32-39, carrier-to-noise in 40-47.
        ///
        /// Absent are number 0, azimuth 0x7FFF, elevation -128, carrier-to-noise 0xFF.
        @usableFromInline var packed: UInt64

        @usableFromInline static let absent: UInt64 = 0xFF80_7FFF_0000

        /// Creates an entry.
        ///
        /// Values outside their ranges become absent.
        public init(number: Int?, elevation: Int?, azimuth: Int?, carrierToNoise: Int?) {
            let number = number.flatMap { 1...65_535 ~= $0 ? UInt64($0) : nil } ?? 0
            let azimuth = azimuth.flatMap { 0...359 ~= $0 ? UInt64($0) : nil } ?? 0x7FFF
            let elevation = elevation.flatMap { -90...90 ~= $0 ? UInt64(UInt8(bitPattern: Int8($0))) : nil } ?? 0x80
            let strength = carrierToNoise.flatMap { 0...99 ~= $0 ? UInt64($0) : nil } ?? 0xFF
            packed = number | azimuth << 16 | elevation << 32 | strength << 40
        }

        @inlinable
        @inline(__always)
        init(packed: UInt64) {
            self.packed = packed
        }

        /// The number as sent; nil when the field is empty.
        @inlinable
        @inline(__always)
        public var number: Int? {
            let field = Int(truncatingIfNeeded: packed & 0xFFFF)
            return field == 0 ? nil : field
        }

        /// Height above the horizon in degrees, -90...90.
        @inlinable
        @inline(__always)
        public var elevation: Int? {
            let field = Int8(truncatingIfNeeded: packed &>> 32)
            return field == .min ? nil : Int(field)
        }

        /// Direction in degrees from true north, 0...359.
        @inlinable
        @inline(__always)
        public var azimuth: Int? {
            let field = Int(truncatingIfNeeded: packed &>> 16 & 0xFFFF)
            return field == 0x7FFF ? nil : field
        }

        /// Carrier-to-noise density in dBHz, 0...99; nil when not tracked.
        @inlinable
        @inline(__always)
        public var carrierToNoise: Int? {
            let field = Int(truncatingIfNeeded: packed &>> 40 & 0xFF)
            return field == 0xFF ? nil : field
        }

        /// Whether nothing is known.
        @inlinable
        @inline(__always)
        public var isEmpty: Bool { packed == Entry.absent }
    }

    /// Who sent it.
    public var talker: Talker
    private var totalField: UInt8
    private var numberField: UInt8
    /// Satellites in view in the whole group; a satellite with two signals may count twice.
    @PackedInteger public var satellitesInView: Int?
    /// The signal id (4.1 and later), 0...15.
    public var signalID: UInt8?
    /// Whether the sentence has a place for the signal id, be it empty.
    public var hasSignalField = false
    /// The system id in the last field of Quectel's `PQ` sentences.
    public var systemID: UInt8?

    // Four words, not an array: they stay in registers while a sentence is decoded.
    @usableFromInline var first = Entry(packed: Entry.absent)
    @usableFromInline var second = Entry(packed: Entry.absent)
    @usableFromInline var third = Entry(packed: Entry.absent)
    @usableFromInline var fourth = Entry(packed: Entry.absent)
    @usableFromInline var count: UInt8 = 0

    /// Creates a sentence without satellites; total and number are brought to 1...99.
    public init(talker: Talker, total: Int, number: Int) {
        self.talker = talker
        totalField = UInt8(max(1, min(total, 99)))
        numberField = UInt8(max(1, min(number, 99)))
    }

    /// Sentences in this group, 1...99.
    public var total: Int { Int(totalField) }

    /// Number of this sentence in the group, from 1.
    public var number: Int { Int(numberField) }

    /// How many satellites are listed, 0...4.
    @inlinable
    @inline(__always)
    public var entryCount: Int { Int(count) }

    /// A listed satellite; empty beyond the count.
    @inlinable
    @inline(__always)
    public func entry(_ index: Int) -> Entry {
        switch index {
        case 0: first
        case 1: second
        case 2: third
        case 3: fourth
        default: Entry(packed: Entry.absent)
        }
    }

    /// The listed satellites; more than four are cut off.
    public var entries: [Entry] {
        get { (0..<entryCount).map { entry($0) } }
        set {
            let absent = Entry(packed: Entry.absent)
            count = UInt8(min(newValue.count, 4))
            first = newValue.count > 0 ? newValue[0] : absent
            second = newValue.count > 1 ? newValue[1] : absent
            third = newValue.count > 2 ? newValue[2] : absent
            fourth = newValue.count > 3 ? newValue[3] : absent
        }
    }

    @inline(__always)
    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        let fields = cursor.fieldCount
        // Three fields of the group, four a satellite, then nothing, a signal id, or a signal and a system id.
        let extra = (fields &- 3) & 3
        let groups = (fields &- 3) &>> 2
        guard fields >= 3, extra < 3, groups <= 4 else { return nil }
        guard let total = cursor.integer(1...99), let number = cursor.integer(1...99) else { return nil }
        self.talker = talker
        totalField = UInt8(truncatingIfNeeded: total)
        numberField = UInt8(truncatingIfNeeded: number)
        satellitesInView = cursor.integer(0...999)
        var index = 0
        while index < groups {
            let number = cursor.advance()
            let elevation = cursor.advance()
            let azimuth = cursor.advance()
            let strength = cursor.advance()
            let entry = cursor.bytes.satellite(number, elevation, azimuth, strength, defects: &defects)
            switch index {
            case 0: first = entry
            case 1: second = entry
            case 2: third = entry
            default: fourth = entry
            }
            index &+= 1
        }
        count = UInt8(truncatingIfNeeded: groups)
        if extra > 0 {
            hasSignalField = true
            let defects = cursor.defects
            signalID = cursor.hexadecimalDigit()
            if extra > 1 { systemID = cursor.hexadecimalDigit() }
            // Anything else in these places means that the groups of four are not where they seem to be.
            if cursor.defects != defects { return nil }
        }
        if isAnyEmpty { dropEmptyEntries() }
    }

    /// Whether a place that should hold a satellite is empty.
    @inline(__always)
    private var isAnyEmpty: Bool {
        (count > 0 && first.isEmpty) || (count > 1 && second.isEmpty) || (count > 2 && third.isEmpty)
            || (count > 3 && fourth.isEmpty)
    }

    @inline(never)
    private mutating func dropEmptyEntries() {
        entries = entries.filter { !$0.isEmpty }
    }
}

extension Span where Element == UInt8 {
    /// Number, elevation, azimuth and carrier-to-noise of a satellite.
    ///
    /// The usual four fields are read without a branch for each: which of them are empty changes from satellite to
    /// satellite, and a wrongly predicted branch costs more than the arithmetic.
    @inline(__always)
    fileprivate func satellite(
        _ number: (start: Int, end: Int), _ elevation: (start: Int, end: Int), _ azimuth: (start: Int, end: Int),
        _ strength: (start: Int, end: Int), defects: inout Int
    ) -> GSV.Entry {
        let numberDigits = upToFourDigits(number.start, number.end)
        let elevationDigits = upToFourDigits(elevation.start, elevation.end)
        let azimuthDigits = upToFourDigits(azimuth.start, azimuth.end)
        let strengthDigits = upToFourDigits(strength.start, strength.end)
        let bad = numberDigits.bad | elevationDigits.bad | azimuthDigits.bad | strengthDigits.bad
        if bad != 0 || elevationDigits.value > 90 || azimuthDigits.value > 359 || strengthDigits.value > 99 {
            let careful = carefulEntry(number, elevation, azimuth, strength)
            defects &+= careful.defects
            return GSV.Entry(packed: careful.packed)
        }
        let azimuthField = azimuth.start == azimuth.end ? 0x7FFF : azimuthDigits.value
        let elevationField = elevation.start == elevation.end ? 0x80 : elevationDigits.value
        let strengthField = strength.start == strength.end ? 0xFF : strengthDigits.value
        return GSV.Entry(
            packed: UInt64(numberDigits.value) | UInt64(azimuthField) &<< 16 | UInt64(elevationField) &<< 32
                | UInt64(strengthField) &<< 40)
    }

    /// A satellite from four fields with signs, long numbers and impossible ones, and how many were impossible.
    @inline(never)
    fileprivate func carefulEntry(
        _ number: (start: Int, end: Int), _ elevation: (start: Int, end: Int), _ azimuth: (start: Int, end: Int),
        _ strength: (start: Int, end: Int)
    ) -> (packed: UInt64, defects: Int) {
        var defects = 0
        func read(_ field: (start: Int, end: Int), _ range: ClosedRange<Int>) -> Int? {
            guard field.start < field.end else { return nil }
            guard let value = integer(field.start, field.end), range ~= value else {
                defects += 1
                return nil
            }
            return value
        }
        let entry = GSV.Entry(
            number: read(number, 0...65_535), elevation: read(elevation, -90...90),
            azimuth: read(azimuth, 0...360).map { $0 == 360 ? 0 : $0 }, carrierToNoise: read(strength, 0...99))
        return (entry.packed, defects)
    }
}

extension GSV: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "GSV")
        writer.integer(total)
        writer.integer(number)
        writer.integer(satellitesInView, digits: 2)
        for entry in entries {
            writer.integer(entry.number, digits: 2)
            writer.integer(entry.elevation, digits: 2)
            writer.integer(entry.azimuth, digits: 3)
            writer.integer(entry.carrierToNoise, digits: 2)
        }
        if hasSignalField || signalID != nil || systemID != nil { writer.hexadecimal(signalID) }
        if let systemID { writer.hexadecimal(systemID) }
        return writer
    }
}
