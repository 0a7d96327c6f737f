internal import CLinux
internal import Dispatch
internal import Glibc
internal import Synchronization

/// One thread that waits in epoll, runs timers, and is the executor of the actors that own its sockets.
///
/// An actor joins by returning the reactor from its `unownedExecutor`; what a descriptor or timer callback then does
/// inside the actor (`assumeIsolated`) costs no hop and no lock. Callbacks run on the reactor's thread, one after
/// another; nothing that blocks may run there (files, name look-up and databases have a ``BlockingExecutor``).
public final class Reactor: SerialExecutor, @unchecked Sendable {
    // Sendable although it holds plain state: `shared` is guarded by its mutex, `loop` is touched by the reactor's thread
    // of the moment only (each entry point checks), and `wakeDescriptor` never changes.

    /// Names a timer so that it can be cancelled.
    public struct TimerID: Hashable, Sendable {
        let number: UInt64
    }

    private struct Shared {
        var jobs: [UnownedJob] = []
        /// What others leave to be done here: what a `deinit` puts away.
        var errands: [@Sendable () -> Void] = []
        var isStopping = false
        /// The loop takes nothing any more.
        var isOver = false
        /// Whether a thread takes what is queued; when the loop has ended, only while there is something.
        var hasThread = true
        /// Who waits until none does.
        var waiting: [DispatchSemaphore] = []

        mutating func threadEnded() {
            hasThread = false
            for semaphore in waiting { semaphore.signal() }
            waiting = []
        }
    }

    private let shared = Mutex(Shared())
    private let wakeDescriptor: Int32
    private let loop: ReactorLoop
    /// The thread, until somebody has waited for its end.
    private let thread = Mutex<pthread_t?>(nil)

    /// Starts the thread.
    ///
    /// - Throws: ``TransportError`` when the system refuses an epoll instance, an eventfd or a thread.
    public init() throws(TransportError) {
        let epoll = c_linux_epoll_create()
        guard epoll >= 0 else { throw TransportError(system: "epoll_create1") }
        wakeDescriptor = c_linux_eventfd()
        guard wakeDescriptor >= 0 else {
            let error = TransportError(system: "eventfd")
            close(epoll)
            throw error
        }
        loop = ReactorLoop(epoll: epoll)
        guard loop.register(descriptor: wakeDescriptor, events: .readable, handler: { _ in }) else {
            throw TransportError(system: "epoll_ctl")
        }
        var started = pthread_t()
        let status = SystemThread.start(&started) { self.run() }
        guard status == 0 else { throw TransportError(code: status, operation: "pthread_create") }
        let handle = started
        thread.withLock { $0 = handle }
    }

    deinit {
        if let handle = thread.withLock({ $0 }) { pthread_detach(handle) }
        close(wakeDescriptor)
    }

    /// Time since an arbitrary start, never going back; the clock of timers.
    public var now: Duration { MonotonicClock.now }

    /// Ends the thread after the jobs already queued; sockets and timers are dropped.
    ///
    /// Stop what lives here first. A call that comes later is still run, by a thread that lives as long as there are calls,
    /// but there are no sockets and timers any more: connecting by TCP fails, a timer never fires, and who waits for either
    /// waits for ever. Streams are not told of their end, and one whose callbacks hold the stream itself stays.
    public func stop() {
        shared.withLock { $0.isStopping = true }
        wake()
    }

    /// As ``stop()``, and waits until nothing runs here any more; not to be called on its thread.
    ///
    /// Then only what calls from now on is run here, and calls of before for which the system had no thread.
    public func stopAndWait() {
        precondition(!isCurrent, "a thread cannot wait for its own end")
        stop()
        let semaphore = DispatchSemaphore(value: 0)
        let mustWait = shared.withLock { state in
            if state.hasThread { state.waiting.append(semaphore) }
            return state.hasThread
        }
        if mustWait { semaphore.wait() }
        if let handle = thread.withLock({ exchange(&$0, with: nil) }) { pthread_join(handle, nil) }
    }

    /// How many wait until nothing runs here.
    var waiterCount: Int { shared.withLock { $0.waiting.count } }

    /// Whether sockets and timers are over; to be asked on the reactor's thread.
    package var hasEnded: Bool {
        checkIsolated()
        return loop.isShutDown
    }

    // MARK: Executor

