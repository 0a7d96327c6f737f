internal import Glibc

/// The processes of a group, as /proc tells them.
struct ProcessGroup {
    let id: Int32

    /// All members but those whose standard input is a pipe that another one has as its standard output.
    ///
    /// The leader is there even where /proc does not tell.
    func membersButReaders() -> [Int32] {
        let members = all()
        let pipes = Set(members.compactMap { Self.link($0, 1) })
        return members.filter { member in
            guard let input = Self.link(member, 0), input.hasPrefix("pipe:") else { return true }
            return !pipes.contains(input)
        }
    }

    private func all() -> [Int32] {
        guard let folder = unsafe opendir("/proc") else { return [id] }
        defer { unsafe closedir(folder) }
        var members: Set<Int32> = [id]
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { raw in
                unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let process = Int32(name), getpgid(process) == id else { continue }
            members.insert(process)
        }
        return members.sorted()
    }

    /// What a descriptor of a process is, such as `pipe:[4711]`; `nil` where that is not told.
    private static func link(_ process: Int32, _ descriptor: Int) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        let count = unsafe readlink("/proc/\(process)/fd/\(descriptor)", &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
