internal import Synchronization

/// What waits for one reader of a stream.
///
/// The manager pushes, the reader takes; both may do so on any thread. What happens when the reader is slower is the
/// mailbox's rule: either only the newest elements are kept, or nothing is lost and the stream ends with an error.
final class Mailbox<Element: Sendable, Failure: Error>: Sendable {
    enum Rule: Sendable {
        /// Keeps that many; older ones make room.
        case newest(Int)
        /// Keeps the newest one, unless it is the same as what the reader got last.
        case state(isSame: @Sendable (Element, Element) -> Bool)
        /// Keeps that many; one more ends the stream with the error, after what waits.
        case lossless(Int, overflow: Failure)
    }

    enum Item: Sendable {
        case element(Element)
        case end(Failure?)
    }

    private struct State {
        var elements: [Element] = []
        /// Where the first waiting element is.
        var head = 0
        /// What the reader got last; kept only where it is compared.
        var delivered: Element?
        var end: Item?
        var waiters: [CheckedContinuation<Item, Never>] = []

        mutating func takeFirst() -> Element? {
            guard head < elements.count else { return nil }
            let element = elements[head]
            head += 1
            if head == elements.count || head >= 64 {
                elements.removeFirst(head)
                head = 0
            }
            return element
        }
    }

    private let rule: Rule
    private let state = Mutex(State())

    init(_ rule: Rule) {
        self.rule = rule
    }

    /// How many elements wait for the reader.
    var waitingCount: Int { state.withLock { $0.elements.count - $0.head } }

    /// Hands an element to the reader, or keeps it.
    ///
    /// - Returns: Whether the mailbox takes more.
    @discardableResult
    func push(_ element: Element) -> Bool {
        let (waiter, isOpen) = state.withLock { state -> (CheckedContinuation<Item, Never>?, Bool) in
            guard state.end == nil else { return (nil, false) }
            if case .state(let isSame) = rule {
                if let delivered = state.delivered, isSame(delivered, element) {
                    // What the reader has not seen yet is over again.
                    _ = state.takeFirst()
                    return (nil, true)
                }
                if !state.waiters.isEmpty { state.delivered = element }
            }
            if !state.waiters.isEmpty { return (state.waiters.removeFirst(), true) }
            switch rule {
            case .state:
                _ = state.takeFirst()
                state.elements.append(element)
                return (nil, true)
            case .newest(let capacity):
                if state.elements.count - state.head >= capacity { _ = state.takeFirst() }
                state.elements.append(element)
                return (nil, true)
            case .lossless(let capacity, let overflow):
                guard state.elements.count - state.head < capacity else {
                    state.end = .end(overflow)
                    return (nil, false)
                }
                state.elements.append(element)
                return (nil, true)
            }
        }
        waiter?.resume(returning: .element(element))
        return isOpen
    }

    /// Ends the stream after what waits; a second end changes nothing.
    func finish(_ failure: Failure? = nil) {
        let waiters = state.withLock { state -> [CheckedContinuation<Item, Never>] in
            guard state.end == nil else { return [] }
            state.end = .end(failure)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: .end(failure)) }
    }

    /// The reader wants no more: what waits is dropped too.
    func abandon() {
        let waiters = state.withLock { state -> [CheckedContinuation<Item, Never>] in
            state.elements = []
            state.head = 0
            state.delivered = nil
            state.end = .end(nil)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: .end(nil)) }
    }

    /// The next element, as soon as there is one.
    func next() async -> Item {
        await withCheckedContinuation { continuation in
            let item = state.withLock { state -> Item? in
                if let element = state.takeFirst() {
                    if case .state = rule { state.delivered = element }
                    return .element(element)
                }
                if let end = state.end {
                    // The reason is told once; whoever asks again learns only that nothing follows.
                    state.end = .end(nil)
                    return end
                }
                state.waiters.append(continuation)
                return nil
            }
            if let item { continuation.resume(returning: item) }
        }
    }
}

extension Mailbox where Element: Equatable {
    /// A mailbox for a state: only the newest is kept, and the reader never gets an equal one twice in a row.
    static func state() -> Mailbox { Mailbox(.state(isSame: { $0 == $1 })) }
}
