/// A message of the control service: the TLS handshake and its faults, with a header of 12 bytes.
public struct SecurityQuery: Sendable, Hashable {
    /// The kind of a query.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        /// Asks for an answer; handshake data of head units since sdl_core 8.0.
        case request = 0x00
        /// An answer; handshake data of apps.
        case response = 0x10
        /// Tells something; faults, and handshake data of head units before sdl_core 8.0.
        case notification = 0x20
    }

    /// What a query is about.
    public enum Identifier: UInt32, Sendable, Hashable, CaseIterable {
        /// Bytes of the TLS handshake.
        case handshake = 1
        /// A fault: its ``SecurityErrorCode`` in the JSON and again as one byte.
        case internalError = 2
    }

    /// The kind.
    public var kind: Kind
    /// What it is about.
    public var identifier: Identifier
    /// A running number; an answer repeats the number of the request.
    public var sequenceNumber: UInt32
    /// JSON text.
    public var json: [UInt8]
    /// Binary data behind the JSON; not counted in the header.
    public var binary: [UInt8]

    /// Makes a query.
    public init(
        kind: Kind, identifier: Identifier, sequenceNumber: UInt32 = 0, json: [UInt8] = [], binary: [UInt8] = []
    ) {
        self.kind = kind
        self.identifier = identifier
        self.sequenceNumber = sequenceNumber
        self.json = json
        self.binary = binary
    }

    /// Makes the notification of a fault.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - sequenceNumber: The number of the query complained about, or 0.
    public init(fault code: SecurityErrorCode, sequenceNumber: UInt32 = 0) {
        self.init(
            kind: .notification, identifier: .internalError, sequenceNumber: sequenceNumber,
            json: Array("{\"id\":\(code.rawValue),\"text\":\"\(code.text)\"}".utf8), binary: [code.rawValue])
    }

    /// Reads a query.
    ///
    /// - Parameter bytes: The payload of a single frame of the control service.
    /// - Throws: The code with which the sender is told.
    public init(parsing bytes: [UInt8]) throws(SecurityErrorCode) {
        try self.init(parsing: bytes[...])
    }

    init(parsing bytes: ArraySlice<UInt8>) throws(SecurityErrorCode) {
        let start = bytes.startIndex
        guard bytes.count >= 12 else { throw .invalidQuerySize }
        let jsonSize = bytes.bigEndianWord(at: start + 8)
        guard Int64(jsonSize) <= Int64(bytes.count - 12) else { throw .invalidQuerySize }
        guard let kind = Kind(rawValue: bytes[start]),
            let identifier = Identifier(rawValue: bytes.bigEndianWord(at: start) & 0x00FF_FFFF)
        else { throw .invalidQueryID }
        self.kind = kind
        self.identifier = identifier
        sequenceNumber = bytes.bigEndianWord(at: start + 4)
        json = Array(bytes[(start + 12)..<(start + 12 + Int(jsonSize))])
        binary = Array(bytes[(start + 12 + Int(jsonSize))...])
        if identifier == .handshake, binary.isEmpty { throw .invalidQuerySize }
    }

    /// The code of a fault, from its binary byte; nil if this is no fault or the byte is missing or unknown.
    public var faultCode: SecurityErrorCode? {
        guard identifier == .internalError, let byte = binary.first else { return nil }
        return SecurityErrorCode(rawValue: byte)
    }

    /// The bytes of the query.
    public func encode() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(12 + json.count + binary.count)
        bytes.append(bigEndian: UInt32(kind.rawValue) << 24 | identifier.rawValue)
        bytes.append(bigEndian: sequenceNumber)
        bytes.append(bigEndian: UInt32(clamping: json.count))
        bytes.append(contentsOf: json)
        bytes.append(contentsOf: binary)
        return bytes
    }
}
