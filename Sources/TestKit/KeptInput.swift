internal import FoundationEssentials

/// An input that a fuzzer kept: it once reached something new, or was a finding.
public struct KeptInput: Sendable, CustomStringConvertible {
    /// The name of its line.
    public let name: String
    /// What the fuzzer gave.
    public let bytes: [UInt8]

    /// The name, for test logs.
    public var description: String { name }

    /// The inputs of a kind: `Tests/Fixtures/fuzz/KIND.txt`, a line each, written by Scripts/fuzz-pack.
    ///
    /// - Throws: ``SharedData/Unreadable`` when the file is not there or a line is not a name and base 64.
    public static func all(_ kind: String) throws(SharedData.Unreadable) -> [KeptInput] {
        let path = "Tests/Fixtures/fuzz/\(kind).txt"
        var inputs: [KeptInput] = []
        for line in String(decoding: try SharedData.packageBytes(path), as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard words.count == 2, let data = Data(base64Encoded: String(words[1])) else {
                throw SharedData.Unreadable(path: path)
            }
            inputs.append(KeptInput(name: String(words[0]), bytes: Array(data)))
        }
        return inputs
    }
}
