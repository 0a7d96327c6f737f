import Formats
import FoundationEssentials
import Simulator
import Transport

/// A program of the run, the head unit or the caster: what it prints, what it holds, and the head unit's control.
actor SoakProcess {
    /// What the process holds at one moment.
    struct Sample {
        var time: Duration
        var residentBytes: Int
        var descriptors: Int
    }

    nonisolated let reactor: Reactor
    private let path: String
    private let process: ChildProcess
    private var lastLine = ""
    /// The lines that it prints first, by their first word.
    private(set) var addresses: [String: String] = [:]
    private(set) var logBytes = 0
    /// Lines of the log that have a secret in them.
    private(set) var leaks: [String] = []
    private(set) var status: Int32?
    private let secrets: [String]
    private var control: ControlClient?
    private var waiting: [CheckedContinuation<Void, Never>] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Starts it.
    init(path: String, arguments: [String], secrets: [String], on reactor: Reactor) throws {
        self.reactor = reactor
        self.secrets = secrets
        self.path = path
        process = try ChildProcess(
            path: path, arguments: arguments, capturesOutput: true, capturesErrors: true, hasOwnGroup: true)
    }

    nonisolated var id: Int32 { process.id }

    /// Reads what it prints until its end.
    func listen() async {
        var rest: [UInt8] = []
        while let bytes = try? await process.output?.read(), !bytes.isEmpty {
            logBytes += bytes.count
            rest += bytes
            var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            rest = Array(lines.removeLast())
            for line in lines { take(String(decoding: line, as: UTF8.self)) }
            if rest.count > 1 << 20 { rest = [] }
        }
        status = await process.wait()
        wake()
    }

    private func take(_ line: String) {
        lastLine = line
        if secrets.contains(where: { line.contains($0) }) { leaks.append(line) }
        for word in ["listening on", "page", "control", "caster"] where line.hasPrefix(word + " ") {
            addresses[word] = String(line.dropFirst(word.count + 1))
            wake()
        }
    }

    private func wake() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// What follows those words on one of its first lines, once it is there; nil when the program ended before.
    func address(_ word: String) async -> String? {
        while addresses[word] == nil, status == nil { await withCheckedContinuation { waiting.append($0) } }
        return addresses[word]
    }

    /// The port of such an address.
    func port(_ word: String) async throws -> UInt16 {
        guard let port = await address(word)?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw SoakFailure(what: "\(path) did not listen: \(lastLine)")
        }
        return port
    }

    /// Carries out a command of the control.
    func command(_ name: String, _ members: [String: JSONValue] = [:]) async throws -> JSONValue {
        if control == nil {
            control = try await ControlClient(path: addresses["control"] ?? "", on: reactor)
        }
        var members = members
        members["command"] = .string(name)
        await control?.send(JSONValue.object(members).serialized())
        guard let line = await control?.next() else { throw SoakFailure(what: "the control closed") }
        let answer = try JSONValue(parsing: line)
        guard answer["ok"]?.boolValue == true else {
            throw SoakFailure(what: "\(name): \(String(decoding: answer.serialized(), as: UTF8.self))")
        }
        return answer["result"] ?? .null
    }

    /// Asks it to end as a service manager would, and waits.
    ///
    /// - Returns: Its exit status, or 128 + 9 when it did not end in time and was killed.
    func stop(within patience: Duration) async -> Int32? {
        await control?.close()
        process.send(15)
        let timer = reactor.schedule(after: patience) { [process] in process.terminate() }
        while status == nil { await withCheckedContinuation { waiting.append($0) } }
        reactor.cancel(timer)
        return status
    }

    /// What the process holds now.
    nonisolated func sample() -> Sample? {
        let folder = "/proc/\(id)"
        guard let text = try? String(contentsOfFile: folder + "/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
            let descriptors = try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd").count
        else { return nil }
        return Sample(time: reactor.now, residentBytes: pages * 4096, descriptors: descriptors)
    }
}

/// Why a run cannot go on.
struct SoakFailure: Error {
    let what: String
}
