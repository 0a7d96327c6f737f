/// Where random numbers come from: the system, or a seed for tests.
enum RandomSource: Sendable {
    case system
    case seeded(UInt64)

    mutating func next() -> UInt64 {
        switch self {
        case .system:
            return UInt64.random(in: .min ... .max)
        case .seeded(let state):
            // SplitMix64, public domain algorithm: one addition and a mix.
            let new = state &+ 0x9e37_79b9_7f4a_7c15
            self = .seeded(new)
            var mixed = new
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }

    /// A resumption hash: 32 characters of 0-9, a-z, A-Z.
    mutating func hash() -> String {
        let alphabet = Array("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        var text = ""
        for _ in 0..<32 { text.unicodeScalars.append(Unicode.Scalar(alphabet[Int(next() % 62)])) }
        return text
    }
}
