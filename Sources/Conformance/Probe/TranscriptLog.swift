internal import SDLProtocol
internal import Transport

/// Writes the transcript of a live check; lives on the reactor's thread.
final class TranscriptLog: @unchecked Sendable {
    // Sendable although it holds plain state: every member checks that it runs on the reactor's thread.
    private let reactor: Reactor
    private let start: Duration
    private var builder = TranscriptBuilder()
    private var links = 0

    init(reactor: Reactor) {
        self.reactor = reactor
        start = reactor.now
    }

    private var now: Duration {
        reactor.checkIsolated()
        return reactor.now - start
    }

    /// Begins a link, and gives it its number.
    func open() -> Int {
        links += 1
        builder.opened(links, at: now)
        return links
    }

    func bytes(_ bytes: [UInt8], from party: Transcript.Party, _ link: Int) {
        builder.bytes(bytes, from: party, link, at: now)
    }

    func closed(_ link: Int, by party: Transcript.Party?) {
        builder.closed(link, by: party, at: now)
    }

    func stimulus(_ stimulus: Stimulus, _ link: Int = 0) {
        builder.stimulus(stimulus, at: now, connection: link)
    }

    /// What has come together.
    func transcript(_ pace: Pace) -> Transcript {
        // A timer fires a little late, never early, but what waited through it must count as having waited.
        builder.transcript(
            end: now, answerPatience: pace.answer - .milliseconds(2), controlPatience: pace.control - .milliseconds(2))
    }
}
