internal import GNSS
internal import Navigation
internal import Transport

/// `drive`: the NMEA of a receiver that drives along a route and never was.
struct DriveCommand: Command {
    static let description = CommandDescription(
        name: "drive", summary: "Write the NMEA of a receiver that drives along a route, to standard output.",
        operands: ["ROUTE"],
        options: [
            .init("--kmh", "N", "The highest speed (default 50)."),
            .init("--rate", "HZ", "Epochs a second, 0.1 to 50 (default 1)."),
            .init("--seed", "N", "The seed of noise and sky (default 1); the same seed gives the same bytes."),
            .init("--sentences", "LIST", "Which sentences, in order (default RMC,GGA,GSA,GSV)."),
            .init("--halt", "SECONDS", "How long the vehicle halts at each stop (default 0)."),
            .init("--noise", "METRES", "How far positions wander (default 1.2)."),
            .init("--tunnel", "FROM-TO", "No fix between these metres of the way; several with commas."),
            .init("--quality", "WORD", "How good the fixes are (default autonomous); simulated marks them as such."),
            .init(
                "--constellations", "LIST",
                "Which satellites are heard (default gps,glonass,galileo,beidou; also qzss, navic, sbas)."),
            .init("--cold-start", "SECONDS", "How long the receiver has no fix at first (default 0)."),
        ],
        details: ["ROUTE is a GPX, GeoJSON, NMEA or JSON file, or the name of a route that comes with the program."])

    private let route: Route
    private let options: DriveGenerator.Options
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        guard let name = arguments.operands.first else {
            throw UsageError("drive", "a ROUTE is missing: a file, or a name such as demo")
        }
        route = try HeadUnitSetup.route(name, option: "drive")
        var options = DriveGenerator.Options()
        if let speed = try arguments.number("--kmh", in: 1...500) { options.speed = speed }
        if let rate = try arguments.number("--rate", in: 0.1...50) { options.rate = rate }
        if let seed = try arguments.integer("--seed", in: 0...Int.max) { options.seed = UInt64(seed) }
        if let halt = try arguments.number("--halt", in: 0...86_400) { options.haltAtStops = halt }
        if let noise = try arguments.number("--noise", in: 0...1000) { options.noise = noise }
        if let start = try arguments.number("--cold-start", in: 0...86_400) { options.coldStart = start }
        if let list = arguments.text("--sentences") {
            guard let sentences = DriveGenerator.Options.sentences(list) else {
                let known = DriveSentence.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError("--sentences", "a list out of \(known), not \(list)")
            }
            options.sentences = sentences
        }
        if let text = arguments.text("--tunnel") {
            guard let tunnels = DriveGenerator.Options.tunnels(text) else {
                throw UsageError("--tunnel", "metres such as 200-450, or 200-450,900-950, not \(text)")
            }
            options.tunnels = tunnels
        }
        if let text = arguments.text("--quality") {
            guard let quality = DriveGenerator.Options.quality(text) else {
                throw UsageError("--quality", "\(DriveGenerator.Options.qualityWords), not \(text)")
            }
            options.quality = quality
        }
        if let text = arguments.text("--constellations") {
            guard let systems = DriveGenerator.Options.constellations(text) else {
                throw UsageError("--constellations", "a list out of \(DriveGenerator.Options.systemWords), not \(text)")
            }
            options.constellations = systems
        }
        self.options = options
        self.console = console
    }

    func run() async -> ExitStatus {
        for epoch in DriveGenerator(route: route, options: options) {
            console.write(epoch.bytes(options))
        }
        return .success
    }
}
