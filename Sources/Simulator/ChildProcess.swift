internal import Glibc
internal import Synchronization
public import Transport

/// Another program, started and waited for.
public actor ChildProcess {
    private let executor = BlockingExecutor(name: "child process")
    /// The process id.
    public nonisolated let id: Int32
    /// The program's standard output, if it is captured.
    public nonisolated let output: FileReader?
    private var status: Int32?
    /// Whether the id still names this process: after it was waited for, the system may give it to another.
    private let isRunning = Mutex(true)
    private let hasOwnGroup: Bool
    /// The groups whose leaders were not waited for yet.
    private static let groups = Mutex<Set<Int32>>([])

    /// Waits on a thread of its own.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program's file.
    ///   - arguments: Its arguments, without the name of the program.
    ///   - environment: Variables set beside those of this process.
    ///   - capturesOutput: Whether ``output`` gets what the program prints; else it prints where this process does.
    ///   - capturesErrors: Whether ``output`` gets what the program writes to standard error, too.
    ///   - input: A descriptor for its standard input; `nil` shares that of this process.
    ///   - hasOwnGroup: Whether it leads a process group: signals reach what it starts, too, and those of the terminal
    ///     reach neither.
    /// - Throws: `TransportError` when the program cannot be started.
    public init(
        path: String, arguments: [String], environment: [String: String] = [:], capturesOutput: Bool = false,
        capturesErrors: Bool = false, input: Int32? = nil, hasOwnGroup: Bool = false
    ) throws(TransportError) {
        var ends: (read: Int32, write: Int32)?
        if capturesOutput {
            ends = try Pipe.make()
        }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        if let input { unsafe posix_spawn_file_actions_adddup2(&actions, input, 0) }
        if let ends {
            unsafe posix_spawn_file_actions_adddup2(&actions, ends.write, 1)
            if capturesErrors { unsafe posix_spawn_file_actions_adddup2(&actions, ends.write, 2) }
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // This process blocks signals for its own use; a child starts with none blocked.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        let groupFlag = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | groupFlag))
        var variables = Self.environment()
        variables.merge(environment) { _, new in new }
        let argv = unsafe Self.cStrings([path] + arguments)
        let envp = unsafe Self.cStrings(variables.map { "\($0.key)=\($0.value)" })
        defer {
            unsafe Self.release(argv)
            unsafe Self.release(envp)
        }
        var id: pid_t = 0
        let code = unsafe posix_spawnp(&id, path, &actions, &attributes, argv, envp)
        if let ends { close(ends.write) }
        guard code == 0 else {
            if let ends { close(ends.read) }
            throw TransportError(startFailure: code, program: path)
        }
        self.id = id
        if hasOwnGroup { Self.groups.withLock { _ = $0.insert(id) } }
        self.hasOwnGroup = hasOwnGroup
        output = ends.map { FileReader(descriptor: $0.read, name: "output of \(path)") }
    }

    /// Ends all processes that lead a group at once, with their groups: for a program that is about to end itself.
    public static func terminateGroups() {
        // Within the lock: a leader is waited for only once it is not among them, so its number is still its own.
        groups.withLock { groups in
            for id in groups { kill(-id, SIGKILL) }
        }
    }

    deinit {
        // Nobody waits for it any more: it must not stay in the table of processes for ever once it ends.
        guard isRunning.withLock({ $0 }) else { return }
        let id = id
        guard !Self.reap(id) else { return }
        _ = SystemThread.start {
            Self.awaitEnd(of: id)
            _ = Self.reap(id)
        }
    }

    /// Takes a process that has ended out of the table of processes, and its group out of those to be ended.
    ///
    /// - Returns: Whether it is gone.
    private static func reap(_ id: Int32) -> Bool {
        groups.withLock { groups in
            guard waitpid(id, nil, WNOHANG) != 0 else { return false }
            groups.remove(id)
            return true
        }
    }

    /// Waits until a process has ended, and leaves it in the table: no other process or group can have its number yet.
    private static func awaitEnd(of id: Int32) {
        var info = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    }

    /// Waits for the end; what is left of a group that the process led is ended then.
    ///
    /// - Returns: The exit status, or 128 and the number of the signal that ended it.
    public func wait() -> Int32 {
        if let status { return status }
        Self.awaitEnd(of: id)
        if hasOwnGroup {
            kill(-id, SIGKILL)
            Self.groups.withLock { _ = $0.remove(id) }
        }
        // From here on nobody sends it a signal.
        let raw = isRunning.withLock { isRunning -> Int32? in
            isRunning = false
            var raw: Int32 = 0
            while unsafe waitpid(id, &raw, 0) < 0 {
                guard errno == EINTR else { return nil }
            }
            return raw
        }
        guard let raw else { return -1 }
        let signal = raw & 0x7f
        let result = signal == 0 ? (raw >> 8) & 0xff : 128 + signal
        status = result
        return result
    }

    /// Asks the process to end by SIGINT, as Ctrl-C would.
    ///
    /// In a group of its own the readers of a pipeline (`app | tee log`) do not get it: they end with their input, and
    /// what the app writes in its farewell is not lost.
    public nonisolated func interrupt() {
        guard hasOwnGroup else { return send(SIGINT) }
        let members = ProcessGroup(id: id).membersButReaders()
        isRunning.withLock { isRunning in
            guard isRunning else { return }
            for member in members { kill(member, SIGINT) }
        }
    }

    /// Sends the process a signal, such as SIGTERM; nothing once it has ended.
    public nonisolated func send(_ signal: Int32) {
        isRunning.withLock { if $0 { kill(hasOwnGroup ? -id : id, signal) } }
    }

    /// Ends the process at once.
    public nonisolated func terminate() {
        send(SIGKILL)
    }

    private static func environment() -> [String: String] {
        var variables: [String: String] = [:]
        var next = unsafe environ
        while let entry = unsafe next.pointee {
            let text = unsafe String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            unsafe next += 1
        }
        return variables
    }

    private static func release(_ strings: [UnsafeMutablePointer<CChar>?]) {
        var index = 0
        while unsafe index < strings.count {
            unsafe free(strings[index])
            index += 1
        }
    }

    private static func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        unsafe texts.map { unsafe strdup($0) } + [nil]
    }
}
