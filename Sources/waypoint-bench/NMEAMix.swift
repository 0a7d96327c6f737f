/// Makes a stream of sentences like that of modern receivers.
///
/// The shares are those of the mix in the speed reference: GSV 59 %, GSA 13 %, GGA, RMC and VTG 9 % each, GST 1 %;
/// layouts of 2.3 to 4.11, talkers GP GN GL GA GB BD GQ. Digits are random, so that lines do not repeat.
struct NMEAMix {
    /// Lines without content at the end.
    static let blankLines = 2

    /// A sentence of each kind that the mix does not hold, with its name.
    static let otherSentences: [(name: String, text: String)] = [
        "GNGLL,4846.4008666,S,00854.7249096,E,092542.00,A,D",
        "GNGNS,092542.00,5121.23051,N,01159.45845,E,DAAN,23,0.84,86.8,45.0,1.0,0001,V",
        "GNZDA,092542.00,31,12,2016,-01,00", "GNGBS,092542.00,0.9,1.2,2.3,02,0.1,-3.5,12.6,1,0", "HEHDT,244.28,T",
        "SDHDG,229.8,1.5,W,1.3,E", "GNTHS,244.28,A", "GPDTM,W72,,0.0012,S,0.0300,W,-4.5,W84",
        "IIWPL,5503.4243,N,01037.0743,E,589",
        "ECRMB,A,0.048,R,Meaban,Teigno,4727.016,N,00302.049,W,4.715,221.803,3.999,V,A",
        "GPBWC,225444,4917.24,N,12309.57,W,051.9,T,031.6,M,001.3,N,004,A", "GPBOD,099.3,T,105.6,M,POINTB,POINTA",
        "GPAAM,A,V,0.10,N,WPTNME", "GPAPB,A,A,0.10,R,N,V,V,011,M,DEST,011,M,012,T,A", "GPXTE,A,A,0.67,L,N,D",
        "PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,0.007,77.52,0.007,,0.92,1.19,0.77,9,0,0",
        "PUBX,03,02,29,U,351,31,46,040,18,e,046,40,11,064",
        "PUBX,04,073731.00,091202,113851.00,1196,15D,1930035,-2660.664,43",
        "PGRME,2.3,M,3.3,M,4.0,M", "PGRMZ,4523,f,3",
        "PSTI,030,003832.000,A,4404.1271062,N,12118.8438377,W,1127.630,-0.00,-0.01,0.02,290322,R,1.000,1.100",
        "GNTXT,01,01,02,ANTSTATUS=OK", "IIRTE,1,1,c,0,589,590,591,592,593",
    ].map { body in
        var mix = NMEAMix(seed: 0)
        mix.emit(body)
        let parts = body.split(separator: ",")
        let name =
            parts[0] == "PUBX" || parts[0] == "PSTI"
            ? "\(parts[0]),\(parts[1])" : String(parts[0].suffix(parts[0].hasPrefix("P") ? 5 : 3))
        return (name, String(decoding: mix.bytes, as: UTF8.self))
    }

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
