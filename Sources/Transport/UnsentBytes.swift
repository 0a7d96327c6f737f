/// Bytes waiting for the system to take them, kept in the pieces they came in.
struct UnsentBytes {
    private var chunks: [ArraySlice<UInt8>] = []
    private var head = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    var first: ArraySlice<UInt8>? { head < chunks.count ? chunks[head] : nil }

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        chunks.append(bytes)
        count += bytes.count
    }

    /// The bytes that come first: one piece, or several small ones copied together up to `limit`.
    func withFirst<Result>(_ limit: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let first = chunks[head]
        guard head + 1 < chunks.count, first.count < limit else { return unsafe first.withUnsafeBytes(body) }
        return unsafe withUnsafeTemporaryAllocation(byteCount: limit, alignment: 16) { room in
            var filled = 0
            for chunk in chunks[head...] {
                let part = chunk.prefix(limit - filled)
                unsafe UnsafeMutableRawBufferPointer(rebasing: room[filled...]).copyBytes(from: part)
                filled += part.count
                if filled == limit { break }
            }
            return unsafe body(UnsafeRawBufferPointer(rebasing: room[0..<filled]))
        }
    }

    /// Forgets bytes that are sent; they may lie in several pieces.
    mutating func removeFirst(_ taken: Int) {
        var left = min(taken, count)
        count -= left
        while left > 0 {
            let size = chunks[head].count
            guard size <= left else {
                chunks[head] = chunks[head].dropFirst(left)
                return
            }
            left -= size
            chunks[head] = []
            head += 1
        }
        if head == chunks.count {
            chunks.removeAll(keepingCapacity: head <= 8)
            head = 0
        } else if head > 32, head * 2 > chunks.count {
            chunks.removeFirst(head)
            head = 0
        }
    }
}
