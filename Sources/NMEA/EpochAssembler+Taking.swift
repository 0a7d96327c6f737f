import GNSS

// The sentence itself: what it gives to the epoch, and whether it was the last of it.

extension EpochAssembler {
    /// Most sentences that wait.
    private static let maximumDeferred = 64

    /// Takes a sentence into the open epoch; true when it was the last one and closed the epoch.
    @inline(__always)
    mutating func add(_ sentence: borrowing Sentence) -> Bool {
        if isDeferring, takesPart, sentence.isUntimedPart {
            deferSentence(sentence)
            return false
        }
        return take(sentence)
    }

    /// Lets a sentence wait for the next one with a time.
    private mutating func deferSentence(_ sentence: borrowing Sentence) {
        if deferred.count == EpochAssembler.maximumDeferred {
            // There is no end of sentences without time: satellites are listed, the rest has no epoch.
            for sentence in deferred {
                if case .gsv(let gsv) = sentence { table.add(gsv, at: clock) }
            }
            deferred.removeAll(keepingCapacity: true)
        }
        deferred.append(copy sentence)
    }

    /// Takes a sentence that does not wait; true when it closed the epoch.
    @inline(__always)
    mutating func take(_ sentence: borrowing Sentence) -> Bool {
        switch sentence {
        case .gsv(let gsv):
            table.add(gsv, at: clock)
            guard isOpen else { return false }
            let isLast = gsv.number == gsv.total
            return note(.gsv, gsv.talker, detail: gsv.signalID ?? 0xFF, mayBeLast: isLast)
        case .gsa(let gsa):
            table.add(gsa, at: clock)
            if let mode = gsa.dimension {
                dimension = mode
                dimensionMoment = Moment(epoch: epochNumber, time: isOpen ? open.time : nil)
            }
            takeDilution(gsa)
            guard isOpen else { return false }
            open.content.add(gsa)
            return note(.gsa, gsa.talker, detail: 0, mayBeLast: true)
        case .vtg(let vtg):
            guard isOpen, source.takesMotion(of: vtg.talker) else { return false }
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
            open.content.add(gst)
            return noteTimed(.gst, gst.talker)
        case .zda(let zda):
            guard takesPart else { return false }
            return add(zda)
        case .gbs(let gbs):
            guard takesPart else { return false }
            open.content.add(gbs)
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
        case .pubx03(let pubx):
            table.add(pubx, at: clock)
            guard isOpen else { return false }
            return note(.pubx03, .combined, detail: 0, mayBeLast: true)
        case .hdt(let hdt):
            guard isOpen else { return false }
            if let heading = hdt.heading { open.heading = heading.value }
            return note(.hdt, hdt.talker, detail: 0, mayBeLast: true)
        case .ths(let ths):
            guard isOpen else { return false }
            if let heading = ths.heading, let mode = ths.mode, mode.quality != .none { open.heading = heading.value }
            return note(.ths, ths.talker, detail: 0, mayBeLast: true)
        case .hdg(let hdg):
            let heading = background.heading(hdg)
            guard isOpen else { return false }
            if let heading { open.heading = heading }
            return note(.hdg, hdg.talker, detail: 0, mayBeLast: true)
        case .dtm(let dtm):
            background.take(dtm)
            return false
        case .pubx04(let pubx):
            if let date = pubx.date { setDate(date, pubx.time) }
            return false
        case .txt, .wpl, .rte, .rmb, .bwc, .bod, .aam, .apb, .xte, .pgrmz, .other:
            return false
        }
    }

    /// Takes a date that belongs to no epoch as what later epochs are dated from.
    private mutating func setDate(_ date: CalendarDate, _ time: TimeOfDay?) {
        let corrected = options.dates.corrected(date)
        guard let time, let instant = UTCTime(date: corrected.date, time: time) else { return }
        lastDated = (instant, corrected.rollovers)
        source.usesTagTime = false
    }

    private mutating func add(_ zda: ZDA) -> Bool {
        guard let date = zda.date, let time = zda.time else { return false }
        guard isOpen, let openTime = open.time, abs(time.nanoseconds(since: openTime)) <= 200_000_000 else {
            setDate(date, time)
            return false
        }
        if open.content.dated == nil { takeDate(date, time) }
        return note(.zda, zda.talker, detail: 0, mayBeLast: true)
    }

    private mutating func takeDate(_ date: CalendarDate, _ time: TimeOfDay?) {
        guard let time, let dated = UTCTime(date: date, time: time) else { return }
        open.content.dated = dated
        source.usesTagTime = false
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
        guard mayBeLast, !isFlushing, options.learnsLastSentence, learner.isComplete(open.order) else {
            return false
        }
        return close(.lastSentence)
    }
}

extension Sentence {
    /// Whether the sentence belongs to an epoch but carries no time.
    fileprivate var isUntimedPart: Bool {
        switch self {
        case .gsa, .gsv, .vtg, .pgrme, .pubx03, .hdt, .hdg, .ths: true
        case .gga, .rmc, .gns, .gll, .gst, .zda, .gbs, .pubx00, .psti030, .dtm, .txt, .wpl, .rte, .rmb, .bwc, .bod,
            .aam, .apb, .xte, .pubx04, .pgrmz, .other:
            false
        }
    }
}
