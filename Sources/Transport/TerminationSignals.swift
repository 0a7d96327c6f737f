internal import CLinux
internal import Glibc

/// SIGINT and SIGTERM as events on a reactor.
public enum TerminationSignals: Sendable {
    /// Keeps SIGINT and SIGTERM from ending the process, and SIGPIPE from being raised; call before any thread starts.
    public static func block() {
        _ = c_linux_block_signals()
    }

    /// Calls `handler` with the signal number for each SIGINT or SIGTERM.
    ///
    /// To be called on the reactor's thread, after ``block()``.
    ///
    /// - Throws: ``TransportError`` when the system refuses a signal descriptor.
    public static func observe(on reactor: Reactor, _ handler: @escaping (Int32) -> Void) throws(TransportError) {
        let descriptor = c_linux_signal_descriptor()
        guard descriptor >= 0 else { throw TransportError(system: "signalfd") }
        let watched = reactor.register(descriptor: descriptor, events: .readable) { _ in
            while true {
                let signal = c_linux_read_signal(descriptor)
                guard signal > 0 else { return }
                handler(signal)
            }
        }
        guard watched else { throw TransportError(system: "epoll_ctl") }
    }
}
