internal import Formats
internal import Positioning
internal import Transport

/// `doctor`: says why a receiver is not heard.
struct DoctorCommand: Command {
    static let description = CommandDescription(
        name: "doctor", summary: "Say why a receiver is not heard, and what to do.", operands: ["SOURCE"],
        options: [
            .init("--seconds", "N", "How long to listen (default 5)."),
            .init("--json", nil, "Print an object a finding: kind, text, remedy."),
            SourceArgument.accessoriesOption,
        ],
        details: [
            SourceArgument.forms,
            "It looks for missing rights, programs that hold the port (ModemManager among them), silence, a wrong baud rate "
                + "(the usual ones are tried), damaged sentences, and a receiver without a fix. Exit status 0 when positions "
                + "arrive, else 1.",
        ])

    private let source: SourceArgument
    private let seconds: Int
    private let isJSON: Bool
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        guard let text = arguments.operands.first else {
            throw UsageError("doctor", "a SOURCE is missing (waypoint-sim doctor --help)")
        }
        source = try SourceArgument(text, name: "doctor", accessories: arguments.text("--accessories"))
        seconds = try arguments.integer("--seconds", in: 1...600) ?? 5
        isJSON = arguments.flag("--json")
        self.console = console
    }

    func run() async throws(UsageError) -> ExitStatus {
        do {
            let reactor = try Reactor()
            let accessories = try await source.accessories(on: reactor)
            let probe = ReceiverProbe(source.address, accessories: accessories, on: reactor)
            let diagnosis = ReceiverDiagnosis(await probe.look(for: .seconds(seconds)))
            for finding in diagnosis.findings { tell(finding) }
            return diagnosis.isHealthy ? .success : .failure
        } catch {
            console.complain("doctor", "\(error)")
            return .failure
        }
    }

    private func tell(_ finding: ReceiverDiagnosis.Finding) {
        if isJSON {
            var members: [String: JSONValue] = ["kind": .string("\(finding.kind)"), "text": .string(finding.text)]
            if let remedy = finding.remedy { members["remedy"] = .string(remedy) }
            console.print(.object(members))
            return
        }
        console.print("\(source.text): \(finding.text)", finding.kind == .healthy ? .good : .bad)
        if let remedy = finding.remedy { console.print("  \(remedy)") }
    }
}
