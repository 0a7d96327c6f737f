/// How important a log entry is, from the chattiest to the gravest.
public enum LogLevel: String, Comparable, CaseIterable, Sendable {
    /// Every step, for debugging.
    case trace
    /// Details of interest to developers.
    case debug
    /// Normal but noteworthy events.
    case info
    /// Something unexpected that was dealt with.
    case warning
    /// Something that failed.
    case error

    /// Orders levels from the chattiest to the gravest.
    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .trace: 0
        case .debug: 1
        case .info: 2
        case .warning: 3
        case .error: 4
        }
    }
}

/// A value in a structured log entry.
public enum LogValue: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    /// Text as it is.
    case string(String)
    /// A whole number.
    case int(Int)
    /// A number.
    case double(Double)
    /// True or false.
    case bool(Bool)
    /// A secret: sinks never see the value, only that there was one.
    case redacted

    /// Wraps literal text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Wraps a literal number.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// Wraps a literal truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

/// One line of the log before a sink gives it its form.
public struct LogEntry: Hashable, Sendable {
    /// How important the entry is.
    public var level: LogLevel
    /// The part of the program that speaks, for example `headunit`.
    public var subsystem: String
    /// What happened, without the values that differ from case to case.
    public var message: String
    /// The values, by name.
    public var fields: [String: LogValue]

    /// Makes an entry.
    public init(level: LogLevel, subsystem: String, message: String, fields: [String: LogValue]) {
        self.level = level
        self.subsystem = subsystem
        self.message = message
        self.fields = fields
    }
}

/// Hands structured entries of one subsystem to a sink.
///
/// The sink decides about the form (the command line writes a JSON object a line to standard error); a logger without
/// a sink costs one comparison a call.
public struct Logger: Sendable {
    /// Takes entries; called on the thread that logs.
    public typealias Sink = @Sendable (LogEntry) -> Void

    /// Entries below this level are not made.
    public var level: LogLevel
    /// The part of the program that speaks.
    public var subsystem: String
    private let sink: Sink?

    /// Makes a logger.
    ///
    /// - Parameters:
    ///   - subsystem: The part of the program that speaks.
    ///   - level: The lowest level that reaches the sink.
    ///   - sink: Where entries go; `nil` drops them all.
    public init(subsystem: String, level: LogLevel = .warning, sink: Sink?) {
        self.subsystem = subsystem
        self.level = level
        self.sink = sink
    }

    /// A logger that drops everything.
    public static let disabled = Logger(subsystem: "", sink: nil)

    /// The same sink under another name.
    public func named(_ subsystem: String) -> Logger {
        Logger(subsystem: subsystem, level: level, sink: sink)
    }

    /// Logs one entry; message and fields are only evaluated when the level is wanted.
    public func log(
        _ level: LogLevel, _ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]
    ) {
        guard let sink, level >= self.level else { return }
        sink(LogEntry(level: level, subsystem: subsystem, message: message(), fields: fields()))
    }
}
