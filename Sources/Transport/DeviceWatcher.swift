internal import CLinux
internal import Glibc

/// The inotify instance that all device watches of a reactor share; it belongs to the reactor's thread.
///
/// The system gives a user few instances (128 as a rule), but many thousands of folders to watch.
final class DeviceWatcher {
    private struct Member {
        weak var watch: DeviceWatch?
    }

    private let reactor: Reactor
    private let descriptor: Int32
    private var members: [Int: Member] = [:]
    private var lastMember = 0
    /// Who watches a folder, by the number that inotify gave it; a member stands there once for each of its uses.
    private var folders: [Int32: [Int]] = [:]

    /// The reactor's instance; a new one when nothing is watched yet.
    static func shared(on reactor: Reactor) throws(TransportError) -> DeviceWatcher {
        reactor.checkIsolated()
        if let watcher = reactor.deviceWatcher { return watcher }
        let watcher = try DeviceWatcher(on: reactor)
        reactor.deviceWatcher = watcher
        return watcher
    }

    private init(on reactor: Reactor) throws(TransportError) {
        self.reactor = reactor
        descriptor = c_linux_inotify()
        guard descriptor >= 0 else { throw TransportError(system: "inotify_init") }
        guard reactor.register(descriptor: descriptor, events: .readable, handler: { [weak self] _ in self?.read() })
        else { throw TransportError(system: "epoll_ctl") }
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Takes a watch in and gives it its number; it is held weakly.
    func add(_ watch: DeviceWatch) -> Int {
        for (number, member) in members where member.watch == nil { remove(number) }
        lastMember += 1
        members[lastMember] = Member(watch: watch)
        return lastMember
    }

    /// Forgets a watch; with the last one the instance is closed.
    func remove(_ number: Int) {
        guard members.removeValue(forKey: number) != nil else { return }
        for (folder, users) in folders where users.contains(number) {
            setUsers(of: folder, users.filter { $0 != number })
        }
        guard members.isEmpty else { return }
        reactor.unregister(descriptor: descriptor)
        // A watch that comes later gets a new instance: this one is closed by its last owner.
        if reactor.deviceWatcher === self { reactor.deviceWatcher = nil }
    }

    /// Watches a folder for a member.
    ///
    /// - Returns: The folder's number; `nil` when it cannot be watched.
    func watchFolder(_ path: String, for number: Int) -> Int32? {
        let mask = UInt32(
            IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
        )
        let folder = unsafe inotify_add_watch(descriptor, path, mask)
        guard folder >= 0 else { return nil }
        folders[folder, default: []].append(number)
        return folder
    }

    /// Ends one use of a folder.
    func leaveFolder(_ folder: Int32, for number: Int) {
        guard var users = folders[folder], let index = users.firstIndex(of: number) else { return }
        users.remove(at: index)
        setUsers(of: folder, users)
    }

    private func setUsers(of folder: Int32, _ users: [Int]) {
        folders[folder] = users.isEmpty ? nil : users
        if users.isEmpty { inotify_rm_watch(descriptor, folder) }
    }

    private func read() {
        guard case .bytes(let bytes) = ReadOutcome(reading: descriptor) else { return }
        var rest = bytes[...]
        // An event: watch, mask, cookie and length of the name, 32 bits each, then the name, filled up with zeros.
        while rest.count >= 16, !members.isEmpty {
            let folder = Int32(bitPattern: Self.word(rest, 0))
            let mask = Int32(bitPattern: Self.word(rest, 4))
            let length = Int(Self.word(rest, 12))
            guard rest.count >= 16 + length else { return }
            let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
            rest = rest.dropFirst(16 + length)
            if mask & Int32(IN_Q_OVERFLOW) != 0 {
                for watch in watches(members.keys.sorted()) { watch.lookAgain() }
            } else {
                let name = String(decoding: name, as: UTF8.self)
                for watch in watches(folders[folder] ?? []) { watch.happened(mask, name, in: folder) }
            }
        }
    }

    /// The watches of numbers, each once, in the order in which they came.
    private func watches(_ numbers: [Int]) -> [DeviceWatch] {
        Set(numbers).sorted().compactMap { number in
            if let watch = members[number]?.watch { return watch }
            remove(number)
            return nil
        }
    }

    private static func word(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
        var value: UInt32 = 0
        for index in (0..<4).reversed() { value = value << 8 | UInt32(bytes[bytes.startIndex + offset + index]) }
        return value
    }
}
