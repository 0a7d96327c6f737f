internal import Glibc

/// Writes to a descriptor from a thread of its own, in order, with a bound.
///
/// Threads that may wait (``append(_:)``) wait while the bound is reached, so nothing of theirs is lost. Those that may
/// not (``appendOrDrop(_:)``, for a reactor) lose what does not fit, and the losses are counted.
public final class OutputQueue: @unchecked Sendable {
    // Sendable although it holds plain state: everything is touched under the mutex only.

    /// What became of the output.
    public enum Failure: Hashable, Sendable {
        /// The reader is gone.
        case closed
        /// The system refused a write.
        case failed(TransportError)
    }

    @safe
    private final class State {
        var mutex = unsafe pthread_mutex_t()
        var changed = pthread_cond_t()
        var bytes: [UInt8] = []
        var isWriting = false
        var hasThread = false
        var dropped = 0
        var waitsForRoom = true
        var failure: Failure?
    }

    private let state = State()
    private let descriptor: Int32
    private let limit: Int
    private let onFailure: @Sendable (Failure) -> Void

    /// Makes a queue; its thread starts with the first bytes.
    ///
    /// - Parameters:
    ///   - descriptor: Where to write; it is not closed.
    ///   - limit: The most bytes that wait.
    ///   - onFailure: Called once, on the queue's thread, when the output can take no more.
    public init(
        descriptor: Int32, limit: Int = 4 << 20, onFailure: @escaping @Sendable (Failure) -> Void = { _ in }
    ) {
        self.descriptor = descriptor
        self.limit = limit
        self.onFailure = onFailure
        unsafe pthread_mutex_init(&state.mutex, nil)
        MonotonicClock.initialize(&state.changed)
    }

    deinit {
        unsafe pthread_mutex_destroy(&state.mutex)
        unsafe pthread_cond_destroy(&state.changed)
    }

    /// Appends bytes, waiting for room; nothing is kept once the output has failed.
    public func append(_ bytes: [UInt8]) {
        locked {
            while isFull(for: bytes), state.waitsForRoom, state.failure == nil { wait() }
            putOrDrop(bytes)
        }
    }

    /// From now on nothing waits for room: ``append(_:)`` drops what does not fit, too, so that a program can end although
    /// nobody reads its output.
    public func stopWaiting() {
        locked {
            state.waitsForRoom = false
            unsafe pthread_cond_broadcast(&state.changed)
        }
    }

    /// Appends bytes if there is room for all of them, without waiting.
    public func appendOrDrop(_ bytes: [UInt8]) {
        locked { putOrDrop(bytes) }
    }

    /// Waits until everything is written or the output has failed.
    ///
    /// - Parameter seconds: How long to wait for a reader that does not read.
    /// - Returns: What became of the output, and how many appends were dropped.
    public func flush(seconds: Int = 2) -> (failure: Failure?, dropped: Int) {
        locked {
            var deadline = MonotonicClock.deadline(seconds: seconds)
            while !state.bytes.isEmpty || state.isWriting, state.failure == nil {
                if unsafe pthread_cond_timedwait(&state.changed, &state.mutex, &deadline) == ETIMEDOUT { break }
            }
            return (state.failure, state.dropped)
        }
    }

    private func isFull(for bytes: [UInt8]) -> Bool {
        !state.bytes.isEmpty && state.bytes.count + bytes.count > limit
    }

    private func putOrDrop(_ bytes: [UInt8]) {
        guard state.failure == nil, !bytes.isEmpty else { return }
        guard !isFull(for: bytes) else {
            // What does not go out because the program ends is no loss of the output.
            if state.waitsForRoom { state.dropped += 1 }
            return
        }
        state.bytes += bytes
        if !state.hasThread {
            state.hasThread = SystemThread.start { self.run() } == 0
        }
        unsafe pthread_cond_broadcast(&state.changed)
    }

    private func run() {
        while true {
            let bytes = locked {
                while state.bytes.isEmpty { wait() }
                defer { state.bytes = [] }
                state.isWriting = true
                return state.bytes
            }
            let failure = write(bytes)
            locked {
                state.isWriting = false
                state.failure = failure
                if failure != nil { state.bytes = [] }
                unsafe pthread_cond_broadcast(&state.changed)
            }
            if let failure {
                onFailure(failure)
                return
            }
        }
    }

    private func write(_ bytes: [UInt8]) -> Failure? {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { raw in
                unsafe Glibc.write(descriptor, raw.baseAddress.map { unsafe $0 + written }, raw.count - written)
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // A terminal that another program has made non-blocking.
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wanted, 1, 1000)
            case EPIPE: return .closed
            case let code: return .failed(TransportError(code: code, operation: "write"))
            }
        }
        return nil
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(&state.mutex)
        defer { unsafe pthread_mutex_unlock(&state.mutex) }
        return body()
    }

    private func wait() {
        unsafe pthread_cond_wait(&state.changed, &state.mutex)
    }
}
