/// The kind of an RPC message.
public enum RPCType: UInt8, Sendable, Hashable, CaseIterable {
    /// Asks the peer for something; answered by a response with the same correlation id.
    case request = 0
    /// The answer to a request.
    case response = 1
    /// Tells something; not answered.
    case notification = 2
}

/// The binary header of an RPC message (protocol 2 and later): what can be said of a message before its JSON is read.
public struct RPCHeader: Sendable, Hashable {
    /// The kind of the message.
    public var rpcType: RPCType
    /// The function, 28 bits.
    public var functionID: UInt32
    /// The correlation id that ties a response to its request.
    ///
    /// Requests use 0 and above; notifications of sdl_core carry -1, those of others 0.
    public var correlationID: Int32

    /// Makes a header.
    public init(rpcType: RPCType, functionID: UInt32, correlationID: Int32) {
        self.rpcType = rpcType
        self.functionID = functionID & 0x0FFF_FFFF
        self.correlationID = correlationID
    }
}

/// Why the payload of a message is no RPC.
public enum RPCPayloadFault: Error, Sendable, Hashable {
    /// Fewer than 12 bytes.
    case shortHeader(count: Int)
    /// An RPC type that nobody sends (3, erroneous response) or that is reserved.
    case unknownType(UInt8)
    /// The JSON would be longer than the message.
    case jsonSizePastEnd(declared: UInt32, available: Int)
}

/// An RPC message: 12 bytes of header, JSON text, binary data (services RPC and bulk, protocol 2 and later).
public struct RPCPayload: Sendable, Hashable {
    /// The kind, function and correlation id.
    public var header: RPCHeader
    /// The JSON text in UTF-8; not looked at here.
    public var json: [UInt8]
    /// The binary data behind the JSON.
    public var bulk: [UInt8]

    /// The length of the binary header in bytes.
    public static let headerSize = 12

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - rpcType: The kind of the message.
    ///   - functionID: The function, 28 bits.
    ///   - correlationID: The correlation id.
    ///   - json: The JSON text.
    ///   - bulk: Binary data.
    public init(rpcType: RPCType, functionID: UInt32, correlationID: Int32, json: [UInt8], bulk: [UInt8] = []) {
        header = RPCHeader(rpcType: rpcType, functionID: functionID, correlationID: correlationID)
        self.json = json
        self.bulk = bulk
    }

    /// The kind of the message.
    public var rpcType: RPCType { header.rpcType }
    /// The function.
    public var functionID: UInt32 { header.functionID }
    /// The correlation id.
    public var correlationID: Int32 { header.correlationID }

    /// The bytes of the message.
    public func encode() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(RPCPayload.headerSize + json.count + bulk.count)
        header.write(jsonSize: json.count, to: &bytes)
        bytes.append(contentsOf: json)
        bytes.append(contentsOf: bulk)
        return bytes
    }

    /// Reads a message.
    ///
    /// - Parameter bytes: The payload of a message.
    /// - Throws: Why it is none; such a message is dropped in silence.
    public init(parsing bytes: [UInt8]) throws(RPCPayloadFault) {
        try self.init(parsing: bytes[...])
    }

    /// Reads a message out of a part of an array.
    public init(parsing bytes: ArraySlice<UInt8>) throws(RPCPayloadFault) {
        header = try RPCHeader(parsing: bytes)
        let jsonStart = bytes.startIndex + RPCPayload.headerSize
        let jsonEnd = jsonStart + (try RPCPayload.jsonSize(of: bytes))
        json = Array(bytes[jsonStart..<jsonEnd])
        bulk = jsonEnd < bytes.endIndex ? Array(bytes[jsonEnd...]) : []
    }

    /// Reads a message that is needed no longer: its larger part keeps the memory.
    init(consuming bytes: consuming [UInt8]) throws(RPCPayloadFault) {
        header = try RPCHeader(parsing: bytes[...])
        let jsonEnd = RPCPayload.headerSize + (try RPCPayload.jsonSize(of: bytes[...]))
        if jsonEnd - RPCPayload.headerSize >= bytes.count - jsonEnd {
            bulk = jsonEnd < bytes.count ? Array(bytes[jsonEnd...]) : []
            bytes.removeSubrange(jsonEnd...)
            bytes.removeSubrange(..<RPCPayload.headerSize)
            json = bytes
        } else {
            json = Array(bytes[RPCPayload.headerSize..<jsonEnd])
            bytes.removeSubrange(..<jsonEnd)
            bulk = bytes
        }
    }

    private static func jsonSize(of bytes: ArraySlice<UInt8>) throws(RPCPayloadFault) -> Int {
        guard bytes.count >= headerSize else { throw .shortHeader(count: bytes.count) }
        let declared = bytes.bigEndianWord(at: bytes.startIndex + 8)
        let available = bytes.count - headerSize
        guard Int64(declared) <= Int64(available) else {
            throw .jsonSizePastEnd(declared: declared, available: available)
        }
        return Int(declared)
    }
}

extension RPCHeader {
    /// Reads the kind, function and correlation id; the JSON size is not looked at.
    ///
    /// - Parameter bytes: The beginning of a message.
    /// - Throws: `RPCPayloadFault.shortHeader` below 12 bytes, `.unknownType`.
    public init(parsing bytes: ArraySlice<UInt8>) throws(RPCPayloadFault) {
        guard bytes.count >= RPCPayload.headerSize else { throw .shortHeader(count: bytes.count) }
        let word = bytes.bigEndianWord(at: bytes.startIndex)
        guard let type = RPCType(rawValue: UInt8(truncatingIfNeeded: word >> 28)) else {
            throw .unknownType(UInt8(truncatingIfNeeded: word >> 28))
        }
        self.init(
            rpcType: type, functionID: word,
            correlationID: Int32(bitPattern: bytes.bigEndianWord(at: bytes.startIndex + 4)))
    }

    /// Appends the 12 bytes of the header.
    func write(jsonSize: Int, to bytes: inout [UInt8]) {
        bytes.append(bigEndian: UInt32(rpcType.rawValue) << 28 | functionID & 0x0FFF_FFFF)
        bytes.append(bigEndian: UInt32(bitPattern: correlationID))
        bytes.append(bigEndian: UInt32(clamping: jsonSize))
    }
}
