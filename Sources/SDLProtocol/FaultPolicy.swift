/// How a reader reacts to faults of its peer.
public enum FaultPolicy: Sendable, Hashable {
    /// What a careful implementation does: faulty messages are dropped as soon as the fault is known, and while
    /// resynchronising only plausible headers are believed.
    case strict
    /// What sdl_core 8.2 was seen to do: messages with gaps are delivered short, any valid-looking header is believed,
    /// message id 0 is malformed on data frames.
    case asCore
}
