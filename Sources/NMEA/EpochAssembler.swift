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
        /// More of the same time came behind a silence.
        var isResumed = false
        var order = SentenceOrder()
        /// A heading in degrees that came with it.
        var heading: Double?
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
    /// Nanoseconds of the stream's own time since its begin, and the same at the end of the last epoch.
    var clock: Int64 = 0
    var lastClock: Int64 = 0
    /// Whether silences stand between the rounds, not inside them.
    private var hasTrueSilences = true
    /// The instant that dates are completed from, and by how many periods its date was early as sent.
    var lastDated: (instant: UTCTime, rollovers: Int)?
    /// The last instant whose date was only inferred.
    var lastInferred: UTCTime?
    var dilution = DilutionOfPrecision()
    var dilutionMoment = Moment()
    var dimension: FixDimension?
    var dimensionMoment = Moment()
    var lastCoordinate: GeodeticCoordinate?
    var repeats = 0
    var takesPart = false
    var background = EpochBackground()

    /// Sentences without time of which the next one with time decides to what epoch they belong.
    var deferred: [Sentence] = []
    var isDeferring = false
    /// Whether those that waited are being taken: an epoch is not closed in the midst of them.
    var isFlushing = false

    init(options: EpochOptions) {
        self.options = options
    }

    /// Forgets the stream, with the counters kept.
    mutating func reset() {
        let ignored = ignored
        let incompleteGroups = table.incompleteGroups
        self = EpochAssembler(options: options)
        self.ignored = ignored
        table.incompleteGroups = incompleteGroups
    }

    // MARK: Before a sentence

    /// Closes the open epoch when the sentence does not belong to it.
    @inline(__always)
    mutating func prepare(_ sentence: borrowing Sentence) -> Bool {
        switch sentence {
        case .gga(let gga):
            return prepare(
                .gga, gga.talker, gga.time, hasPosition: gga.position != nil && gga.quality != FixQuality.none)
        case .rmc(let rmc): return prepare(.rmc, rmc.talker, rmc.time, hasPosition: rmc.position != nil && rmc.isFix)
        case .gns(let gns): return prepare(.gns, gns.talker, gns.time, hasPosition: gns.isFix, gns.quality == nil)
        case .gll(let gll): return prepare(.gll, gll.talker, gll.time, hasPosition: gll.position != nil && gll.isFix)
        case .gst(let gst): return prepare(.gst, gst.talker, gst.time, hasPosition: false)
        case .zda(let zda): return prepareDate(zda)
        case .gbs(let gbs): return prepare(.gbs, gbs.talker, gbs.time, hasPosition: false)
        case .pubx00(let pubx): return prepare(.pubx00, .combined, pubx.time, hasPosition: pubx.position != nil)
        case .psti030(let psti): return prepare(.psti030, .combined, psti.time, hasPosition: psti.position != nil)
        case .gsa(let gsa): return prepareUntimed(.gsa, gsa.talker)
        case .gsv(let gsv): return prepareUntimed(.gsv, gsv.talker)
        case .vtg(let vtg):
            guard source.takesMotion(of: vtg.talker) else {
                discontinuity = nil
                takesPart = false
                return false
            }
            return prepareUntimed(.vtg, vtg.talker)
        case .pgrme: return prepareUntimed(.pgrme, .gps)
        case .pubx03: return prepareUntimed(.pubx03, .combined)
        case .hdt(let hdt): return prepareUntimed(.hdt, hdt.talker)
        case .hdg(let hdg): return prepareUntimed(.hdg, hdg.talker)
        case .ths(let ths): return prepareUntimed(.ths, ths.talker)
        case .dtm, .txt, .wpl, .rte, .rmb, .bwc, .bod, .aam, .apb, .xte, .pubx04, .pgrmz, .other:
            discontinuity = nil
            return false
        }
    }

    private mutating func prepare(
        _ kind: SentenceKind, _ talker: Talker, _ time: TimeOfDay?, hasPosition: Bool, _ isCountOnly: Bool = false
    ) -> Bool {
        discontinuity = nil
        switch source.judge(talker, hasPosition: hasPosition) {
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
            if hasCome, !isCountOnly { return closeAndBegin(nil) }
            joinDeferred()
            return false
        }
        guard let openTime = open.time else {
            guard hasCome else {
                if let lastTime, learner.hasLeader, abs(time.nanoseconds(since: lastTime)) <= tolerance {
                    // More of the epoch that the leader has closed: it does not lead.
                    learner.forgetLeader()
                }
                open.time = time
                setClock(time)
                joinDeferred()
                return false
            }
            return closeAndBegin(time)
        }
        let step = time.nanoseconds(since: openTime)
        if abs(step) <= tolerance {
            // GNS comes once for each system and may look the same each time.
            if hasCome, kind != .gns { return closeAndBegin(time) }
            if isDeferring, !open.isSealed { learner.forgetLeader() }
            if open.isSealed { resume() }
            joinDeferred()
            return false
        }
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

    /// Sentences without time join the open epoch, unless a silence stands between or they lead the rounds.
    @inline(__always)
    private mutating func prepareUntimed(_ kind: SentenceKind, _ talker: Talker) -> Bool {
        discontinuity = nil
        takesPart = true
        if isOpen, !isDeferring, !open.isSealed, !learner.hasLeader { return false }
        return prepareWaiting(kind, talker)
    }

    @inline(never)
    private mutating func prepareWaiting(_ kind: SentenceKind, _ talker: Talker) -> Bool {
        if isOpen, open.isSealed, !isDeferring, !hasTrueSilences { open.isSealed = false }
        guard isOpen, !open.isSealed, !isDeferring else {
            isDeferring = true
            return false
        }
        guard open.seen != 0, learner.leads(kind, talker) else { return false }
        guard learner.isLeaderProven else {
            isDeferring = true
            return false
        }
        return closeAndBegin(nil)
    }

    private mutating func prepareDate(_ zda: ZDA) -> Bool {
        discontinuity = nil
        takesPart = source.judge(zda.talker, hasPosition: false) == .taken
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

    /// Goes on with an epoch behind a silence that was only a pause.
    private mutating func resume() {
        open.isSealed = false
        open.isResumed = true
        hasTrueSilences = false
    }

    /// Sets the stream's clock to the open epoch.
    private mutating func setClock(_ time: TimeOfDay?) {
        var step = period
        if let time, let lastTime, case let real = time.nanoseconds(since: lastTime), real > 0 { step = real }
        clock = lastClock &+ step
    }

    private mutating func begin(_ time: TimeOfDay?) {
        let isFirst = !isOpen && epochNumber == 0
        if open.isSealed, !open.isResumed { hasTrueSilences = true }
        setClock(time)
        open = Open(time: time)
        isOpen = true
        table.beginEpoch()
        if isFirst { learner.suspectLeader(deferred.first) }
        joinDeferred()
    }

    private mutating func closeAndBegin(_ time: TimeOfDay?) -> Bool {
        endDeferred()
        let isPublished = close(.newTime)
        begin(time)
        return isPublished
    }

    /// Decides at the end of an epoch about the sentences that wait: they stay with it unless they lead the next one.
    mutating func endDeferred() {
        guard isDeferring, !open.isSealed else { return }
        learner.proveLeader(deferred, behind: open.content)
        if !learner.hasLeader { joinDeferred() }
    }

    /// Takes the sentences that waited into the open epoch.
    private mutating func joinDeferred() {
        guard isDeferring else { return }
        isDeferring = false
        guard !deferred.isEmpty else { return }
        isFlushing = true
        for sentence in deferred { _ = take(sentence) }
        isFlushing = false
        deferred.removeAll(keepingCapacity: true)
    }
}
