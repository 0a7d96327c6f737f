internal import GNSS
internal import NMEA
internal import Transport

/// `nmea`: decodes a source.
struct NMEACommand: Command {
    static let description = CommandDescription(
        name: "nmea", summary: "Decode NMEA sentences: fixes, satellites, statistics.", operands: ["SOURCE"],
        options: [.init("--json", nil, "Print gpsd's TPV and SKY objects, one a line.")],
        details: ["SOURCE is a file, or - for standard input."])

    private let source: String
    private let isJSON: Bool
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        guard let source = arguments.operands.first else {
            throw UsageError("nmea", "a SOURCE is missing: a file, or -")
        }
        self.source = source
        isJSON = arguments.flag("--json")
        self.console = console
    }

    func run() async throws(UsageError) -> ExitStatus {
        let reader: FileReader
        do throws(TransportError) {
            reader = try FileReader(path: source)
        } catch {
            throw UsageError("nmea", "\(error)")
        }
        do {
            var decoder = NMEADecoder()
            var report = NMEAReport()
            while true {
                let block = try await reader.read()
                let events = block.isEmpty ? decoder.finish() : decoder.decode(block)
                for event in events {
                    guard case .epoch(let epoch) = event else { continue }
                    report.add(epoch)
                    if isJSON {
                        for object in GPSDReport.objects(of: epoch) { console.print(line: object.jsonLine) }
                    } else {
                        console.print(NMEAReport.line(epoch))
                    }
                }
                if block.isEmpty { break }
            }
            if !isJSON {
                for line in report.summary(decoder.statistics) { console.print(line) }
            }
            return .success
        } catch {
            console.complain("nmea", "\(error)")
            return .failure
        }
    }
}
