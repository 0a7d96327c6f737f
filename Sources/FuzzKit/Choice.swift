/// The first bytes of an input choose the circumstances, the others are what the peer sends.
struct Choice {
    private var rest: ArraySlice<UInt8>

    init(_ input: [UInt8]) {
        rest = input[...]
    }

    /// The next byte; 0 when there is none.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// All that was not taken yet.
    var remaining: [UInt8] { Array(rest) }
}
