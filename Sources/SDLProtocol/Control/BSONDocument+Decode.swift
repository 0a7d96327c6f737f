extension BSONDocument {
    /// Reads a document; bytes behind it are ignored, as sdl_core does.
    ///
    /// - Parameter bytes: The payload of a control frame.
    /// - Throws: What is wrong with it; the caller then acts as if there were no payload.
    public init(parsing bytes: [UInt8]) throws(BSONError) {
        var reader = Reader(bytes: bytes, position: 0, end: bytes.count)
        self.init(try reader.document(level: 0))
    }

    /// Walks over the bytes of a document; `end` is the end of the innermost document that is open.
    private struct Reader {
        let bytes: [UInt8]
        var position: Int
        var end: Int

        mutating func document(level: Int) throws(BSONError) -> [Element] {
            guard level <= Limit.depth else { throw .depth }
            let outerEnd = end
            let start = position
            let length = try int32()
            guard length >= 5, Int(length) <= outerEnd - start else { throw .length(length) }
            end = start + Int(length)
            var elements: [Element] = []
            while true {
                let type = try byte()
                if type == 0 { break }
                guard elements.count < Limit.readKeys else { throw .count }
                let key = try key()
                elements.append(Element(key: key, value: try value(of: type, level: level)))
            }
            guard position == end else { throw .truncated }
            end = outerEnd
            return elements
        }

        private mutating func value(of type: UInt8, level: Int) throws(BSONError) -> BSONValue {
            switch type {
            case 0x01: .double(Double(bitPattern: UInt64(bitPattern: try int64())))
            case 0x02: .string(try string())
            case 0x03: .document(BSONDocument(try document(level: level + 1)))
            case 0x04: .array(try document(level: level + 1).map(\.value))
            case 0x08: .boolean(try byte() != 0)
            case 0x10: .int32(try int32())
            case 0x12: .int64(try int64())
            default: throw .type(type)
            }
        }

        private mutating func byte() throws(BSONError) -> UInt8 {
            guard position < end else { throw .truncated }
            defer { position += 1 }
            return bytes[position]
        }

        private mutating func int32() throws(BSONError) -> Int32 {
            guard end - position >= 4 else { throw .truncated }
            defer { position += 4 }
            return Int32(bitPattern: bytes.bigEndianWord(at: position).byteSwapped)
        }

        private mutating func int64() throws(BSONError) -> Int64 {
            let low = UInt64(UInt32(bitPattern: try int32()))
            let high = UInt64(UInt32(bitPattern: try int32()))
            return Int64(bitPattern: high << 32 | low)
        }

        private mutating func string() throws(BSONError) -> String {
            let length = try int32()
            guard length >= 1, length <= Limit.string + 1, Int(length) <= end - position else {
                throw .stringLength(length)
            }
            let last = position + Int(length) - 1
            guard bytes[last] == 0 else { throw .stringTermination }
            guard let text = String(validating: bytes[position..<last], as: UTF8.self) else { throw .encoding }
            position = last + 1
            return text
        }

        private mutating func key() throws(BSONError) -> String {
            guard let zero = bytes[position..<end].firstIndex(of: 0) else { throw .truncated }
            guard zero - position <= Limit.key else { throw .key }
            guard let text = String(validating: bytes[position..<zero], as: UTF8.self) else { throw .encoding }
            position = zero + 1
            return text
        }
    }
}
