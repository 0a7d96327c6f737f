internal import Formats

/// An event of `app`: a JSON object for programs, a sentence for people.
struct AppEvent: Sendable {
    let name: String
    private let members: [String: JSONValue]

    init(_ name: String, _ members: [String: JSONValue] = [:]) {
        self.name = name
        self.members = members
    }

    /// Reads a line that `app --json` printed.
    init?(line: [UInt8]) {
        guard let value = try? JSONValue(parsing: line), let name = value["event"]?.stringValue else { return nil }
        self.init(name, value.objectValue ?? [:])
    }

    /// The object, with the seconds since the app began.
    func json(at seconds: Double) -> JSONValue {
        var object = members
        object["event"] = .string(name)
        object["t"] = .double((seconds * 1e6).rounded() / 1e6)
        return .object(object)
    }

    /// The event in words; `nil` for what people need not know.
    var text: String? {
        switch name {
        case "registered":
            "registered, RPC \(word("rpcVersion")), protocol \(word("protocolVersion"))"
        case "hmiStatus":
            "HMI level \(word("hmiLevel"))"
        case "permissions":
            "permissions: "
                + (members["permissions"]?.objectValue ?? [:]).sorted { $0.key < $1.key }
                .map { "\($0.key) \($0.value == true ? "yes" : "no")" }.joined(separator: ", ")
        case "capability":
            members["supported"] == true
                ? "waypoints are supported (\(word("reason")))" : "waypoints are not supported: \(word("reason"))"
        case "wayPoints":
            "waypoints: \(places)"
        case "wayPointChange":
            "waypoints changed: \(places)"
        case "refused":
            "\(word("rpc")) was refused: "
                + ["resultCode", "reason"].compactMap { members[$0]?.stringValue }.joined(separator: ", ")
        case "subscribed":
            "subscribed to waypoints: \(word("resultCode"))"
        case "unsubscribed":
            "unsubscribed from waypoints: \(word("resultCode"))"
        case "gate":
            "gate \(word("gate")): \(word("state"))"
                + (members["reason"].flatMap(\.stringValue).map { " (\($0))" } ?? "")
                + (members["remedy"].flatMap(\.stringValue).map { "; \($0)" } ?? "")
        case "gps":
            "position \(position)"
        case "gpsSubscribed":
            "subscribed to the position: \(word("resultCode"))"
        case "locationSent":
            "sent a place to the navigation: \(word("resultCode"))"
        case "ended":
            "ended: \(word("reason"))"
        default:
            nil
        }
    }

    /// The level of an `hmiStatus`.
    var hmiLevel: String? { members["hmiLevel"]?.stringValue }

    /// The place that is driven to next: the first stop, or the destination.
    var nextPlace: String {
        let list = members["wayPoints"]?.arrayValue ?? []
        guard let next = list.dropFirst().first ?? list.first else { return "no route" }
        return Self.place(next)
    }

    private var position: String {
        guard let gps = members["gps"], let latitude = gps["latitudeDegrees"]?.doubleValue,
            let longitude = gps["longitudeDegrees"]?.doubleValue
        else { return "unknown" }
        let speed = gps["speed"]?.doubleValue.map { ", \(NMEAReport.decimal($0, 0)) km/h" } ?? ""
        return "\(latitude), \(longitude)\(speed)"
    }

    private func word(_ key: String) -> String {
        members[key]?.stringValue ?? "?"
    }

    /// The names of the list's places, the destination last as people say it.
    private var places: String {
        let list = members["wayPoints"]?.arrayValue ?? []
        guard let destination = list.first else { return "no route" }
        let stops = list.dropFirst().map(Self.place)
        return (stops + ["destination \(Self.place(destination))"]).joined(separator: ", ")
    }

    private static func place(_ details: JSONValue) -> String {
        if let name = details["locationName"]?.stringValue { return name }
        guard let latitude = details["coordinate"]?["latitudeDegrees"]?.doubleValue,
            let longitude = details["coordinate"]?["longitudeDegrees"]?.doubleValue
        else { return "(a place without name)" }
        return "\(latitude), \(longitude)"
    }
}
