/// What a source tells one reader, element by element.
///
/// Each call that makes a sequence makes a reader of its own; it gets what comes from then on. A reader may be slow: at
/// most `capacity` elements wait for it. Beyond that a live source drops the oldest one for it and counts it in
/// ``droppedCount``; a recording waits for it, so that a reader of a recording misses nothing (and one that is made but
/// never read holds the recording up until it is dropped).
///
/// The sequence ends when the source ends or is stopped, and throws when the source broke. It is for one task.
public struct SourceSequence<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
    private let reader: SourceReader<Element, Failure>

    init(_ buffer: SourceBuffer<Element, Failure>) {
        reader = SourceReader(buffer)
    }

    /// Elements that were dropped because this reader was slow.
    public var droppedCount: Int { reader.buffer.droppedCount }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

    /// The reader's place in the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: SourceReader<Element, Failure>

        /// The next element; `nil` at the end or when the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            switch await reader.buffer.next() {
            case .element(let element): return element
            case .finished: return nil
            case .failed(let error): throw error
            }
        }

        /// The next element; `nil` at the end or when the task was cancelled.
        public mutating func next() async throws(Failure) -> Element? {
            try await next(isolation: #isolation)
        }
    }
}

@available(*, unavailable)
extension SourceSequence.Iterator: Sendable {}

/// Keeps a reader's buffer in use; when nobody holds the sequence any more, the source forgets it.
final class SourceReader<Element: Sendable, Failure: Error>: Sendable {
    let buffer: SourceBuffer<Element, Failure>

    init(_ buffer: SourceBuffer<Element, Failure>) {
        self.buffer = buffer
    }

    deinit {
        buffer.abandon()
    }
}
