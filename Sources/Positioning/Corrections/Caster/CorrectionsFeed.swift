public import RTCM

/// A recorded stream cut into epochs, played again and again.
public struct CorrectionsFeed: Sendable {
    /// The epochs; each ends with the last observations of one instant.
    public let epochs: [[RTCMFrame]]
    private var next = 0

    /// Cuts a recording; nil when it holds no frame.
    public init?(_ bytes: [UInt8]) {
        var framer = RTCMFramer()
        var epochs: [[RTCMFrame]] = []
        var epoch: [RTCMFrame] = []
        for frame in framer.append(bytes) + framer.finish() {
            epoch.append(frame)
            guard case .observations(let header) = RTCMMessage(frame), !header.moreFollow else { continue }
            epochs.append(epoch)
            epoch = []
        }
        if !epoch.isEmpty { epochs.append(epoch) }
        guard !epochs.isEmpty else { return nil }
        self.epochs = epochs
    }

    /// The next epoch, the first one after the last.
    public mutating func take() -> [RTCMFrame] {
        defer { next = (next + 1) % epochs.count }
        return epochs[next]
    }
}
