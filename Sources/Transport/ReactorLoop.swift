internal import CLinux
internal import Glibc
internal import Synchronization

/// What a descriptor is ready for, or asked to be watched for.
struct ReadinessEvents: OptionSet, Sendable {
    let rawValue: UInt32

    static let readable = ReadinessEvents(rawValue: 0x001)
    static let writable = ReadinessEvents(rawValue: 0x004)
    /// An error is pending; reported whether asked for or not.
    static let failed = ReadinessEvents(rawValue: 0x008)
    /// The peer has gone; reported whether asked for or not.
    static let hungUp = ReadinessEvents(rawValue: 0x010)
}

/// The part of a reactor that only the thread which it has at the moment touches: descriptors and timers.
final class ReactorLoop {
    private struct Registration {
        var events: ReadinessEvents
        var generation: UInt32
        var handler: (ReadinessEvents) -> Void
    }

    /// The reactor's thread, 0 while there is none; read by other threads.
    let thread = Atomic<UInt>(0)
    let timers = TimerQueue()
    weak var deviceWatcher: DeviceWatcher?
    private let epoll: Int32
    private var registrations: [Int32: Registration] = [:]
    private var generation: UInt32 = 0
    private var unflushed: [TCPStream] = []
    private var masks = [UInt32](repeating: 0, count: 128)
    private var tags = [UInt64](repeating: 0, count: 128)
    private(set) var isShutDown = false

    /// What `errno` says when nothing is watched any more; epoll itself never gives it.
    static let isOverCode = ECANCELED

    init(epoll: Int32) {
        self.epoll = epoll
    }

    deinit {
        close(epoll)
    }

    func register(descriptor: Int32, events: ReadinessEvents, handler: @escaping (ReadinessEvents) -> Void) -> Bool {
        guard !isShutDown else {
            errno = Self.isOverCode
            return false
        }
        generation &+= 1
        let tag = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
        guard c_linux_epoll_set(epoll, descriptor, events.rawValue, tag, 1) == 0 else { return false }
        registrations[descriptor] = Registration(events: events, generation: generation, handler: handler)
        return true
    }

    func change(descriptor: Int32, events: ReadinessEvents) {
        guard let registration = registrations[descriptor], registration.events != events else { return }
        registrations[descriptor]?.events = events
        let tag = UInt64(registration.generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
        // An empty mask still reports errors and hang-ups; EPOLLRDHUP-free 0 would delete, so ask for errors by name.
        let mask = events.isEmpty ? ReadinessEvents.failed.rawValue : events.rawValue
        _ = c_linux_epoll_set(epoll, descriptor, mask, tag, 0)
    }

    /// Which watch of the descriptor this is; nil when it is not watched.
    func generation(of descriptor: Int32) -> UInt32? {
        registrations[descriptor]?.generation
    }

    func unregister(descriptor: Int32) {
        guard registrations.removeValue(forKey: descriptor) != nil else { return }
        _ = c_linux_epoll_set(epoll, descriptor, 0, 0, 0)
    }

    /// Lets a stream send at the end of this turn what it was given during it.
    func flushSoon(_ stream: TCPStream) {
        unflushed.append(stream)
    }

    /// Ends a turn: everything that was written in it goes out.
    func endTurn() {
        // In the order of the first writes. What is told when a stream fails comes in a later turn.
        while !unflushed.isEmpty {
            let streams = unflushed
            unflushed.removeAll(keepingCapacity: true)
            for stream in streams { stream.turnEnded() }
        }
    }

    /// Runs what is ready or due; with `waits` it first waits until something is.
    ///
    /// Nothing runs before the wait: a job that it set going would wait too, since this thread does not wake itself.
    func poll(wakeDescriptor: Int32, waits: Bool) {
        defer { timers.fire(now: MonotonicClock.now) }
        let timeout = waits ? timers.millisecondsToNext(now: MonotonicClock.now) : 0
        let count = unsafe c_linux_epoll_wait(epoll, &masks, &tags, Int32(masks.count), timeout)
        guard count > 0 else { return }
        for index in 0..<Int(count) {
            let descriptor = Int32(bitPattern: UInt32(truncatingIfNeeded: tags[index]))
            if descriptor == wakeDescriptor {
                var value: UInt64 = 0
                _ = unsafe read(wakeDescriptor, &value, 8)
                continue
            }
            // A handler run earlier in this round may have closed the descriptor, and another may have got its number.
            guard let registration = registrations[descriptor],
                registration.generation == UInt32(truncatingIfNeeded: tags[index] >> 32)
            else { continue }
            registration.handler(ReadinessEvents(rawValue: masks[index]))
        }
    }

    /// Lets go of everything; what is registered or scheduled from now on is not taken.
    func shutDown() {
        isShutDown = true
        timers.isShutDown = true
        // What is let go of may come back with a new wish, and must not find these in the middle of a change.
        let handlers = registrations
        registrations = [:]
        let bodies = timers.takeAll()
        withExtendedLifetime((handlers, bodies)) {}
    }
}

/// Timers in order of their deadlines; equal deadlines fire in the order they were made.
final class TimerQueue {
    private struct Entry {
        var deadline: Duration
        var id: UInt64
    }

    private var heap: [Entry] = []
    private var bodies: [UInt64: () -> Void] = [:]
    private var nextID: UInt64 = 1
    /// Whether no timer fires any more, so that none is kept.
    var isShutDown = false

    func add(deadline: Duration, _ body: @escaping () -> Void) -> Reactor.TimerID {
        let id = nextID
        nextID &+= 1
        guard !isShutDown else { return Reactor.TimerID(number: id) }
        bodies[id] = body
        heap.append(Entry(deadline: deadline, id: id))
        siftUp(heap.count - 1)
        return Reactor.TimerID(number: id)
    }

    func cancel(_ timer: Reactor.TimerID) {
        bodies[timer.number] = nil
        // Cancelled entries stay in the heap until due; drop them all once they are the majority.
        if heap.count > 64, heap.count > 2 * bodies.count { compact() }
    }

    /// Runs what is due; what it sets anew waits for the next call, even for a time that is past.
    func fire(now: Duration) {
        var due: [UInt64] = []
        while let first = heap.first, first.deadline <= now {
            removeFirst()
            due.append(first.id)
        }
        for id in due { bodies.removeValue(forKey: id)?() }
    }

    /// Milliseconds until the next timer, rounded up; -1 when there is none.
    func millisecondsToNext(now: Duration) -> Int32 {
        while let first = heap.first, bodies[first.id] == nil { removeFirst() }
        guard let first = heap.first else { return -1 }
        let left = first.deadline - now
        guard left > .zero else { return 0 }
        let parts = left.components
        let milliseconds = parts.seconds.multipliedReportingOverflow(by: 1000)
        guard !milliseconds.overflow, milliseconds.partialValue < 3_600_000 else { return 3_600_000 }
        return Int32(milliseconds.partialValue + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// Takes out all timers, unfired.
    func takeAll() -> [() -> Void] {
        defer { (heap, bodies) = ([], [:]) }
        return Array(bodies.values)
    }

    private func compact() {
        heap.removeAll { bodies[$0.id] == nil }
        for index in stride(from: heap.count / 2, through: 0, by: -1) { siftDown(index) }
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        let (a, b) = (heap[left], heap[right])
        return a.deadline != b.deadline ? a.deadline < b.deadline : a.id < b.id
    }

    private func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard precedes(child, parent) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private func siftDown(_ start: Int) {
        var parent = start
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && precedes(child, least) {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    private func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        siftDown(0)
    }
}
