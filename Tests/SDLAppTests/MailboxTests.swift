import Synchronization
import TestKit
import Testing

@testable import SDLApp

@Suite("Mailboxes", .timeLimit(.minutes(1)))
struct MailboxTests {
    @Test("State: a slow reader finds only the newest")
    func newest() async {
        let mailbox = Mailbox<Int, Never>(.newest(1))
        for number in 0..<100 { mailbox.push(number) }
        mailbox.finish()
        #expect(await mailbox.all() == [99])
    }

    @Test("State: what is the same again when the reader comes is not told twice")
    func sameAgain() async {
        let mailbox = Mailbox<Int, Never>.state()
        mailbox.push(1)
        guard case .element(1) = await mailbox.next() else {
            Issue.record("no first element")
            return
        }
        mailbox.push(2)
        mailbox.push(1)
        #expect(mailbox.waitingCount == 0)
        mailbox.push(3)
        mailbox.push(3)
        mailbox.finish()
        #expect(await mailbox.all() == [3])
    }

    @Test("State: a reader who waits is not woken by what it has already")
    func waitingReader() async {
        let mailbox = Mailbox<Int, Never>.state()
        let reader = Task { await mailbox.all() }
        for number in [1, 1, 2, 2, 1] {
            mailbox.push(number)
            while mailbox.waitingCount > 0 { await Task.yield() }
        }
        mailbox.finish()
        #expect(await reader.value == [1, 2, 1])
    }

    @Test("Of several that are kept, the oldest makes room")
    func newestOfSome() async {
        let mailbox = Mailbox<Int, Never>(.newest(64))
        for number in 0..<200 { mailbox.push(number) }
        mailbox.finish()
        #expect(await mailbox.all() == Array(136..<200))
    }

    @Test("Events: none is lost up to the bound, and one more ends the stream with the error after them")
    func overflow() async {
        let mailbox = Mailbox<Int, SDLError>(.lossless(1024, overflow: .overflow(capacity: 1024)))
        for number in 0..<1024 { #expect(mailbox.push(number)) }
        #expect(!mailbox.push(1024))
        #expect(!mailbox.push(1025))
        for number in 0..<1024 {
            guard case .element(number) = await mailbox.next() else {
                Issue.record("element \(number) is missing")
                return
            }
        }
        guard case .end(.overflow(capacity: 1024)) = await mailbox.next() else {
            Issue.record("no error")
            return
        }
        guard case .end(nil) = await mailbox.next() else {
            Issue.record("the error came twice")
            return
        }
    }

    @Test("What waits comes before the end, and only the first end counts")
    func ends() async {
        let mailbox = Mailbox<Int, SDLError>(.newest(4))
        mailbox.push(1)
        mailbox.finish(.stopped)
        mailbox.finish(.cancelled)
        mailbox.push(2)
        guard case .element(1) = await mailbox.next(), case .end(.stopped) = await mailbox.next() else {
            Issue.record("wrong order")
            return
        }
    }

    @Test("Readers who wait get the elements in order, and all of them the end")
    func waiting() async {
        let mailbox = Mailbox<Int, Never>(.newest(1))
        let sum = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var sum = 0
                    while case .element(let number) = await mailbox.next() { sum += number }
                    return sum
                }
            }
            group.addTask {
                // Pushed only as fast as it is taken: nothing is dropped then.
                for number in 1...100 {
                    mailbox.push(number)
                    while mailbox.waitingCount > 0 { await Task.yield() }
                }
                mailbox.finish()
                return 0
            }
            return await group.reduce(0, +)
        }
        #expect(sum == 5050)
    }

    @Test("A cancelled reader stops waiting, and the writer learns of it")
    func cancelled() async {
        let counter = Counter()
        let mailbox = Mailbox<Int, Never>(.newest(1))
        let reader = StreamReader(mailbox) { counter.value.add(1, ordering: .relaxed) }
        let task = Task { await reader.next() }
        task.cancel()
        #expect(await task.value == nil)
        #expect(counter.value.load(ordering: .relaxed) == 1)
        #expect(!mailbox.push(1))
    }

    @Test("A reader that is let go gives the stream up")
    func letGo() {
        let counter = Counter()
        let mailbox = Mailbox<Int, Never>(.newest(1))
        var updates: Updates<Int, Never>? = Updates(
            reader: StreamReader(mailbox) { counter.value.add(1, ordering: .relaxed) })
        var iterator = updates?.makeAsyncIterator()
        updates = nil
        #expect(mailbox.push(1))
        #expect(iterator != nil)
        iterator = nil
        #expect(counter.value.load(ordering: .relaxed) == 1)
        #expect(!mailbox.push(1))
    }

    private final class Counter: Sendable {
        let value = Atomic(0)
    }
}

extension Mailbox {
    /// Everything up to the end.
    func all() async -> [Element] {
        var result: [Element] = []
        while case .element(let element) = await next() { result.append(element) }
        return result
    }
}
