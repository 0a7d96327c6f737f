public import GNSS

/// What came by so far: by message, and what the messages told about the station.
///
/// Memory is bounded: at most 256 kinds of messages are told apart, the rest is counted together.
public struct RTCMStatistics: Sendable {
    /// One kind of message.
    public struct Entry: Hashable, Sendable {
        /// How many came.
        public internal(set) var count = 0
        /// Their bytes, frames included.
        public internal(set) var byteCount = 0
        /// When the first one came.
        public internal(set) var firstSeen: Duration
        /// When the last one came.
        public internal(set) var lastSeen: Duration
        /// The longest pause between two.
        public internal(set) var longestInterval = Duration.zero

        /// The mean time between two; nil with fewer than two.
        public var meanInterval: Duration? {
            count > 1 ? (lastSeen - firstSeen) / (count - 1) : nil
        }

        /// Time since the last one.
        public func age(now: Duration) -> Duration { now - lastSeen }
    }

    /// By kind of message.
    public private(set) var messages: [RTCMIdentity: Entry] = [:]
    /// Frames without a message number, and those of further kinds when the table is full.
    public private(set) var uncountedFrames = 0
    /// All frames.
    public private(set) var frameCount = 0
    /// Bytes of all frames.
    public private(set) var byteCount = 0
    /// Frames with a payload that cannot be read.
    public private(set) var malformedCount = 0
    /// When the last frame came.
    public private(set) var lastFrame: Duration?
    /// When the last observations came.
    public private(set) var lastObservations: Duration?
    /// The header of the last observations.
    public private(set) var lastHeader: ObservationHeader?
    /// Satellites in the last observations of each system.
    public private(set) var satelliteCounts: [Constellation: Int] = [:]
    /// The last plausible position of the station.
    public private(set) var station: StationPosition?
    /// How often the station changed (another number or another place).
    public private(set) var stationChanges = 0
    /// Antenna and receiver, from the last message that told them.
    public private(set) var antenna: AntennaDescription?
    /// The last text of the operator.
    public private(set) var text: String?
    /// GPS time minus UTC, when a station told it.
    public private(set) var leapSeconds: Int?

    private static let kindLimit = 256

    /// Makes empty statistics.
    public init() {}

    /// Counts a frame and takes note of what it tells.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - now: When it came, since an arbitrary start.
    /// - Returns: The content of the frame.
    @discardableResult
    public mutating func add(_ frame: RTCMFrame, now: Duration) -> RTCMMessage {
        frameCount &+= 1
        byteCount &+= frame.bytes.count
        lastFrame = now
        count(frame, now: now)
        let message = RTCMMessage(frame)
        switch message {
        case .stationPosition(let position):
            guard position.isPlausible else { break }
            if let station, station.station != position.station || !station.isSamePoint(as: position) {
                stationChanges &+= 1
            }
            station = position
        case .antenna(let description): antenna = description
        case .observations(let header):
            lastObservations = now
            lastHeader = header
            satelliteCounts[header.constellation] = header.satelliteCount
        case .systemParameters(let parameters): leapSeconds = parameters.leapSeconds
        case .text(let text): self.text = text.text
        case .malformed: malformedCount &+= 1
        case .glonassBiases, .other: break
        }
        return message
    }

    /// Age of the last observations; nil when there were none.
    public func age(now: Duration) -> Duration? {
        lastObservations.map { now - $0 }
    }

    private mutating func count(_ frame: RTCMFrame, now: Duration) {
        guard let identity = frame.identity, messages[identity] != nil || messages.count < Self.kindLimit else {
            uncountedFrames &+= 1
            return
        }
        var entry = messages[identity] ?? Entry(firstSeen: now, lastSeen: now)
        entry.count &+= 1
        entry.byteCount &+= frame.bytes.count
        entry.longestInterval = max(entry.longestInterval, now - entry.lastSeen)
        entry.lastSeen = now
        messages[identity] = entry
    }
}

extension StationPosition {
    fileprivate func isSamePoint(as other: StationPosition) -> Bool {
        (x, y, z) == (other.x, other.y, other.z)
    }
}
