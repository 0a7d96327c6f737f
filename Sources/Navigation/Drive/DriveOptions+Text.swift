public import GNSS

// The options of a drive as people write them: on a command line and in `drive://`.
extension DriveGenerator.Options {
    /// The words for a quality, for messages.
    public static let qualityWords = "autonomous, differential, precise, rtk, float, dead-reckoning or simulated"

    /// The words for systems, for messages.
    public static let systemWords = "gps, glonass, galileo, beidou, qzss, navic, sbas"

    /// Reads tunnels: `FROM-TO` in metres from the beginning of the way, several of them separated by commas.
    ///
    /// - Returns: The tunnels; nil when the text has another form, or one ends before it begins.
    public static func tunnels(_ text: String) -> [ClosedRange<Double>]? {
        list(text) { word in
            let ends = word.split(separator: "-", omittingEmptySubsequences: false).map {
                DecimalText.number(String($0))
            }
            guard ends.count == 2, let from = ends[0], let to = ends[1], from <= to, to <= 1e8 else { return nil }
            return from...to
        }
    }

    /// Reads systems by their names, in any case and separated by commas: gps, glonass, galileo, beidou, qzss, navic, sbas.
    ///
    /// - Returns: The systems; nil when there is none, or one is not known.
    public static func constellations(_ text: String) -> Set<Constellation>? {
        let known: [Constellation] = [.gps, .sbas, .glonass, .galileo, .beidou, .qzss, .navic]
        return list(text) { word in known.first { "\($0)" == word.lowercased() } }.map { Set($0) }
    }

    /// Reads sentences by their names, in any case and separated by commas.
    ///
    /// - Returns: The sentences in order; nil when there is none, or one is not known.
    public static func sentences(_ text: String) -> [DriveSentence]? {
        list(text) { DriveSentence(rawValue: $0.uppercased()) }
    }

    /// Reads a quality: one of `qualityWords`.
    ///
    /// - Returns: The quality; nil for another text.
    public static func quality(_ text: String) -> FixQuality? {
        switch text.lowercased() {
        case "autonomous": .autonomous
        case "differential": .differential
        case "precise": .precise
        case "rtk": .rtkFixed
        case "float": .rtkFloat
        case "dead-reckoning": .deadReckoning
        case "simulated": .simulated
        default: nil
        }
    }

    private static func list<Element>(_ text: String, _ read: (String) -> Element?) -> [Element]? {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let elements = words.compactMap { read(String($0)) }
        return elements.count == words.count ? elements : nil
    }
}
