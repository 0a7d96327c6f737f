/// PUBX,03: satellites with their tracking state (u-blox).
public struct PUBX03: Hashable, Sendable {
    /// One satellite.
    public struct Entry: Hashable, Sendable {
        /// What a satellite contributes.
        public enum Use: UInt8, Hashable, Sendable {
            /// `U`: used in the solution.
            case used = 0x55
            /// `e`: orbit known, could be used.
            case available = 0x65
            /// `-`: not used.
            case notUsed = 0x2D
        }

        /// The number as sent.
        public var number: Int?
        /// What it contributes.
        public var use: Use?
        /// Direction in degrees from true north, 0...359.
        public var azimuth: Int?
        /// Height above the horizon in degrees, -90...90.
        public var elevation: Int?
        /// Carrier-to-noise density in dBHz, 0...99.
        public var carrierToNoise: Int?
        /// Seconds since the carrier is locked; 64 stands for more.
        public var lockTime: Int?

        /// Creates an entry; set the fields that are known.
        public init() {}
    }

    /// Most satellites that are read from a sentence.
    static let maximumEntries = 128

    /// The satellites, in the order sent.
    public var entries: [Entry] = []

    /// Creates a sentence without satellites.
    public init() {}

    init?(_ source: FieldCursor, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard cursor.fieldCount >= 2 else { return nil }
        cursor.skip()
        guard
            let count = cursor.integer(0...PUBX03.maximumEntries), cursor.fieldCount == 2 + 6 * count
        else { return nil }
        for _ in 0..<count {
            var entry = Entry()
            entry.number = cursor.integer(0...65_535)
            entry.use = cursor.letter().flatMap { Entry.Use(rawValue: $0) }
            entry.azimuth = cursor.integer(0...360).map { $0 == 360 ? 0 : $0 }
            entry.elevation = cursor.integer(-90...90)
            entry.carrierToNoise = cursor.integer(0...99)
            entry.lockTime = cursor.integer(0...65_535)
            entries.append(entry)
        }
    }
}

extension PUBX03: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter("PUBX")
        writer.integer(3, digits: 2)
        writer.integer(entries.count, digits: 2)
        for entry in entries {
            writer.integer(entry.number)
            writer.letter(entry.use?.rawValue)
            writer.integer(entry.azimuth, digits: 3)
            writer.integer(entry.elevation, digits: 2)
            writer.integer(entry.carrierToNoise, digits: 2)
            writer.integer(entry.lockTime, digits: 3)
        }
        return writer
    }
}
