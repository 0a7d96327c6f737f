import RTCM

/// A stream of RTCM 3 as a base with four systems sends it: station, antenna and biases every ten epochs, MSM7 of each
/// system in every epoch.
enum RTCMMix {
    /// Bits, most significant first.
    private struct Bits {
        private(set) var bytes: [UInt8] = []
        private var count = 0

        mutating func add(_ value: UInt64, _ width: Int) {
            for bit in stride(from: width - 1, through: 0, by: -1) {
                if count % 8 == 0 { bytes.append(0) }
                if value >> UInt64(bit) & 1 != 0 { bytes[bytes.count - 1] |= 0x80 >> UInt8(count % 8) }
                count += 1
            }
        }
    }

    /// Frames of so many epochs.
    static func make(epochs: Int) -> [RTCMFrame] {
        var seed: UInt64 = 1
        var frames: [RTCMFrame] = []
        for epoch in 0..<epochs {
            if epoch % 10 == 0 {
                let station = StationPosition(station: 7, x: 44_440_308_028, y: 30_856_712_349, z: 33_666_582_560)
                frames += [station.encoded(), antenna(), biases()].compactMap { $0 }
            }
            let systems: [(number: Int, satellites: Int, signals: Int)] = [
                (1077, 10, 2), (1087, 8, 2), (1097, 8, 3), (1127, 10, 2),
            ]
            for (index, system) in systems.enumerated() {
                let frame = observations(
                    system.number, satellites: system.satellites, signals: system.signals, epoch: epoch,
                    moreFollow: index < systems.count - 1, seed: &seed)
                if let frame { frames.append(frame) }
            }
        }
        return frames
    }

    private static func observations(
        _ number: Int, satellites: Int, signals: Int, epoch: Int, moreFollow: Bool, seed: inout UInt64
    ) -> RTCMFrame? {
        var bits = Bits()
        bits.add(UInt64(number), 12)
        bits.add(7, 12)
        bits.add(UInt64(epoch * 1000 % 86_400_000), 30)
        bits.add(moreFollow ? 1 : 0, 1)
        bits.add(0, 18)
        bits.add(~0 << UInt64(64 - satellites), 64)
        bits.add(UInt64((1 << 32) - 1) & ~0 << UInt64(32 - signals), 32)
        bits.add((1 << UInt64(satellites * signals)) - 1, satellites * signals)
        // Ranges and phases: 36 bits a satellite and 80 a cell, any bits.
        for _ in 0..<(satellites * 36 + satellites * signals * 80) / 8 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bits.add(seed >> 56, 8)
        }
        return RTCMFrame(payload: bits.bytes)
    }

    private static func antenna() -> RTCMFrame? {
        var bits = Bits()
        bits.add(1033, 12)
        bits.add(7, 12)
        for text in ["ADVNULLANTENNA", "", "", "RECEIVER", "1.0", ""] {
            // The set-up number of the antenna stands behind its name.
            bits.add(UInt64(text.utf8.count), 8)
            for byte in text.utf8 { bits.add(UInt64(byte), 8) }
            if text == "ADVNULLANTENNA" { bits.add(0, 8) }
        }
        return RTCMFrame(payload: bits.bytes)
    }

    private static func biases() -> RTCMFrame? {
        var bits = Bits()
        bits.add(1230, 12)
        bits.add(7, 12)
        bits.add(0b1000_1111, 8)
        for _ in 0..<4 { bits.add(50, 16) }
        return RTCMFrame(payload: bits.bytes)
    }
}
