public import RTCM

/// Counts and findings of a client since its start.
public struct NTRIPStatus: Sendable {
    /// What it is doing.
    public var state: NTRIPState
    /// The version of the last reply; nil before one, or when corrections came without any.
    public var version: NTRIPVersion?
    /// Whether the stream comes in chunks.
    public var isChunked: Bool
    /// Bytes received, replies included.
    public var bytesIn: Int
    /// Bytes sent.
    public var bytesOut: Int
    /// Messages by kind, station, satellites.
    public var statistics: RTCMStatistics
    /// Frames with a wrong check value.
    public var checkFailures: Int
    /// Bytes of streams that belong to no frame.
    public var skippedBytes: Int
    /// Connections after the first.
    public var reconnects: Int
    /// Positions sent up.
    public var positionsSent: Int
    /// When the last position was sent up.
    public var lastPositionSent: Duration?
    /// Interruptions of a stream that had begun, the user's own end not counted.
    public var gaps: Int
    /// How far it is from the receiver to the station, in metres; nil while either place is unknown.
    public var stationDistance: Double?
    /// How old the last observations were when they came, by the clock; nil while unknown.
    var epochDelay: Duration?
    /// Something the user should know, such as that the caster waits for a position.
    public var explanation: String?
}

extension NTRIPStatus {
    /// How old the observations are by their own time, as far as the clock lets one tell.
    public enum EpochAge: Hashable, Sendable {
        /// The time since they were made.
        case known(Duration)
        /// They would come from the future or be more than an hour old: the clock is wrong by about so much.
        case clockWrong(by: Duration)
    }

    /// The age of the last observations by the time that stands in them; nil while there are none that tell it.
    ///
    /// The age by their arrival is `statistics.age(now:)`; the difference is how long they were on their way.
    ///
    /// - Parameter now: The time, of the clock that the client runs by.
    public func epochAge(now: Duration) -> EpochAge? {
        guard let epochDelay, let arrived = statistics.lastObservations else { return nil }
        // A clock that is kept by the network is off by parts of a second.
        guard .seconds(-1) ... .seconds(3600) ~= epochDelay else { return .clockWrong(by: epochDelay) }
        return .known(max(.zero, epochDelay) + (now - arrived))
    }
}
