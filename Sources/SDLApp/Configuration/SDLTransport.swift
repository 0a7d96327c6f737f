public import Transport

/// How a head unit is reached.
public struct SDLTransport: Sendable, CustomStringConvertible {
    /// What is connected to, for people.
    public let description: String
    let connect: @Sendable (Reactor, Duration) async throws(SDLError) -> any ByteStream

    /// A head unit that listens on TCP.
    ///
    /// - Parameters:
    ///   - host: A name or a numeric address.
    ///   - port: The port; SDL's own is 12345.
    public static func tcp(host: String = "127.0.0.1", port: UInt16 = 12345) -> SDLTransport {
        let name = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        return SDLTransport(description: name) { reactor, timeout throws(SDLError) in
            do throws(TransportError) {
                return try await TCPStream.connect(host: host, port: port, timeout: timeout, on: reactor)
            } catch {
                throw error.kind == .timedOut
                    ? .connectTimedOut : .connectFailed(reason: "\(error)", systemCode: error.systemCode)
            }
        }
    }

    /// A way of one's own.
    ///
    /// - Parameters:
    ///   - description: What is connected to, for people.
    ///   - connect: Opens a stream that lives on the given reactor and is not started yet. Its task is cancelled
    ///     when the stream is not wanted any more; one that comes all the same is closed.
    public static func custom(
        _ description: String, connect: @escaping @Sendable (Reactor) async throws -> any ByteStream
    ) -> SDLTransport {
        SDLTransport(description: description) { reactor, _ throws(SDLError) in
            do {
                return try await connect(reactor)
            } catch let error as SDLError {
                throw error
            } catch {
                throw .connectFailed(reason: "\(error)", systemCode: 0)
            }
        }
    }
}
