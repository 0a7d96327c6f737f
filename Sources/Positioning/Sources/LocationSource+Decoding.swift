internal import GNSS
internal import NMEA
internal import Transport

extension LocationSource {
    /// Takes bytes for a source made by ``init(pushedAs:options:on:)``: any number of sentences, cut anywhere.
    ///
    /// Ignored by other kinds, and while the source is not started.
    public func push(_ bytes: [UInt8]) {
        guard case .pushed = feed, status == .started else { return }
        receive(bytes)
    }

    /// Tells the end of pushed data: the last epoch is delivered, then the end.
    public func endOfPushedData() {
        guard case .pushed = feed, status == .started else { return }
        deliver(decoder.finish(wantsSentences: !sentenceHub.isEmpty))
        finish(nil)
    }

    /// Decodes what came just now.
    func receive(_ bytes: [UInt8]) {
        deliver(decoder.decode(bytes, now: reactor.now, wantsSentences: !sentenceHub.isEmpty))
        armSilenceTimer()
    }

    func deliver(_ items: [StreamDecoder.Item]) {
        for item in items {
            switch item {
            case .epoch(let epoch): deliver(epoch)
            case .sentence(let sentence): sentenceHub.publish(sentence)
            case .complaint(let words):
                deliver?(.interrupted(LocationSourceError(.other, source: name, reason: words)))
            }
        }
    }

    func deliver(_ epoch: Epoch) {
        let location = location(epoch)
        if epoch.fix.coordinate != nil, !epoch.fix.isStale {
            lastLocation = location
            machine.located(now: reactor.now)
        }
        deliver?(.location(location))
        locationHub.publish(location)
        if epoch.hasNewSatellites { satelliteHub.publish(epoch.satellites) }
    }

    private func location(_ epoch: Epoch) -> Location {
        let isGenerated = if case .recording(let recording) = feed { recording.isGenerated } else { false }
        let origin = LocationOrigin(
            accessory: accessory, isSimulated: isGenerated || epoch.fix.isSimulated,
            isCorrected: epoch.fix.quality.isCorrected)
        return Location(
            fix: epoch.fix, satellites: epoch.satellites, origin: origin, hasNewSatellites: epoch.hasNewSatellites,
            revision: epoch.revision)
    }

    // MARK: Silence that ends an epoch

    func armSilenceTimer() {
        guard silenceTimer == nil, let deadline = decoder.deadline else { return }
        silenceTimer = reactor.schedule(at: deadline) { [weak self] in self?.assumeIsolated { $0.silenceTimerFired() } }
    }

    func cancelSilenceTimer() {
        if let silenceTimer { reactor.cancel(silenceTimer) }
        silenceTimer = nil
    }

    private func silenceTimerFired() {
        silenceTimer = nil
        deliver(decoder.advance(to: reactor.now))
        armSilenceTimer()
    }

    // MARK: Standard input and pipes

    func read(_ reader: FileReader, generation: Int) async {
        do {
            while true {
                let block = try await reader.read()
                guard goesOn(generation) else { return }
                if block.isEmpty { break }
                receive(block)
            }
            deliver(decoder.finish(wantsSentences: !sentenceHub.isEmpty))
            finish(nil)
        } catch {
            guard goesOn(generation) else { return }
            finish(LocationSourceError(error, source: name))
        }
    }
}
