import GNSS

/// Puts the sentences of one instant together.
///
/// Purpose: NMEA has no mark for the end of an epoch. The key is the UTC time of day in the sentences that belong to a
/// fix (GGA, RMC, GNS, GLL, GST …); sentences without time join the open epoch. An epoch is closed by the sentence that
/// ended the epochs before (learned), by another time, by silence, or by the end of the input; when more of the same
/// instant follows, it is published again with a higher revision. Because everything is keyed by time, a lost sentence
/// never shifts the pairing. Sentences of another device on the line do not touch the epoch.
///
/// Use: `prepare` before a sentence is handed on, `add` after it; each says whether an epoch was closed, which `closed`
/// holds then.
struct EpochAssembler: Sendable {
    /// The epoch being put together, or published and still open for late sentences.
    struct Open: Sendable {
        var time: TimeOfDay?
        var content = EpochContent()
        /// Bit for each (kind, talker) of timed sentences that came.
        var seen: UInt64 = 0
        var sentenceCount = 0
        var revision = 0
        var isPublished = false
        /// Something came after it was published.
        var isDirty = false
        /// Silence was observed behind it: sentences without time belong to the next one.
        var isSealed = false
        var order = SentenceOrder()
    }

    /// When something came.
    struct Moment {
        var epoch = -1
        var time: TimeOfDay?
    }

    var options: EpochOptions
    var table = SatelliteTable()
    var open = Open()
    /// Whether there is an epoch in `open`; a struct of that size is not copied in and out of an optional.
    var isOpen = false
    var learner = EpochLearner()

    /// The epoch that was closed last.
    var closed = Epoch(fix: Fix())

    /// A jump of time that the last `prepare` found.
    var discontinuity: Discontinuity?

    /// Sentences of other sources and late ones, which were left out.
    private(set) var ignored = 0

    var source = EpochSource()
    var lastArrival: Duration?
    var epochNumber = 0
    var lastTime: TimeOfDay?
    var period: Int64 = 1_000_000_000
    var lastDated: UTCTime?
    var dilution = DilutionOfPrecision()
    var dilutionMoment = Moment()
    var dimension: FixDimension?
    var dimensionMoment = Moment()
    var lastCoordinate: GeodeticCoordinate?
    var repeats = 0
    var takesPart = false
    var background = EpochBackground()

    init(options: EpochOptions) {
        self.options = options
    }

    // MARK: Before a sentence

    /// Closes the open epoch when the sentence does not belong to it.
    @inline(__always)
    mutating func prepare(_ sentence: borrowing Sentence, now: Duration?) -> Bool {
        if let now { lastArrival = now }
        switch sentence {
        case .gga(let gga): return prepare(.gga, gga.talker, gga.time)
        case .rmc(let rmc): return prepare(.rmc, rmc.talker, rmc.time)
        case .gns(let gns): return prepare(.gns, gns.talker, gns.time)
        case .gll(let gll): return prepare(.gll, gll.talker, gll.time)
        case .gst(let gst): return prepare(.gst, gst.talker, gst.time)
        case .zda(let zda): return prepareDate(zda)
        case .gbs(let gbs): return prepare(.gbs, gbs.talker, gbs.time)
        case .pubx00(let pubx): return prepare(.pubx00, .combined, pubx.time)
        case .psti030(let psti): return prepare(.psti030, .combined, psti.time)
        case .vtg(let vtg): return prepareMotion(vtg)
        case .gsa, .gsv, .hdt, .hdg, .ths, .dtm, .txt, .wpl, .rte, .rmb, .bwc, .bod, .aam, .apb, .xte, .pubx03,
            .pubx04, .pgrme, .pgrmz, .other:
            discontinuity = nil
            return false
        }
    }

    private mutating func prepare(_ kind: SentenceKind, _ talker: Talker, _ time: TimeOfDay?) -> Bool {
        discontinuity = nil
        switch source.judge(talker) {
        case .taken: takesPart = true
        case .takenInstead:
            takesPart = true
            return closeAndBegin(time)
        case .refused:
            takesPart = false
            ignored &+= 1
            return false
        }
        let bit = kind.bit(talker)
        guard isOpen else {
            begin(time)
            return false
        }
        let hasCome = open.seen & bit != 0
        guard let time else {
            // No time before the first fix: the same sentence again begins the next round.
            return hasCome ? closeAndBegin(nil) : false
        }
        guard let openTime = open.time else {
            guard hasCome else {
                open.time = time
                return false
            }
            return closeAndBegin(time)
        }
        let step = time.nanoseconds(since: openTime)
        if abs(step) <= tolerance { return hasCome ? closeAndBegin(time) : false }
        if step < 0 {
            if let lastTime, abs(time.nanoseconds(since: lastTime)) <= tolerance, lastTime != openTime {
                // Late: belongs to the epoch before the open one.
                takesPart = false
                ignored &+= 1
                return false
            }
            discontinuity = Discontinuity(before: openTime, after: time)
        }
        return closeAndBegin(time)
    }

    /// VTG has no time: it joins the open epoch, or begins one when silence came before it.
    private mutating func prepareMotion(_ vtg: VTG) -> Bool {
        discontinuity = nil
        let verdict = source.judge(vtg.talker)
        takesPart = verdict != .refused
        guard takesPart, !isOpen || open.isSealed || verdict == .takenInstead else { return false }
        return closeAndBegin(nil)
    }

