internal import Formats
internal import Simulator
internal import Transport

/// `ctl`: controls a running `serve`.
struct ControlCommand: Command {
    static let description = CommandDescription(
        name: "ctl", summary: "Control a running head unit (serve --control SOCKET).",
        operands: ["SOCKET", "COMMAND", "…"], options: [],
        details: [
            "Commands: " + ControlDescription.all.map(Self.usage).joined(separator: "; ") + ".",
            "Members of a command that are not in this list are given as name=value, for example "
                + "fault on latency rpc=GetWayPoints milliseconds=500. The command may also be one JSON object, or - for "
                + "one object a line on standard input. Each answer is an object on standard output; Docs/control.md "
                + "has all of them. The exit status is 1 if a command was refused. The command events goes on until it "
                + "is interrupted or the head unit ends; if the head unit goes on without this reader, as it does "
                + "when events are not taken in time, the exit status is 3.",
        ])

    private static func usage(_ command: ControlDescription) -> String {
        ([command.name] + command.members.prefix(command.wordCount).map { $0.name.uppercased() }).joined(separator: " ")
    }

    private let path: String
    /// The command; `nil` takes lines from standard input.
    private let line: [UInt8]?
    private let isWatching: Bool
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        guard let path = arguments.operands.first else {
            throw UsageError("ctl", "the SOCKET of a running head unit is missing")
        }
        self.path = path
        self.console = console
        let words = Array(arguments.operands.dropFirst())
        if words == ["-"] {
            line = nil
            isWatching = false
            return
        }
        do throws(ControlError) {
            let request = try ControlRequest(words: words)
            line = request.json.serialized()
            isWatching = request.description.name == "events"
        } catch {
            throw UsageError(error.what, error.why)
        }
    }

    func run() async throws(UsageError) -> ExitStatus {
        let reactor: Reactor
        let client: ControlClient
        do throws(TransportError) {
            reactor = try Reactor()
            client = try await ControlClient(path: path, on: reactor)
        } catch {
            console.complain("ctl", "\(error)")
            return .noConnection
        }
        guard let line else { return await runLines(client) }
        await client.send(line)
        guard let answer = await client.next() else { return lost() }
        console.print(line: answer)
        guard Self.isGood(answer) else { return .failure }
        if isWatching {
            while let event = await client.next() { console.print(line: event) }
            // Where one is there still, what it tells since then is missing.
            if let other = try? await ControlClient(path: path, on: reactor) {
                await other.close()
                console.complain(
                    "ctl",
                    "the head unit goes on, but has closed this connection, as it does when events are not taken in time"
                )
                return .noConnection
            }
        }
        return .success
    }

    private func runLines(_ client: ControlClient) async -> ExitStatus {
        guard let input = try? FileReader(path: "-") else { return .failure }
        var status = ExitStatus.success
        // The head unit takes no longer ones.
        var splitter = LineSplitter(limit: 1 << 20)
        var isOver = false
        while !isOver {
            let block = (try? await input.read()) ?? []
            isOver = block.isEmpty
            let lines: [[UInt8]]
            do throws(LineSplitter.TooLong) {
                lines = isOver ? splitter.finish().map { [$0] } ?? [] : try splitter.append(block)
            } catch {
                console.complain("ctl", "a line has more than \(error.limit) bytes")
                return .failure
            }
            for line in lines {
                // To a line without a command there is no answer that could be waited for.
                guard !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) else { continue }
                await client.send(line)
                // Events may come before the answer.
                while true {
                    guard let line = await client.next() else { return lost() }
                    console.print(line: line)
                    guard let isGood = Self.verdict(of: line) else { continue }
                    if !isGood { status = .failure }
                    break
                }
            }
        }
        return status
    }

    private func lost() -> ExitStatus {
        console.complain("ctl", "the head unit has closed the connection")
        return .noConnection
    }

    private static func isGood(_ answer: [UInt8]) -> Bool { verdict(of: answer) == true }

    /// Whether a line is a good answer; `nil` for an event.
    private static func verdict(of line: [UInt8]) -> Bool? {
        (try? JSONValue(parsing: line))?["ok"]?.boolValue
    }
}
