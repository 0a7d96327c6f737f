import Formats
import SDLProtocol
import TestKit

/// What a decoder made of a stream.
struct DecodedStream: Equatable {
    var frames: [Frame] = []
    var malformed: [HeaderFault] = []
    /// How many bytes belong to no frame.
    var skipped = 0
    /// How many bytes wait for the rest of their frame.
    var waiting = 0

    init(_ pieces: [[UInt8]], _ configuration: FrameDecoder.Configuration = .init()) {
        var decoder = FrameDecoder(configuration: configuration)
        for piece in pieces {
            decoder.append(piece)
            while let item = decoder.next() {
                switch item {
                case .frame(let frame): frames.append(frame)
                case .malformed(let fault): malformed.append(fault)
                }
            }
        }
        skipped = Int(decoder.skippedByteCount)
        waiting = decoder.bufferedByteCount
    }
}

/// The elements of a document as the vectors write them: `k`, `t`, `v`.
func bsonDocument(_ value: JSONValue) -> BSONDocument? {
    guard let list = value.arrayValue else { return nil }
    var elements: [BSONDocument.Element] = []
    for item in list {
        guard let key = item["k"]?.stringValue, let value = bsonValue(item) else { return nil }
        elements.append(BSONDocument.Element(key: key, value: value))
    }
    return BSONDocument(elements)
}

private func bsonValue(_ item: JSONValue) -> BSONValue? {
    guard let type = item["t"]?.stringValue, let value = item["v"] else { return nil }
    switch type {
    case "string": return value.stringValue.map { .string($0) }
    case "int32": return value.intValue.flatMap { Int32(exactly: $0) }.map { .int32($0) }
    case "int64": return value.intValue.map { .int64($0) }
    case "double": return value.doubleValue.map { .double($0) }
    case "bool": return value.boolValue.map { .boolean($0) }
    case "document": return bsonDocument(value).map { .document($0) }
    case "array": return value.arrayValue.map { .array($0.compactMap(bsonValue)) }
    default: return nil
    }
}

/// A document as the recordings write it: a plain JSON object in which integers of both sizes look alike.
func plainJSON(_ document: BSONDocument) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for element in document.elements { members[element.key] = plainJSON(element.value) }
    return .object(members)
}

private func plainJSON(_ value: BSONValue) -> JSONValue {
    switch value {
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    case .document(let document): plainJSON(document)
    case .array(let values): .array(values.map(plainJSON))
    case .boolean(let flag): .bool(flag)
    case .int32(let number): .int(Int64(number))
    case .int64(let number): .int(number)
    }
}

extension JSONValue {
    /// An integer member.
    func int(_ key: String) -> Int? { self[key]?.intValue.map { Int($0) } }
}
