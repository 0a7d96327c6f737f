internal import Glibc
internal import Transport

/// The command line: finds the command, reads its arguments, runs it, and ends with its exit status.
@main
struct WaypointSim {
    /// All commands, in the order in which the help lists them; the first is the default.
    static let commands: [any Command.Type] = [
        DemoCommand.self, ServeCommand.self, AppCommand.self, RunCommand.self, ReplayCommand.self, ControlCommand.self,
        NMEACommand.self, DriveCommand.self, ReceiverCommand.self, DoctorCommand.self, NTRIPCommand.self,
        CasterCommand.self, SpecCommand.self,
    ]

    static func main() {
        let console = Console()
        do {
            try TerminationSignals.begin()
        } catch {
            console.complain("signals", "\(error)")
        }
        Task.detached {
            let status = await run(ProgramArguments.words, console: console)
            let isComplete = console.finish()
            exit(status == .success && !isComplete ? ExitStatus.failure.rawValue : status.rawValue)
        }
        // Not an asynchronous main: that one lets all signals through while it waits.
        while true { pause() }
    }

    static func run(_ words: [String], console: Console) async -> ExitStatus {
        do {
            switch try Invocation(words) {
            case .help(nil):
                console.print(HelpText.overview)
                return .success
            case .help(let command?):
                console.print(HelpText.page(of: command.description))
                return .success
            case .markdown:
                console.print(HelpText.markdown)
                return .success
            case .version:
                console.print("waypoint-sim \(Version.text)")
                return .success
            case .run(let command, let arguments):
                return try await command.run(arguments, console: console)
            }
        } catch {
            console.complain(error.what, error.why)
            console.note("try: waypoint-sim --help")
            return .usage
        }
    }
}

/// What the words of the command line ask for.
enum Invocation {
    case help((any Command.Type)?)
    case markdown
    case version
    case run(any Command.Type, Arguments)

    init(_ words: [String]) throws(UsageError) {
        var words = words
        var command: any Command.Type = DemoCommand.self
        var isNamed = false
        if let first = words.first, !first.hasPrefix("-") {
            if first == "help" {
                guard let name = words.dropFirst().first else {
                    self = .help(nil)
                    return
                }
                self = name == "--markdown" ? .markdown : .help(try Self.command(named: name))
                return
            }
            command = try Self.command(named: first)
            words.removeFirst()
            isNamed = true
        }
        if words.contains("--help") || words.contains("-h") {
            self = .help(isNamed ? command : nil)
        } else if words.contains("--version") {
            self = .version
        } else {
            self = .run(command, try Arguments(words, for: command.description))
        }
    }

    private static func command(named name: String) throws(UsageError) -> any Command.Type {
        for command in WaypointSim.commands where command.description.name == name { return command }
        let known = WaypointSim.commands.map { $0.description.name }.joined(separator: ", ")
        throw UsageError(name, "no such command; there are \(known)")
    }
}

/// The version of the program.
enum Version {
    static let text = "0.1.0"
}
