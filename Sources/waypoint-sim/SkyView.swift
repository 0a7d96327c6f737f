internal import GNSS

/// The satellites of an epoch as rows of text: number, elevation, azimuth, a bar for the strength.
struct SkyView {
    private var rows: [Constellation: [Int: Satellite]] = [:]

    /// Takes the rows of all signals; of several signals of a satellite the strongest counts.
    init(_ satellites: [Satellite]) {
        for satellite in satellites {
            let number = satellite.number ?? satellite.rawNumber
            guard var row = rows[satellite.constellation]?[number] else {
                rows[satellite.constellation, default: [:]][number] = satellite
                continue
            }
            row.carrierToNoise = [row.carrierToNoise, satellite.carrierToNoise].compactMap(\.self).max()
            row.isUsed = row.isUsed || satellite.isUsed
            rows[satellite.constellation]?[number] = row
        }
    }

    /// A line a constellation and a line a satellite; a bar is 25 characters long for 50 dBHz.
    var lines: [String] {
        rows.sorted { $0.key.name < $1.key.name }.flatMap { constellation, satellites in
            let used = satellites.values.count(where: \.isUsed)
            return ["\(constellation.name): \(satellites.count) in view, \(used) used"]
                + satellites.sorted { $0.key < $1.key }.map { Self.line($0.key, $0.value) }
        }
    }

    private static func line(_ number: Int, _ satellite: Satellite) -> String {
        let strength = satellite.carrierToNoise ?? 0
        let filled = min(strength / 2, 25)
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 25 - filled)
        let columns = [number, satellite.elevation, satellite.azimuth, satellite.carrierToNoise]
        let text = zip(columns, [4, 4, 5, 4]).map { value, width in
            let digits = value.map(String.init) ?? "-"
            return String(repeating: " ", count: max(0, width - digits.count)) + digits
        }
        return text.joined() + " " + bar + (satellite.isUsed ? " used" : "")
    }
}