    private mutating func prepareDate(_ zda: ZDA) -> Bool {
        discontinuity = nil
        takesPart = source.judge(zda.talker) != .refused
        guard takesPart, let time = zda.time else { return false }
        if isOpen, let openTime = open.time, abs(time.nanoseconds(since: openTime)) <= 200_000_000 { return false }
        // The moment of sending, not of a fix: only a stream without any fix sentence gets epochs from it.
        guard !source.hasFixSentences else { return false }
        guard isOpen else {
            begin(time)
            return false
        }
        return closeAndBegin(time)
    }

    /// Times that differ by no more belong to one epoch.
    var tolerance: Int64 { min(10_000_000, period / 4) }

    private mutating func begin(_ time: TimeOfDay?) {
        open = Open(time: time)
        isOpen = true
        table.beginEpoch()
    }

    private mutating func closeAndBegin(_ time: TimeOfDay?) -> Bool {
        let isPublished = close(.newTime)
        begin(time)
        return isPublished
    }

    // MARK: The sentence itself

    /// Takes a sentence into the open epoch; true when it was the last one and closed the epoch.
    @inline(__always)
    mutating func add(_ sentence: borrowing Sentence) -> Bool {
        switch sentence {
        case .gsv(let gsv):
            table.add(gsv, epoch: epochNumber)
            guard isOpen else { return false }
            let isLast = gsv.number == gsv.total
            return note(.gsv, gsv.talker, detail: gsv.signalID ?? 0xFF, mayBeLast: isLast)
        case .gsa(let gsa):
            table.add(gsa)
            if let mode = gsa.dimension {
                dimension = mode
                dimensionMoment = Moment(epoch: epochNumber, time: isOpen ? open.time : nil)
            }
            takeDilution(gsa)
            guard isOpen else { return false }
            open.content.add(gsa)
            return note(.gsa, gsa.talker, detail: 0, mayBeLast: true)
        case .vtg(let vtg):
            guard takesPart else { return false }
            open.content.add(vtg)
            return note(.vtg, vtg.talker, detail: 0, mayBeLast: true)
        case .gga(let gga):
            guard takesPart else { return false }
            open.content.add(gga)
            return noteTimed(.gga, gga.talker)
        case .rmc(let rmc):
            guard takesPart else { return false }
            open.content.add(rmc)
            if let date = rmc.date { takeDate(date, rmc.time) }
            return noteTimed(.rmc, rmc.talker)
        case .gns(let gns):
            guard takesPart else { return false }
            open.content.add(gns)
            return noteTimed(.gns, gns.talker)
        case .gll(let gll):
            guard takesPart else { return false }
            open.content.add(gll)
            return noteTimed(.gll, gll.talker)
        case .gst(let gst):
            guard takesPart else { return false }
            open.content.gst = gst
            return noteTimed(.gst, gst.talker)
        case .zda(let zda):
            guard takesPart else { return false }
            return add(zda)
        case .gbs(let gbs):
            guard takesPart else { return false }
            open.content.gbs = gbs
            return noteTimed(.gbs, gbs.talker)
        case .pubx00(let pubx):
            guard takesPart else { return false }
            open.content.add(pubx)
            return noteTimed(.pubx00, .combined)
        case .psti030(let psti):
            guard takesPart else { return false }
            open.content.add(psti)
            if let date = psti.date { takeDate(date, psti.time) }
            return noteTimed(.psti030, .combined)
        case .pgrme(let pgrme):
            guard isOpen else { return false }
            open.content.pgrme = pgrme
            return note(.pgrme, .gps, detail: 0, mayBeLast: true)
        case .hdt, .hdg, .ths, .dtm, .pubx04:
            background.take(sentence, epoch: epochNumber)
            if let instant = background.takeInstant() {
                lastDated = UTCTime(date: options.dates.corrected(instant.date).date, time: instant.timeOfDay)
            }
            return false
        case .txt, .wpl, .rte, .rmb, .bwc, .bod, .aam, .apb, .xte, .pubx03, .pgrmz, .other:
            return false
        }
    }

    private mutating func add(_ zda: ZDA) -> Bool {
        guard let date = zda.date, let time = zda.time else { return false }
        guard isOpen, let openTime = open.time, abs(time.nanoseconds(since: openTime)) <= 200_000_000 else {
            if let instant = UTCTime(date: options.dates.corrected(date).date, time: time) { lastDated = instant }
            return false
        }
        if open.content.dated == nil { takeDate(date, time) }
        return note(.zda, zda.talker, detail: 0, mayBeLast: true)
    }

    private mutating func takeDate(_ date: CalendarDate, _ time: TimeOfDay?) {
        guard let time else { return }
        open.content.dated = UTCTime(date: date, time: time)
    }

    private mutating func takeDilution(_ gsa: GSA) {
        let values = (gsa.pdop?.dilution, gsa.hdop?.dilution, gsa.vdop?.dilution)
        if case (nil, nil, nil) = values { return }
        dilution = DilutionOfPrecision(position: values.0, horizontal: values.1, vertical: values.2)
        dilutionMoment = Moment(epoch: epochNumber, time: isOpen ? open.time : nil)
    }

    @inline(__always)
    private mutating func noteTimed(_ kind: SentenceKind, _ talker: Talker) -> Bool {
        open.seen |= kind.bit(talker)
        source.hasFixSentences = true
        return note(kind, talker, detail: 0, mayBeLast: true)
    }

    @inline(__always)
    private mutating func note(_ kind: SentenceKind, _ talker: Talker, detail: UInt8, mayBeLast: Bool) -> Bool {
        open.sentenceCount &+= 1
        open.order.add(kind, talker, detail: detail)
        guard !open.isPublished else {
            open.isDirty = true
            learner.unlearn()
            return false
        }
        guard mayBeLast, options.learnsLastSentence, learner.isComplete(open.order) else {
            return false
        }
        return close(.lastSentence)
    }
}
