public import Formats
public import Web

/// How a dashboard is served.
public struct DashboardConfiguration: Sendable {
    /// The numeric address to listen on; one that is not loopback needs a ``token``.
    public var host = "127.0.0.1"
    /// The port; 0 for any free one.
    public var port: UInt16 = 0
    /// What a page must know when it is not served on loopback; `nil` for none.
    public var token: String?
    /// Map tiles, as `https://tiles.example/{z}/{x}/{y}.png`; `nil` for a map without tiles, which needs no other host.
    public var tiles: String?
    /// The folder with Leaflet, as Debian's package libjs-leaflet has it.
    public var leafletFolder = "/usr/share/javascript/leaflet"
    /// Bounds of the server.
    public var limits = WebLimits(bodyBytes: 64 << 20, allBodyBytes: 128 << 20, messageBytes: 4096)
    /// Names beside `localhost` under which it may be called where there is no ``token``, as by a proxy.
    public var names: Set<String> = []
    /// Whose the tiles are, as their licence wants it said; `nil` names their host.
    public var attribution: String?
    /// What the receiver of corrections does, for the panel of positions; `nil` for none.
    ///
    /// An object of words by names; a number is a distance in metres, which a page tells in the units of its reader.
    public var corrections: (@Sendable () async -> JSONValue?)?

    /// Makes a configuration.
    public init() {}

    /// The policy that browsers hold the page to: only its own files, no inline script or style; tiles from their host.
    var contentSecurityPolicy: String {
        var images = "img-src 'self' data:"
        if let tiles, let origin = Self.origin(ofTiles: tiles) { images += " \(origin)" }
        return "default-src 'none'; script-src 'self'; style-src 'self'; \(images); connect-src 'self'; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }

    /// The origin of a tile URL, a placeholder for subdomains as a wildcard; `nil` where the URL is none.
    public static func origin(ofTiles url: String) -> String? {
        let scheme = url.hasPrefix("https://") ? "https://" : url.hasPrefix("http://") ? "http://" : nil
        guard let scheme else { return nil }
        var authority = String(url.dropFirst(scheme.count).prefix { $0 != "/" })
        if authority.hasPrefix("{s}.") { authority = "*." + authority.dropFirst(4) }
        let isPlain = authority.utf8.allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 32 || UInt8(ascii: "-")...UInt8(ascii: ":") ~= $0
                || $0 == UInt8(ascii: "*")
        }
        return isPlain && !authority.isEmpty ? scheme + authority : nil
    }
}

/// A dashboard that cannot be served, and what to do.
public struct DashboardError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason in words.
    public let reason: String

    /// Makes an error.
    public init(_ reason: String) {
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }
}
