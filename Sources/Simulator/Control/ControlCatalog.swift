/// The commands of the control, with the members of each.
///
/// The reader of commands, its errors, `waypoint-sim ctl` and the table of Docs/control.md all follow from this list.
public struct ControlDescription: Hashable, Sendable {
    /// A member of a command's JSON object, or a word behind the command.
    public struct Member: Hashable, Sendable {
        /// The JSON key.
        public let name: String
        /// What it is, with its default.
        public let meaning: String
    }

    /// The value of `command`.
    public let name: String
    /// What it does, and what apps see of it.
    public let meaning: String
    /// The members; the first ones may be given as words in this order.
    public let members: [Member]
    /// How many members may be given as words without their name.
    public let wordCount: Int

    private init(_ name: String, words: Int, _ meaning: String, _ members: KeyValuePairs<String, String>) {
        self.name = name
        self.meaning = meaning
        self.members = members.map { Member(name: $0.key, meaning: $0.value) }
        wordCount = words
    }

    /// All commands.
    public static let all: [ControlDescription] = [
        .init("activate", words: 1, "The driver opens an app: it comes to FULL.", ["app": "name, id or full id"]),
        .init(
            "deactivate", words: 1,
            "Something else is opened: audio and video apps come to LIMITED, others to BACKGROUND.",
            ["app": "name, id or full id"]),
        .init(
            "exit", words: 2, "The app is closed (NONE), or ended with OnAppInterfaceUnregistered.",
            [
                "app": "name, id or full id",
                "reason":
                    "USER_EXIT (default), DRIVER_DISTRACTION_VIOLATION, UNAUTHORIZED_TRANSPORT_REGISTRATION, "
                    + "UNSUPPORTED_HMI_RESOURCE, RESOURCE_CONSTRAINT",
            ]),
        .init(
            "level", words: 2, "The app comes to a level, by the events that cause it in a vehicle.",
            ["app": "name, id or full id", "level": "FULL, LIMITED, BACKGROUND or NONE"]),
        .init(
            "event", words: 2, "Something takes sound, picture or level from apps, or gives it back.",
            [
                "name": "PHONE_CALL, EMERGENCY_EVENT, DEACTIVATE_HMI, AUDIO_SOURCE, EMBEDDED_NAVI",
                "state": "on or off",
            ]),
        .init(
            "language", words: 2, "The language changes: OnLanguageChange, and apps of another one are ended.",
            ["language": "a Language such as DE-DE", "of": "display, voice or both (default)"]),
        .init(
            "grant", words: 1, "The policy grants an RPC: OnPermissionsChange.",
            [
                "rpc": "the RPC", "app": "name, id or full id; all",
                "levels": "list, or text with commas; FULL, LIMITED, BACKGROUND",
            ]),
        .init(
            "revoke", words: 1, "The policy takes an RPC away, or all of an app: OnPermissionsChange, NONE.",
            ["rpc": "the RPC; none for all of an app", "app": "name, id or full id; all"]),
        .init(
            "policy", words: 1,
            "The policy of the module holds again, or a policy update gives apps other functional groups.",
            [
                "action": "restore or set",
                "apps": "for set: an object of app ids, each with a list of groups, or null, which revokes the app",
            ]),
        .init(
            "consent", words: 2, "The user answers for a functional group, or for the device.",
            [
                "answer": "allow or deny", "group": "the question; none for the device",
                "app": "name, id or full id; all",
            ]),
        .init(
            "capability", words: 2, "A capability changes: OnSystemCapabilityUpdated to subscribers.",
            ["type": "a SystemCapabilityType such as NAVIGATION", "value": "the object that goes with it"]),
        .init(
            "route", words: 2, "The route changes: OnWayPointChange to subscribers.",
            [
                "action": "set, clear, or advance (the next stop counts as passed)",
                "route": "for set: a route of the program, a file, or the route itself: GPX as text, or an object",
            ]),
        .init(
            "position", words: 2, "The vehicle is somewhere else: OnVehicleData to subscribers.",
            [
                "latitude": "degrees", "longitude": "degrees", "altitude": "metres above mean sea level, none",
                "speed": "metres a second, none", "course": "degrees from north, none",
            ]),
        .init(
            "drive", words: 2, "The recorded drive: begin, wait, go elsewhere, change.",
            [
                "action": "play, pause, speed, seek or source",
                "value": "for speed a factor or max, for seek seconds, for source a drive of the program or a file",
            ]),
        .init(
            "fault", words: 2, "Something goes wrong, or no longer (Docs/faults.md).",
            [
                "action": "on, off or list",
                "fault": "the kind, with its members beside it; for off its id, none for all",
            ]),
        .init(
            "ignition", words: 1, "Off: IGNITION_OFF to all apps, and nobody can connect. On: a fresh start.",
            ["state": "on or off"]),
        .init(
            "hmi", words: 2, "Another program is the HMI (see below): its words to the head unit, as in the HMI API.",
            [
                "action": "take, release, notify, request or answer",
                "method": "for notify and request: such as Navigation.OnWayPointChange",
                "parameters": "for notify and request: the parameters, none",
                "id": "for answer: the id of the request", "answer": "for answer: an object with result or error",
            ]),
        .init("state", words: 0, "Tells everything: module, apps, route, position, drive, faults.", [:]),
        .init(
            "events", words: 1, "From now on tells what happens, a line an event.",
            ["rpc": "true: every RPC too, as an event rpc; false"]),
    ]

    /// The table of Docs/control.md.
    public static var markdown: String {
        var lines = ["| command | what it does | members, words first |", "| --- | --- | --- |"]
        for command in all {
            let members = command.members.map { "`\($0.name)`: \($0.meaning)" }.joined(separator: "; ")
            lines.append("| `\(command.name)` | \(command.meaning) | \(members) |")
        }
        return lines.joined(separator: "\n")
    }
}
