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

    /// How many entries there are so far.
    var count: Int {
        reactor.checkIsolated()
        return builder.count
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

    /// Notes that a link has ended by itself: by the peer, unless that did not read and was given up.
    func ended(_ link: Int, _ closure: StreamClosure, by peer: Transcript.Party) {
        if case .slowPeer = closure {
            closed(link, by: peer == .app ? .headUnit : .app)
        } else {
            closed(link, by: peer)
        }
    }

    /// Notes what is done from outside.
    ///
    /// - Returns: The number of the entry; `nil` when there was no room for one.
    @discardableResult
    func stimulus(_ stimulus: Stimulus, _ link: Int = 0) -> Int? {
        let count = builder.count
        builder.stimulus(stimulus, at: now, connection: link)
        return builder.count > count ? count : nil
    }

    /// Takes back what was announced and not done.
    func withdraw(_ number: Int?, reason: String) {
        if let number { builder.withdraw(number, reason: reason) }
    }

    /// Notes that there was no link to be had, and gives it a number all the same.
    func unreachable(_ reason: String) -> Int {
        links += 1
        builder.unreachable(links, reason, at: now)
        return links
    }

    /// What has come together.
    func transcript(_ pace: Pace) -> Transcript {
        // A timer fires a little late, never early, but what waited through it must count as having waited.
        builder.transcript(
            end: now, answerPatience: pace.answer - .milliseconds(2), controlPatience: pace.control - .milliseconds(2))
    }
}
