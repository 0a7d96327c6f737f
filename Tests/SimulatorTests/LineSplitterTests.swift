import Testing

@testable import Simulator

@Suite("Lines that come piece by piece")
struct LineSplitterTests {
    @Test("are the same in pieces of any size", arguments: 1...9)
    func pieces(size: Int) throws {
        let bytes = Array("abc\n\nde\r\nfghi\nj".utf8)
        var splitter = LineSplitter(limit: 4)
        var lines: [String] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            lines += try splitter.append(piece).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(lines == ["abc", "", "de\r", "fghi"])
        #expect(splitter.finish() == [UInt8(ascii: "j")] && splitter.finish() == nil)
    }

    @Test("are not longer than the limit, whether their end has come or not", arguments: ["abcde", "a\nabcde\nb"])
    func limit(text: String) throws {
        var splitter = LineSplitter(limit: 4)
        #expect(throws: LineSplitter.TooLong(limit: 4)) { try splitter.append(Array(text.utf8)) }
        var pieces = LineSplitter(limit: 4)
        #expect(throws: LineSplitter.TooLong(limit: 4)) {
            for byte in text.utf8 { _ = try pieces.append([byte]) }
        }
    }
}
