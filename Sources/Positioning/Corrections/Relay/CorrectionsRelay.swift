public import RTCM
public import Transport

/// Passes corrections on to one or several sinks, each with its own bounded queue.
///
/// A slow sink loses old epochs and no other sink notices. All members are called on the reactor's thread.
public final class CorrectionsRelay: @unchecked Sendable {
    // Sendable although it holds plain state: every member checks that it runs on the reactor's thread.

    /// What went to a sink.
    public struct SinkStatus: Hashable, Sendable {
        /// The sink.
        public var name: String
        /// Whether it is connected.
        public var isConnected: Bool
        /// Frames handed to it.
        public var frames: Int
        /// Bytes handed to it.
        public var bytes: Int
        /// Frames dropped because it was slow or away.
        public var droppedFrames: Int
        /// Bytes dropped, in frames or without.
        public var droppedBytes: Int
        /// When the last frame went.
        public var lastSent: Duration?
    }

    private struct Outlet {
        let sink: any CorrectionsSink
        var queue = EpochQueue()
        var frames = 0
        var bytes = 0
        var lostBytes = 0
        var lastSent: Duration?
    }

    /// Bytes without frames have no borders to drop at, so a sink that is this far behind misses what comes.
    private static let bytesLimit = 16_384
    /// As long as the system holds more than this for a sink, frames wait here, where whole epochs can be dropped.
    private static let lowWater = 1024
    private let reactor: Reactor
    private var outlets: [Outlet] = []
    private var timer: Reactor.TimerID?

    /// Makes a relay without sinks.
    public init(on reactor: Reactor) {
        self.reactor = reactor
    }

    /// Adds a sink.
    public func add(_ sink: any CorrectionsSink) {
        reactor.checkIsolated()
        outlets.append(Outlet(sink: sink))
    }

    /// Passes frames on to every sink.
    public func relay(_ frames: [RTCMFrame]) {
        reactor.checkIsolated()
        let now = reactor.now
        for index in outlets.indices {
            for frame in frames { outlets[index].queue.append(frame, now: now) }
        }
        pump()
    }

    /// Passes bytes of a stream that is no RTCM 3 on to every sink that keeps up; to others they are lost.
    public func relay(bytes: [UInt8]) {
        reactor.checkIsolated()
        for index in outlets.indices {
            guard let unsent = outlets[index].sink.unsentByteCount, unsent <= Self.bytesLimit else {
                outlets[index].lostBytes += bytes.count
                continue
            }
            outlets[index].sink.send(bytes)
            outlets[index].bytes += bytes.count
            outlets[index].lastSent = reactor.now
        }
    }

    /// What went where.
    public var status: [SinkStatus] {
        reactor.checkIsolated()
        return outlets.map { outlet in
            SinkStatus(
                name: outlet.sink.name, isConnected: outlet.sink.unsentByteCount != nil, frames: outlet.frames,
                bytes: outlet.bytes, droppedFrames: outlet.queue.droppedFrames,
                droppedBytes: outlet.queue.droppedBytes + outlet.lostBytes, lastSent: outlet.lastSent)
        }
    }

    /// Closes all sinks.
    public func close() {
        reactor.checkIsolated()
        if let timer { reactor.cancel(timer) }
        timer = nil
        for outlet in outlets { outlet.sink.close() }
        outlets = []
    }

    private func pump() {
        let now = reactor.now
        for index in outlets.indices {
            while let unsent = outlets[index].sink.unsentByteCount, unsent <= Self.lowWater,
                let frame = outlets[index].queue.next(now: now)
            {
                outlets[index].sink.send(frame)
                outlets[index].frames += 1
                outlets[index].bytes += frame.count
                outlets[index].lastSent = now
            }
        }
        guard timer == nil, outlets.contains(where: { !$0.queue.isEmpty }) else { return }
        timer = reactor.schedule(after: .milliseconds(50)) { [weak self] in
            self?.timer = nil
            self?.pump()
        }
    }
}
