/// The most payload that one frame may carry, in bytes, by protocol version and service.
///
/// The protocol specification counts the header in its "mtu"; sdl_core, which sets the practice, counts payload only.
/// So do we.
public struct PayloadLimits: Sendable, Hashable {
    /// The limit of versions 1 and 2: 1488 bytes.
    public var versions1And2: Int
    /// The limit of versions 3 and 4.
    public var versions3And4: Int
    /// The limit of version 5; the `mtu` of a StartServiceACK.
    public var version5: Int
    /// The limit of the control service in version 5, where it differs.
    public var control: Int?
    /// The limit of the audio service in version 5, where it differs.
    public var audio: Int?
    /// The limit of the video service in version 5, where it differs.
    public var video: Int?

    /// The limit of versions 1 and 2.
    public static let smallest = 1488
    /// The limit of versions 3 to 5 unless a head unit says otherwise (sdl_core's `MaximumPayloadSize`).
    public static let standard = 131_072

    /// Makes the limits that sdl_core uses with a `MaximumPayloadSize`.
    ///
    /// - Parameter maximumPayloadSize: The setting, in bytes; versions 3 and 4 never go below 1488.
    public init(maximumPayloadSize: Int = PayloadLimits.standard) {
        let size = max(1, maximumPayloadSize)
        versions1And2 = PayloadLimits.smallest
        versions3And4 = max(size, PayloadLimits.smallest)
        version5 = size
    }

    /// The limits for frames to an app whose library is not known.
    ///
    /// The iOS library counts the header: of a frame it takes less than 1024 bytes in versions 1 and 2, less than
    /// 131 024 in 3 and 4, and less than the `mtu` in 5. No library takes more than the usual size, whatever a head
    /// unit is set to.
    ///
    /// - Parameter size: The payload that the head unit is set to, in bytes; told to version 5 apps as `mtu`.
    public static func everyApp(upTo size: Int = PayloadLimits.standard) -> PayloadLimits {
        var limits = PayloadLimits(maximumPayloadSize: min(size, PayloadLimits.standard) - 13)
        limits.versions1And2 = 1011
        limits.versions3And4 = min(limits.versions3And4, 131_011)
        return limits
    }

    /// The limit for frames of a version and service.
    public func limit(version: UInt8, service: ServiceType) -> Int {
        switch version {
        case 0...2: return versions1And2
        case 3, 4: return versions3And4
        default: break
        }
        switch service {
        case .control: return control ?? version5
        case .rpc, .bulk: return version5
        case .audio: return audio ?? version5
        case .video: return video ?? version5
        }
    }
}
