import Glibc
import Synchronization
import Testing
import Transport

/// A folder for device names, gone at the end.
struct DeviceFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/devices-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
        }
        try #require(made)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func remove() {
        unsafe rmdir(path)
    }
}

/// Drives devices on the reactor and keeps what was seen.
private actor Bench {
    nonisolated let reactor: Reactor
    private var received: [UInt8] = []
    private var closures: [StreamClosure] = []
    private var changes: [DeviceWatch.Change] = []
    private var watch: DeviceWatch?
    private var more: [DeviceWatch] = []
    private var others = 0
    private var waiters:
        [(isDone: @Sendable (isolated Bench) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    func start(_ stream: any ByteStream) {
        stream.start(
            onBytes: { [weak self] bytes in
                self?.assumeIsolated {
                    $0.received += bytes
                    $0.check()
                }
            },
            onClosure: { [weak self] closure in
                self?.assumeIsolated {
                    $0.closures.append(closure)
                    $0.check()
                }
            })
    }

    func write(_ bytes: [UInt8], to stream: any ByteStream) { stream.write(bytes) }
    func close(_ stream: any ByteStream) { stream.close() }

    func watch(_ path: String) throws {
        watch = try DeviceWatch(path: path, on: reactor) { [weak self] change in
            self?.assumeIsolated {
                $0.changes.append(change)
                $0.check()
            }
        }
    }

    /// More watches, whose changes are only counted.
    func watchMore(_ paths: [String]) throws {
        more += try paths.map { path in
            try DeviceWatch(path: path, on: reactor) { [weak self] _ in
                self?.assumeIsolated {
                    $0.others += 1
                    $0.check()
                }
            }
        }
    }

    /// Waits until what happened so far was told, by a watch whose changes come behind it.
    func pass(_ folder: String) async throws {
        let before = others
        try watchMore(["\(folder)/sentinel"])
        unsafe symlink("/dev/null", "\(folder)/sentinel")
        unsafe unlink("\(folder)/sentinel")
        await wait { $0.others == before + 2 }
        more.popLast()?.close()
    }

    func closeMore() {
        for watch in more { watch.close() }
        more = []
    }

    /// Fills a folder and empties it while the reactor reads nothing, then makes the link.
    func flood(_ folder: String, times: Int, then path: String) {
        for _ in 0..<times {
            unsafe symlink("/dev/null", "\(folder)/other")
            unsafe unlink("\(folder)/other")
        }
        unsafe symlink("/dev/null", path)
    }

    func bytes(_ count: Int) async -> [UInt8] {
        await wait { $0.received.count >= count }
        return received
    }

    func closure() async -> StreamClosure? {
        await wait { !$0.closures.isEmpty }
        return closures.first
    }

    func changes(_ count: Int) async -> [DeviceWatch.Change] {
        await wait { $0.changes.count >= count }
        return changes
    }

    private func wait(until isDone: @escaping @Sendable (isolated Bench) -> Bool) async {
        if isDone(self) { return }
        await withCheckedContinuation { waiters.append((isDone, $0)) }
    }

    private func check() {
        let ready = waiters.filter { $0.isDone(self) }
        waiters.removeAll { $0.isDone(self) }
        for waiter in ready { waiter.continuation.resume() }
    }
}

@Suite("Serial ports", .timeLimit(.minutes(1)))
struct SerialStreamTests {
    /// Every byte, those included that a terminal would take for itself.
    private static let allBytes = (0..<4096).map { UInt8(truncatingIfNeeded: $0) }

    @Test("Every byte passes unchanged, both ways")
    func raw() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let device = try PseudoTerminal(on: reactor)
        let port = try SerialStream(path: device.path, on: reactor)
        let (here, there) = (Bench(reactor: reactor), Bench(reactor: reactor))
        await here.start(port)
        await there.start(device)
        await there.write(Self.allBytes, to: device)
        #expect(await here.bytes(Self.allBytes.count) == Self.allBytes)
        await here.write(Self.allBytes, to: port)
        #expect(await there.bytes(Self.allBytes.count) == Self.allBytes)
        await here.close(port)
        await there.close(device)
    }

    @Test(
        "The line gets the speed that was asked for",
        arguments: [4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600])
    func speeds(baud: Int) throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let device = try PseudoTerminal(on: reactor)
        let port = try SerialStream(path: device.path, baud: baud, on: reactor)
        #expect(device.baud == baud)
        #expect(port.baud == baud)
    }

    @Test("A port in use is refused to a second opener, and free again after the close")
    func exclusive() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let device = try PseudoTerminal(on: reactor)
        let port = try SerialStream(path: device.path, on: reactor)
        #expect {
            _ = try SerialStream(path: device.path, on: reactor)
        } throws: { error in
            (error as? TransportError)?.systemCode == EBUSY
        }
        await Bench(reactor: reactor).close(port)
        _ = try SerialStream(path: device.path, on: reactor)
    }

    @Test(
        "What is no serial port, or has no such speed, is a typed error",
        arguments: [("/no/such/device", 9600, ENOENT), ("/dev/null", 9600, ENOTTY), ("", 12_345, EINVAL)])
    func errors(path: String, baud: Int, code: Int32) throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let device = try PseudoTerminal(on: reactor)
        #expect {
            _ = try SerialStream(path: path.isEmpty ? device.path : path, baud: baud, on: reactor)
        } throws: { error in
            (error as? TransportError)?.systemCode == code
        }
    }

    @Test("Pulling the device ends the stream once")
    func unplug() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let device = try PseudoTerminal(on: reactor)
        let port = try SerialStream(path: device.path, on: reactor)
        let bench = Bench(reactor: reactor)
        await bench.start(port)
        await bench.close(device)
        switch await bench.closure() {
        case .endOfStream, .failed: break
        case .slowPeer, nil: Issue.record("not told as gone")
        }
    }

    @Test("A device that takes nothing ends the stream at the bound")
    func slow() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let device = try PseudoTerminal(on: reactor)
        let port = try SerialStream(path: device.path, unsentByteLimit: 10_000, on: reactor)
        let bench = Bench(reactor: reactor)
        await bench.start(port)
        for _ in 0..<300 { await bench.write([UInt8](repeating: 7, count: 1000), to: port) }
        guard case .slowPeer = await bench.closure() else {
            Issue.record("not told as a slow device")
            return
        }
    }
}

