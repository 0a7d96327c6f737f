/// A version of the protocol.
public enum NTRIPVersion: Int, Hashable, Sendable, CaseIterable {
    /// NTRIP 1 (RTCM 10410.0): the caster answers `ICY 200 OK`.
    case one = 1
    /// NTRIP 2 (RTCM 10410.1): HTTP/1.1.
    case two = 2
}

/// The bytes of a request, to be sent in one write.
enum NTRIPRequest {
    /// Asks for a stream, or with an empty mountpoint for the table.
    ///
    /// Names of headers stand in exactly this case, since some casters compare it. The request of version 2 suits casters
    /// of version 1 too: they ignore what they do not know and answer in their own way.
    ///
    /// - Parameters:
    ///   - address: Caster, stream and credentials.
    ///   - version: Which request.
    ///   - agent: Product and version; `NTRIP ` is put before it, which casters insist on.
    ///   - position: A GGA sentence for the header, with or without its line end; version 2 only.
    static func bytes(_ address: NTRIPAddress, version: NTRIPVersion, agent: String, position: [UInt8]?) -> [UInt8] {
        let agent = Self.header(agent)
        var lines = ["GET /\(address.mountpoint) HTTP/1.\(version == .two ? 1 : 0)"]
        lines.append("Host: \(address.hostHeader)")
        if version == .two { lines.append("Ntrip-Version: Ntrip/2.0") }
        lines.append("User-Agent: NTRIP \(agent)")
        if let credentials = address.credentials { lines.append("Authorization: \(credentials.basicAuthorization)") }
        if version == .two {
            if let position { lines.append("Ntrip-GGA: \(String(decoding: position, as: UTF8.self).trimmed)") }
            lines.append("Connection: close")
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// A text as it may stand in a header: what is not printable could begin another one.
    private static func header(_ text: String) -> String {
        String(decoding: text.utf8.map { 0x20..<0x7F ~= $0 ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
    }

    /// Asks a proxy for a tunnel.
    static func connect(_ address: NTRIPAddress, proxy: NTRIPProxy, agent: String) -> [UInt8] {
        let target = "\(address.hostText):\(address.port)"
        let agent = Self.header(agent)
        var lines = ["CONNECT \(target) HTTP/1.1", "Host: \(target)", "User-Agent: NTRIP \(agent)"]
        if let credentials = proxy.credentials {
            lines.append("Proxy-Authorization: \(credentials.basicAuthorization)")
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

/// A proxy that opens tunnels by CONNECT.
public struct NTRIPProxy: Hashable, Sendable {
    /// Name or numeric address.
    public var host: String
    /// TCP port.
    public var port: UInt16
    /// What to log in with at the proxy.
    public var credentials: NTRIPCredentials?

    /// Makes a proxy.
    public init(host: String, port: UInt16, credentials: NTRIPCredentials? = nil) {
        self.host = host
        self.port = port
        self.credentials = credentials
    }
}
