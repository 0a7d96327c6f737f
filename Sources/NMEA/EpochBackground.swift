import GNSS

/// What holds beyond one epoch, and what comes without time beside the epochs: heading, datum, variation.
struct EpochBackground: Sendable {
    private var heading: Double?
    private var headingEpoch = -1
    private var variation: Double?
    private var datum: String?
    private var instant: UTCTime?

    mutating func take(_ sentence: borrowing Sentence, epoch: Int) {
        switch sentence {
        case .hdt(let hdt):
            takeHeading(hdt.heading?.value, epoch)
        case .ths(let ths):
            guard let mode = ths.mode, mode.quality != .none else { return }
            takeHeading(ths.heading?.value, epoch)
        case .hdg(let hdg):
            if let variation = hdg.variation { self.variation = variation.value }
            let magnetic = hdg.magneticHeading
            takeHeading(
                hdg.trueHeading ?? variation.flatMap { east in magnetic.map { ($0 + east).wrappedDegrees } }, epoch)
        case .dtm(let dtm):
            datum = dtm.localDatum.isEmpty || dtm.localDatum == "W84" ? nil : dtm.localDatum
        case .pubx04(let pubx):
            guard let date = pubx.date, let time = pubx.time else { return }
            instant = UTCTime(date: date, time: time)
        case .gga, .rmc, .gsa, .gsv, .gst, .vtg, .gll, .gns, .zda, .gbs, .txt, .wpl, .rte, .rmb, .bwc, .bod, .aam, .apb,
            .xte, .pubx00, .pubx03, .pgrme, .pgrmz, .psti030, .other:
            break
        }
    }

    /// A dated instant that came since the last call.
    mutating func takeInstant() -> UTCTime? {
        defer { instant = nil }
        return instant
    }

    /// Adds what is known to a fix; a heading counts only when it came since the epoch before.
    mutating func add(to fix: inout Fix, epoch: Int) {
        if headingEpoch >= epoch - 1 { fix.heading = heading }
        if let sent = fix.magneticVariation { variation = sent }
        fix.magneticVariation = variation
        fix.datum = datum
    }

    private mutating func takeHeading(_ heading: Double?, _ epoch: Int) {
        guard let heading else { return }
        self.heading = heading
        headingEpoch = epoch
    }
}
