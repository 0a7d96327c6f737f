extension ControlPayload {
    /// The payload of StartServiceNAK, EndServiceNAK and RegisterSecondaryTransportNAK.
    public struct Refusal: Sendable, Hashable {
        /// The keys of the request that were refused (since 5.0).
        public var rejectedParams: [String]
        /// Why, for people (since 5.3; on secondary transports since 5.1).
        public var reason: String?

        /// Makes a payload.
        public init(rejectedParams: [String] = [], reason: String? = nil) {
            self.rejectedParams = rejectedParams
            self.reason = reason
        }

        /// Reads a payload; below version 5 there is none.
        public init(parsing payload: [UInt8], headerVersion: UInt8) {
            self.init()
            guard headerVersion >= 5, let document = ControlPayload.document(payload) else { return }
            rejectedParams = ControlPayload.strings(document["rejectedParams"]) ?? []
            reason = document["reason"]?.string
        }

        /// The bytes of the payload: nothing below version 5, else a document, be it empty.
        public func encode(headerVersion: UInt8) -> [UInt8] {
            guard headerVersion >= 5 else { return [] }
            var document = BSONDocument()
            if !rejectedParams.isEmpty {
                document.add("rejectedParams", .array(rejectedParams.prefix(32).map { .string($0) }))
            }
            document.add("reason", reason.map { .string($0.cut(toBytes: 500)) })
            return document.encodeUnchecked()
        }
    }
}
