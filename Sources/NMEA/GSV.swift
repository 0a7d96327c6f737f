import GNSS

/// GSV: satellites in view, up to four a sentence.
public struct GSV: Sendable {
    /// One satellite in view.
    public struct Entry: Hashable, Sendable {
        private var numberField: UInt16 = 0
        private var azimuthField: UInt16 = .max
        private var elevationField: Int8 = .min
        private var carrierToNoiseField: UInt8 = .max

        /// Creates an entry.
        ///
        /// Values outside their ranges become absent.
        public init(number: Int?, elevation: Int?, azimuth: Int?, carrierToNoise: Int?) {
            if let number, 1...65_535 ~= number { numberField = UInt16(number) }
            if let elevation, -90...90 ~= elevation { elevationField = Int8(elevation) }
            if let azimuth, 0...359 ~= azimuth { azimuthField = UInt16(azimuth) }
            if let carrierToNoise, 0...99 ~= carrierToNoise { carrierToNoiseField = UInt8(carrierToNoise) }
        }

        @inline(__always)
        init() {}

        /// The number as sent; nil when the field is empty.
        @inline(__always)
        public var number: Int? { numberField == 0 ? nil : Int(numberField) }

        /// Height above the horizon in degrees, -90...90.
        @inline(__always)
        public var elevation: Int? { elevationField == .min ? nil : Int(elevationField) }

        /// Direction in degrees from true north, 0...359.
        @inline(__always)
        public var azimuth: Int? { azimuthField == .max ? nil : Int(azimuthField) }

        /// Carrier-to-noise density in dBHz, 0...99; nil when not tracked.
        @inline(__always)
        public var carrierToNoise: Int? { carrierToNoiseField == .max ? nil : Int(carrierToNoiseField) }

        /// Whether nothing is known.
        @inline(__always)
        public var isEmpty: Bool {
            numberField == 0 && azimuthField == .max && elevationField == .min && carrierToNoiseField == .max
        }

        @inline(__always)
        init(_ cursor: inout FieldCursor) {
            if let number = cursor.integer(0...65_535) { numberField = UInt16(truncatingIfNeeded: number) }
            if let elevation = cursor.integer(-90...90) { elevationField = Int8(truncatingIfNeeded: elevation) }
            if let azimuth = cursor.integer(0...360) {
                azimuthField = azimuth == 360 ? 0 : UInt16(truncatingIfNeeded: azimuth)
            }
            if let value = cursor.integer(0...99) { carrierToNoiseField = UInt8(truncatingIfNeeded: value) }
        }
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

    private var storage = [4 of Entry](repeating: Entry())
    private var count: UInt8 = 0

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
    @inline(__always)
    public var entryCount: Int { Int(count) }

    /// A listed satellite; empty beyond the count.
    @inline(__always)
    public func entry(_ index: Int) -> Entry {
        0..<entryCount ~= index ? storage[index] : Entry()
    }

    /// The listed satellites; more than four are cut off.
    public var entries: [Entry] {
        get { (0..<entryCount).map { storage[$0] } }
        set {
            count = UInt8(min(newValue.count, 4))
            for index in 0..<entryCount { storage[index] = newValue[index] }
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
            let entry = Entry(&cursor)
            if !entry.isEmpty {
                storage[entryCount] = entry
                count &+= 1
            }
            index &+= 1
        }
        if extra > 0 {
            hasSignalField = true
            let defects = cursor.defects
            signalID = cursor.hexadecimalDigit()
            if extra > 1 { systemID = cursor.hexadecimalDigit() }
            // Anything else in these places means that the groups of four are not where they seem to be.
            if cursor.defects != defects { return nil }
        }
    }
}

extension GSV: Hashable {
    /// Compares all fields.
    public static func == (left: GSV, right: GSV) -> Bool {
        left.talker == right.talker && left.total == right.total && left.number == right.number
            && left.satellitesInView == right.satellitesInView && left.signalID == right.signalID
            && left.hasSignalField == right.hasSignalField && left.systemID == right.systemID
            && left.entries == right.entries
    }

    /// Hashes all fields.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(talker)
        hasher.combine(total)
        hasher.combine(number)
        hasher.combine(signalID)
        hasher.combine(entries)
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
