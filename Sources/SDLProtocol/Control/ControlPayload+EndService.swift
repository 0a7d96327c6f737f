extension ControlPayload {
    /// The payload of EndService.
    public struct EndService: Sendable, Hashable {
        /// The hash id of the StartServiceACK (RPC service).
        public var hashID: UInt32?

        /// Makes a payload.
        public init(hashID: UInt32? = nil) {
            self.hashID = hashID
        }

        /// Reads a payload.
        ///
        /// - Parameters:
        ///   - payload: The bytes.
        ///   - headerVersion: The version of the frame's header.
        ///   - onlyInt32: Whether a hash id of another number type counts as absent, as it does for sdl_core.
        public init(parsing payload: [UInt8], headerVersion: UInt8, onlyInt32: Bool = false) {
            guard headerVersion >= 5 else {
                hashID = ControlPayload.rawHash(payload)
                return
            }
            let value = ControlPayload.document(payload)?["hashId"]
            if case .int32(let number) = value {
                hashID = UInt32(bitPattern: number)
            } else {
                hashID = onlyInt32 ? nil : ControlPayload.hash(value)
            }
        }

        /// The bytes of the payload.
        public func encode(headerVersion: UInt8) -> [UInt8] {
            guard headerVersion >= 5 else { return ControlPayload.rawHash(hashID) }
            guard let hashID else { return [] }
            let document: BSONDocument = ["hashId": .int32(Int32(bitPattern: hashID))]
            return document.encodeUnchecked()
        }
    }
}
