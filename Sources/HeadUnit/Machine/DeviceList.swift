/// The devices that connections come from.
///
/// A device is named by its address and the port it connected to, as sdl_core names devices on a network; its id is
/// the SHA-256 of that name.
struct DeviceList: Sendable {
    struct Device: Hashable, Sendable {
        let name: String
        let id: String
        fileprivate(set) var connections = 1
    }

    private var devices: [String: Device] = [:]

    /// The devices in the order of their ids.
    var all: [Device] { devices.values.sorted { $0.id < $1.id } }

    /// The id of a device as the HMI is told it; of one that is gone its name.
    func id(of name: String) -> String { devices[name]?.id ?? name }

    /// The name of a device that a message of the HMI means by its id, or by its name.
    func name(ofID id: String) -> String? {
        devices[id]?.name ?? devices.values.first { $0.id == id }?.name
    }

    /// Counts a connection.
    ///
    /// - Returns: Whether the device is new.
    mutating func add(_ name: String) -> Bool {
        guard devices[name] == nil else {
            devices[name]?.connections += 1
            return false
        }
        devices[name] = Device(name: name, id: SHA256.hex(of: Array(name.utf8)))
        return true
    }

    /// Counts a connection no more.
    ///
    /// - Returns: Whether it was the last of its device.
    mutating func remove(_ name: String) -> Bool {
        guard let device = devices[name] else { return false }
        devices[name]?.connections -= 1
        guard device.connections == 1 else { return false }
        devices[name] = nil
        return true
    }
}

/// The hash of FIPS 180-4, for ids that an HMI may know from another head unit; nothing secret rests on it.
enum SHA256 {
    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = primes(64).map { fraction(of: $0, root: 3) }

    /// The hash as 64 hexadecimal digits.
    static func hex(of message: [UInt8]) -> String {
        var state = primes(8).map { fraction(of: $0, root: 2) }
        var padded = message + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        let bitCount = UInt64(message.count) * 8
        for shift in stride(from: 56, through: 0, by: -8) {
            padded.append(UInt8(truncatingIfNeeded: bitCount >> shift))
        }
        for start in stride(from: 0, to: padded.count, by: 64) { mix(padded[start..<start + 64], into: &state) }
        return state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words: [UInt32] = []
        words.reserveCapacity(64)
        for place in stride(from: block.startIndex, to: block.endIndex, by: 4) {
            words.append(block[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
            let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var values = state
        for index in 0..<64 {
            let (first, fifth) = (values[0], values[4])
            let chosen = fifth & values[5] ^ ~fifth & values[6]
            let one =
                values[7] &+ (turned(fifth, 6) ^ turned(fifth, 11) ^ turned(fifth, 25)) &+ chosen
                &+ constants[index] &+ words[index]
            let majority = first & values[1] ^ first & values[2] ^ values[1] & values[2]
            let two = (turned(first, 2) ^ turned(first, 13) ^ turned(first, 22)) &+ majority
            values = [one &+ two] + values[0..<7]
            values[4] &+= one
        }
        for index in 0..<8 { state[index] &+= values[index] }
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static func primes(_ count: Int) -> [UInt64] {
        var found: [UInt64] = []
        var candidate: UInt64 = 2
        while found.count < count {
            if !found.contains(where: { candidate.isMultiple(of: $0) }) { found.append(candidate) }
            candidate += 1
        }
        return found
    }

    /// 32 bits behind the point of a root, found bit by bit without rounding.
    private static func fraction(of number: UInt64, root: Int) -> UInt32 {
        // The largest r with r^root ≤ number · 2^(32·root).
        let target = UInt128(number) << UInt128(32 * root)
        var result: UInt128 = 0
        for bit in stride(from: 36, through: 0, by: -1) {
            let trial = result | UInt128(1) << UInt128(bit)
            let power = root == 2 ? trial * trial : trial * trial * trial
            if power <= target { result = trial }
        }
        return UInt32(truncatingIfNeeded: result)
    }
}
