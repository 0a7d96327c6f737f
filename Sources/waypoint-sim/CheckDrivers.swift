internal import Conformance
internal import Formats
internal import Glibc
internal import Simulator
internal import Synchronization
internal import Transport

/// Asks a person to do what a driver does.
actor PromptDriver: Driver {
    private let console: Console
    private let input = try? FileReader(path: "-")
    private var hasGivenUp = false

    init(console: Console) {
        self.console = console
    }

    func perform(_ command: JSONValue, _ request: String) async -> String? {
        guard !hasGivenUp, let input else { return "nobody does it" }
        console.note("\(request) Then press Return; s and Return leave it out, q and Return all of these.")
        guard let line = await Self.line(of: input) else { return "interrupted" }
        switch line.first {
        case nil, UInt8(ascii: "q"):
            hasGivenUp = true
            return "nobody does it"
        case UInt8(ascii: "s"): return "left out"
        default: return nil
        }
    }

    /// A line that somebody types; `nil` when the check is interrupted before.
    private static func line(of input: FileReader) async -> [UInt8]? {
        let answer = AnswerQueue()
        // A read of a terminal cannot be taken back: it stays behind when nobody waits for it any more.
        Task { answer.give((try? await input.read(upTo: 1024)) ?? []) }
        let line = await withTaskCancellationHandler {
            await answer.next()
        } onCancel: {
            answer.finish()
        }
        return Task.isCancelled ? nil : line
    }
}

/// Gives each command to a program that controls the head unit, as a line of JSON, and takes a line for its answer.
actor ControlDriver: Driver {
    private let process: ChildProcess
    private let input: Int32
    private let answers = AnswerQueue()
    /// Why the program is of no use; `nil` while it is.
    private(set) var failure: String?

    /// How long a command may take.
    private static let patience = Duration.seconds(10)

    init(command: String) throws(TransportError) {
        let pipe = try Pipe.make()
        process = try ChildProcess(
            path: "/bin/sh", arguments: ["-c", command], capturesOutput: true, input: pipe.read, hasOwnGroup: true)
        close(pipe.read)
        input = pipe.write
        let (process, answers) = (process, answers)
        Task { await Self.listen(to: process, answers) }
    }

    private static func listen(to process: ChildProcess, _ answers: AnswerQueue) async {
        guard let output = process.output else { return }
        var splitter = LineSplitter(limit: 1 << 20)
        while let block = try? await output.read(), !block.isEmpty, let lines = try? splitter.append(block) {
            for line in lines { answers.give(line) }
        }
        answers.finish()
    }

    func perform(_ command: JSONValue, _ request: String) async -> String? {
        if let failure { return failure }
        let line = command.serialized() + [UInt8(ascii: "\n")]
        // A pipe takes a line of this size at once, or its reader is gone.
        let written = unsafe line.withUnsafeBytes { unsafe Glibc.write(input, $0.baseAddress, $0.count) }
        guard written == line.count else { return fail("the program of --control takes no more commands") }
        let answers = answers
        let answer = await withTaskGroup(of: [UInt8]?.self) { group in
            group.addTask { await answers.next() }
            group.addTask {
                // The program is another process: only the clock tells that it does not answer.
                try? await Task.sleep(for: Self.patience)
                return nil
            }
            let first = await group.next() ?? nil
            answers.stopWaiting()
            group.cancelAll()
            return first
        }
        if Task.isCancelled { return "interrupted" }
        guard let answer else { return fail("the program of --control does not answer") }
        guard let json = try? JSONValue(parsing: answer), let isDone = json["ok"]?.boolValue else {
            return fail("the program of --control answers what is no JSON object with ok")
        }
        return isDone ? nil : json["error"]?["why"]?.stringValue ?? "refused"
    }

    private func fail(_ reason: String) -> String {
        failure = reason
        return reason
    }

    /// Ends the program.
    nonisolated func end() {
        close(input)
        process.interrupt()
    }
}

/// The lines a program has answered, for one who waits.
private final class AnswerQueue: Sendable {
    private struct State {
        var lines: [[UInt8]] = []
        var isOver = false
        var waiter: CheckedContinuation<[UInt8]?, Never>?
    }

    private let state = Mutex(State())

    func give(_ line: [UInt8]) {
        let waiter = state.withLock { state in
            guard let waiter = state.waiter else {
                if state.lines.count < 1000 { state.lines.append(line) }
                return nil as CheckedContinuation<[UInt8]?, Never>?
            }
            state.waiter = nil
            return waiter
        }
        waiter?.resume(returning: line)
    }

    func finish() {
        let waiter = state.withLock { state in
            state.isOver = true
            return exchange(&state.waiter, with: nil)
        }
        waiter?.resume(returning: nil)
    }

    /// Lets the one who waits go.
    func stopWaiting() {
        let waiter = state.withLock { exchange(&$0.waiter, with: nil) }
        waiter?.resume(returning: nil)
    }

    func next() async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            let ready: [UInt8]?? = state.withLock { state in
                if !state.lines.isEmpty { return .some(state.lines.removeFirst()) }
                if state.isOver { return .some(nil) }
                state.waiter = continuation
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }
}
