internal import Formats
internal import HeadUnit
package import Positioning
package import Transport

/// Plays the apps' side of a recording to a head unit over TCP, and the HMI's side through its control.
///
/// The decisions are those of ``AppReplay``; this is its sockets and timers.
package actor AppReplayPlayer {
    /// How a replay ended.
    package struct Outcome: Sendable {
        /// How many recorded messages were compared.
        package let linesCompared: Int
        /// What differs first; `nil` when the head unit said what was recorded.
        package let difference: String?
        /// What the control refused.
        package let refusals: [String]
    }

    private let recording: Recording
    private let reactor: Reactor
    private let host: String
    private let port: UInt16
    private let control: ControlClient?
    private var replay: AppReplay
    private var links: [Int: Link] = [:]
    private var timer: (id: Reactor.TimerID, deadline: Duration)?
    private var whenOver: CheckedContinuation<Void, Never>?
    /// What the answers of the control are to, in order.
    private var orders: [Order] = []
    private var refusals: [String] = []
    private var isPumping = false
    private var failure: TransportError?

    /// A connection, from the moment it is wanted.
    private struct Link {
        var stream: TCPStream?
        var waiting: [[UInt8]] = []
        var isClosing = false
    }

    /// What the control was told to do.
    private enum Order {
        case take
        case request(tag: Int)
        case answer
        case other(String)
    }

    /// Runs on its reactor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes a player.
    ///
    /// - Parameters:
    ///   - recording: What is played.
    ///   - host: Where the head unit listens.
    ///   - port: Its port.
    ///   - control: Its control; without one the HMI's side is not played.
    ///   - speed: How fast.
    ///   - reactor: The thread to live on.
    package init(
        _ recording: Recording, host: String, port: UInt16, control: ControlClient?, speed: PlaybackSpeed,
        on reactor: Reactor
    ) {
        self.recording = recording
        self.reactor = reactor
        self.host = host
        self.port = port
        self.control = control
        var options = AppReplay.Options()
        options.speed = speed
        options.playsHMI = control != nil
        // In its own time the head unit may wait for its HMI, or for a sign of life of the app.
        if speed != .factor(1) { options.patience = .seconds(20) }
        replay = AppReplay(recording, options, zero: Self.start(of: recording, now: reactor.now))
    }

    /// Second 0: soon, and where the recording began within a second of the clock when that matters.
    private static func start(of recording: Recording, now: Duration) -> Duration {
        let soon = now + .milliseconds(50)
        guard let phase = RecordingException.clockPhase(of: recording.name) else { return soon }
        let start = Duration.seconds(soon.components.seconds) + phase
        return start < soon ? start + .seconds(1) : start
    }

    /// Plays.
    ///
    /// - Returns: How it ended.
    /// - Throws: `TransportError` when the head unit cannot be reached at all.
    package func run() async throws(TransportError) -> Outcome {
        let reading = control.map { control in
            Task { while let line = await control.next() { self.heard(line) } }
        }
        if control != nil { order(["command": "hmi", "action": "take"], .take) } else { pump() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if replay.isOver { continuation.resume() } else { whenOver = continuation }
            }
        } onCancel: {
            Task { await self.end() }
        }
        reading?.cancel()
        if let failure, replay.ours.frames.isEmpty { throw failure }
        var comparison = RecordingComparison.live
        comparison.compare(recording.name, replay.ours, replay.theirs)
        var difference = comparison.first?.description
        if difference == nil, replay.isFlooded { difference = "the head unit says far more than was recorded" }
        if difference == nil, replay.isOutOfStep {
            difference = "the head unit did not say in time what it had said before the input behind \(replay.place)"
        }
        return Outcome(linesCompared: comparison.linesCompared, difference: difference, refusals: refusals)
    }

    // MARK: Driving

    /// Does what is due, and sets the timer for what comes next.
    private func pump() {
        guard !isPumping else { return }
        isPumping = true
        perform(replay.timePassed(now: reactor.now))
        isPumping = false
        let deadline = replay.nextDeadline
        guard deadline != timer?.deadline else { return }
        if let timer { reactor.cancel(timer.id) }
        timer = deadline.map { deadline in
            let id = reactor.schedule(at: deadline) { [weak self] in self?.assumeIsolated { $0.timerFired() } }
            return (id, deadline)
        }
    }

    private func timerFired() {
        timer = nil
        pump()
    }

    private func end() {
        if let timer { reactor.cancel(timer.id) }
        timer = nil
        for link in links.values { link.stream?.close() }
        links = [:]
        whenOver?.resume()
        whenOver = nil
    }

    private func perform(_ actions: [AppReplay.Action]) {
        for action in actions {
            switch action {
            case .connect(let connection, let address):
                links[connection] = Link()
                Task { await self.connect(connection, from: address) }
            case .send(let connection, let bytes):
                if let stream = links[connection]?.stream {
                    stream.write(bytes)
                } else {
                    links[connection]?.waiting.append(bytes)
                }
            case .close(let connection):
                links[connection]?.isClosing = true
                if let link = links[connection], let stream = link.stream {
                    stream.close()
                    links[connection] = nil
                }
            case .notify(let method, let parameters):
                notify(method, parameters)
            case .request(let tag, let method, let parameters):
                var members: [String: JSONValue] = [
                    "command": "hmi", "action": "request", "method": .string(method.rawValue),
                ]
                members["parameters"] = parameters
                order(members, .request(tag: tag))
            case .answer(let id, let answer):
                order(["command": "hmi", "action": "answer", "id": .int(Int64(id)), "answer": answer.json], .answer)
            case .updatePolicy(let changes):
                let apps = changes.mapValues { groups in
                    groups.map { JSONValue.array($0.map { .string($0) }) } ?? .null
                }
                order(["command": "policy", "action": "set", "apps": .object(apps)], .other("a policy update"))
            case .terminate:
                switchIgnition("off")
            case .restart:
                switchIgnition("on")
            case .finish:
                end()
            }
        }
    }

    // MARK: Apps

    private func connect(_ connection: Int, from address: String) async {
        do throws(TransportError) {
            // Loopback is the one place where the recorded addresses are this machine's too.
            let local = host == "127.0.0.1" && address != "127.0.0.1" ? address : nil
            let stream = try await TCPStream.connect(host: host, port: port, from: local, on: reactor)
            attach(stream, as: connection)
        } catch {
            failure = failure ?? error
            lost(connection)
        }
    }

    private func attach(_ stream: TCPStream, as connection: Int) {
        guard let link = links[connection] else { return stream.close() }
        links[connection] = Link(stream: stream)
        stream.start(
            onBytes: { [weak self] bytes in self?.assumeIsolated { $0.received(bytes, on: connection) } },
            onClosure: { [weak self] _ in self?.assumeIsolated { $0.lost(connection) } })
        for bytes in link.waiting { stream.write(bytes) }
        guard link.isClosing else { return }
        stream.close()
        links[connection] = nil
    }

    private func received(_ bytes: [UInt8], on connection: Int) {
        replay.received(bytes, on: connection, now: reactor.now)
        pump()
    }

    private func lost(_ connection: Int) {
        links[connection] = nil
        replay.closed(connection, now: reactor.now)
        pump()
    }

    // MARK: The HMI

    private func notify(_ method: HMIMethod, _ parameters: JSONValue?) {
        // After the ignition nobody can connect until it is switched on again.
        if method == .onExitAllApplications, parameters?["reason"] == "IGNITION_OFF" { return switchIgnition("off") }
        var members: [String: JSONValue] = [
            "command": "hmi", "action": "notify", "method": .string(method.rawValue),
        ]
        members["parameters"] = parameters
        order(members, .other(method.rawValue))
    }

    private func switchIgnition(_ state: String) {
        order(["command": "ignition", "state": .string(state)], .other("ignition \(state)"))
    }

    private func order(_ members: [String: JSONValue], _ order: Order) {
        guard let control else { return }
        orders.append(order)
        control.assumeIsolated { $0.send(JSONValue.object(members).serialized()) }
    }

    private func heard(_ line: [UInt8]) {
        guard let json = try? JSONValue(parsing: line) else { return }
        switch json["event"]?.stringValue {
        case "hmiRequest":
            guard let id = json["id"]?.intValue, let method = json["method"]?.stringValue else { return }
            let request = HMIRequest(
                id: Int(clamping: id), method: HMIMethod(rawValue: method), parameters: json["parameters"])
            perform(replay.asked(request, now: reactor.now))
        case "hmiNotification":
            guard let method = json["method"]?.stringValue else { return }
            replay.told(
                HMINotification(HMIMethod(rawValue: method), parameters: json["parameters"]), now: reactor.now)
        case nil: answered(json)
        default: return
        }
        pump()
    }

    private func answered(_ json: JSONValue) {
        guard !orders.isEmpty else { return }
        let order = orders.removeFirst()
        guard json["ok"] == true else {
            let why = json["error"]?["why"]?.stringValue ?? "refused"
            switch order {
            case .take, .request: refusals.append("the control: \(why)")
            case .other(let what): refusals.append("\(what): \(why)")
            case .answer: break  // the recorded HMI answered too late as well
            }
            return
        }
        guard case .request(let tag) = order, let result = json["result"] else { return }
        replay.answered(tag, HMIAnswer(json: result), now: reactor.now)
    }
}

extension HMIAnswer {
    /// Reads the members of a JSON-RPC response.
    fileprivate init(json: JSONValue) {
        if case .object(var members) = json["result"], let code = members.removeValue(forKey: "code")?.intValue {
            self = .result(code: Int(clamping: code), members: members)
        } else if let error = json["error"], let code = error["code"]?.intValue {
            self = .error(code: Int(clamping: code), message: error["message"]?.stringValue)
        } else {
            self = .raw(json)
        }
    }
}
