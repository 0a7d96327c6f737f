internal import Glibc

/// Tells when a file of a device comes and goes, by inotify; its folders may come and go too.
///
/// A path that is a link is followed: the device behind it is watched as well, so that one whose link stays (a link made
/// by hand) is told too. Changes are told one by one and never merged: a device that was pulled and plugged in again gives
/// both events. Only when the system has lost changes, because too many came at once, the device is looked at instead.
/// One that is unplugged may be told as gone twice, for its link and for itself.
public final class DeviceWatch: @unchecked Sendable {
    // Sendable although it holds plain state: every member that touches it checks that it runs on the reactor's thread.

    /// What happened to the device's file.
    public enum Change: Hashable, Sendable {
        /// It is there, or its rights changed.
        case appeared
        /// It is gone.
        case vanished
    }

    /// A path on the way to the device: the one that is watched, or where a link on it leads.
    private struct Trail {
        let path: String
        let components: [String]
        /// The watched folder by its depth: how many components of the path it has.
        var folder: (number: Int32, depth: Int)?

        init(_ path: String) {
            self.path = path
            components = path.split(separator: "/").map(String.init)
        }

        /// Whether the folder of the file itself is watched.
        var isComplete: Bool { folder?.depth == components.count - 1 }
    }

    /// The path watched.
    public let path: String
    private let reactor: Reactor
    private let handler: (Change) -> Void
    private var watcher: DeviceWatcher?
    private var number = 0
    /// The path, then where its link leads, and so on.
    private var trails: [Trail]
    /// As many links as the system itself follows are not needed.
    private static let trailLimit = 8

    /// Begins to watch; to be called on the reactor's thread.
    ///
    /// It watches until it is closed or dropped.
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
        trails = [Trail(path)]
        let watcher: DeviceWatcher
        do {
            watcher = try DeviceWatcher.shared(on: reactor)
        } catch {
            throw TransportError(code: error.systemCode, operation: "watch \(path)")
        }
        self.watcher = watcher
        number = watcher.add(self)
        guard arm(0) else {
            let error = TransportError(system: "watch \(path)")
            close()
            throw error
        }
        follow(from: 0)
    }

    /// Whether the device's file is there now.
    public var isPresent: Bool { Self.exists(path) }

    /// Stops watching.
    public func close() {
        reactor.checkIsolated()
        watcher?.remove(number)
        watcher = nil
    }

    // MARK: Events

    func happened(_ mask: Int32, _ name: String, in folder: Int32) {
        for index in trails.indices.reversed() where index < trails.count && trails[index].folder?.number == folder {
            guard watcher != nil else { return }
            happened(mask, name, to: index)
        }
    }

    private func happened(_ mask: Int32, _ name: String, to index: Int) {
        let trail = trails[index]
        guard let folder = trail.folder else { return }
        if mask & Int32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 {
            climb(index)
            return
        }
        guard folder.depth < trail.components.count, name == trail.components[folder.depth] else { return }
        if folder.depth < trail.components.count - 1 {
            climb(index)
        } else if mask & Int32(IN_DELETE | IN_MOVED_FROM) != 0 {
            follow(from: index)
            handler(.vanished)
        } else {
            follow(from: index)
            // One that has gone again since is told all the same, before its going; a link that leads nowhere is none.
            let isOver = mask & Int32(IN_ATTRIB) == 0 && !Self.isLink(trail.path)
            if isPresent || isOver { handler(.appeared) }
        }
    }

    /// A folder on the way came or went: watches the right one, and tells a device that came along with it.
    private func climb(_ index: Int) {
        // A folder that was made anew has the depth of the old one, but another number.
        let before = trails[index].folder?.number
        guard arm(index) else { return }
        follow(from: index)
        if index < trails.count, trails[index].isComplete, before != trails[index].folder?.number, isPresent {
            handler(.appeared)
        }
    }

    /// The system has lost changes: watches anew, and tells what is the case.
    func lookAgain() {
        guard watcher != nil else { return }
        cut(behind: 0)
        _ = arm(0)
        follow(from: 0)
        handler(isPresent ? .appeared : .vanished)
    }

    // MARK: Watching

    /// Watches the deepest folder of a trail that exists.
    ///
    /// - Parameter rearms: How often to look again for folders that come meanwhile; one that is there but cannot be
    ///   watched must not hold this up for ever.
    private func arm(_ index: Int, rearms: Int = 8) -> Bool {
        guard let watcher else { return false }
        let components = trails[index].components
        for depth in stride(from: components.count - 1, through: 0, by: -1) {
            let candidate = components.prefix(depth).reduce("") { $0 + "/" + $1 }
            guard let folder = watcher.watchFolder(candidate.isEmpty ? "/" : candidate, for: number) else { continue }
            if let before = trails[index].folder { watcher.leaveFolder(before.number, for: number) }
            trails[index].folder = (folder, depth)
            // The next folder may have come between the look for it and the watch, which then tells nothing of it.
            if depth < components.count - 1, Self.exists(candidate + "/" + components[depth]) {
                guard rearms > 0 else { return true }
                return arm(index, rearms: rearms - 1)
            }
            return true
        }
        return false
    }

    /// Watches what the links behind a trail lead to now, and no longer what they led to before.
    ///
    /// What still holds is left as it is, since a new watch would lose the changes that wait in the old one.
    private func follow(from index: Int) {
        var last = index
        while last + 1 < Self.trailLimit, let next = Self.destination(of: trails[last].path) {
            if last + 1 == trails.count || trails[last + 1].path != next {
                cut(behind: last)
                trails.append(Trail(next))
                guard arm(last + 1) else { return }
            }
            last += 1
        }
        cut(behind: last)
    }

    private func cut(behind index: Int) {
        for trail in trails.dropFirst(index + 1) {
            if let folder = trail.folder { watcher?.leaveFolder(folder.number, for: number) }
        }
        trails = Array(trails.prefix(index + 1))
    }

    /// Where a link leads, as an absolute path; `nil` for what is no link.
    private static func destination(of path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        let text = String(decoding: buffer[0..<count], as: UTF8.self)
        if text.hasPrefix("/") { return text }
        return path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex) + text
    }

    static func isLink(_ path: String) -> Bool { destination(of: path) != nil }

    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
