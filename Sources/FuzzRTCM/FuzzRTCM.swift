import RTCM

/// Bytes → frames and messages: no input may trap, be counted wrongly, or give another result when it is cut elsewhere.
///
/// The first byte of the input chooses the size of the pieces and whether silence falls between them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRTCM(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    // libFuzzer hands over `count` bytes that live during the call.
    let input = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    guard let first = input.first else { return 0 }
    let bytes = Array(input.dropFirst())
    let whole = run(bytes, step: max(1, bytes.count), flushes: false)
    let cut = run(bytes, step: Int(first >> 1) + 1, flushes: false)
    precondition(whole == cut, "the result depends on the cut")
    _ = run(bytes, step: Int(first >> 1) + 1, flushes: true)
    // A payload of one's own choice, behind a good check value.
    if let frame = RTCMFrame(payload: Array(bytes.prefix(RTCMFrame.maximumPayload))) {
        precondition(run(frame.bytes, step: 7, flushes: false) == [frame], "a good frame is not found")
        if case .stationPosition(let position) = RTCMMessage(frame), let again = position.encoded() {
            precondition(RTCMMessage(again) == .stationPosition(position), "round trip of a position")
        }
    }
    return 0
}

private func run(_ bytes: [UInt8], step: Int, flushes: Bool) -> [RTCMFrame] {
    var framer = RTCMFramer()
    var statistics = RTCMStatistics()
    var frames: [RTCMFrame] = []
    for start in stride(from: 0, to: bytes.count, by: step) {
        frames += framer.append(Array(bytes[start..<min(start + step, bytes.count)]))
        if flushes { frames += framer.flush() }
        precondition(framer.pendingByteCount < 1029, "too much is kept")
    }
    frames += framer.finish()
    for frame in frames {
        precondition(CRC24Q.value(of: frame.bytes) == 0, "a frame with a wrong check value")
        if case .observations(let header) = statistics.add(frame, now: .zero), let signals = header.multipleSignal {
            precondition(signals.satellites.count == header.satelliteCount, "satellites")
            precondition(signals.cellCount <= 64, "cells")
            _ = header.millisecondsOfGPSWeek(leapSeconds: 18)
        }
        _ = statistics.station?.geodetic
    }
    precondition(framer.byteCount == bytes.count, "bytes")
    precondition(framer.frameByteCount + framer.skippedByteCount == bytes.count, "bytes in and outside frames")
    return frames
}
