import TestKit
import Transport

/// A TCP proxy on a bad line: it delays what it hands on, in pieces of any size, and cuts connections in the middle.
actor RoughProxy {
    nonisolated let reactor: Reactor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    private let target: SocketAddress
    private var listener: TCPListener?
    private var random: SplitMix64
    private var pairs: [Int: Pair] = [:]
    private var made = 0
    /// How many connections were cut.
    private(set) var cuts = 0
    private var goodUntilEnd = false

    /// The two ends of a connection, and what each is still to be handed.
    private struct Pair {
        let ends: [TCPStream]
        var waiting: [[UInt8]] = [[], []]
        var isTimed = [false, false]
        /// Bytes until the line breaks; nil where it holds.
        var life: Int?
    }

    init(to target: SocketAddress, seed: UInt64, on reactor: Reactor) {
        self.target = target
        self.reactor = reactor
        random = SplitMix64(seed: seed)
    }

    func listen() throws -> SocketAddress {
        let listener = try TCPListener(host: "127.0.0.1", port: 0, on: reactor)
        listener.accept { [weak self] stream in self?.assumeIsolated { $0.accept(stream) } }
        self.listener = listener
        return listener.address
    }

    /// From now on no connection is cut any more.
    func spare() {
        goodUntilEnd = true
        for number in pairs.keys { pairs[number]?.life = nil }
    }

    func stop() {
        listener?.close()
        for number in pairs.keys { close(number) }
    }

    private func accept(_ app: TCPStream) {
        let target = target
        Task {
            do {
                let unit = try await TCPStream.connect(host: target.host, port: target.port, on: reactor)
                pair(app, unit)
            } catch {
                app.close()
            }
        }
    }

    private func pair(_ app: TCPStream, _ unit: TCPStream) {
        let number = made
        made += 1
        let life = goodUntilEnd ? nil : Int.random(in: 200...20_000, using: &random)
        pairs[number] = Pair(ends: [app, unit], life: life)
        for (side, stream) in [app, unit].enumerated() {
            stream.start(
                onBytes: { [weak self] bytes in
                    self?.assumeIsolated {
                        $0.pairs[number]?.waiting[1 - side] += bytes
                        $0.handOn(number, to: 1 - side)
                    }
                },
                onClosure: { [weak self] _ in self?.assumeIsolated { $0.close(number) } })
        }
    }

    private func handOn(_ number: Int, to side: Int) {
        guard let pair = pairs[number], !pair.isTimed[side], !pair.waiting[side].isEmpty else { return }
        pairs[number]?.isTimed[side] = true
        reactor.schedule(after: .microseconds(Int.random(in: 0...2000, using: &random))) { [weak self] in
            self?.assumeIsolated { $0.piece(number, to: side) }
        }
    }

    private func piece(_ number: Int, to side: Int) {
        guard var pair = pairs[number] else { return }
        pair.isTimed[side] = false
        let count = min(pair.waiting[side].count, Int.random(in: 1...300, using: &random))
        let piece = pair.waiting[side].prefix(min(count, pair.life ?? count))
        pair.ends[side].write(Array(piece))
        pair.waiting[side].removeFirst(piece.count)
        if let life = pair.life { pair.life = life - piece.count }
        pairs[number] = pair
        if pair.life == 0 {
            cuts += 1
            close(number)
        } else {
            handOn(number, to: side)
        }
    }

    private func close(_ number: Int) {
        for end in pairs.removeValue(forKey: number)?.ends ?? [] { end.close() }
    }
}
