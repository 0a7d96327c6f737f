/// How an NTRIP client goes about its work.
public struct NTRIPConfiguration: Hashable, Sendable {
    /// Which request is sent.
    public enum VersionChoice: Hashable, Sendable {
        /// The request of version 2, which casters of version 1 take too; version 1 where a caster refuses that.
        case automatic
        /// Always this one.
        case only(NTRIPVersion)
    }

    /// What the stream carries.
    public enum Payload: Hashable, Sendable {
        /// RTCM 3: whole frames with good check values are passed on, everything else is dropped and counted.
        case rtcm3
        /// Anything: bytes are passed on as they come.
        case any
    }

    /// How long things may take.
    public struct Times: Hashable, Sendable {
        /// Name look-up and connection.
        public var connect = Duration.seconds(20)
        /// The TLS handshake, or the proxy's answer.
        public var secure = Duration.seconds(10)
        /// The reply to the request.
        public var reply = Duration.seconds(15)
        /// The first corrections after the reply.
        public var firstData = Duration.seconds(30)
        /// The first corrections after the first position was sent up.
        public var firstDataWithPosition = Duration.seconds(60)
        /// The whole of a table; bytes that keep coming do not lengthen it, and ``firstData`` is the longest pause in it.
        public var table = Duration.seconds(300)
        /// Silence in a stream that has begun; zero switches this off.
        public var silence = Duration.seconds(20)

        /// Makes the default times.
        public init() {}
    }

    /// Caster, stream and credentials.
    public var address: NTRIPAddress
    /// Which request is sent.
    public var version = VersionChoice.automatic
    /// Product and version for the User-Agent header, sent behind `NTRIP `.
    public var agent = "sdl-waypoints/0.1"
    /// Whether and how the position goes up; nil sends none.
    public var upstream: GGAUpstream.Configuration?
    /// Whether the connection waits for a position when one is to be sent up: some casters refuse who has none.
    public var waitsForPosition = true
    /// A tunnel through this proxy; nil connects directly.
    ///
    /// Environment variables are not looked at.
    public var proxy: NTRIPProxy?
    /// What the stream carries.
    public var payload = Payload.rtcm3
    /// How long things may take.
    public var times = Times()
    /// When to try again.
    public var retry = NTRIPRetryPolicy.Configuration()
    /// The number from which the jitter of waits is drawn; nil takes another for each client, so that many do not connect
    /// again together.
    public var seed: UInt64?

    /// Makes a configuration with the defaults.
    public init(_ address: NTRIPAddress) {
        self.address = address
    }
}