@Suite("Datagrams", .timeLimit(.minutes(1)))
struct UDPReceiverTests {
    private func send(_ text: String, to port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let bytes = Array(text.utf8)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe sendto(descriptor, bytes, bytes.count, 0, $0, size)
            }
        }
    }

    @Test("Datagrams come in order, each as whole lines")
    func lines() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let receiver = try UDPReceiver(port: 0, on: reactor)
        let bench = Bench(reactor: reactor)
        await bench.start(receiver)
        send("one\r\n", to: receiver.address.port)
        send("two\r\nthree", to: receiver.address.port)
        send("four\n", to: receiver.address.port)
        let expected = Array("one\r\ntwo\r\nthree\r\nfour\n".utf8)
        #expect(await bench.bytes(expected.count) == expected)
        await bench.close(receiver)
    }

    @Test(
        "An address belongs to one listener, a multicast group to all",
        arguments: ["127.0.0.1", "0.0.0.0", "239.1.2.3"])
    func second(host: String) throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        guard let first = try? UDPReceiver(host: host, port: 0, on: reactor) else {
            // A machine without a network cannot join a group.
            try #require(host.hasPrefix("239"))
            return
        }
        let port = first.address.port
        if host.hasPrefix("239") {
            _ = try UDPReceiver(host: host, port: port, on: reactor)
        } else {
            #expect {
                _ = try UDPReceiver(host: host, port: port, on: reactor)
            } throws: { error in
                (error as? TransportError)?.systemCode == EADDRINUSE
            }
        }
    }

    @Test("An address of elsewhere is a typed error")
    func badAddress() throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        #expect(throws: TransportError.self) { _ = try UDPReceiver(host: "192.0.2.1", port: 0, on: reactor) }
        #expect(throws: TransportError.self) { _ = try UDPReceiver(host: "elsewhere", port: 0, on: reactor) }
    }
}

@Suite("Files, pipes and output", .timeLimit(.minutes(1)))
struct FileAndOutputTests {
    @Test("A pipe is opened without waiting for a writer, and read to the end of the last one")
    func pipe() async throws {
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let path = folder.path + "/pipe"
        try #require(unsafe mkfifo(path, 0o600) == 0)
        defer { unsafe unlink(path) }
        let reader = try FileReader(path: path)
        #expect(reader.size == nil)
        let read = Task { try await reader.readAll(limit: 100) }
        let writer = unsafe open(path, O_WRONLY)
        #expect(unsafe write(writer, "one", 3) == 3)
        #expect(unsafe write(writer, "two", 3) == 3)
        close(writer)
        #expect(try await read.value == Array("onetwo".utf8))
    }

    @Test("A file is opened on a thread of its own, with the same errors")
    func opening() async throws {
        #expect(try await FileReader.open(path: #filePath).size ?? 0 > 1000)
        for (path, code) in [("/no/such", ENOENT), ("/tmp", EISDIR)] {
            await #expect {
                _ = try await FileReader.open(path: path)
            } throws: { error in
                (error as? TransportError)?.systemCode == code
            }
        }
    }

    @Test("Output that nobody reads holds up its writer until the end is near, and then no more")
    func stuckOutput() async throws {
        // Both ends stay open: the queue's thread is in the middle of a write, which a close would end by SIGPIPE.
        let ends = try Pipe.make()
        let output = OutputQueue(descriptor: ends.write, limit: 1000)
        let line = [UInt8](repeating: 0x61, count: 600)
        // More than the pipe and the queue hold.
        let isOver = Mutex(false)
        let writer = Task.detached {
            for _ in 0..<400 { output.append(line) }
            isOver.withLock { $0 = true }
        }
        // The queue is full when something that may not wait finds no room.
        while output.flush(seconds: 0).dropped == 0 {
            output.appendOrDrop(line)
            await Task.yield()
        }
        let dropped = output.flush(seconds: 0).dropped
        #expect(!isOver.withLock { $0 })
        output.stopWaiting()
        await writer.value
        // What the end leaves behind is not counted as lost.
        #expect(output.flush(seconds: 0).dropped == dropped)
    }
}