    /// Queues a job of an actor that lives here.
    public func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        let (mustWake, mustStart) = shared.withLock { state in
            let mustWake = state.jobs.isEmpty && !state.isOver && !isCurrent
            let mustStart = !state.hasThread
            // Once the job is handed over, a thread that ends may let go of the reactor with it. The wake-up waits until the
            // lock is free all the same: who is woken wants it at once.
            if mustWake { _ = unsafe Unmanaged.passRetained(self) }
            state.jobs.append(unowned)
            state.hasThread = true
            return (mustWake, mustStart)
        }
        if mustWake {
            wake()
            unsafe Unmanaged.passUnretained(self).release()
        } else if mustStart {
            startLateThread()
        }
    }

    /// Runs a closure on the reactor's thread, soon, and before the jobs that are queued later; once the thread has ended it
    /// is dropped instead, with all that it holds.
    ///
    /// For a `deinit` that has to put away what lives here: on a reactor that has ended nothing is to be put away, and a
    /// closure that is dropped lets go of its streams, which then close by themselves.
    package func performSoon(_ body: @escaping @Sendable () -> Void) {
        let mustWake = shared.withLock { state in
            guard !state.isOver else { return false }
            state.errands.append(body)
            return state.errands.count == 1
        }
        if mustWake, !isCurrent { wake() }
    }

    /// The executor as actors name it.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    /// Traps unless called on the reactor's thread.
    public func checkIsolated() {
        precondition(isCurrent, "not on the reactor's thread")
    }

    /// Tells whether the caller runs on the reactor's thread.
    public func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }

    /// Whether the caller runs on the reactor's thread.
    public var isCurrent: Bool {
        loop.thread.load(ordering: .acquiring) == UInt(bitPattern: Int(bitPattern: UInt(pthread_self())))
    }

    // MARK: Timers

    /// Runs `body` once, after `delay` at the earliest; to be called on the reactor's thread.
    @discardableResult
    public func schedule(after delay: Duration, _ body: @escaping () -> Void) -> TimerID {
        checkIsolated()
        return loop.timers.add(deadline: now + max(delay, .zero), body)
    }

    /// Runs `body` once when ``now`` has reached `deadline`; to be called on the reactor's thread.
    @discardableResult
    public func schedule(at deadline: Duration, _ body: @escaping () -> Void) -> TimerID {
        checkIsolated()
        return loop.timers.add(deadline: deadline, body)
    }

    /// Forgets a timer, whether it has fired or not; to be called on the reactor's thread.
    public func cancel(_ timer: TimerID) {
        checkIsolated()
        loop.timers.cancel(timer)
    }

    // MARK: Descriptors

    /// Calls `handler` whenever the descriptor is ready; false when the system cannot watch it.
    func register(descriptor: Int32, events: ReadinessEvents, handler: @escaping (ReadinessEvents) -> Void) -> Bool {
        checkIsolated()
        return loop.register(descriptor: descriptor, events: events, handler: handler)
    }

    func change(descriptor: Int32, events: ReadinessEvents) {
        checkIsolated()
        loop.change(descriptor: descriptor, events: events)
    }

    func unregister(descriptor: Int32) {
        checkIsolated()
        loop.unregister(descriptor: descriptor)
    }

    /// Which watch of the descriptor this is, for ``unregister(descriptor:generation:)``; nil when it is not watched.
    func generation(of descriptor: Int32) -> UInt32? {
        checkIsolated()
        return loop.generation(of: descriptor)
    }

    /// Forgets the watch of a descriptor that is closed already and whose number may have gone to another.
    func unregister(descriptor: Int32, generation: UInt32) {
        checkIsolated()
        guard loop.generation(of: descriptor) == generation else { return }
        loop.unregister(descriptor: descriptor)
    }

    /// What the device watches of this reactor share, while there are any.
    var deviceWatcher: DeviceWatcher? {
        get {
            checkIsolated()
            return loop.deviceWatcher
        }
        set {
            checkIsolated()
            loop.deviceWatcher = newValue
        }
    }

    func flushSoon(_ stream: TCPStream) {
        loop.flushSoon(stream)
    }

    // MARK: The thread

    private func wake() {
        var one: UInt64 = 1
        _ = unsafe write(wakeDescriptor, &one, 8)
    }

    private func run() {
        claimThread()
        var jobs: [UnownedJob] = []
        var errands: [@Sendable () -> Void] = []
        var busyRounds = 0
        var lastRounds = 0
        while true {
            jobs.removeAll(keepingCapacity: true)
            errands.removeAll(keepingCapacity: true)
            let isOver = shared.withLock { state in
                swap(&jobs, &state.jobs)
                swap(&errands, &state.errands)
                if state.isStopping { lastRounds += 1 }
                // Those who answer each job by the next one must not keep it from its end; they go on as after it.
                state.isOver = state.isStopping && (jobs.isEmpty && errands.isEmpty || lastRounds > 64)
                return state.isOver
            }
            for errand in errands { errand() }
            for job in jobs {
                unsafe job.runSynchronously(on: asUnownedSerialExecutor())
            }
            loop.endTurn()
            if isOver { break }
            // A task on another thread that answers each job by the next one must not keep sockets and timers waiting.
            let isIdle = jobs.isEmpty && errands.isEmpty
            busyRounds = isIdle ? 0 : busyRounds + 1
            if busyRounds % 16 == 0 {
                loop.poll(wakeDescriptor: wakeDescriptor, waits: isIdle)
                loop.endTurn()
            }
        }
        loop.shutDown()
        // What was let go of may have written its last words.
        loop.endTurn()
        runLateJobs()
    }

    // MARK: After the end

    private func startLateThread() {
        let status = SystemThread.start {
            self.claimThread()
            self.runLateJobs()
        }
        // No thread to be had now; the next job tries again.
        if status != 0 { shared.withLock { $0.threadEnded() } }
    }

    /// Runs jobs until there are none; whoever queues one after that starts a thread for it.
    private func runLateJobs() {
        while true {
            let jobs = shared.withLock { state -> [UnownedJob] in
                defer { state.jobs = [] }
                if state.jobs.isEmpty {
                    loop.thread.store(0, ordering: .releasing)
                    state.threadEnded()
                }
                return state.jobs
            }
            if jobs.isEmpty { return }
            for job in jobs {
                unsafe job.runSynchronously(on: asUnownedSerialExecutor())
            }
            loop.endTurn()
        }
    }

    /// Makes the caller the thread that everything here runs on.
    private func claimThread() {
        loop.thread.store(UInt(bitPattern: Int(bitPattern: UInt(pthread_self()))), ordering: .releasing)
    }
}
