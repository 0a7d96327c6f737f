internal import CLinux
internal import Glibc

/// Tells when a file of a device comes and goes, by inotify; its folders may come and go too.
///
/// Changes are told one by one and never merged: a device that was pulled and plugged in again gives both events.
public final class DeviceWatch: @unchecked Sendable {
    // Sendable although it holds plain state: every member that touches it checks that it runs on the reactor's thread.

    /// What happened to the device's file.
    public enum Change: Hashable, Sendable {
        /// It is there, or its rights changed.
        case appeared
        /// It is gone.
        case vanished
    }

    /// The path watched.
    public let path: String
    private let reactor: Reactor
    private let components: [String]
    private let handler: (Change) -> Void
    private var descriptor: Int32
    /// The watched folder by its depth: how many components of the path it has.
    private var folder: (watch: Int32, depth: Int)?

    /// Begins to watch; to be called on the reactor's thread.
    ///
    /// - Parameters:
    ///   - path: An absolute path; nothing of it but `/` need exist.
    ///   - reactor: Where the handler is called.
    ///   - handler: Takes changes from now on; what is there already is no change.
    /// - Throws: ``TransportError`` for a relative path, and when the system has no watch left.
    public init(
        path: String, on reactor: Reactor, _ handler: @escaping (Change) -> Void
    ) throws(TransportError) {
        reactor.checkIsolated()
        guard path.hasPrefix("/") else { throw TransportError(.invalidAddress, operation: "watch \(path)") }
        self.path = path
        self.reactor = reactor
        self.handler = handler
        components = path.split(separator: "/").map(String.init)
        descriptor = c_linux_inotify()
        guard descriptor >= 0 else { throw TransportError(system: "watch \(path)") }
        let watched = reactor.register(descriptor: descriptor, events: .readable) { [weak self] _ in self?.read() }
        guard watched, arm() else {
            let error = TransportError(system: "watch \(path)")
            close()
            throw error
        }
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Whether the device's file is there now.
    public var isPresent: Bool { Self.exists(path) }

    /// Stops watching.
    public func close() {
        reactor.checkIsolated()
        guard descriptor >= 0 else { return }
        reactor.unregister(descriptor: descriptor)
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Watches the deepest folder of the path that exists.
    ///
    /// - Parameter rearms: How often to look again for folders that come meanwhile; one that is there but cannot be
    ///   watched must not hold this up for ever.
    @discardableResult
    private func arm(rearms: Int = 8) -> Bool {
        let mask = UInt32(
            IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
        for depth in stride(from: components.count - 1, through: 0, by: -1) {
            let candidate = components.prefix(depth).reduce("") { $0 + "/" + $1 }
            let watch = unsafe inotify_add_watch(
                descriptor, candidate.isEmpty ? "/" : candidate, mask | UInt32(IN_ONLYDIR))
            guard watch >= 0 else { continue }
            if let folder, folder.watch != watch { inotify_rm_watch(descriptor, folder.watch) }
            folder = (watch, depth)
            // The next folder may have come between the look for it and the watch, which then tells nothing of it.
            if depth < components.count - 1, Self.exists(candidate + "/" + components[depth]) {
                guard rearms > 0 else { return true }
                return arm(rearms: rearms - 1)
            }
            return true
        }
        return false
    }

    private func read() {
        guard case .bytes(let bytes) = ReadBuffer.shared(for: descriptor) else { return }
        var rest = bytes[...]
        // An event: watch, mask, cookie and length of the name, 32 bits each, then the name, filled up with zeros.
        while rest.count >= 16, descriptor >= 0 {
            let watch = Int32(bitPattern: Self.word(rest, 0))
            let mask = Int32(bitPattern: Self.word(rest, 4))
            let length = Int(Self.word(rest, 12))
            guard rest.count >= 16 + length else { return }
            let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
            rest = rest.dropFirst(16 + length)
            happened(mask, String(decoding: name, as: UTF8.self), watch: watch)
        }
    }

    private func happened(_ mask: Int32, _ name: String, watch: Int32) {
        guard let folder, folder.watch == watch else { return }
        if mask & Int32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 {
            climb()
            return
        }
        guard folder.depth < components.count, name == components[folder.depth] else { return }
        if folder.depth < components.count - 1 {
            climb()
        } else if mask & Int32(IN_DELETE | IN_MOVED_FROM) != 0 {
            handler(.vanished)
        } else if isPresent || mask & Int32(IN_ATTRIB) == 0 {
            handler(.appeared)
        }
    }

    /// A folder on the way came or went: watches the right one, and tells a device that came along with it.
    private func climb() {
        // A folder that was made anew has the depth of the old one, but another watch.
        let before = folder?.watch
        guard arm() else { return }
        if folder?.depth == components.count - 1, before != folder?.watch, isPresent { handler(.appeared) }
    }

    private static func word(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
        var value: UInt32 = 0
        for index in (0..<4).reversed() { value = value << 8 | UInt32(bytes[bytes.startIndex + offset + index]) }
        return value
    }

    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
