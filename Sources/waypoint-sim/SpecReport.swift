internal import Formats
internal import SDLSpec

/// What `spec` tells: counts and names, and differences.
struct SpecReport {
    let spec: RPCSpec

    /// A function as people count them: a request and its response are one.
    private struct Entry {
        var name: String
        var id: UInt32?
        var kinds: [RPCMessageKind]
        var since: RPCVersion?
    }

    /// The functions in alphabetical order.
    private var entries: [Entry] {
        var found: [String: Entry] = [:]
        for function in spec.functions {
            found[function.name, default: Entry(name: function.name, id: function.id, kinds: [], since: nil)]
                .kinds.append(function.kind)
            let first = ([function.availability] + function.history).compactMap(\.since).min()
            if let first, first < found[function.name]?.since ?? RPCVersion(.max, 0) {
                found[function.name]?.since = first
            }
        }
        return found.values.sorted { $0.name < $1.name }
    }

    // MARK: - For people

    /// Counts, then every name.
    var lines: [String] {
        let counts = spec.counts
        var lines = [
            "RPC spec \(version): \(counts.functions) functions (\(counts.requests) requests, \(counts.responses) "
                + "responses, \(counts.notifications) notifications, \(counts.parameters) parameters), "
                + "\(counts.structs) structs (\(counts.members) members), \(counts.enums) enums (\(counts.values) "
                + "values)", "", "functions:",
        ]
        let width = entries.map(\.name.count).max() ?? 0
        for entry in entries {
            let id = entry.id.map { "\($0)" } ?? "-"
            let facts =
                [entry.kinds.map(\.name).joined(separator: ", ")]
                + (entry.since.map { ["since \($0.shortDescription)"] } ?? [])
            lines.append(
                "  \(entry.name.padded(to: width))  \(id.padded(to: 5))  \(facts.joined(separator: ", "))")
        }
        lines += ["", "structs:"] + Self.wrapped(spec.structs.keys.sorted())
        lines += ["", "enums:"] + Self.wrapped(spec.enums.keys.sorted())
        return lines
    }

    /// A line a difference, then how many there are.
    func lines(of differences: [SpecDifference], file: String) -> [String] {
        let counts = spec.counts
        let compared = "\(counts.functions) functions, \(counts.structs) structs and \(counts.enums) enums"
        guard !differences.isEmpty else { return ["no difference: \(compared) are as in \(file)"] }
        return differences.map(\.description)
            + ["\(differences.count) difference\(differences.count == 1 ? "" : "s") in \(compared): there is \(file)"]
    }

    private var version: String { spec.version?.description ?? "without version" }

    /// Names in lines of at most 110 characters.
    private static func wrapped(_ names: [String]) -> [String] {
        var lines: [String] = []
        var line = " "
        for name in names {
            if line.count + 1 + name.count > 110 {
                lines.append(line)
                line = " "
            }
            line += " " + name
        }
        return lines + [line]
    }

    // MARK: - For programs

    /// Counts and names as one object.
    var json: JSONValue {
        let functions = entries.map { entry -> JSONValue in
            var members: [String: JSONValue] = [
                "name": .string(entry.name), "kinds": .array(entry.kinds.map { .string($0.name) }),
            ]
            members["id"] = entry.id.map { .int(Int64($0)) }
            members["since"] = entry.since.map { .string($0.shortDescription) }
            return .object(members)
        }
        return [
            "version": .string(version), "counts": counts, "functions": .array(functions),
            "structs": .array(spec.structs.keys.sorted().map { .string($0) }),
            "enums": .array(spec.enums.keys.sorted().map { .string($0) }),
        ]
    }

    /// The differences as one object; what a side does not say is left out.
    func json(of differences: [SpecDifference], file: String) -> JSONValue {
        let items = differences.map { difference -> JSONValue in
            var members: [String: JSONValue] = ["path": .string(difference.path), "fact": .string(difference.fact)]
            members["here"] = difference.here.map { .string($0) }
            members["there"] = difference.there.map { .string($0) }
            return .object(members)
        }
        return ["file": .string(file), "counts": counts, "differences": .array(items)]
    }

    private var counts: JSONValue {
        let counts = spec.counts
        let members: [String: Int] = [
            "functions": counts.functions, "requests": counts.requests, "responses": counts.responses,
            "notifications": counts.notifications, "parameters": counts.parameters, "structs": counts.structs,
            "members": counts.members, "enums": counts.enums, "values": counts.values,
        ]
        return .object(members.mapValues { .int(Int64($0)) })
    }
}

extension String {
    /// The text with blanks behind it up to a width.
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

extension SpecReport {
    /// The functions by number as a table of Lua.
    static var lua: String {
        var names: [UInt32: String] = [:]
        for function in RPCSpec.embedded.functions { if let id = function.id { names[id] = function.name } }
        let lines = names.sorted { $0.key < $1.key }.map { "    [\($0.key)] = \"\($0.value)\"," }
        return
            (["-- Made by `waypoint-sim spec --lua` from the spec; a test keeps it current.", "return {"] + lines + [
                "}"
            ])
            .joined(separator: "\n")
    }
}
