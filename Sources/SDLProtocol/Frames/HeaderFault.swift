/// Why the bytes at a place of a stream are not the header of a frame.
public enum HeaderFault: Error, Sendable, Hashable {
    /// The version is 0, or above the highest one that the reader takes.
    case version(UInt8)
    /// The frame type is reserved.
    case frameType(UInt8)
    /// The service is reserved.
    case service(UInt8)
    /// The frame info of a control frame is reserved.
    case controlInfo(UInt8)
    /// A single or consecutive frame without payload.
    case emptyPayload(FrameType)
    /// A first frame whose payload has not 8 bytes.
    case firstFrameSize(UInt32)
    /// The payload is larger than the limit.
    case payloadTooLarge(size: UInt32, limit: Int)
    /// A data frame of version 2 or later has message id 0 (refused only as sdl_core does).
    case messageIDZero
    /// While resynchronising: valid, but not believable.
    case implausible
}
