extension ControlPayload {
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
