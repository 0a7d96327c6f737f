public import GNSS
public import NMEA
public import Transport

/// Plays a file of NMEA sentences, timed by its own epochs, or decodes standard input as it comes.
public actor RecordedLocationSource {
    /// Takes events on the reactor's thread.
    public typealias Delivery = @Sendable (LocationEvent) -> Void

    private let reactor: Reactor
    private let name: String
    private let reader: SourceReader
    private var decoder: NMEADecoder
    private var pacer: PlaybackPacer
    private var task: Task<Void, Never>?
    private let isLive: Bool

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Opens a recording.
    ///
    /// - Parameters:
    ///   - path: The file, or `-` for standard input, which is never paced.
    ///   - speed: How fast it is played.
    ///   - reactor: Where its events are delivered.
    /// - Throws: `TransportError` when the file cannot be opened.
    public init(path: String, speed: PlaybackSpeed = .factor(1), on reactor: Reactor) throws(TransportError) {
        let reader = try FileReader(path: path)
        let isLive = path == "-"
        self.init(
            name: path, reader: .file(reader), isLive: isLive, speed: isLive ? .maximum : speed, reactor: reactor)
    }

    /// Plays sentences that are at hand.
    ///
    /// - Parameters:
    ///   - name: What to call the recording in errors.
    ///   - sentences: The bytes of the recording.
    ///   - speed: How fast it is played.
    ///   - reactor: Where its events are delivered.
    public init(name: String, sentences: [UInt8], speed: PlaybackSpeed = .factor(1), on reactor: Reactor) {
        self.init(name: name, reader: .memory(sentences), isLive: false, speed: speed, reactor: reactor)
    }

    private init(name: String, reader: SourceReader, isLive: Bool, speed: PlaybackSpeed, reactor: Reactor) {
        self.name = name
        self.reader = reader
        self.isLive = isLive
        self.reactor = reactor
        decoder = NMEADecoder()
        pacer = PlaybackPacer(speed: speed)
    }

    /// Where the recording begins: its first position, looked up ahead of the playing.
    ///
    /// - Returns: `nil` for standard input, and for a recording whose first MiB holds no position.
    /// - Throws: `TransportError` when the file cannot be read.
    public func startPosition() async throws(TransportError) -> GeodeticCoordinate? {
        guard !isLive else { return nil }
        var preview = try reader.reopened(path: name)
        var decoder = NMEADecoder()
        for _ in 0..<16 {
            let block = try await preview.read()
            for event in block.isEmpty ? decoder.finish() : decoder.decode(block) {
                if case .epoch(let epoch) = event, let place = epoch.fix.coordinate { return place }
            }
            if block.isEmpty { break }
        }
        return nil
    }

    /// What was decoded and dropped so far.
    public var statistics: NMEAStatistics { decoder.statistics }

    /// Begins to play; a second call does nothing.
    public func start(_ deliver: @escaping Delivery) {
        guard task == nil else { return }
        task = Task { await self.play(deliver) }
    }

    /// Stops; nothing is delivered afterwards.
    public func stop() {
        task?.cancel()
    }

    /// Waits until nothing more will be delivered: the end, or what follows a stop.
    public func waitUntilStopped() async {
        await task?.value
    }

    private func play(_ deliver: Delivery) async {
        var next = reader
        do {
            while !Task.isCancelled {
                let block = try await next.read()
                let events =
                    block.isEmpty ? decoder.finish() : decoder.decode(block, now: isLive ? reactor.now : nil)
                for event in events {
                    guard case .epoch(let epoch) = event else { continue }
                    await wait(until: pacer.due(epoch.fix, now: reactor.now))
                    guard !Task.isCancelled else { return }
                    let origin = LocationOrigin(
                        isSimulated: epoch.fix.isSimulated, isCorrected: epoch.fix.quality.isCorrected)
                    deliver(.location(Location(fix: epoch.fix, satellites: epoch.satellites, origin: origin)))
                }
                if block.isEmpty { break }
            }
            if !Task.isCancelled { deliver(.ended) }
        } catch {
            deliver(.failed(LocationSourceError(source: name, reason: "\(error)")))
        }
    }

    private func wait(until due: Duration) async {
        guard due > reactor.now else { return }
        let reactor = reactor
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let waiting = Waiting(continuation)
                self.waiting = waiting
                reactor.schedule(at: due) { waiting.finish() }
            }
        } onCancel: {
            Task { await self.wake() }
        }
    }

    private var waiting: Waiting?

    private func wake() {
        waiting?.finish()
    }

    /// A continuation that is resumed once, by the timer or by the end.
    private final class Waiting {
        private var continuation: CheckedContinuation<Void, Never>?

        init(_ continuation: CheckedContinuation<Void, Never>) {
            self.continuation = continuation
        }

        func finish() {
            continuation?.resume()
            continuation = nil
        }
    }
}

/// Where the bytes of a recording are.
private enum SourceReader {
    case file(FileReader)
    case memory([UInt8])

    /// A second reader of the same bytes, from the start.
    func reopened(path: String) throws(TransportError) -> SourceReader {
        switch self {
        case .file(let reader): reader.size == nil ? .memory([]) : .file(try FileReader(path: path))
        case .memory(let bytes): .memory(bytes)
        }
    }

    mutating func read() async throws(TransportError) -> [UInt8] {
        switch self {
        case .file(let reader):
            return try await reader.read()
        case .memory(let bytes):
            let block = Array(bytes.prefix(1 << 16))
            self = .memory(Array(bytes.dropFirst(block.count)))
            return block
        }
    }
}
