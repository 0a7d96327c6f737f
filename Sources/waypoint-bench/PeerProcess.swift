import Glibc

/// Another program that decodes the same bytes, measured by the processor time that the kernel counts for it.
struct PeerProcess {
    /// What is measured, for the table.
    let name: String
    /// The program and its arguments; the bytes come on standard input, what it prints is thrown away.
    let command: [String]
    /// How much of the stream it gets; slow programs get less.
    let size: Int

    /// The peers that are installed here: Debian's `gpsdecode` and PyPI's `pynmeagps`.
    static func installed() -> [PeerProcess] {
        let script =
            "import sys\nfrom pynmeagps import NMEAReader\nn = 0\n"
            + "for raw, parsed in NMEAReader(sys.stdin.buffer): n += 1\n"
        return [
            PeerProcess(name: "gpsdecode, JSON thrown away", command: ["gpsdecode", "-j"], size: 4_000_000),
            PeerProcess(name: "pynmeagps", command: ["python3", "-c", script], size: 300_000),
        ].filter { peer in
            // Whether it starts at all, with nothing to do.
            peer.seconds(of: []) != nil
        }
    }

    /// Seconds of processor time for the bytes, without what it costs to start; nil when the program fails.
    func secondsOfWork(_ bytes: ArraySlice<UInt8>) -> Double? {
        guard let idle = seconds(of: []), let busy = seconds(of: bytes) else { return nil }
        return max(0, busy - idle)
    }

    private func seconds(of bytes: ArraySlice<UInt8>) -> Double? {
        guard let input = Self.temporaryFile(with: bytes) else { return nil }
        defer { close(input) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var arguments = unsafe command.map { unsafe strdup($0) }
        unsafe arguments.append(nil)
        defer {
            for index in unsafe arguments.indices { unsafe free(arguments[index]) }
        }
        var child = pid_t()
        guard unsafe posix_spawnp(&child, command[0], &actions, nil, arguments, environ) == 0 else { return nil }
        var status: Int32 = 0
        var usage = rusage()
        guard unsafe wait4(child, &status, 0, &usage) == child, status == 0 else { return nil }
        return Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    /// A file without a name that holds the bytes, open at its begin; it is gone when it is closed.
    private static func temporaryFile(with bytes: ArraySlice<UInt8>) -> Int32? {
        var path = Array("/tmp/waypoint-bench-XXXXXX\0".utf8CString)
        let file = unsafe mkstemp(&path)
        guard file >= 0 else { return nil }
        unsafe unlink(path)
        var written = 0
        let isComplete = unsafe bytes.withUnsafeBytes { buffer in
            while written < buffer.count {
                let count = unsafe write(file, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
                guard count > 0 else { return false }
                written += count
            }
            return lseek(file, 0, SEEK_SET) == 0
        }
        guard isComplete else {
            close(file)
            return nil
        }
        return file
    }
}
