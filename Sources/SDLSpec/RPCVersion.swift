/// A version of the RPC spec, such as 4.5.1; a missing patch number counts as 0.
public struct RPCVersion: Hashable, Sendable {
    /// The first number.
    public var major: Int
    /// The second number.
    public var minor: Int
    /// The third number.
    public var patch: Int

    /// Makes a version.
    public init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Reads `8`, `8.0` or `8.0.1`; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var numbers = [0, 0, 0]
        for (index, part) in parts.enumerated() {
            guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(part) else { return nil }
            numbers[index] = number
        }
        self.init(numbers[0], numbers[1], numbers[2])
    }
}

extension RPCVersion: Comparable {
    /// Orders by the first number, then the second, then the third.
    public static func < (left: Self, right: Self) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}

extension RPCVersion: CustomStringConvertible {
    /// All three numbers with dots.
    public var description: String { "\(major).\(minor).\(patch)" }

    /// The form the spec uses: the third number only if it is not 0.
    public var shortDescription: String { patch == 0 ? "\(major).\(minor)" : description }
}
