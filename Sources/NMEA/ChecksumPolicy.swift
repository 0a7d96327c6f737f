/// What to do with sentences whose checksum is missing or wrong.
public enum ChecksumPolicy: Hashable, Sendable, CaseIterable {
    /// Only sentences with a good checksum: right for streams.
    case require

    /// Also sentences without checksum, as before NMEA 0183 3.0.
    case allowMissing

    /// Everything that looks like a sentence: only for repair of files.
    case ignoreWrong
}
