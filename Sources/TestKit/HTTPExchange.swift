internal import Dispatch
internal import Glibc

/// A request over a connection of its own, written as it stands, and what comes back.
public enum HTTPExchange: Sendable {
    /// The server takes no connection.
    public struct Refused: Error, Hashable, Sendable {}

    /// Nothing that is waited for takes longer than this; what has come until then is given.
    private static let patience = 40

    /// Sends bytes to a server on this machine and takes what comes until it closes, or an answer has come whole.
    ///
    /// - Parameters:
    ///   - request: What is sent, a request or not.
    ///   - port: The server's.
    ///   - isIPv6: Whether it listens on `::1`.
    ///   - untilClosed: Whether all is taken that comes until the server closes, whatever it is.
    /// - Throws: ``Refused`` when there is no connection.
    public static func bytes(
        answering request: [UInt8], port: UInt16, isIPv6: Bool = false, untilClosed: Bool = false
    ) async throws -> [UInt8] {
        let answer = await withCheckedContinuation { (continuation: CheckedContinuation<[UInt8]?, Never>) in
            // Its calls block, and tasks must not.
            DispatchQueue.global().async {
                let connection = Loopback.connect(port: port, isIPv6: isIPv6)
                continuation.resume(returning: connection.map { run($0, request, untilClosed: untilClosed) })
                if let connection { close(connection) }
            }
        }
        guard let answer else { throw Refused() }
        return answer
    }

    private static func run(_ connection: Int32, _ request: [UInt8], untilClosed: Bool) -> [UInt8] {
        var limit = timeval(tv_sec: patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            unsafe setsockopt(
                connection, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        var sent = 0
        while sent < request.count {
            let count = unsafe request.withUnsafeBytes {
                unsafe send(
                    connection, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            // A server that does not want the rest may have answered what came before.
            guard count > 0 else { break }
            sent += count
        }
        var received: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while untilClosed || !isWhole(received) {
            let count = unsafe recv(connection, &part, part.count, 0)
            guard count > 0 else { break }
            received += part[..<count]
        }
        return received
    }

    /// Whether an answer has come to its end, by the length that its head tells.
    private static func isWhole(_ answer: [UInt8]) -> Bool {
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
        let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
        let name = "content-length: "
        for line in head.split(separator: "\r\n") where line.hasPrefix(name) {
            guard let length = Int(line.dropFirst(name.count)) else { return false }
            return answer.count - end.upperBound >= length
        }
        return false
    }
}
