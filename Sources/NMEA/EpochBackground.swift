import GNSS

/// What holds beyond one epoch: datum and variation.
struct EpochBackground: Sendable {
    private var variation: Double?
    private var datum: String?

    mutating func take(_ dtm: DTM) {
        datum = dtm.localDatum.isEmpty || dtm.localDatum == "W84" ? nil : dtm.localDatum
    }

    /// The heading from true north of a compass, with the variation of the last sentence that told one.
    mutating func heading(_ hdg: borrowing HDG) -> Double? {
        if let sent = hdg.variation { variation = sent.value }
        guard let magnetic = hdg.magneticHeading else { return nil }
        return hdg.trueHeading ?? variation.map { ($0 + magnetic).wrappedDegrees }
    }

    /// Adds what is known to a fix.
    mutating func add(to fix: inout Fix) {
        if let sent = fix.magneticVariation { variation = sent }
        fix.magneticVariation = variation
        fix.datum = datum
    }
}
