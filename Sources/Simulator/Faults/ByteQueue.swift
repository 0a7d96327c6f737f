/// Bytes in the order in which they came, taken in pieces.
struct ByteQueue: Sendable {
    private var chunks: [ArraySlice<UInt8>] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        chunks.append(bytes[...])
        count += bytes.count
    }

    /// Takes the next bytes, at most `limit`, and never more than were appended together.
    mutating func removeFirst(_ limit: Int) -> [UInt8] {
        guard let first = chunks.first else { return [] }
        let piece = first.prefix(limit)
        count -= piece.count
        if piece.count == first.count {
            chunks.removeFirst()
        } else {
            chunks[0] = first.dropFirst(piece.count)
        }
        return Array(piece)
    }

    mutating func removeAll() {
        chunks = []
        count = 0
    }
}
