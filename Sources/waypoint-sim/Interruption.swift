internal import Synchronization

/// A signal that may come before or after somebody waits for it.
final class Interruption: Sendable {
    private struct State {
        var hasArrived = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Whether it has come.
    var hasArrived: Bool { state.withLock(\.hasArrived) }

    func arrive() {
        let waiters = state.withLock { state in
            state.hasArrived = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.hasArrived { return true }
                    state.waiters.append(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            // Nobody cancels the waiting before the run is over, so a cancelled wait may pass for an arrival.
            arrive()
        }
    }
}
