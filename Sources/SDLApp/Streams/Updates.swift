/// What a manager tells one reader, in order.
///
/// Each call that makes such a sequence makes a stream of its own; iterating over the same value twice shares one
/// stream. It is over when the manager ends, and it is given up when the reading task is cancelled or the last copy of
/// the sequence and its iterators is gone.
public struct Updates<Update: Sendable, Problem: Error>: AsyncSequence, Sendable {
    /// What is told.
    public typealias Element = Update
    /// How the stream can fail; `Never` if it cannot.
    public typealias Failure = Problem

    let reader: StreamReader<Update, Problem>

    /// Reads the updates.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// What is told.
        public typealias Element = Update
        /// How the stream can fail.
        public typealias Failure = Problem

        let reader: StreamReader<Update, Problem>

        /// The next update, as soon as there is one; nil at the end.
        public mutating func next() async throws(Problem) -> Update? {
            try await reader.next()
        }

        /// The next update, as soon as there is one; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Problem) -> Update? {
            try await reader.next()
        }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: reader)
    }
}

@available(*, unavailable)
extension Updates.AsyncIterator: Sendable {}

/// The reader's hold on a stream: when it is let go, the manager learns that nobody reads any more.
final class StreamReader<Element: Sendable, Failure: Error>: Sendable {
    let mailbox: Mailbox<Element, Failure>
    private let onAbandon: @Sendable () -> Void

    init(_ mailbox: Mailbox<Element, Failure>, onAbandon: @escaping @Sendable () -> Void) {
        self.mailbox = mailbox
        self.onAbandon = onAbandon
    }

    deinit {
        mailbox.abandon()
        onAbandon()
    }

    func next() async throws(Failure) -> Element? {
        let item = await withTaskCancellationHandler {
            await mailbox.next()
        } onCancel: {
            mailbox.abandon()
            onAbandon()
        }
        switch item {
        case .element(let element): return element
        case .end(let failure?): throw failure
        case .end(nil): return nil
        }
    }
}
