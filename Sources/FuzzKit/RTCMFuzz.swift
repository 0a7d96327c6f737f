internal import GNSS
internal import RTCM

/// Bytes → frames and messages: no input may trap, be counted wrongly, or give another result when it is cut elsewhere.
///
/// The first byte of the input chooses the size of the pieces and whether silence falls between them.
public enum RTCMFuzz: FuzzTarget {
    private struct Problem: Error {
        let words: String
    }

    /// What went wrong with the stream; `nil` if all is well.
    public static func finding(in input: [UInt8]) -> String? {
        do throws(Problem) {
            try check(input)
            return nil
        } catch {
            return error.words
        }
    }

    private static func demand(_ holds: Bool, _ words: String) throws(Problem) {
        if !holds { throw Problem(words: words) }
    }

    private static func check(_ input: [UInt8]) throws(Problem) {
        guard let first = input.first else { return }
        let bytes = Array(input.dropFirst())
        let whole = try run(bytes, step: max(1, bytes.count), flushes: false)
        let cut = try run(bytes, step: Int(first >> 1) + 1, flushes: false)
        try demand(whole == cut, "the result depends on the cut")
        _ = try run(bytes, step: Int(first >> 1) + 1, flushes: true)
        // A payload of one's own choice, behind a good check value.
        guard let frame = RTCMFrame(payload: Array(bytes.prefix(RTCMFrame.maximumPayload))) else { return }
        try demand(try run(frame.bytes, step: 7, flushes: false) == [frame], "a good frame is not found")
        if case .stationPosition(let position) = RTCMMessage(frame), let again = position.encoded() {
            try demand(RTCMMessage(again) == .stationPosition(position), "round trip of a position")
        }
    }

    private static func run(_ bytes: [UInt8], step: Int, flushes: Bool) throws(Problem) -> [RTCMFrame] {
        var framer = RTCMFramer()
        var statistics = RTCMStatistics()
        var frames: [RTCMFrame] = []
        for start in stride(from: 0, to: bytes.count, by: step) {
            frames += framer.append(Array(bytes[start..<min(start + step, bytes.count)]))
            if flushes { frames += framer.flush() }
            try demand(framer.pendingByteCount < 1029, "too much is kept")
        }
        frames += framer.finish()
        for frame in frames {
            try demand(CRC24Q.value(of: frame.bytes) == 0, "a frame with a wrong check value")
            if case .observations(let header) = statistics.add(frame, now: .zero), let signals = header.multipleSignal {
                try demand(signals.satellites.count == header.satelliteCount, "satellites")
                try demand(signals.cellCount <= 64, "cells")
                _ = header.epoch.delay(at: UTCTime(nanosecondsSince1970: 0), leapSeconds: 18)
            }
            _ = statistics.station?.geodetic
        }
        try demand(framer.byteCount == bytes.count, "bytes")
        try demand(framer.frameByteCount + framer.skippedByteCount == bytes.count, "bytes in and outside frames")
        return frames
    }
}
