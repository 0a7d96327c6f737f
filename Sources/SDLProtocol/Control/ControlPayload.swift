/// The payloads of control frames, each with its two forms.
///
/// Up to version 4 a payload is nothing or the four bytes of a hash id; in version 5 (and in the first StartService,
/// whose header has version 1) it is a BSON document or nothing. The version of the frame's header decides the form. A
/// payload that cannot be read counts as absent; it never ends a session.
public enum ControlPayload: Sendable {
    /// Reads a payload as a document; nil if there is none or it is broken.
    static func document(_ payload: [UInt8]) -> BSONDocument? {
        payload.isEmpty ? nil : try? BSONDocument(parsing: payload)
    }

    /// Reads the four bytes of a hash id, as they are used up to version 4.
    static func rawHash(_ payload: [UInt8]) -> UInt32? {
        payload.count == 4 ? payload.bigEndianWord(at: 0) : nil
    }

    static func rawHash(_ hashID: UInt32?) -> [UInt8] {
        var bytes: [UInt8] = []
        if let hashID { bytes.append(bigEndian: hashID) }
        return bytes
    }

    static func strings(_ value: BSONValue?) -> [String]? {
        value?.array?.compactMap(\.string)
    }

    static func numbers(_ value: BSONValue?) -> [Int32]? {
        value?.array?.compactMap { $0.integer.flatMap { Int32(exactly: $0) } }
    }

    /// A hash id written as a number of either size; the bit pattern counts.
    static func hash(_ value: BSONValue?) -> UInt32? {
        value?.integer.map { UInt32(truncatingIfNeeded: $0) }
    }
}
