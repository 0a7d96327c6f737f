internal import Glibc
internal import Transport

/// Facts about a device and who uses it, from `/proc` and the file system, on a thread of its own.
actor DeviceInspector {
    /// What there is to know.
    struct Facts: Sendable {
        var holders: [String] = []
        var missingGroup: String?
        var hasModemManager = false
    }

    private let executor = BlockingExecutor(name: "devices")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Looks at a device; `nil` for what is known without one.
    func facts(of path: String?) -> Facts {
        var facts = Facts()
        facts.hasModemManager = Self.isRunning("ModemManager")
        if let path {
            facts.holders = Self.holders(of: path)
            facts.missingGroup = Self.missingGroup(for: path)
        }
        return facts
    }

    /// Other programs that have a device open, as `name (process)`; those of other users only with the right to look.
    private static func holders(of path: String) -> [String] {
        guard let target = resolved(path) else { return [] }
        let own = String(getpid())
        var found: [String] = []
        for process in entries("/proc") where process.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) && process != own {
            let folder = "/proc/\(process)/fd"
            if entries(folder).contains(where: { link("\(folder)/\($0)") == target }) {
                found.append("\(command(of: process)) (\(process))")
            }
        }
        return found
    }

    /// Whether a program of that name runs.
    private static func isRunning(_ name: String) -> Bool {
        entries("/proc").contains { process in
            process.utf8.allSatisfy { 0x30...0x39 ~= $0 } && command(of: process) == name
        }
    }

    /// The group that a device belongs to, when this user may not read and write it.
    private static func missingGroup(for path: String) -> String? {
        guard unsafe access(path, R_OK | W_OK) != 0, errno == EACCES else { return nil }
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & 0o060 == 0o060 else { return nil }
        guard let group = unsafe getgrgid(status.st_gid), let name = unsafe group.pointee.gr_name else { return nil }
        return unsafe String(cString: name)
    }

    /// The path behind all links.
    private static func resolved(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    private static func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 512)
        let count = unsafe readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[0..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func command(of process: String) -> String {
        let descriptor = unsafe open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "?" }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(descriptor, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(count, 0)).prefix { $0 != 0x0A }, as: UTF8.self)
    }

    private static func entries(_ folder: String) -> [String] {
        guard let handle = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(handle) }
        var names: [String] = []
        while let entry = unsafe readdir(handle) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
