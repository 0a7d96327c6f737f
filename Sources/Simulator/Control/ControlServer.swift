internal import Formats
public import Transport

/// The control of a head unit for other programs: a Unix-domain socket with a JSON object a line in both directions.
///
/// A line is a command (``ControlDescription``); the answer is `{"ok":true}`, with `result` where there is one, or
/// `{"ok":false,"error":…}`, and repeats `tag`. Answers come in the order of the lines. After `events` a line follows for
/// everything that happens. At most 16 programs are connected at a time; lines are at most 1 MiB; a program that does
/// not read is cut off at 1 MiB.
public actor ControlServer {
    private static let lineLimit = 1 << 20
    private static let waitingLimit = 4 << 20
    private static let waitingLineLimit = 1024
    private static let clientLimit = 16

    private let unit: MockHeadUnit
    private let listener: UnixListener
    private var clients: [Int: Client] = [:]
    private var next = 1
    /// The program that is the HMI.
    private var hmiClient: Int?

    private struct Client {
        let stream: TCPStream
        var splitter = LineSplitter(limit: ControlServer.lineLimit)
        /// Lines that wait for the one before them.
        var lines: [[UInt8]] = []
        /// The bytes of `lines`.
        var waiting = 0
        var isBusy = false
        /// Whether no more lines come: what is there is carried out, then the connection ends.
        var isInputOver = false
        var observer: Int?
    }

    /// Runs on the reactor of its head unit.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe unit.reactor.asUnownedSerialExecutor()
    }

    /// Opens the socket.
    ///
    /// - Parameters:
    ///   - path: The socket's file, which only this user may open; it is removed at the end.
    ///   - unit: What is controlled.
    /// - Throws: `TransportError` when the file cannot be made, or another program listens there.
    public init(path: String, controlling unit: MockHeadUnit) async throws(TransportError) {
        self.unit = unit
        listener = try UnixListener(
            path: path, configuration: TCPStream.Configuration(unsentByteLimit: 1 << 20), on: unit.reactor)
        begin()
    }

    /// Closes the socket and all connections to it.
    public func stop() {
        listener.close()
        for number in clients.keys.sorted() { drop(number) }
    }

    private func begin() {
        listener.accept { [weak self] stream in self?.assumeIsolated { $0.attach(stream) } }
    }

    private func attach(_ stream: TCPStream) {
        guard clients.count < Self.clientLimit else {
            stream.close()
            return
        }
        let number = next
        next += 1
        clients[number] = Client(stream: stream)
        stream.keepWriting(afterEndOfInput: { [weak self] in self?.assumeIsolated { $0.inputEnded(number) } })
        stream.start(
            onBytes: { [weak self] bytes in self?.assumeIsolated { $0.received(bytes, from: number) } },
            onClosure: { [weak self] _ in self?.assumeIsolated { $0.drop(number) } })
    }

    private func drop(_ number: Int) {
        guard let client = clients.removeValue(forKey: number) else { return }
        takeBack(from: number)
        client.stream.close()
        if let observer = client.observer { unit.assumeIsolated { $0.removeObserver(observer) } }
    }

    /// A client half-closed, as `nc -N` and `socat` do after their input: it still waits for its answers.
    private func inputEnded(_ number: Int) {
        if let last = clients[number]?.splitter.finish() { take([last], from: number) }
        clients[number]?.isInputOver = true
        endIfDone(number)
    }

    private func endIfDone(_ number: Int) {
        guard let client = clients[number], client.isInputOver, !client.isBusy, client.lines.isEmpty else { return }
        drop(number)
    }

    private func received(_ bytes: [UInt8], from number: Int) {
        do throws(LineSplitter.TooLong) {
            take(try clients[number]?.splitter.append(bytes) ?? [], from: number)
        } catch {
            refuse(number)
        }
    }

    private func take(_ lines: [[UInt8]], from number: Int) {
        guard var client = clients[number] else { return }
        for line in lines where line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) {
            client.lines.append(line)
            client.waiting += line.count
        }
        clients[number] = client
        guard client.lines.count <= Self.waitingLineLimit, client.waiting <= Self.waitingLimit else {
            refuse(number)
            return
        }
        work(number)
    }

    private func refuse(_ number: Int) {
        answer(number, .failure(ControlError("line", "at most 1 MiB; 1024 lines and 4 MiB at a time")), tag: nil)
        drop(number)
    }

    /// Carries out the lines of a client, one after the other.
    private func work(_ number: Int) {
        guard clients[number]?.isBusy == false, clients[number]?.lines.isEmpty == false,
            let line = clients[number]?.lines.removeFirst()
        else { return }
        clients[number]?.isBusy = true
        clients[number]?.waiting -= line.count
        Task { await self.perform(line, of: number) }
    }

    private func perform(_ line: [UInt8], of number: Int) async {
        var tag: JSONValue?
        do throws(ControlError) {
            let request = try Self.request(line, tag: &tag)
            if request.description.name == "events" {
                observe(number, showsMessages: try request.flag("rpc") ?? false)
                answer(number, .success(.null), tag: tag)
            } else if try handsOver(request, to: number) {
                answer(number, .success(.null), tag: tag)
            } else {
                answer(number, .success(try await unit.perform(request)), tag: tag)
            }
        } catch {
            answer(number, .failure(error), tag: tag)
        }
        clients[number]?.isBusy = false
        work(number)
        endIfDone(number)
    }

    private static func request(_ line: [UInt8], tag: inout JSONValue?) throws(ControlError) -> ControlRequest {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: line)
        } catch {
            throw ControlError("line", "JSON (\(error))")
        }
        tag = json["tag"]
        return try ControlRequest(json: json)
    }

    /// Events to a client from now on; asked again, what it is shown changes.
    private func observe(_ number: Int, showsMessages: Bool) {
        guard let client = clients[number] else { return }
        let stream = client.stream
        clients[number]?.observer = unit.assumeIsolated { unit in
            if let observer = client.observer { unit.removeObserver(observer) }
            // Levels are seen by watching messages.
            return unit.observe(messages: true) { event in
                if case .message = event, !showsMessages { return }
                stream.write(event.json.serialized() + [UInt8(ascii: "\n")])
            }
        }
    }

    /// Makes a client the HMI, or no longer.
    ///
    /// - Returns: Whether the request was about that.
    private func handsOver(_ request: ControlRequest, to number: Int) throws(ControlError) -> Bool {
        guard request.description.name == "hmi", let stream = clients[number]?.stream else { return false }
        switch request.members["action"]?.stringValue {
        case "take":
            guard hmiClient == nil || hmiClient == number else {
                throw ControlError("take", "another program is the HMI")
            }
            hmiClient = number
            unit.hmi.assumeIsolated { hmi in
                hmi.handOver { message in stream.write(message.json.serialized() + [UInt8(ascii: "\n")]) }
            }
        case "release":
            guard hmiClient == number else { throw ControlError("release", "this program is not the HMI") }
            takeBack(from: number)
        default: return false
        }
        return true
    }

    private func takeBack(from number: Int) {
        guard hmiClient == number else { return }
        hmiClient = nil
        unit.hmi.assumeIsolated { $0.handOver(to: nil) }
    }

    private func answer(_ number: Int, _ result: Result<JSONValue, ControlError>, tag: JSONValue?) {
        var members = result.controlAnswer
        members["tag"] = tag
        clients[number]?.stream.write(JSONValue.object(members).serialized() + [UInt8(ascii: "\n")])
    }
}
