internal import SDLProtocol
internal import Transport

/// A link between an app under test and our head unit: all of it is written down, and frames can be slipped in.
final class TappedStream: ByteStream, @unchecked Sendable {
    // Sendable although it holds plain state: all calls come on the reactor's thread.
    let reactor: Reactor
    let peer: String
    /// Its number in the transcript.
    let number: Int
    private let stream: any ByteStream
    private let log: TranscriptLog
    private let onChange: () -> Void
    private var decoder = FrameDecoder()
    private var appDecoder = FrameDecoder()
    /// How many heartbeats the app has answered.
    private(set) var beatAnswers = 0
    private(set) var isOver = false
    /// The last session that was acknowledged, and its version.
    private(set) var session: UInt8 = 0
    private(set) var version: UInt8 = 0

    init(_ stream: any ByteStream, log: TranscriptLog, onChange: @escaping () -> Void) {
        self.stream = stream
        self.log = log
        self.onChange = onChange
        reactor = stream.reactor
        peer = stream.peer
        number = log.open()
    }

    var unsentByteCount: Int { stream.unsentByteCount }

    func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {
        stream.start(
            onBytes: { [self] bytes in
                log.bytes(bytes, from: .app, number)
                appDecoder.append(bytes)
                while let item = appDecoder.next() {
                    if case .frame(let frame) = item, frame.header.controlInfo == .heartbeatACK { beatAnswers += 1 }
                }
                onBytes(bytes)
                onChange()
            },
            onClosure: { [self] closure in
                isOver = true
                log.ended(number, closure, by: .app)
                onClosure(closure)
                onChange()
            })
    }

    func write(_ bytes: [UInt8]) {
        guard !isOver else { return }
        log.bytes(bytes, from: .headUnit, number)
        stream.write(bytes)
        decoder.append(bytes)
        while case .frame(let frame)? = decoder.next() {
            guard frame.header.controlInfo == .startServiceACK, frame.header.service == .rpc else { continue }
            session = frame.header.sessionID
            version = frame.header.version
        }
        onChange()
    }

    /// Asks the app for a heartbeat, as the head unit would.
    func beat(_ id: UInt32) {
        guard !isOver, session != 0, version >= 3 else { return }
        let frame = Frame(control: .heartbeat, version: version, service: .control, sessionID: session, messageID: id)
        log.bytes(frame.encode(), from: .headUnit, number)
        stream.write(frame.encode())
    }

    func close() {
        guard !isOver else { return }
        isOver = true
        log.closed(number, by: .headUnit)
        stream.close()
        onChange()
    }
}
