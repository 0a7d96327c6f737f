import GNSS

extension EpochAssembler {
    /// When the open epoch has to be closed for silence; nil when nothing waits.
    var deadline: Duration? {
        guard let silence = options.silence, let lastArrival, isOpen, !open.isSealed, open.seen != 0 else {
            return nil
        }
        return lastArrival + silence
    }

    /// Tells that time passed; true when the open epoch was closed for silence.
    mutating func advance(to now: Duration) -> Bool {
        guard let deadline, now >= deadline else { return false }
        let isPublished = close(.silence)
        open.isSealed = true
        return isPublished
    }

    /// Ends the input; true when there was an open epoch.
    ///
    /// `reset` has to follow.
    mutating func finish() -> Bool {
        discontinuity = nil
        endDeferred()
        return close(.end)
    }

    /// Publishes the open epoch unless it was published already and nothing came since.
    mutating func close(_ closing: Epoch.Closing) -> Bool {
        guard isOpen else { return false }
        if closing != .lastSentence, !open.isSealed { learner.learn(open.order) }
        guard open.seen != 0 || open.time != nil else { return false }
        guard !open.isPublished || open.isDirty else { return false }
        if open.isPublished {
            open.revision += 1
        } else {
            countPeriod(open.time)
            epochNumber &+= 1
        }
        table.endEpoch()
        publish(closing)
        open.isPublished = true
        open.isDirty = false
        return true
    }

    private mutating func countPeriod(_ time: TimeOfDay?) {
        lastClock = clock
        guard let time else { return }
        if let lastTime {
            let step = time.nanoseconds(since: lastTime)
            if 5_000_000...10_000_000_000 ~= step { period = step }
        }
        lastTime = time
    }

    private mutating func publish(_ closing: Epoch.Closing) {
        // Receivers that send GSA less often than positions have not lost their mode in between.
        open.content.heldDimension = isRecent(dimensionMoment, at: open.time) ? dimension : nil
        var fix = open.content.fix(slowestSpeedWithCourse: options.slowestSpeedWithCourse)
        fix.timeOfDay = open.content.time ?? open.time
        let rollovers = addTime(to: &fix, dated: open.content.dated)
        background.add(to: &fix)
        fix.heading = open.heading
        fix.dilution = currentDilution(at: open.time)
        fix.accuracy = open.content.accuracy(fix, model: options.accuracy)
        table.expire(at: clock)
        let (satellites, distinct) = table.satellites()
        if fix.satellitesUsed == nil, dilutionMoment.epoch + 1 >= epochNumber,
            case let used = table.usedSatellites.count, used > 0
        {
            fix.satellitesUsed = used
        }
        if !satellites.isEmpty { fix.satellitesInView = distinct }
        markStale(&fix)
        closed = Epoch(
            fix: fix, satellites: satellites, hasNewSatellites: table.hasNewSet, revision: open.revision,
            closing: closing, sentenceCount: open.sentenceCount, weekRollovers: rollovers)
    }

    private mutating func addTime(to fix: inout Fix, dated: UTCTime?) -> Int {
        guard let time = fix.timeOfDay else { return 0 }
        if let dated {
            let corrected = options.dates.corrected(dated.date)
            guard let instant = UTCTime(date: corrected.date, time: dated.timeOfDay) else { return 0 }
            fix.time = DatePolicy.nearest(time, to: instant)
            if let resolved = fix.time { lastDated = (resolved, corrected.rollovers) }
            return corrected.rollovers
        }
        if let lastDated {
            fix.time = DatePolicy.nearest(time, to: lastDated.instant)
            if let resolved = fix.time { self.lastDated?.instant = resolved }
            return lastDated.rollovers
        }
        if options.dates.infersDate, let reference = lastInferred ?? options.dates.reference {
            // The reference goes along with the stream, or it would be of another day after twelve hours.
            fix.time = DatePolicy.nearest(time, to: reference)
            lastInferred = fix.time
        }
        return 0
    }

    /// Whether a GSA of that moment still counts: at most two seconds or two periods old.
    private func isRecent(_ moment: Moment, at time: TimeOfDay?) -> Bool {
        guard let time, let then = moment.time else { return epochNumber - moment.epoch <= 2 }
        return abs(time.nanoseconds(since: then)) <= max(2_000_000_000, 2 * period) + tolerance
    }

    private func currentDilution(at time: TimeOfDay?) -> DilutionOfPrecision {
        var result = isRecent(dilutionMoment, at: time) ? dilution : DilutionOfPrecision()
        // A GSA of this epoch tells more than GGA; an older one less.
        if result.horizontal == nil || dilutionMoment.epoch + 1 < epochNumber {
            result.horizontal = (open.content.gga?.hdop ?? open.content.gns?.hdop)?.dilution ?? result.horizontal
        }
        if let pubx = open.content.fixedPUBX {
            result.horizontal = result.horizontal ?? pubx.hdop?.dilution
            result.vertical = result.vertical ?? pubx.vdop?.dilution
            result.time = pubx.tdop?.dilution
        }
        return result
    }

    private mutating func markStale(_ fix: inout Fix) {
        guard let coordinate = fix.coordinate else {
            repeats = 0
            lastCoordinate = nil
            return
        }
        // A frozen receiver repeats position and time stamp; a revision is the same epoch again.
        if open.revision == 0 {
            repeats = coordinate == lastCoordinate && fix.timeOfDay == closed.fix.timeOfDay ? repeats + 1 : 0
        }
        lastCoordinate = coordinate
        fix.isStale = repeats >= 2
    }

    /// Takes the date of a TAG block, for streams whose sentences carry none.
    mutating func takeTagTime(_ time: UTCTime) {
        if lastDated == nil || source.usesTagTime {
            lastDated = (time, 0)
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
