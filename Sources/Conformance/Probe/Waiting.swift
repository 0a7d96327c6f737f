internal import Transport

/// The tasks that wait for a change of something on a reactor.
struct WaitList {
    fileprivate var resumptions: [Int: () -> Void] = [:]
    private var next = 0

    fileprivate mutating func add(_ make: (Int) -> () -> Void) {
        resumptions[next] = make(next)
        next += 1
    }
}

/// An actor on a reactor whose changes tasks wait for.
protocol Waiting: Actor {
    nonisolated var reactor: Reactor { get }
    var waits: WaitList { get set }
}

extension Waiting {
    /// Lets everybody look again.
    func wake() {
        let all = waits.resumptions
        waits.resumptions = [:]
        for resume in all.values { resume() }
    }

    /// Waits for the next change, for a moment, or for the end of the task, whatever comes first.
    func change(before deadline: Duration) async {
        guard reactor.now < deadline, !Task.isCancelled else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                waits.add { number in
                    let reactor = reactor
                    let timer = reactor.schedule(at: deadline) { [weak self] in
                        self?.assumeIsolated { $0.waits.resumptions.removeValue(forKey: number)?() }
                    }
                    return {
                        reactor.cancel(timer)
                        continuation.resume()
                    }
                }
            }
        } onCancel: {
            Task { await self.wake() }
        }
    }

    /// Whether a moment is over, or nobody wants to wait for it any more.
    func isOver(_ deadline: Duration) -> Bool { reactor.now >= deadline || Task.isCancelled }
}
