/// A reader under attack: takes any bytes and says what is wrong with how the reader dealt with them.
///
/// The fuzzers (`make fuzz`) run it on inputs of their own making, a plain test on the kept ones.
public protocol FuzzTarget: Sendable {
    /// What went wrong, in words; `nil` if all is well.
    static func finding(in input: [UInt8]) -> String?
}

extension FuzzTarget {
    /// What libFuzzer calls for each input: a finding ends the process, which is how libFuzzer learns of it.
    public static func run(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
        let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
        if let finding = finding(in: input) { fatalError(finding) }
        return 0
    }
}
