internal import Navigation
internal import Transport

/// Bytes that can be played again from their beginning.
enum Recording: Sendable {
    case file(path: String)
    case memory([UInt8])
    case drive(Route, DriveGenerator.Options)

    /// A reader at the beginning.
    func open() async throws(TransportError) -> Reader {
        switch self {
        case .file(let path): .file(try await FileReader.open(path: path))
        case .memory(let bytes): .memory(bytes, offset: 0)
        case .drive(let route, let options): .drive(DriveGenerator(route: route, options: options))
        }
    }

    /// Whether a generator made it: such a vehicle never was.
    var isGenerated: Bool {
        if case .drive = self { true } else { false }
    }

    enum Reader: Sendable {
        case file(FileReader)
        case memory([UInt8], offset: Int)
        case drive(DriveGenerator)

        private static let blockSize = 1 << 14

        /// The next bytes; empty at the end.
        mutating func read() async throws(TransportError) -> [UInt8] {
            switch self {
            case .file(let reader):
                return try await reader.read(upTo: Self.blockSize)
            case .memory(let bytes, let offset):
                let end = min(offset + Self.blockSize, bytes.count)
                self = .memory(bytes, offset: end)
                await Task.yield()  // others on the same thread get their turn
                return Array(bytes[offset..<end])
            case .drive(var generator):
                var block: [UInt8] = []
                while block.count < Self.blockSize / 16, let epoch = generator.next() {
                    block += epoch.bytes(generator.options)
                }
                self = .drive(generator)
                await Task.yield()
                return block
            }
        }
    }
}
