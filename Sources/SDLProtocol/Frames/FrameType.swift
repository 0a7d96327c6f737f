/// The type of a frame: the last three bits of its first byte.
public enum FrameType: UInt8, Sendable, Hashable, CaseIterable {
    /// A control frame; its frame info is a ``ControlFrameInfo``.
    case control = 0
    /// A whole message in one frame.
    case single = 1
    /// The first of several frames; its payload announces the size of the message and the number of frames.
    case first = 2
    /// One of the frames that follow a first frame.
    case consecutive = 3
}
