/// A version of the SDL wire protocol, such as 5.4.1.
///
/// Before version 5 only the major number is told on the wire, by the first four bits of a frame header; from 5.0 on,
/// StartService and its answer carry the full version as text.
public struct ProtocolVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The major number; equal to the version in the header of a frame.
    public var major: UInt16
    /// The minor number.
    public var minor: UInt16
    /// The patch number.
    public var patch: UInt16

    /// The version this library speaks as an app: 5.4.1 (it adds nothing on the wire to 5.4.0).
    public static let newest = ProtocolVersion(5, 4, 1)
    /// The version that sdl_core 8.2 announces as a head unit.
    public static let core = ProtocolVersion(5, 4, 0)

    /// Makes a version from its numbers.
    public init(_ major: UInt16, _ minor: UInt16, _ patch: UInt16) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Reads a version from the text of a control payload.
    ///
    /// As in sdl_core, two numbers suffice ("5.4" is 5.4.0) and text behind the numbers is ignored; a lone number, or
    /// one above 65 535, is no version.
    ///
    /// - Parameter text: The text, such as "5.4.1".
    public init?(parsing text: String) {
        var numbers: [UInt16] = []
        var current: Int?
        for byte in text.utf8 {
            if byte >= 0x30, byte <= 0x39 {
                let next = (current ?? 0) * 10 + Int(byte - 0x30)
                guard next <= Int(UInt16.max) else { return nil }
                current = next
                continue
            }
            guard byte == 0x2E, let number = current, numbers.count < 2 else { break }
            numbers.append(UInt16(number))
            current = nil
        }
        if let number = current { numbers.append(UInt16(number)) }
        guard numbers.count >= 2 else { return nil }
        self.init(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
    }

    /// The version as it is written on the wire: "5.4.1".
    public var description: String { "\(major).\(minor).\(patch)" }

    /// Whether a version is older than another one.
    public static func < (left: ProtocolVersion, right: ProtocolVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}
