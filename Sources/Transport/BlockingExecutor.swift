internal import Glibc
internal import Synchronization

/// A thread for work that blocks, such as files and name look-up; actors name it as their executor.
public final class BlockingExecutor: SerialExecutor, @unchecked Sendable {
    // Sendable although it holds plain state: jobs are guarded by the mutex, the condition is only used with it.

    @safe
    private final class Queue {
        var mutex = unsafe pthread_mutex_t()
        var condition = pthread_cond_t()
        var jobs: [UnownedJob] = []
        var hasThread = false
    }

    private let queue: Queue
    private let name: String

    /// Makes an executor; its thread starts with the first job.
    ///
    /// - Parameter name: What tools such as `top -H` call the thread; Linux keeps its first 15 bytes.
    public init(name: String) {
        self.name = name
        queue = Queue()
        unsafe pthread_mutex_init(&queue.mutex, nil)
        MonotonicClock.initialize(&queue.condition)
    }

    /// Queues a job.
    public func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        unsafe pthread_mutex_lock(&queue.mutex)
        queue.jobs.append(unowned)
        let mustStart = !queue.hasThread
        queue.hasThread = true
        unsafe pthread_cond_signal(&queue.condition)
        unsafe pthread_mutex_unlock(&queue.mutex)
        if mustStart { startThread() }
    }

    /// The executor as actors name it.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    private func startThread() {
        guard SystemThread.start(named: name, { self.run() }) != 0 else { return }
        // No thread to be had now; the next job tries again.
        unsafe pthread_mutex_lock(&queue.mutex)
        queue.hasThread = false
        unsafe pthread_mutex_unlock(&queue.mutex)
    }

    private func run() {
        // A thread without work for this long ends, so that an idle executor costs nothing and can be freed.
        let idleSeconds = 10
        while let job = next(waitingSeconds: idleSeconds) {
            unsafe job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    private func next(waitingSeconds: Int) -> UnownedJob? {
        unsafe pthread_mutex_lock(&queue.mutex)
        defer { unsafe pthread_mutex_unlock(&queue.mutex) }
        var deadline = MonotonicClock.deadline(seconds: waitingSeconds)
        while queue.jobs.isEmpty {
            let status = unsafe pthread_cond_timedwait(&queue.condition, &queue.mutex, &deadline)
            if status == ETIMEDOUT, queue.jobs.isEmpty {
                queue.hasThread = false
                return nil
            }
        }
        return queue.jobs.removeFirst()
    }

    deinit {
        unsafe pthread_mutex_destroy(&queue.mutex)
        unsafe pthread_cond_destroy(&queue.condition)
    }
}
