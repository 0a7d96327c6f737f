internal import GNSS
internal import NMEA
public import Transport

/// Looks at a receiver for some seconds and notes what a diagnosis needs.
public actor ReceiverProbe {
    private let reactor: Reactor
    private let address: SourceAddress
    private let accessories: AccessoryManager?
    private var seen = ReceiverObservations()
    private var decoder = StreamDecoder(format: .nmea, options: NMEADecoder.Options())
    private var ending: CheckedContinuation<Void, Never>?
    /// Counts files and pipes that are read.
    private var listening = 0
    private var readingError: TransportError?

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes a probe.
    ///
    /// - Parameters:
    ///   - address: The source to look at.
    ///   - accessories: Where accessories are known.
    ///   - reactor: Where it works.
    public init(_ address: SourceAddress, accessories: AccessoryManager? = nil, on reactor: Reactor) {
        self.address = address
        self.accessories = accessories
        self.reactor = reactor
    }

    /// Opens the source, listens, and tries other speeds of a serial port where only noise arrives.
    ///
    /// - Parameters:
    ///   - duration: How long to listen.
    ///   - speedTrial: How long to listen at each other speed.
    /// - Returns: What was seen.
    public func look(
        for duration: Duration = .seconds(5), speedTrial: Duration = .milliseconds(1500)
    ) async -> ReceiverObservations {
        seen = ReceiverObservations()
        let port = await serialPort()
        seen.isSerial = port != nil
        seen.baud = port?.baud
        let facts = await DeviceInspector().facts(of: port?.path)
        seen.hasModemManager = facts.hasModemManager
        seen.holders = facts.holders
        seen.missingGroup = facts.missingGroup
        do {
            try await listen(to: address, for: duration)
        } catch {
            seen.openError = error
            return seen
        }
        if let (path, baud) = port, seen.bytes > 0, seen.statistics.framing.sentences == 0,
            seen.statistics.framing.foreignFrames == 0
        {
            seen.betterBaud = await betterSpeed(path, than: baud, trial: speedTrial)
        }
        return seen
    }

    /// The port of the source, also of one that is an accessory.
    private func serialPort() async -> (path: String, baud: Int)? {
        switch address {
        case .serial(let path, let baud): return (path, baud)
        case .accessory(let name, let protocolName):
            return await accessories?.serialPort(of: name, protocolName: protocolName)
        case .standardInput, .file, .tcp, .udp, .gpsd, .drive: return nil
        }
    }

    private func betterSpeed(_ path: String, than baud: Int, trial: Duration) async -> Int? {
        let first = seen
        defer { seen = first }
        for speed in SerialStream.usualSpeeds where speed != baud {
            seen = ReceiverObservations()
            guard (try? await listen(to: .serial(path: path, baud: speed), for: trial)) != nil else { return nil }
            let framing = seen.statistics.framing
            if framing.sentences >= 2 || framing.foreignFrames >= 1 { return speed }
        }
        return nil
    }

    private func listen(to address: SourceAddress, for duration: Duration) async throws(LocationSourceError) {
        // The source's own ways of opening are used, so that what is diagnosed is what fails elsewhere.
        let source = try LocationSource(address, accessories: accessories, on: reactor)
        let begin = reactor.now
        let stream: any ByteStream
        decoder = StreamDecoder(format: .nmea, options: NMEADecoder.Options())
        switch source.feed {
        case .link(let target):
            decoder = StreamDecoder(format: target.format, options: target.decoding)
            let link = try await target.open(source: source.name, on: reactor)
            stream = link.reading
            link.reading.start(
                onBytes: { [weak self] bytes in self?.assumeIsolated { $0.received(bytes) } },
                onClosure: { [weak self] _ in
                    self?.assumeIsolated {
                        $0.seen.endedEarly = true
                        $0.end()
                    }
                })
            if !link.hello.isEmpty { link.reading.write(link.hello) }
            await wait(for: duration)
            stream.close()
            link.writing?.close()
        case .recording(let recording):
            do {
                try await read(try await recording.open(), for: duration)
            } catch {
                throw LocationSourceError(error, source: source.name)
            }
        case .stream(let reader):
            do {
                try await read(.file(reader), for: duration)
            } catch {
                throw LocationSourceError(error, source: source.name)
            }
        case .pushed:
            break
        }
        count(decoder.finish(wantsSentences: false))
        seen.statistics = decoder.statistics
        seen.gpsdDevices = decoder.gpsdDevices
        seen.duration = reactor.now - begin
    }

    /// Reads a file's first MiB, or what a pipe gives in that time.
    private func read(_ reader: Recording.Reader, for duration: Duration) async throws(TransportError) {
        listening += 1
        let round = listening
        // Who reads a pipe on which nothing comes is left behind when the time is over.
        Task { await pump(reader, round: round) }
        await wait(for: duration)
        listening += 1
        if let readingError { throw readingError }
    }

    private func pump(_ reader: Recording.Reader, round: Int) async {
        var reader = reader
        do {
            while seen.bytes < 1 << 20 {
                let block = try await reader.read()
                guard round == listening else { return }
                if block.isEmpty { break }
                received(block)
            }
        } catch {
            guard round == listening else { return }
            readingError = error
        }
        end()
    }

    private func received(_ bytes: [UInt8]) {
        seen.bytes += bytes.count
        seen.highBytes += bytes.count { $0 >= 0x80 }
        count(decoder.decode(bytes, now: nil, wantsSentences: false))
    }

    private func count(_ items: [StreamDecoder.Item]) {
        for item in items {
            guard case .epoch(let epoch) = item, epoch.revision == 0 else { continue }
            seen.epochs += 1
            if epoch.fix.coordinate != nil { seen.fixes += 1 }
            seen.satellitesInView = max(seen.satellitesInView, epoch.fix.satellitesInView ?? 0)
            if let best = epoch.satellites.compactMap(\.carrierToNoise).max() {
                seen.bestSignal = max(seen.bestSignal ?? 0, best)
            }
        }
    }

    private func wait(for duration: Duration) async {
        var timer: Reactor.TimerID?
        await withCheckedContinuation { continuation in
            ending = continuation
            timer = reactor.schedule(after: duration) { [weak self] in self?.assumeIsolated { $0.end() } }
        }
        if let timer { reactor.cancel(timer) }
    }

    private func end() {
        ending?.resume()
        ending = nil
    }
}
