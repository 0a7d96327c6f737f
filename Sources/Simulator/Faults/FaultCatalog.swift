/// The names under which faults are written in JSON, with the members each takes.
///
/// The reader of faults, its errors and the table of Docs/faults.md all follow from this list.
public struct FaultDescription: Hashable, Sendable {
    /// A member of a fault's JSON object.
    public struct Member: Hashable, Sendable {
        /// The JSON key.
        public let name: String
        /// What it is, with unit, range and default.
        public let meaning: String
        /// What it is in JSON.
        public let kind: Kind

        init(name: String, meaning: String) {
            self.name = name
            self.meaning = meaning
            kind = Self.kinds[name] ?? .text
        }

        private static let kinds: [String: Kind] = [
            "milliseconds": .number, "jitter": .number, "offset": .number, "copies": .number, "bytes": .number,
            "messages": .number, "bytesPerSecond": .number, "service": .number, "times": .number, "skip": .number,
            "probability": .number, "seed": .number, "success": .flag, "rejectedParams": .list, "members": .object,
            "value": .any,
        ]
    }

    /// What a member can be in JSON.
    public enum Kind: String, Hashable, Sendable {
        /// A text.
        case text
        /// A number.
        case number
        /// `true` or `false`.
        case flag
        /// A list of texts.
        case list
        /// An object.
        case object
        /// Anything.
        case any
    }

    /// The value of `fault`.
    public let name: String
    /// What is seen on the wire.
    public let meaning: String
    /// The members beside those that all faults have.
    public let members: [Member]

    /// All kinds of faults.
    public static let all: [FaultDescription] = [
        .init(
            "latency", "Messages come late; without `rpc` the whole connection is late and keeps its order.",
            ["milliseconds": "the delay, 0 to 600000, needed", "jitter": "milliseconds added by chance, up to this"]),
        .init("noAnswer", "The response (or the notification that `rpc` names) never comes.", [:]),
        .init(
            "resultCode", "The response has this result code.",
            [
                "resultCode": "the code, needed", "success": "whether it counts as success, false",
                "info": "the info text, none",
            ]),
        .init(
            "wrongCorrelationID", "The response carries another correlation id.",
            ["offset": "what is added to the id, 1000"]),
        .init(
            "duplicate", "The message comes again, at most 100 times however many such faults are on.",
            ["copies": "how often more, 1 to 100, 1"]),
        .init(
            "genericResponse", "GenericResponse (function id 31) comes in place of the response.",
            ["resultCode": "its code, INVALID_DATA"]),
        .init(
            "notificationFirst", "The response waits until the next notification has gone out.",
            ["milliseconds": "how long at most, 1000"]),
        .init(
            "truncate", "The last frame of the message ends early; its header announces more.",
            ["bytes": "how many are missing, 1 to 131072, 1"]),
        .init(
            "corrupt", "Bytes of the message are changed by chance.",
            ["bytes": "how many, 1 to 131072, 1", "where": "`payload` (default) or `header` of the first frame"]),
        .init(
            "splitWrites", "What is sent is written in pieces.",
            ["bytes": "the size of a piece, 1 to 131072, 1", "milliseconds": "the time between two, 0"]),
        .init(
            "disconnect", "The connection is cut after so many messages of both sides, counted from now.",
            ["messages": "how many, 1 to 1000000, needed"]),
        .init("halfOpen", "The connection stays open, and nothing passes in either direction.", [:]),
        .init(
            "slowReader", "The head unit reads slowly, so that the app's socket fills.",
            ["bytesPerSecond": "the rate, 1 to 100000000, needed"]),
        .init(
            "slowWriter", "The head unit writes slowly.", ["bytesPerSecond": "the rate, 1 to 100000000, needed"]),
        .init(
            "nak", "StartService is refused; `app` cannot be named, since it is not known yet.",
            [
                "service": "the number of the service (7 RPC, 11 video …), all", "reason": "the text, none",
                "rejectedParams": "the list of refused keys, none",
            ]),
        .init(
            "unknownField", "The body has a member that no version knows.",
            [
                "field": "its name, with full stops for the way into at most 16 objects, `fromTheFuture`",
                "value": "it, true",
            ]),
        .init(
            "unknownEnumValue", "A member holds a value that no version knows.",
            [
                "field": "its name, with full stops for the way into at most 16 objects, needed",
                "value": "it, `FROM_THE_FUTURE`",
            ]),
        .init(
            "members", "An object is laid over the body; `null` removes a member.", ["members": "the object, needed"]),
        .init(
            "unregister", "The app hears OnAppInterfaceUnregistered and is gone.",
            ["reason": "an AppInterfaceUnregisteredReason, needed", "milliseconds": "after so long, 0"]),
        .init(
            "levelFlapping", "The app is brought to FULL and sent to NONE in turn.",
            ["milliseconds": "how long each lasts, 10 to 600000, 500"]),
    ]

    /// The members that all faults have.
    public static let common: [Member] = [
        Member(name: "fault", meaning: "the kind, needed"),
        Member(name: "id", meaning: "its name for switching it off, the kind"),
        Member(
            name: "rpc",
            meaning:
                "the RPC, such as `GetWayPoints`, all; an RPC that the spec lacks is refused, and any with a fault of the connection as a whole"
        ),
        Member(name: "app", meaning: "name, id or full id of the app, all; not for `nak`"),
        Member(name: "times", meaning: "how often, always; not for faults of the connection as a whole"),
        Member(name: "skip", meaning: "how often it goes well first, 0; for faults of messages and `nak`"),
        Member(name: "probability", meaning: "above 0 to 1, 1; for faults of messages and `nak`"),
        Member(name: "seed", meaning: "the beginning of its chance, 1; for faults of messages and `nak`"),
    ]

    private init(_ name: String, _ meaning: String, _ members: KeyValuePairs<String, String>) {
        self.name = name
        self.meaning = meaning
        self.members = members.map { Member(name: $0.key, meaning: $0.value) }
    }

    /// The table of Docs/faults.md.
    public static var markdown: String {
        var lines = ["| `fault` | what is seen | members, with their defaults |", "| --- | --- | --- |"]
        for kind in all {
            let members = kind.members.map { "`\($0.name)`: \($0.meaning)" }.joined(separator: "; ")
            lines.append("| `\(kind.name)` | \(kind.meaning) | \(members) |")
        }
        lines += ["", "| member of every fault | meaning, default |", "| --- | --- |"]
        lines += common.map { "| `\($0.name)` | \($0.meaning) |" }
        return lines.joined(separator: "\n")
    }
}
