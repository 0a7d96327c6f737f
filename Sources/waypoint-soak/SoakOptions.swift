/// What a run is asked for on its command line.
struct SoakOptions: Sendable {
    /// The program that serves: `waypoint-sim`.
    var server = ""
    /// How long the crowd is kept busy.
    var seconds = 600
    /// How many apps there are.
    var apps = 200
    /// Where chance begins; the same seed gives the same plan, though not the same timing.
    var seed: UInt64

    static let usage =
        "usage: waypoint-soak --server PATH [--seconds N] [--apps N] [--seed N]\n"
        + "Keeps a served head unit busy with a crowd of apps, good and bad, and checks what must hold throughout.\n"

    /// Reads the words of the command line; nil when they make no sense.
    init?(_ words: [String], seed: UInt64) {
        self.seed = seed
        var words = words[...]
        while let word = words.popFirst() {
            guard let value = words.popFirst() else { return nil }
            switch (word, Int(value)) {
            case ("--server", _): server = value
            case ("--seconds", let number?) where number > 0: seconds = number
            case ("--apps", let number?) where (1...250).contains(number): apps = number
            case ("--seed", _):
                guard let number = UInt64(value) else { return nil }
                self.seed = number
            default: return nil
            }
        }
        guard !server.isEmpty else { return nil }
    }
}
