public import Formats
public import SDLSpec

/// A request, response or notification of the RPC spec.
public protocol RPCMessage: RPCStructure {
    /// The function.
    static var functionID: FunctionID { get }

    /// Whether this is a request, a response or a notification.
    static var kind: RPCMessageKind { get }
}

/// A message that asks for something and is answered.
public protocol RPCRequest: RPCMessage {
    /// The message that answers it.
    associatedtype Response: RPCResponse
}

/// A message that answers a request.
public protocol RPCResponse: RPCMessage {
    /// Whether the request was carried out.
    var success: Bool { get set }

    /// How the request went.
    var resultCode: ResultCode { get set }

    /// More about it, for people.
    var info: String? { get set }
}

/// A message that tells something and is not answered.
public protocol RPCNotification: RPCMessage {}

extension RPCRequest {
    /// Always ``/SDLSpec/RPCMessageKind/request``.
    public static var kind: RPCMessageKind { .request }
}

extension RPCResponse {
    /// Always ``/SDLSpec/RPCMessageKind/response``.
    public static var kind: RPCMessageKind { .response }
}

extension RPCNotification {
    /// Always ``/SDLSpec/RPCMessageKind/notification``.
    public static var kind: RPCMessageKind { .notification }
}

extension RPCMessage {
    /// The function's name in the spec.
    public static var functionName: String { functionID.name }
}

extension RPCStructure {
    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - jsonBytes: The text.
    ///   - options: The grammar and the limits.
    /// - Returns: The value, and what was wrong but could be lived with: optional members of a wrong type (left out),
    ///   values out of range (kept), enum values that the spec does not name (kept).
    /// - Throws: ``RPCDecodingError`` if the text is no JSON or a mandatory member is missing or of a wrong type.
    public static func decode(
        _ jsonBytes: [UInt8], options: JSONOptions = .strict
    ) throws(RPCDecodingError) -> (value: Self, issues: [RPCDecodingError]) {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: jsonBytes, options: options)
        } catch {
            throw RPCDecodingError(path: "", problem: .json(error))
        }
        var decoder = RPCDecoder()
        let value = try Self(decoding: document.root, with: &decoder)
        return (value, decoder.issues)
    }

    /// Reads a JSON text and forgets what was wrong but could be lived with.
    ///
    /// - Throws: ``RPCDecodingError`` if the text is no JSON or a mandatory member is missing or of a wrong type.
    public init(jsonBytes: [UInt8], options: JSONOptions = .strict) throws(RPCDecodingError) {
        self = try Self.decode(jsonBytes, options: options).value
    }

    /// Reads a JSON value and forgets what was wrong but could be lived with.
    ///
    /// - Throws: ``RPCDecodingError`` if a mandatory member is missing or of a wrong type.
    public init(json: JSONValue) throws(RPCDecodingError) {
        let text: [UInt8]
        do {
            text = try json.serializedStrictly()
        } catch {
            throw RPCDecodingError(path: "", problem: .json(error))
        }
        try self.init(jsonBytes: text, options: .wholeMessage)
    }

    /// The JSON form as a value; numbers that are not finite are `null`.
    public var json: JSONValue {
        JSONWriter.value { encode(to: &$0) }
    }

    /// The JSON form as a compact text.
    ///
    /// - Throws: `JSONError.Code.notFinite` if a number has no JSON form.
    public func encodedJSON() throws(JSONError) -> [UInt8] {
        var writer = JSONWriter(capacity: 1024)
        encode(to: &writer)
        return try writer.finish()
    }
}

extension JSONOptions {
    /// For texts that this module wrote itself.
    fileprivate static let wholeMessage = JSONOptions(
        maximumDepth: 512, maximumBytes: .max, maximumValues: .max)
}
