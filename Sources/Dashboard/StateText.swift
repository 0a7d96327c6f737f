internal import Formats
internal import GNSS
internal import HeadUnit
internal import Navigation
internal import Positioning
internal import Simulator

/// What is known of a head unit at one moment, taken on its thread and put into words elsewhere.
struct Snapshot: Sendable {
    /// The answer of the control's command `state`.
    var state: JSONValue
    var apps: [AppState]
    var policy: PolicyTable
    var progress: RouteProgress?
    var sourceState: PositionFeed.State
    var sourceName: String?

    /// The recorded drive, which changes with every position.
    var drive: JSONValue? { state["drive"] }
}

/// The head unit and its route as the page reads them.
enum StateText {
    /// The message of the head unit's state.
    ///
    /// - Parameters:
    ///   - snapshot: What is known.
    ///   - permissions: The RPCs that a page offers to switch.
    ///   - problem: What went wrong with the source of positions.
    ///   - corrections: What the receiver of corrections does.
    static func message(
        _ snapshot: Snapshot, rpcs permissions: [String], problem: String?, corrections: JSONValue?
    ) -> [UInt8] {
        var members = snapshot.state.objectValue ?? [:]
        // These are part of the messages of positions and routes.
        for key in ["drive", "position", "wayPoints"] { members[key] = nil }
        // Most apps have the same policy.
        var known: [[String]: JSONValue] = [:]
        members["apps"] = .array(
            zip(members["apps"]?.arrayValue ?? [], snapshot.apps).map { json, app in
                guard case .object(var own) = json else { return json }
                let groups = snapshot.policy.policy(of: app.policyID)?.groups ?? []
                let switches = known[groups] ?? Self.permissions(of: groups, in: snapshot.policy, permissions)
                known[groups] = switches
                own["permissions"] = switches
                return .object(own)
            })
        var source: [String: JSONValue] = ["state": .string(snapshot.sourceState.rawValue)]
        source["name"] = snapshot.sourceName.map { .string($0) }
        // A drive of the program was made up, whatever its sentences say.
        source["madeUp"] = snapshot.sourceName.map {
            .bool($0.hasPrefix("drive://") || MockFiles.paths.contains("drives/\($0).nmea"))
        }
        source["problem"] = problem.map { .string($0) }
        members["source"] = .object(source)
        members["corrections"] = corrections
        return JSONValue.object(["state": .object(members)]).serialized()
    }

    /// The RPCs of a policy that a page offers to switch.
    static func rpcs(of policy: PolicyTable) -> [String] {
        Set(policy.groups.values.flatMap(\.rules.keys)).sorted()
    }

    /// The levels in which an app of these groups may use each RPC.
    private static func permissions(of names: [String], in table: PolicyTable, _ rpcs: [String]) -> JSONValue {
        var members: [String: JSONValue] = [:]
        let groups = names.compactMap { table.groups[$0] }
        for rpc in rpcs {
            let levels = groups.reduce(into: Set<AppLevel>()) { $0.formUnion($1.rules[rpc]?.levels ?? []) }
            guard !levels.isEmpty else { continue }
            members[rpc] = .array(levels.map(\.rawValue).sorted().map { .string($0) })
        }
        return .object(members)
    }

    /// The message of the route.
    static func route(_ progress: RouteProgress?) -> [UInt8] {
        guard let progress else { return Array(#"{"route":null}"#.utf8) }
        let route = progress.route
        let json = route.json
        // All that the page cannot show is kept for the way back.
        let details = (json?["stops"]?.arrayValue ?? []) + (json?["destination"].map { [$0] } ?? [])
        var members: [String: JSONValue] = [
            "stops": .array(
                zip(route.waypoints, details).enumerated().map { index, stop in
                    [
                        "place": place(stop.0.coordinate), "state": .string(state(of: index, in: progress)),
                        "name": stop.0.name.map { .string($0) } ?? .null, "location": stop.1,
                    ]
                }),
            "shape": .array(route.shape.prefix(20_000).map { place($0) }),
        ]
        members["name"] = route.name.map { .string($0) }
        return JSONValue.object(["route": .object(members)]).serialized()
    }

    private static func state(of index: Int, in progress: RouteProgress) -> String {
        if index < progress.nextIndex { return index == progress.originIndex ? "origin" : "passed" }
        if index == progress.route.waypoints.count - 1 { return "destination" }
        return index == progress.nextIndex ? "next" : "ahead"
    }

    private static func place(_ coordinate: GeodeticCoordinate) -> JSONValue {
        [
            PositionText.number(coordinate.latitude, 7) ?? 0, PositionText.number(coordinate.longitude, 7) ?? 0,
        ]
    }
}
