extension BSONDocument {
    /// The bytes of the document.
    ///
    /// - Throws: `BSONError.key`, `.count`, `.depth` or `.stringLength` if a peer could not read it.
    public func encode() throws(BSONError) -> [UInt8] {
        try check(level: 0)
        return encodeUnchecked()
    }

    /// The bytes of a document of our own making, known to keep the limits.
    func encodeUnchecked() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        write(to: &bytes)
        return bytes
    }

    private func check(level: Int) throws(BSONError) {
        guard level <= Limit.depth else { throw .depth }
        guard elements.count <= Limit.writtenKeys else { throw .count }
        for element in elements {
            guard element.key.utf8.count <= Limit.key, !element.key.utf8.contains(0) else { throw .key }
            try BSONDocument.check(element.value, level: level)
        }
    }

    private static func check(_ value: BSONValue, level: Int) throws(BSONError) {
        switch value {
        case .string(let text):
            if text.utf8.count > Limit.string { throw .stringLength(Int32(clamping: text.utf8.count)) }
        case .document(let document):
            try document.check(level: level + 1)
        case .array(let values):
            guard level < Limit.depth else { throw .depth }
            guard values.count <= Limit.writtenKeys else { throw .count }
            for value in values { try check(value, level: level + 1) }
        case .double, .boolean, .int32, .int64:
            break
        }
    }

    private func write(to bytes: inout [UInt8]) {
        BSONDocument.writeDocument(to: &bytes) { bytes in
            for element in elements {
                BSONDocument.write(element.value, key: element.key, to: &bytes)
            }
        }
    }

    private static func writeDocument(to bytes: inout [UInt8], _ content: (inout [UInt8]) -> Void) {
        let start = bytes.count
        bytes.append(littleEndian: Int32(0))
        content(&bytes)
        bytes.append(0)
        let length = UInt32(clamping: bytes.count - start)
        for index in 0..<4 {
            bytes[start + index] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(index)))
        }
    }

    private static func write(_ value: BSONValue, key: String, to bytes: inout [UInt8]) {
        func head(_ type: UInt8) {
            bytes.append(type)
            bytes.append(contentsOf: key.utf8)
            bytes.append(0)
        }
        switch value {
        case .double(let number):
            head(0x01)
            bytes.append(littleEndian: number.bitPattern)
        case .string(let text):
            head(0x02)
            bytes.append(littleEndian: Int32(clamping: text.utf8.count + 1))
            bytes.append(contentsOf: text.utf8)
            bytes.append(0)
        case .document(let document):
            head(0x03)
            document.write(to: &bytes)
        case .array(let values):
            head(0x04)
            writeDocument(to: &bytes) { bytes in
                for (index, value) in values.enumerated() { write(value, key: String(index), to: &bytes) }
            }
        case .boolean(let flag):
            head(0x08)
            bytes.append(flag ? 1 : 0)
        case .int32(let number):
            head(0x10)
            bytes.append(littleEndian: number)
        case .int64(let number):
            head(0x12)
            bytes.append(littleEndian: number)
        }
    }
}
