import GNSS

/// Reads satellites from lines of text in the most naive way, as a judge between this module and gpsd.
///
/// It shares nothing with the module: strings, splitting, dictionaries.
struct SkyOracle {
    private var sets: [String: [[String]]] = [:]
    private var renewed: [String: Int] = [:]
    private var epochs = 0
    private var run: [[String]] = []
    private var used: [String: Set<String>] = [:]
    private var fresh: Set<String> = []

    /// Takes the lines of one epoch and gives the satellites known at its end.
    mutating func epoch(_ lines: [String]) -> Set<GPSDComparison.Key> {
        fresh = []
        for line in lines {
            let fields = line.split(separator: "*")[0].split(separator: ",", omittingEmptySubsequences: false)
                .map(String.init)
            let isBroken = fields.count % 4 == 2 && fields[fields.count - 2].count > 1
            if fields[0].hasSuffix("GSV"), !isBroken { view(fields) }
            if fields[0].hasSuffix("GSA"), fields.count >= 18 { use(fields) }
        }
        epochs += 1
        // What is not renewed for six seconds is gone; the logs in question have one epoch a second.
        sets = sets.filter { epochs - renewed[$0.key, default: 0] <= 6 }
        if !fresh.isEmpty { used = used.filter { fresh.contains($0.key) } }
        let all = used.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        var result: Set<GPSDComparison.Key> = []
        for (source, satellites) in sets {
            for fields in satellites where Int(fields[0]) != nil {
                let name = Self.name(fields[0], talker: String(source.prefix(2)), system: fields[4])
                let parts = name.split(separator: " ").compactMap { Int($0) }
                guard parts.count == 2 else { continue }
                let strength = Int(fields[3]) ?? 0
                result.insert(
                    GPSDComparison.Key(
                        system: parts[0], number: parts[1], elevation: Int(fields[1]) ?? 0,
                        azimuth: Int(fields[2]) ?? 0, strength: strength, isUsed: strength > 0 && all.contains(name)))
            }
        }
        return result
    }

    private mutating func view(_ fields: [String]) {
        guard fields.count >= 4, let total = Int(fields[1]), let number = Int(fields[2]) else { return }
        if number == 1 { run = [] }
        guard run.count == number - 1 else {
            run = []
            return
        }
        run.append(fields)
        guard number == total else { return }
        var found: [String: [[String]]] = [:]
        for row in run {
            let extra = (row.count - 4) % 4
            let signal = extra > 0 ? row[row.count - extra] : "none"
            let system = extra > 1 ? row[row.count - 1] : ""
            let source = row[0].dropFirst().prefix(2) + " " + signal + " " + system
            var satellites = found[String(source)] ?? []
            for start in stride(from: 4, to: row.count - extra - 3, by: 4) {
                satellites.append(Array(row[start..<(start + 4)]) + [system])
            }
            found[String(source)] = satellites
        }
        sets.merge(found) { $1 }
        for source in found.keys { renewed[source] = epochs }
        run = []
    }

    private mutating func use(_ fields: [String]) {
        let talker = String(fields[0].dropFirst().prefix(2))
        let system = fields.count == 19 && fields[18].count == 1 ? fields[18] : ""
        let key = talker + system
        if !fresh.contains(key) { used[key] = [] }
        fresh.insert(key)
        for number in fields[3..<(fields.count >= 30 ? 27 : 15)] where !number.isEmpty {
            used[key, default: []].insert(Self.name(number, talker: talker, system: system))
        }
    }

    /// gpsd's number of the system and the satellite's own number.
    private static func name(_ text: String, talker: String, system: String) -> String {
        let number = Int(text) ?? 0
        let own = ["1": "GP", "2": "GL", "3": "GA", "4": "GB", "5": "GQ"][system] ?? talker
        switch own {
        case "GL": return "6 \(number > 64 ? number - 64 : number)"
        case "GA": return "2 \(number > 300 ? number - 300 : number)"
        case "GB", "BD": return "3 \(number > 400 ? number - 400 : number > 200 ? number - 200 : number)"
        case "GQ", "QZ": return "5 \(number > 192 ? number - 192 : number)"
        default:
            if number > 400 { return "3 \(number - 400)" }
            if number > 300 { return "2 \(number - 300)" }
            if number > 200 { return "3 \(number - 200)" }
            if number > 192 { return "5 \(number - 192)" }
            if 120...158 ~= number { return "1 \(number)" }
            if number > 64 { return "6 \(number - 64)" }
            if number > 32 { return "1 \(number + 87)" }
            return "0 \(number)"
        }
    }
}
