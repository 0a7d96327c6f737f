public import GNSS
internal import NMEA
internal import Transport

extension LocationSource {
    /// Holds a recording or a drive where it is; live sources go on.
    public func pause() {
        if pausedAt == nil { pausedAt = reactor.now }
    }

    /// Goes on after ``pause()``: what was to come still comes, each epoch later by the length of the pause.
    public func resume() {
        guard let begin = pausedAt else { return }
        pausedAt = nil
        timePaused += reactor.now - begin
        waiting?.finish()
    }

    /// The clock of playing, which stands still while paused.
    private var playingTime: Duration { (pausedAt ?? reactor.now) - timePaused }

    /// Goes on from another place of a recording or a drive.
    ///
    /// - Parameter offset: The time since its first epoch; what lies before is read but not delivered.
    public func seek(to offset: Duration) {
        guard case .recording = feed else { return }
        seekTarget = max(offset, .zero)
        waiting?.finish()
    }

    /// Changes the speed of a recording or a drive, from the next epoch on.
    public func setSpeed(_ speed: PlaybackSpeed) {
        pacer.speed = speed
    }

    /// Where a recording or a drive begins: its first position, looked up ahead of the playing.
    ///
    /// - Returns: `nil` for live sources, and for a recording whose first MiB holds no position.
    /// - Throws: ``LocationSourceError`` when it cannot be read.
    public func startPosition() async throws(LocationSourceError) -> GeodeticCoordinate? {
        guard case .recording(let recording) = feed else { return nil }
        do {
            var reader = try await recording.open()
            var decoder = StreamDecoder(format: .nmea, options: NMEADecoder.Options())
            for _ in 0..<64 {
                let block = try await reader.read()
                let items =
                    block.isEmpty
                    ? decoder.finish(wantsSentences: false)
                    : decoder.decode(block, now: nil, wantsSentences: false)
                for item in items {
                    if case .epoch(let epoch) = item, let place = epoch.fix.coordinate { return place }
                }
                if block.isEmpty { break }
            }
            return nil
        } catch {
            throw LocationSourceError(error, source: name)
        }
    }

    func play(_ recording: Recording, generation: Int) async {
        do {
            var round = PlaybackRound(reader: try await recording.open())
            guard goesOn(generation) else { return }
            decoder = decoder.restarted()
            pacer = PlaybackPacer(speed: pacer.speed)
            tell(.started)
            while true {
                if let target = seekTarget {
                    seekTarget = nil
                    round = PlaybackRound(reader: try await recording.open(), skipping: target)
                    guard goesOn(generation) else { return }
                    _ = decoder.finish(wantsSentences: false)
                    pacer = PlaybackPacer(speed: pacer.speed)
                }
                let block = try await round.reader.read()
                guard goesOn(generation) else { return }
                let wantsSentences = !sentenceHub.isEmpty
                let items =
                    block.isEmpty
                    ? decoder.finish(wantsSentences: wantsSentences)
                    : decoder.decode(block, now: nil, wantsSentences: wantsSentences)
                guard await play(items, of: &round, generation: generation) else { return }
                guard block.isEmpty, seekTarget == nil else { continue }
                guard await flush(&round, generation: generation) else { return }
                guard options.loops, round.epochs > 0 else { break }
                // A round that took no time at all would spin.
                if !round.hasWaited, case .factor(let factor) = pacer.speed {
                    await wait(until: playingTime + .seconds(1 / factor), generation: generation)
                    guard goesOn(generation) else { return }
                }
                round = PlaybackRound(reader: try await recording.open())
                guard goesOn(generation) else { return }
            }
            finish(nil)
        } catch {
            guard goesOn(generation) else { return }
            failFeed(LocationSourceError(error, source: name))
        }
    }

    /// Delivers what a block held, each epoch when it is due; false when the source was stopped meanwhile.
    private func play(_ items: [StreamDecoder.Item], of round: inout PlaybackRound, generation: Int) async -> Bool {
        for item in items {
            switch item {
            case .sentence(let sentence):
                // Sentences wait for the moment of their epoch, which comes right behind them.
                round.sentences.append(sentence)
                if round.sentences.count > 512 {
                    guard await flush(&round, generation: generation) else { return false }
                }
            case .epoch(let epoch):
                round.epochs += 1
                if round.skips(epoch.fix) {
                    round.sentences.removeAll()
                    continue
                }
                let due = pacer.due(epoch.fix, now: playingTime)
                if pausedAt != nil || due > playingTime {
                    round.hasWaited = true
                    await wait(until: due, generation: generation)
                }
                guard goesOn(generation) else { return false }
                if seekTarget != nil { return true }
                guard await flush(&round, generation: generation) else { return false }
                deliver(epoch)
                await locationHub.waitForRoom()
                await satelliteHub.waitForRoom()
                guard goesOn(generation) else { return false }
            case .complaint:
                break
            }
        }
        return true
    }

    /// Hands the sentences on, each as soon as every reader has room for it; false when the source was stopped meanwhile.
    private func flush(_ round: inout PlaybackRound, generation: Int) async -> Bool {
        let sentences = round.sentences
        round.sentences.removeAll(keepingCapacity: true)
        for sentence in sentences {
            if !sentenceHub.hasRoom {
                await sentenceHub.waitForRoom()
                guard goesOn(generation) else { return false }
            }
            sentenceHub.publish(sentence)
        }
        return true
    }

    /// Returns at that moment of the clock of playing, and at once for a stop or a seek.
    private func wait(until due: Duration, generation: Int) async {
        while goesOn(generation), seekTarget == nil, pausedAt != nil || due > playingTime {
            // While paused it looks again once an hour.
            let deadline = pausedAt == nil ? due + timePaused : reactor.now + .seconds(3600)
            var timer: Reactor.TimerID?
            await withCheckedContinuation { continuation in
                let waiting = PlaybackWait(continuation)
                self.waiting = waiting
                timer = reactor.schedule(at: deadline) { waiting.finish() }
            }
            if let timer { reactor.cancel(timer) }
        }
    }
}

/// A continuation that is resumed once, by its timer, by a command, or with the end of the reactor, which lets go of it.
final class PlaybackWait {
    private var continuation: CheckedContinuation<Void, Never>?

    init(_ continuation: CheckedContinuation<Void, Never>) {
        self.continuation = continuation
    }

    deinit {
        finish()
    }

    func finish() {
        continuation?.resume()
        continuation = nil
    }
}

/// One way through a recording.
struct PlaybackRound {
    var reader: Recording.Reader
    var epochs = 0
    var hasWaited = false
    var sentences: [ReceivedSentence] = []
    private var skipping: Duration?
    private var elapsed = Duration.zero
    private var last: TimeOfDay?

    init(reader: Recording.Reader, skipping: Duration? = nil) {
        self.reader = reader
        self.skipping = skipping
    }

    /// Whether an epoch lies before the place that was asked for.
    mutating func skips(_ fix: Fix) -> Bool {
        guard let skipping else { return false }
        guard let time = fix.timeOfDay else { return true }
        // By the time of day, step by step, so that undated recordings over midnight and joined ones count on.
        if let last { elapsed += .nanoseconds(max(time.nanoseconds(since: last), 0)) }
        last = time
        guard elapsed >= skipping else { return true }
        self.skipping = nil
        return false
    }
}
