extension ControlPayload {
    /// The payload of StartService.
    public struct StartService: Sendable, Hashable {
        /// The document; nil if there was no payload, or none that could be read.
        public var document: BSONDocument?

        /// Makes the payload that opens the RPC service.
        ///
        /// - Parameter protocolVersion: The highest version that the app knows, at least 5.0.0.
        public init(protocolVersion: ProtocolVersion) {
            document = ["protocolVersion": .string(protocolVersion.description)]
        }

        /// Makes the payload that opens a video service.
        public init(video: VideoParameters) {
            var document = BSONDocument()
            video.write(to: &document)
            self.document = document
        }

        /// Reads a payload.
        public init(parsing payload: [UInt8]) {
            document = ControlPayload.document(payload)
        }

        /// The text of `protocolVersion`, if it is there and is text.
        public var protocolVersion: String? { document?["protocolVersion"]?.string }

        /// The video parameters that are there and have the right type.
        public var video: VideoParameters { VideoParameters(document: document ?? [:]) }

        /// The bytes of the payload.
        public func encode() -> [UInt8] { document?.encodeUnchecked() ?? [] }
    }

    /// The payload of StartServiceACK.
    public struct StartServiceACK: Sendable, Hashable {
        /// The negotiated version as it was written (RPC service, since 5.0).
        public var protocolVersion: String?
        /// The hash id that ends the session (RPC service).
        public var hashID: UInt32?
        /// The most payload of a frame, in bytes (since 5.0); may be nonsense in what a peer sent.
        public var mtu: Int64?
        /// The transports on which a second connection may be opened (RPC service, since 5.1).
        public var secondaryTransports: [String]?
        /// Where audio may run: 1 on the first connection, 2 on the second, in order of preference (since 5.1).
        public var audioServiceTransports: [Int32]?
        /// Where video may run, as for audio (since 5.1).
        public var videoServiceTransports: [Int32]?
        /// The token of a cloud app (since 5.2).
        public var authToken: String?
        /// The vehicle (RPC service, since 5.4).
        public var vehicle: VehicleInfo
        /// What was granted (video service).
        public var video: VideoParameters

        /// Makes a payload; what is nil is left out on the wire.
        public init(
            protocolVersion: String? = nil, hashID: UInt32? = nil, mtu: Int64? = nil,
            secondaryTransports: [String]? = nil, audioServiceTransports: [Int32]? = nil,
            videoServiceTransports: [Int32]? = nil, authToken: String? = nil, vehicle: VehicleInfo = VehicleInfo(),
            video: VideoParameters = VideoParameters()
        ) {
            self.protocolVersion = protocolVersion
            self.hashID = hashID
            self.mtu = mtu
            self.secondaryTransports = secondaryTransports
            self.audioServiceTransports = audioServiceTransports
            self.videoServiceTransports = videoServiceTransports
            self.authToken = authToken
            self.vehicle = vehicle
            self.video = video
        }

        /// Reads a payload.
        ///
        /// - Parameters:
        ///   - payload: The bytes.
        ///   - headerVersion: The version of the frame's header.
        public init(parsing payload: [UInt8], headerVersion: UInt8) {
            self.init()
            guard headerVersion >= 5 else {
                hashID = ControlPayload.rawHash(payload)
                return
            }
            guard let document = ControlPayload.document(payload) else { return }
            protocolVersion = document["protocolVersion"]?.string
            hashID = ControlPayload.hash(document["hashId"])
            mtu = document["mtu"]?.integer
            secondaryTransports = ControlPayload.strings(document["secondaryTransports"])
            audioServiceTransports = ControlPayload.numbers(document["audioServiceTransports"])
            videoServiceTransports = ControlPayload.numbers(document["videoServiceTransports"])
            authToken = document["authToken"]?.string
            vehicle = VehicleInfo(document: document)
            video = VideoParameters(document: document)
        }

        /// The bytes of the payload.
        ///
        /// - Parameters:
        ///   - headerVersion: The version of the frame's header.
        ///   - vehicleValueLimit: How many bytes of each vehicle value are written; sdl_core writes up to 500.
        public func encode(headerVersion: UInt8, vehicleValueLimit: Int = 500) -> [UInt8] {
            guard headerVersion >= 5 else { return ControlPayload.rawHash(hashID) }
            var document = BSONDocument()
            document.add("protocolVersion", protocolVersion.map { .string($0) })
            document.add("hashId", hashID.map { .int32(Int32(bitPattern: $0)) })
            document.add("mtu", mtu.map { .int64($0) })
            document.add("secondaryTransports", secondaryTransports.map { .array($0.map { .string($0) }) })
            document.add("audioServiceTransports", audioServiceTransports.map { .array($0.map { .int32($0) }) })
            document.add("videoServiceTransports", videoServiceTransports.map { .array($0.map { .int32($0) }) })
            document.add("authToken", authToken.map { .string($0.cut(toBytes: 65_535)) })
            vehicle.write(to: &document, valueLimit: vehicleValueLimit)
            video.write(to: &document)
            return document.elements.isEmpty ? [] : document.encodeUnchecked()
        }
    }
}
