internal import Formats
internal import SDLSpec
internal import Transport

/// `spec`: shows the RPC spec that the program speaks, and compares it with a public file.
struct SpecCommand: Command {
    static let description = CommandDescription(
        name: "spec", summary: "List the RPC spec that is spoken here, with counts; compare it with a public file.",
        options: [
            .init("--diff", "FILE", "Print where the spec differs from a MOBILE_API.xml; exit status 1 if it does."),
            .init("--json", nil, "Print one JSON object."),
            .init("--lua", nil, "Print the numbers and names of the functions as Lua, for Docs/wireshark."),
        ],
        details: [
            "Only what the spec covers is compared: ids, types, mandatory flags, ranges, versions, history, defaults, "
                + "values of enums. Functions, structs and enums that only FILE has are no difference; `here` is the "
                + "spec of the program, `there` is FILE."
        ])

    private let other: (file: String, spec: RPCSpec)?
    private let isJSON: Bool
    private let isLua: Bool
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        if let file = arguments.text("--diff") {
            do {
                other = (file, try RPCSpec(xml: try SmallFile.read(file, limit: 16 << 20)))
            } catch let error as RPCSpecError {
                throw UsageError("--diff", "\(file): \(error)")
            } catch {
                throw UsageError("--diff", "\(error)")
            }
        } else {
            other = nil
        }
        isJSON = arguments.flag("--json")
        isLua = arguments.flag("--lua")
        guard !isLua || !isJSON && other == nil else { throw UsageError("--lua", "not with --json or --diff") }
        self.console = console
    }

    func run() async -> ExitStatus {
        guard !isLua else {
            console.print(SpecReport.lua)
            return .success
        }
        let report = SpecReport(spec: .embedded)
        guard let other else {
            if isJSON {
                console.print(report.json)
            } else {
                for line in report.lines { console.print(line) }
            }
            return .success
        }
        let differences = RPCSpec.embedded.differences(to: other.spec)
        if isJSON {
            console.print(report.json(of: differences, file: other.file))
        } else {
            for line in report.lines(of: differences, file: other.file) { console.print(line) }
        }
        return differences.isEmpty ? .success : .failure
    }
}
