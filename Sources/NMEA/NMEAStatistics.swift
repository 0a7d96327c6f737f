/// What happened to framed sentences.
struct ContentStatistics: Hashable, Sendable {
    var malformed = 0
    var badFields = 0
    var other = 0
}

/// What a decoder took and dropped, by reason.
public struct NMEAStatistics: Hashable, Sendable {
    /// Framing: sentences, frames, noise, rejections.
    public let framing: FramingStatistics

    /// Sentences with a good checksum whose layout or position is impossible; they were dropped.
    public let malformed: Int

    /// Single fields with an impossible content; they read as absent.
    public let badFields: Int

    /// Sentences without a type of their own.
    public let other: Int

    /// Position sentences that no epoch took: of another device on the line, or late.
    public let ignoredByEpochs: Int

    /// Groups of GSV that lacked a row.
    public let incompleteSatelliteGroups: Int

    init(framing: FramingStatistics, content: ContentStatistics, ignoredByEpochs: Int, incompleteSatelliteGroups: Int) {
        self.framing = framing
        malformed = content.malformed
        badFields = content.badFields
        other = content.other
        self.ignoredByEpochs = ignoredByEpochs
        self.incompleteSatelliteGroups = incompleteSatelliteGroups
    }
}
