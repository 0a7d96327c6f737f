/// One command of the program.
protocol Command: Sendable {
    /// What the help says and which arguments exist.
    static var description: CommandDescription { get }

    /// Reads the arguments.
    ///
    /// - Throws: ``UsageError`` for values that cannot be used.
    init(_ arguments: Arguments, console: Console) throws(UsageError)

    /// Does the work.
    ///
    /// - Throws: ``UsageError`` for something the command line names that cannot be opened.
    func run() async throws(UsageError) -> ExitStatus
}

extension Command {
    /// Reads the arguments and does the work.
    static func run(_ arguments: Arguments, console: Console) async throws(UsageError) -> ExitStatus {
        let command = try Self(arguments, console: console)
        return try await command.run()
    }
}

/// How the program ends.
enum ExitStatus: Int32, Sendable {
    /// Everything went well.
    case success = 0
    /// The work failed.
    case failure = 1
    /// The command line cannot be understood.
    case usage = 2
    /// There is no connection, or it was lost.
    case noConnection = 3
}

/// A command line that cannot be understood, as `what: why`.
struct UsageError: Error, Hashable {
    let what: String
    let why: String

    /// Makes an error; URLs in it lose user and password.
    init(_ what: String, _ why: String) {
        self.what = Self.withoutCredentials(what)
        self.why = Self.withoutCredentials(why)
    }

    /// A text without what stands between the first `://` and the last `@`, whatever characters a password has.
    private static func withoutCredentials(_ text: String) -> String {
        guard let scheme = text.firstRange(of: "://"), let at = text.lastIndex(of: "@"), at >= scheme.upperBound else {
            return text
        }
        return String(text[..<scheme.upperBound] + text[text.index(after: at)...])
    }
}

/// A command as the help shows it; also the grammar of its arguments.
struct CommandDescription: Sendable {
    /// An option: a flag, or with `value` a word that follows.
    struct Option: Sendable {
        let name: String
        /// The placeholder of the value; `nil` for a flag.
        let value: String?
        let help: String

        init(_ name: String, _ value: String? = nil, _ help: String) {
            self.name = name
            self.value = value
            self.help = help
        }
    }

    let name: String
    /// One sentence.
    let summary: String
    /// What stands without a dash, for example `SOURCE`; empty for nothing.
    let operands: [String]
    let options: [Option]
    /// More to say, a paragraph each.
    let details: [String]

    init(name: String, summary: String, operands: [String] = [], options: [Option], details: [String] = []) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.options =
            options + [
                Option(
                    "--log", "LEVEL",
                    "Tell what goes on, as JSON lines on standard error: trace, debug, info, warning or error."),
                Option("--help", nil, "Show this help."),
            ]
        self.details = details
    }
}
