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

    /// The payload of TransportEventUpdate: where a second connection can be opened, since protocol 5.1.
    public struct TransportEventUpdate: Sendable, Hashable {
        /// The address of the head unit; empty when TCP is gone.
        public var tcpIPAddress: String
        /// The port, if one was named.
        public var tcpPort: UInt16?

        /// Makes a payload.
        public init(tcpIPAddress: String, tcpPort: UInt16? = nil) {
            self.tcpIPAddress = tcpIPAddress
            self.tcpPort = tcpPort
        }

        /// Reads a payload; nil without an address, whatever else it says.
        public init?(parsing payload: [UInt8]) {
            guard let document = ControlPayload.document(payload), let address = document["tcpIpAddress"]?.string
            else { return nil }
            tcpIPAddress = address
            tcpPort = document["tcpPort"]?.integer.flatMap { UInt16(exactly: $0) }
        }

        /// The bytes of the payload.
        public func encode() -> [UInt8] {
            var document: BSONDocument = ["tcpIpAddress": .string(tcpIPAddress)]
            document.add("tcpPort", tcpPort.map { .int32(Int32($0)) })
            return document.encodeUnchecked()
        }
    }
}
