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

    var options: EpochOptions
    var table = SatelliteTable()
    var open: Open?
    var learner = EpochLearner()

    /// The epoch that was closed last.
    private(set) var closed = Epoch(fix: Fix())

    /// A jump of time that the last `prepare` found.
    private(set) var discontinuity: Discontinuity?

    /// Sentences of other sources and late ones, which were left out.
    private(set) var ignored = 0

    private var source = EpochSource()
    private var lastArrival: Duration?
    private var epochNumber = 0
    private var lastTime: TimeOfDay?
    private var period: Int64 = 1_000_000_000
    private var lastDated: UTCTime?
    private var dilution = DilutionOfPrecision()
    private var dilutionEpoch = 0
    private var lastCoordinate: GeodeticCoordinate?
    private var repeats = 0
    private var takesPart = false

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
        case .gsa, .gsv, .vtg, .other: return false
        }
    }

    private mutating func prepare(_ kind: SentenceKind, _ talker: Talker, _ time: TimeOfDay?) -> Bool {
        discontinuity = nil
        takesPart = source.accepts(talker)
        guard takesPart else {
            ignored &+= 1
            return false
        }
        let bit = kind.bit(talker)
        guard let current = open else {
            begin(time)
            return false
        }
        let hasCome = current.seen & bit != 0
        guard let time else {
            // No time before the first fix: the same sentence again begins the next round.
            return hasCome ? closeAndBegin(nil) : false
        }
        guard let openTime = current.time else {
            guard hasCome else {
                open?.time = time
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

    private mutating func prepareDate(_ zda: ZDA) -> Bool {
        discontinuity = nil
        takesPart = source.accepts(zda.talker)
        guard takesPart, let time = zda.time else { return false }
        if let openTime = open?.time, abs(time.nanoseconds(since: openTime)) <= 200_000_000 { return false }
        // The moment of sending, not of a fix: only a stream without any fix sentence gets epochs from it.
        guard !source.hasFixSentences else { return false }
        guard open != nil else {
            begin(time)
            return false
        }
        return closeAndBegin(time)
    }

    /// Times that differ by no more belong to one epoch.
    private var tolerance: Int64 { min(10_000_000, period / 4) }

    private mutating func begin(_ time: TimeOfDay?) {
        open = Open(time: time)
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
            guard open != nil else { return false }
            let isLast = gsv.number == gsv.total
            return note(.gsv, gsv.talker, detail: gsv.signalID ?? 0xFF, mayBeLast: isLast)
        case .gsa(let gsa):
            table.add(gsa)
            takeDilution(gsa)
            guard open != nil else { return false }
            open?.content.add(gsa)
            return note(.gsa, gsa.talker, detail: 0, mayBeLast: true)
        case .vtg(let vtg):
            guard source.accepts(vtg.talker) else { return false }
            if open == nil || open?.isSealed == true { begin(nil) }
            open?.content.vtg = vtg
            return note(.vtg, vtg.talker, detail: 0, mayBeLast: true)
        case .gga(let gga):
            guard takesPart else { return false }
            open?.content.add(gga)
            return noteTimed(.gga, gga.talker)
        case .rmc(let rmc):
            guard takesPart else { return false }
            open?.content.add(rmc)
            if let date = rmc.date { takeDate(date, rmc.time) }
            return noteTimed(.rmc, rmc.talker)
        case .gns(let gns):
            guard takesPart else { return false }
            open?.content.add(gns)
            return noteTimed(.gns, gns.talker)
        case .gll(let gll):
            guard takesPart else { return false }
            open?.content.add(gll)
            return noteTimed(.gll, gll.talker)
        case .gst(let gst):
            guard takesPart else { return false }
            open?.content.gst = gst
            return noteTimed(.gst, gst.talker)
        case .zda(let zda):
            guard takesPart else { return false }
            return add(zda)
        case .other:
            return false
        }
    }

    private mutating func add(_ zda: ZDA) -> Bool {
        guard let date = zda.date, let time = zda.time else { return false }
        guard let openTime = open?.time, abs(time.nanoseconds(since: openTime)) <= 200_000_000 else {
            if let instant = UTCTime(date: options.dates.corrected(date).date, time: time) { lastDated = instant }
            return false
        }
        if open?.content.dated == nil { takeDate(date, time) }
        return note(.zda, zda.talker, detail: 0, mayBeLast: true)
    }

    private mutating func takeDate(_ date: CalendarDate, _ time: TimeOfDay?) {
        guard let time else { return }
        open?.content.dated = UTCTime(date: date, time: time)
    }

    private mutating func takeDilution(_ gsa: GSA) {
        let values = (gsa.pdop?.dilution, gsa.hdop?.dilution, gsa.vdop?.dilution)
        if case (nil, nil, nil) = values { return }
        dilution = DilutionOfPrecision(position: values.0, horizontal: values.1, vertical: values.2)
        dilutionEpoch = epochNumber
    }

    @inline(__always)
    private mutating func noteTimed(_ kind: SentenceKind, _ talker: Talker) -> Bool {
        open?.seen |= kind.bit(talker)
        source.hasFixSentences = true
        return note(kind, talker, detail: 0, mayBeLast: true)
    }

    @inline(__always)
    private mutating func note(_ kind: SentenceKind, _ talker: Talker, detail: UInt8, mayBeLast: Bool) -> Bool {
        open?.sentenceCount &+= 1
        open?.order.add(kind, talker, detail: detail)
        guard open?.isPublished == false else {
            open?.isDirty = true
            learner.unlearn()
            return false
        }
        guard mayBeLast, options.learnsLastSentence, let order = open?.order, learner.isComplete(order) else {
            return false
        }
        return close(.lastSentence)
    }

    // MARK: Closing

    /// When the open epoch has to be closed for silence; nil when nothing waits.
    var deadline: Duration? {
        guard let silence = options.silence, let lastArrival, let open, !open.isSealed, open.seen != 0 else {
            return nil
        }
        return lastArrival + silence
    }

    /// Tells that time passed; true when the open epoch was closed for silence.
    mutating func advance(to now: Duration) -> Bool {
        guard let deadline, now >= deadline else { return false }
        let isPublished = close(.silence)
        open?.isSealed = true
        return isPublished
    }

    /// Ends the input; true when there was an open epoch.
    mutating func finish() -> Bool {
        discontinuity = nil
        let isPublished = close(.end)
        open = nil
        return isPublished
    }

    /// Publishes the open epoch unless it was published already and nothing came since.
    private mutating func close(_ closing: Epoch.Closing) -> Bool {
        guard var current = open else { return false }
        if closing != .lastSentence, !current.isSealed { learner.learn(current.order) }
        guard current.seen != 0 || current.time != nil else { return false }
        guard !current.isPublished || current.isDirty else { return false }
        if current.isPublished {
            current.revision += 1
        } else {
            countPeriod(current.time)
            epochNumber &+= 1
        }
        table.endEpoch()
        publish(current, closing)
        current.isPublished = true
        current.isDirty = false
        open = current
        return true
    }

    private mutating func countPeriod(_ time: TimeOfDay?) {
        guard let time else { return }
        if let lastTime {
            let step = time.nanoseconds(since: lastTime)
            if 5_000_000...10_000_000_000 ~= step { period = step }
        }
        lastTime = time
    }

    private mutating func publish(_ current: Open, _ closing: Epoch.Closing) {
        var fix = current.content.fix(slowestSpeedWithCourse: options.slowestSpeedWithCourse)
        fix.timeOfDay = current.content.time ?? current.time
        let rollovers = addTime(to: &fix, dated: current.content.dated)
        fix.dilution = currentDilution(current.content)
        fix.accuracy = current.content.accuracy(fix, model: options.accuracy)
        table.expire(epoch: epochNumber, after: max(2, Int(6_000_000_000 / max(period, 1_000_000))))
        let satellites = table.satellites()
        if fix.satellitesUsed == nil, dilutionEpoch + 1 >= epochNumber, table.usedCount > 0 {
            fix.satellitesUsed = table.usedCount
        }
        if !satellites.isEmpty { fix.satellitesInView = SatelliteTable.distinctCount(satellites) }
        markStale(&fix)
        closed = Epoch(
            fix: fix, satellites: satellites, hasNewSatellites: table.hasNewSet, revision: current.revision,
            closing: closing, sentenceCount: current.sentenceCount, weekRollovers: rollovers)
    }

    private mutating func addTime(to fix: inout Fix, dated: UTCTime?) -> Int {
        guard let time = fix.timeOfDay else { return 0 }
        if let dated {
            let corrected = options.dates.corrected(dated.date)
            guard let instant = UTCTime(date: corrected.date, time: dated.timeOfDay) else { return 0 }
            fix.time = DatePolicy.nearest(time, to: instant)
            if let resolved = fix.time { lastDated = resolved }
            return corrected.rollovers
        }
        if let lastDated {
            fix.time = DatePolicy.nearest(time, to: lastDated)
            if let resolved = fix.time { self.lastDated = resolved }
        } else if options.dates.infersDate, let reference = options.dates.reference {
            fix.time = DatePolicy.nearest(time, to: reference)
        }
        return 0
    }

    private func currentDilution(_ content: EpochContent) -> DilutionOfPrecision {
        let span = max(2, Int(2_000_000_000 / max(period, 1_000_000)))
        var result = epochNumber - dilutionEpoch <= span ? dilution : DilutionOfPrecision()
        if result.horizontal == nil || dilutionEpoch + 1 < epochNumber {
            result.horizontal = (content.gga?.hdop ?? content.gns?.hdop)?.dilution ?? result.horizontal
        }
        return result
    }

    private mutating func markStale(_ fix: inout Fix) {
        guard let coordinate = fix.coordinate else {
            repeats = 0
            lastCoordinate = nil
            return
        }
        // A frozen receiver repeats position and time stamp.
        repeats = coordinate == lastCoordinate && fix.timeOfDay == closed.fix.timeOfDay ? repeats + 1 : 0
        lastCoordinate = coordinate
        fix.isStale = repeats >= 2
    }

    /// Takes the date of a TAG block, for streams whose sentences carry none.
    mutating func takeTagTime(_ time: UTCTime) {
        if lastDated == nil || source.usesTagTime {
            lastDated = time
            source.usesTagTime = true
        }
    }
}

extension DecimalNumber {
    /// The value when it can be a dilution of precision: fillers (0, 99 and above) are none.
    var dilution: Double? {
        let value = value
        return value > 0 && value < 99 ? value : nil
    }
}
