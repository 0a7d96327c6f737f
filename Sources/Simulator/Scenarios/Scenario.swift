internal import Formats
public import Navigation
internal import Transport

/// What is done to a mock head unit, and what an app has to do then, step by step.
///
/// ```swift
/// let scenario = try Scenario(named: "only-in-full")
/// let player = ScenarioPlayer(scenario, on: try Reactor())
/// let report = await player.run(ScenarioCommand("node app.js"))
/// print(report.text)
/// ```
public struct Scenario: Sendable {
    /// A short name, such as `only-in-full`.
    public let name: String
    /// The file it was read from.
    public let file: String
    /// What it shows, in one sentence.
    public let description: String
    /// The head unit.
    public let module: MockModule
    /// The route at the start; `nil` for that of the module.
    public let route: Route?
    /// Words for the app of this program (`waypoint-sim app`); other apps do not get them.
    public let appArguments: [String]
    /// How long it may take in all.
    public let timeout: Duration
    /// What is done and expected, in this order.
    public private(set) var steps: [ScenarioStep]

    /// How many steps a scenario may have, those of its includes counted.
    static let stepLimit = 1000
    /// How many seconds a step waits where neither it nor the scenario says.
    static let patience = 10.0

    /// Loads a scenario that comes with the program.
    ///
    /// - Parameter name: Its name, without folder and extension.
    /// - Throws: ``ScenarioError`` when there is none of that name, or it is broken.
    public init(named name: String) throws(ScenarioError) {
        let path = "scenarios/\(name).json"
        guard let bytes = MockFiles.bytes(path) else {
            throw ScenarioError(file: name, path: "", expectation: Self.known(like: name))
        }
        try self.init(json: bytes, file: path, isEmbedded: true)
    }

    /// Reads a scenario from the bytes of its file; what it includes is looked for beside it.
    ///
    /// - Parameters:
    ///   - json: The bytes.
    ///   - file: The path of the file.
    /// - Throws: ``ScenarioError`` with the path of the first member that is missing, unknown or of a wrong type.
    public init(json: [UInt8], file: String) throws(ScenarioError) {
        try self.init(json: json, file: file, isEmbedded: false)
    }

    private init(json: [UInt8], file: String, isEmbedded: Bool) throws(ScenarioError) {
        do throws(MockModuleError) {
            let value = try MockModule.parse(json, file: file)
            let reader = try MockModuleReader(value, file: file, path: "", isEmbedded: isEmbedded)
            try reader.allow(["name", "description", "module", "route", "app", "timeout", "patience", "steps"])
            self.file = file
            name = try reader.text("name")
            description = try reader.text("description")
            module = try Self.module(reader)
            route = try reader.optionalText("route").map { name throws(MockModuleError) in
                try MockFiles.route(reader.resolved(name), file: file)
            }
            appArguments = try reader.texts("app")
            timeout = .seconds(try reader.optionalNumber("timeout", in: 0.1...3600) ?? 60)
            let patience = try reader.optionalNumber("patience", in: 0.001...3600) ?? Self.patience
            var steps = ScenarioStepReader(module: module, patience: patience)
            try steps.read(reader)
            self.steps = steps.steps
        } catch {
            throw ScenarioError(file: error.file, path: error.path, expectation: error.expectation)
        }
    }

    /// Why it cannot be played with an app; `nil` when it can.
    ///
    /// An app that somebody else starts is not ours to start again and to kill.
    public func obstacle(for app: any ScenarioApp) -> String? {
        guard app.isVisitor, let first = steps.firstIndex(where: \.needsOwnApp) else { return nil }
        let isFarewell = steps[first...].allSatisfy { $0.needsOwnApp || $0.target != nil || $0.isWait }
        guard !isFarewell else { return nil }
        return "needs --app: \(steps[first].place): \(steps[first].text)"
    }

    /// What can be played with an app, and what is left out.
    func part(for app: any ScenarioApp) -> (scenario: Scenario, shortened: String?) {
        guard app.isVisitor, let first = steps.firstIndex(where: \.needsOwnApp) else { return (self, nil) }
        var part = self
        part.steps = Array(steps[..<first])
        return (part, "the last \(steps.count - first) steps need --app and are left out")
    }

    /// A module by name, by file, or as the object itself.
    private static func module(_ reader: MockModuleReader) throws(MockModuleError) -> MockModule {
        switch reader.value("module") {
        case nil: return try MockModule(named: "modern")
        case .string(let name):
            guard name.contains("/") || name.hasSuffix(".json") else {
                do throws(MockModuleError) {
                    return try MockModule(named: name)
                } catch {
                    throw reader.error("module", error.expectation)
                }
            }
            let bytes: [UInt8]
            do {
                bytes = try SmallFile.read(reader.resolved(name), limit: 16 << 20)
            } catch {
                throw reader.error("module", "a module file (\(error))")
            }
            return try MockModule(json: bytes, file: reader.resolved(name))
        case .object(var members)?:
            members["name"] = members["name"] ?? "of the scenario"
            members["description"] = members["description"] ?? "Made for one scenario."
            do throws(MockModuleError) {
                return try MockModule(json: JSONValue.object(members).serialized(), file: reader.file)
            } catch {
                throw reader.error(error.path.isEmpty ? "module" : "module.\(error.path)", error.expectation)
            }
        case .some: throw reader.error("module", "the name of a module, a file, or an object")
        }
    }

    /// What a name could have been meant for.
    private static func known(like name: String) -> String {
        let near = names.map { (name: $0, distance: Self.distance(name, $0)) }.filter { $0.distance <= 3 }
            .min { $0.distance < $1.distance }
        let meant = near.map { ", perhaps \($0.name)," } ?? ""
        return "one of the scenarios that --list tells\(meant) or a file with a slash or .json in its name"
    }

    /// How many letters have to be changed, added or left out to make one text of the other.
    private static func distance(_ one: String, _ other: String) -> Int {
        let other = Array(other.utf8)
        guard one.utf8.count <= 100 else { return .max }
        var row = Array(0...other.count)
        for (index, letter) in one.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (place, candidate) in other.enumerated() {
                let change = diagonal + (letter == candidate ? 0 : 1)
                diagonal = row[place + 1]
                row[place + 1] = min(change, row[place] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }

    /// The names of the scenarios that come with the program.
    public static var names: [String] {
        MockFiles.paths.compactMap { path in
            guard path.hasPrefix("scenarios/"), path.hasSuffix(".json") else { return nil }
            let name = path.dropFirst("scenarios/".count).dropLast(".json".count)
            return name.contains("/") ? nil : String(name)
        }
    }
}

/// What is wrong in the file of a scenario, and where.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let file: String
    /// The member, for example `steps[3].within`; empty for the file as a whole.
    public let path: String
    /// What was expected there.
    public let expectation: String

    /// File, member and expectation.
    public var description: String {
        path.isEmpty ? "\(file): expected \(expectation)" : "\(file): \(path): expected \(expectation)"
    }
}
