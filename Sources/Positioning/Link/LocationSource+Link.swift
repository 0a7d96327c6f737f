internal import Transport

extension LocationSource {
    /// How often the source tried to open its receiver, over all its starts.
    public var openAttempts: Int { machine.attempts }

    func startLink(to target: LinkTarget) {
        watchDevice(of: target)
        run(machine.started())
    }

    func stopLink() {
        run(machine.stopped())
        stopLooking()
    }

    private func stopLooking() {
        if let linkTimer { reactor.cancel(linkTimer.id) }
        linkTimer = nil
        deviceWatch?.close()
        deviceWatch = nil
        accessoryObservation?.cancel()
        accessoryObservation = nil
    }

    private func watchDevice(of target: LinkTarget) {
        switch target {
        case .serial(let path, _):
            // Without a watch the schedule alone looks for the device.
            deviceWatch = try? DeviceWatch(path: path, on: reactor) { [weak self] change in
                guard change == .appeared else { return }
                self?.assumeIsolated { $0.run($0.machine.deviceAppeared()) }
            }
        case .accessory(let manager, let name, _):
            accessoryObservation = manager.assumeIsolated {
                $0.observe { [weak self] accessory in
                    guard name == nil || accessory.name == name else { return }
                    self?.assumeIsolated { $0.run($0.machine.deviceAppeared()) }
                }
            }
        case .tcp, .udp, .gpsd:
            break
        }
    }

    func run(_ actions: [LinkStateMachine.Action]) {
        for action in actions {
            switch action {
            case .open(let attempt): open(attempt)
            case .close: closeLink()
            case .tell(let status): tell(status)
            case .interrupted(let error): deliver?(.interrupted(error))
            case .markStale: markStale()
            case .sendCorrections: sendCorrections()
            case .fail(let error): fail(error)
            }
        }
        armLinkTimer()
    }

    private func open(_ attempt: Int) {
        guard case .link(let target) = feed else { return }
        Task {
            do throws(LocationSourceError) {
                let link = try await target.open(source: name, on: reactor)
                opened(link, attempt: attempt)
            } catch {
                run(machine.openFailed(attempt: attempt, error, now: reactor.now))
            }
        }
    }

    private func opened(_ link: OpenedLink, attempt: Int) {
        guard machine.isCurrent(attempt: attempt) else {
            link.close()
            return
        }
        self.link = link
        accessory = link.accessory
        run(machine.opened(attempt: attempt, now: reactor.now, settles: link.takesCorrections))
        for (stream, reads) in [(link.reading, true)] + (link.writing.map { [($0, false)] } ?? []) {
            stream.start(
                onBytes: { [weak self] bytes in
                    guard reads else { return }
                    self?.assumeIsolated { $0.bytesReceived(bytes, attempt: attempt) }
                },
                onClosure: { [weak self] closure in
                    self?.assumeIsolated { $0.linkEnded(closure, attempt: attempt) }
                })
        }
        if !link.hello.isEmpty { link.reading.write(link.hello) }
    }

    private func bytesReceived(_ bytes: [UInt8], attempt: Int) {
        guard machine.attempts == attempt, link != nil else { return }
        let actions = machine.bytesReceived(now: reactor.now)
        receive(bytes)
        run(actions)
    }

    private func linkEnded(_ closure: StreamClosure, attempt: Int) {
        guard machine.attempts == attempt, link != nil else { return }
        closeLink()
        run(machine.lost(LocationSourceError(closure, source: name), now: reactor.now))
    }

    /// Closes both ways at once, delivers what was complete, and forgets what waited for the receiver.
    private func closeLink() {
        guard let link else { return }
        self.link = nil
        link.close()
        cancelSilenceTimer()
        deliver(decoder.finish(wantsSentences: !sentenceHub.isEmpty))
        corrections.clear()
        if let correctionsTimer { reactor.cancel(correctionsTimer) }
        correctionsTimer = nil
    }

    private func fail(_ error: LocationSourceError) {
        closeLink()
        stopLooking()
        finish(error)
    }

    private func armLinkTimer() {
        guard let deadline = machine.deadline else { return }
        // Deadlines mostly move away: a timer that fires early looks again, which costs less than moving it each time.
        if let linkTimer {
            guard deadline < linkTimer.deadline else { return }
            reactor.cancel(linkTimer.id)
        }
        let generation = generation
        let id = reactor.schedule(at: deadline) { [weak self] in
            self?.assumeIsolated {
                guard $0.generation == generation else { return }
                $0.linkTimer = nil
                $0.run($0.machine.deadlineReached(now: $0.reactor.now))
            }
        }
        linkTimer = (id, deadline)
    }

    // MARK: Corrections

    /// What became of the corrections.
    public struct CorrectionStatistics: Hashable, Sendable {
        /// Frames handed to the receiver's connection.
        public let sentFrames: Int
        /// Their bytes.
        public let sentBytes: Int
        /// Frames dropped because the receiver was gone or did not take them.
        public let droppedFrames: Int
        /// Frames that wait.
        public let waitingFrames: Int
    }

    /// What became of the corrections so far.
    public var correctionStatistics: CorrectionStatistics {
        let counters = corrections.counters
        return CorrectionStatistics(
            sentFrames: counters.sentFrames, sentBytes: counters.sentBytes, droppedFrames: counters.droppedFrames,
            waitingFrames: corrections.count)
    }

    /// Whether a source of this kind has a way for corrections to its receiver: a serial port, a TCP connection, an
    /// accessory.
    ///
    /// gpsd feeds its receiver itself; recordings, drives and datagrams have no way back.
    public nonisolated var takesCorrections: Bool {
        if case .link(let target) = feed { target.takesCorrections } else { false }
    }

    /// Whether there is a receiver now, and it takes corrections.
    var hasCorrectableReceiver: Bool { link?.takesCorrections == true }

    /// Sends a frame of corrections to the receiver.
    ///
    /// Frames wait, whole, until the receiver takes them: at most 64 of them and 64 KiB; beyond that the oldest are dropped.
    /// They go out once something was heard from the receiver, or a second after it was opened, since some lose what comes
    /// earlier.
    ///
    /// - Parameter frame: One frame of RTCM 3, for example.
    /// - Returns: Whether there is a receiver that takes corrections; without one the frame is dropped.
    @discardableResult
    public func send(corrections frame: [UInt8]) -> Bool {
        guard let link, link.takesCorrections else {
            corrections.push(frame)
            corrections.clear()
            return false
        }
        corrections.push(frame)
        sendCorrections()
        return true
    }

    private func sendCorrections() {
        guard let link, link.takesCorrections, machine.takesCorrections else { return }
        let stream = link.writing ?? link.reading
        while stream.unsentByteCount == 0, let frame = corrections.pop() { stream.write(frame) }
        guard !corrections.isEmpty, correctionsTimer == nil else { return }
        correctionsTimer = reactor.schedule(after: .milliseconds(20)) { [weak self] in
            self?.assumeIsolated {
                $0.correctionsTimer = nil
                $0.sendCorrections()
            }
        }
    }
}
