internal import Synchronization

/// The elements that wait for one reader.
final class SourceBuffer<Element: Sendable, Failure: Error>: Sendable {
    enum Step: Sendable {
        case element(Element)
        case finished
        case failed(Failure)
    }

    private struct State {
        var elements: [Element?] = []
        var head = 0
        var end: Step?
        var isAbandoned = false
        var dropped = 0
        var reader: CheckedContinuation<Step, Never>?
        var writer: CheckedContinuation<Void, Never>?

        var count: Int { elements.count - head }

        mutating func takeFirst() -> Element? {
            guard head < elements.count else { return nil }
            defer {
                elements[head] = nil
                head += 1
                if head > 32, head * 2 > elements.count {
                    elements.removeFirst(head)
                    head = 0
                }
            }
            return elements[head]
        }
    }

    private let state = Mutex(State())
    let capacity: Int

    init(capacity: Int) {
        self.capacity = max(capacity, 1)
    }

    var droppedCount: Int { state.withLock { $0.dropped } }

    /// Whether nobody will read any more.
    var isOver: Bool { state.withLock { $0.isAbandoned || $0.end != nil } }

    /// Hands an element to the reader, or keeps it; beyond the bound the oldest one goes.
    func push(_ element: Element) {
        let reader = state.withLock { state -> CheckedContinuation<Step, Never>? in
            guard !state.isAbandoned, state.end == nil else { return nil }
            if let reader = state.reader {
                state.reader = nil
                return reader
            }
            if state.count >= capacity, state.takeFirst() != nil { state.dropped += 1 }
            state.elements.append(element)
            return nil
        }
        reader?.resume(returning: .element(element))
    }

    /// Ends the sequence behind what is kept.
    func finish(_ failure: Failure?) {
        let step: Step = failure.map { .failed($0) } ?? .finished
        let (reader, writer) = state.withLock { state in
            defer {
                state.reader = nil
                state.writer = nil
            }
            guard state.end == nil else { return (nil as CheckedContinuation<Step, Never>?, state.writer) }
            state.end = state.reader == nil ? step : .finished
            return (state.reader, state.writer)
        }
        reader?.resume(returning: step)
        writer?.resume()
    }

    /// The reader is gone.
    func abandon() {
        let writer = state.withLock { state in
            state.isAbandoned = true
            state.elements = []
            state.head = 0
            defer { state.writer = nil }
            return state.writer
        }
        writer?.resume()
    }

    /// The next element, when there is one.
    func next() async -> Step {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (step, writer, displaced) = state.withLock { state in
                    if let element = state.takeFirst() {
                        defer { state.writer = nil }
                        return (.element(element) as Step?, state.writer, nil as CheckedContinuation<Step, Never>?)
                    }
                    if let end = state.end {
                        state.end = .finished  // a failure is thrown once
                        return (end, nil, nil)
                    }
                    if Task.isCancelled { return (.finished, nil, nil) }
                    defer { state.reader = continuation }
                    return (nil, nil, state.reader)
                }
                displaced?.resume(returning: .finished)  // a second task on the same sequence: the first one ends
                if let step { continuation.resume(returning: step) }
                writer?.resume()
            }
        } onCancel: {
            let reader = state.withLock { state in
                defer { state.reader = nil }
                return state.reader
            }
            reader?.resume(returning: .finished)
        }
    }

    /// Whether another element would push none out.
    var hasRoom: Bool {
        state.withLock { $0.count < capacity || $0.isAbandoned || $0.end != nil }
    }

    /// Waits until the reader has room; for sources that can wait.
    func waitForRoom() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let mustWait = state.withLock { state in
                guard state.count >= capacity, !state.isAbandoned, state.end == nil, state.writer == nil else {
                    return false
                }
                state.writer = continuation
                return true
            }
            if !mustWait { continuation.resume() }
        }
    }
}

/// The readers of one kind of news.
final class SourceHub<Element: Sendable, Failure: Error>: Sendable {
    private let buffers = Mutex<[SourceBuffer<Element, Failure>]>([])
    private let capacity: Int

    /// - Parameter capacity: How many elements may wait for each reader.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether anybody reads.
    var isEmpty: Bool { buffers.withLock { $0.isEmpty } }

    /// A new reader.
    ///
    /// - Parameter first: What it gets before anything else.
    func subscribe(first: [Element] = []) -> SourceSequence<Element, Failure> {
        let buffer = SourceBuffer<Element, Failure>(capacity: max(capacity, first.count))
        for element in first { buffer.push(element) }
        buffers.withLock { $0.append(buffer) }
        return SourceSequence(buffer)
    }

    func publish(_ element: Element) {
        let readers = buffers.withLock { buffers in
            if buffers.contains(where: \.isOver) { buffers.removeAll(where: \.isOver) }
            return buffers
        }
        for reader in readers { reader.push(element) }
    }

    /// Ends all sequences; later readers begin anew.
    func finish(_ failure: Failure? = nil) {
        let readers = buffers.withLock { buffers in
            defer { buffers = [] }
            return buffers
        }
        for reader in readers { reader.finish(failure) }
    }

    /// Whether every reader has room.
    var hasRoom: Bool { buffers.withLock { $0.allSatisfy(\.hasRoom) } }

    /// Waits until every reader has room.
    func waitForRoom() async {
        for reader in buffers.withLock({ $0 }) { await reader.waitForRoom() }
    }
}
