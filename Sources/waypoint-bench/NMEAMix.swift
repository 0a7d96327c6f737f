/// Makes a stream of sentences like that of modern receivers.
///
/// The shares are those of the mix in the speed reference: GSV 59 %, GSA 13 %, GGA, RMC and VTG 9 % each, GST 1 %;
/// layouts of 2.3 to 4.11, talkers GP GN GL GA GB BD GQ. Digits are random, so that lines do not repeat.
struct NMEAMix {
    /// Lines without content at the end.
    static let blankLines = 2

    private var state: UInt64
    private var bytes: [UInt8] = []
    private var sentences = 0

    /// Makes at least `size` bytes and says how many sentences they hold.
    static func make(size: Int, seed: UInt64 = 1) -> (bytes: [UInt8], sentences: Int) {
        var mix = NMEAMix(seed: seed)
        mix.bytes.reserveCapacity(size + 4096)
        var second = 0
        while mix.bytes.count < size {
            mix.epoch(second)
            second += 1
        }
        // Blank lines at the end, so that whole words can be read there.
        mix.bytes.append(contentsOf: [0x0D, 0x0A, 0x0D, 0x0A])
        return (mix.bytes, mix.sentences)
    }

    private init(seed: UInt64) {
        state = seed
    }

    private mutating func random(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ value >> 31) % UInt64(limit))
    }

    private mutating func digits(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    private mutating func emit(_ body: String) {
        let digits = Array("0123456789ABCDEF".utf8)
        let checksum = body.utf8.reduce(0, ^)
        bytes.append(UInt8(ascii: "$"))
        bytes.append(contentsOf: body.utf8)
        bytes.append(contentsOf: [
            UInt8(ascii: "*"), digits[Int(checksum >> 4)], digits[Int(checksum & 15)], 0x0D, 0x0A,
        ])
        sentences += 1
    }

    private mutating func epoch(_ second: Int) {
        // A receiver of four constellations and one of GPS and GLONASS take turns, some hundred epochs each.
        let isModern = second / 300 % 3 != 2
        let talker = isModern ? "GN" : "GP"
        let time = digits(second / 3600 % 24, 2) + digits(second / 60 % 60, 2) + digits(second % 60, 2)
        let clock = time + (second / 300 % 2 == 0 ? ".00" : ".000")
        let latitude = "4404." + digits(random(100_000), isModern ? 5 : 4)
        let longitude = "12118." + digits(random(100_000), isModern ? 5 : 4)
        let position = "\(latitude),N,\(longitude),W"
        let knots = "\(random(60)).\(digits(random(1000), 3))"
        let course = "\(random(360)).\(digits(random(100), 2))"
        emit("\(talker)RMC,\(clock),A,\(position),\(knots),\(course),090624,,,A" + (isModern ? ",V" : ""))
        emit("\(talker)VTG,\(course),T,,M,\(knots),N,\(random(110)).\(digits(random(1000), 3)),K,A")
        let height = "\(1000 + random(200)).\(random(10))"
        emit(
            "\(talker)GGA,\(clock),\(position),1,\(digits(8 + random(5), 2)),0.\(digits(random(100), 2)),\(height),M,-21.3,M,,"
        )
        let systems = isModern ? 4 : 1
        for system in 1...systems where system < 2 || random(20) < 4 {
            let numbers = (0..<12).map { $0 < 8 ? digits(1 + random(32), 2) : "" }.joined(separator: ",")
            emit("\(talker)GSA,A,3,\(numbers),1.05,0.69,0.79" + (isModern ? ",\(system)" : ""))
        }
        satellites(isModern: isModern)
        if random(100) < 11 { emit("\(talker)GST,\(clock),19,,,,1.\(random(10)),1.\(random(10)),2.\(random(10))") }
    }

    private mutating func satellites(isModern: Bool) {
        let groups =
            isModern
            ? [("GP", 10, ",1"), ("GL", 6, ",1"), ("GA", 7, ",7"), (random(2) == 0 ? "GB" : "BD", 5, ",1")]
            : [("GP", 11, ""), ("GL", 8, "")]
        for (talker, count, signal) in groups {
            let rows = (count + 3) / 4
            for row in 1...rows {
                var body = "\(talker)GSV,\(rows),\(row),\(digits(count, 2))"
                for _ in 0..<min(4, count - (row - 1) * 4) {
                    body += ",\(digits(1 + random(32), 2)),\(digits(random(90), 2)),\(digits(random(360), 3)),"
                    if random(10) < 8 { body += digits(10 + random(45), 2) }
                }
                emit(body + signal)
            }
        }
    }
}