@Suite("Device watch", .timeLimit(.minutes(1)))
struct DeviceWatchTests {
    @Test("Each coming and going is told, none merged")
    func changes() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/tty"
        let bench = Bench(reactor: reactor)
        try await bench.watch(path)
        for _ in 0..<3 {
            unsafe symlink("/dev/null", path)
            unsafe unlink(path)
        }
        let expected: [DeviceWatch.Change] = [.appeared, .vanished, .appeared, .vanished, .appeared, .vanished]
        #expect(await bench.changes(6) == expected)
    }

    @Test("A device whose folders come with it is told")
    func folders() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/serial/by-id/tty"
        let bench = Bench(reactor: reactor)
        try await bench.watch(path)
        for round in 1...2 {
            unsafe mkdir("\(folder.path)/serial", 0o755)
            unsafe mkdir("\(folder.path)/serial/by-id", 0o755)
            unsafe symlink("/dev/null", path)
            let seen = await bench.changes(round)
            #expect(seen.contains(.appeared))
            unsafe unlink(path)
            unsafe rmdir("\(folder.path)/serial/by-id")
            unsafe rmdir("\(folder.path)/serial")
        }
    }

    @Test("More devices are watched than the system has instances to give, and each is told its own changes")
    func many() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let bench = Bench(reactor: reactor)
        try await bench.watchMore((0..<200).map { "\(folder.path)/other\($0)" })
        try await bench.watch("\(folder.path)/tty")
        unsafe symlink("/dev/null", "\(folder.path)/other7")
        unsafe symlink("/dev/null", "\(folder.path)/tty")
        unsafe unlink("\(folder.path)/other7")
        unsafe unlink("\(folder.path)/tty")
        #expect(await bench.changes(2) == [.appeared, .vanished])
        // The others go; the one that stays is still told.
        await bench.closeMore()
        unsafe symlink("/dev/null", "\(folder.path)/tty")
        unsafe unlink("\(folder.path)/tty")
        #expect(await bench.changes(4) == [.appeared, .vanished, .appeared, .vanished])
    }

    @Test("A device behind a link that stays is told when it comes, gets other rights, and goes")
    func target() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let (names, devices) = (try DeviceFolder(), try DeviceFolder())
        defer {
            names.remove()
            devices.remove()
        }
        let (path, device) = ("\(names.path)/gps0", "\(devices.path)/ttyUSB0")
        // A link to a link, as udev's rules and people make them.
        unsafe symlink("middle", path)
        unsafe symlink(device, "\(names.path)/middle")
        let bench = Bench(reactor: reactor)
        try await bench.watch(path)
        for round in 0..<2 {
            close(unsafe open(device, O_CREAT | O_WRONLY, 0o600))
            #expect(await bench.changes(3 * round + 1).last == .appeared)
            unsafe chmod(device, 0o660)
            #expect(await bench.changes(3 * round + 2).last == .appeared)
            unsafe unlink(device)
            #expect(await bench.changes(3 * round + 3).last == .vanished)
        }
        // A link that leads nowhere is no device.
        unsafe unlink(path)
        #expect(await bench.changes(7).last == .vanished)
        unsafe symlink(device, path)
        try await bench.pass(names.path)
        #expect(await bench.changes(0).count == 7)
        close(unsafe open(device, O_CREAT | O_WRONLY, 0o600))
        #expect(await bench.changes(8).last == .appeared)
        unsafe unlink(device)
        #expect(await bench.changes(9).last == .vanished)
        unsafe unlink(path)
        unsafe unlink("\(names.path)/middle")
    }

    @Test("When the system has lost changes, each device is looked at")
    func overflow() async throws {
        let limit = try #require(
            Int(String(decoding: try bytes("/proc/sys/fs/inotify/max_queued_events"), as: UTF8.self)))
        let reactor = try Reactor()
        defer { reactor.stop() }
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/tty"
        let bench = Bench(reactor: reactor)
        try await bench.watch(path)
        await bench.flood(folder.path, times: limit / 2 + 10, then: path)
        #expect(await bench.changes(1) == [.appeared])
        unsafe unlink(path)
        #expect(await bench.changes(2) == [.appeared, .vanished])
    }

    /// The first line of a small file.
    private func bytes(_ path: String) throws -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(descriptor, &buffer, buffer.count)
        return Array(buffer.prefix(max(count, 0)).prefix { $0 != 0x0A })
    }

    @Test("A relative path is a typed error")
    func relative() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        await #expect(throws: TransportError.self) { try await Bench(reactor: reactor).watch("tty") }
    }
}
