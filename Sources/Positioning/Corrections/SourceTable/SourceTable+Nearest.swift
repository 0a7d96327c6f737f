public import GNSS

/// Which streams of a table come into question.
public struct StreamFilter: Hashable, Sendable {
    /// Whether only RTCM 3 in any version is wanted.
    public var rtcm3Only = true
    /// Ways of logging in that are possible; nil takes any, also untold ones.
    public var authentications: Set<NTRIPAuthentication>?
    /// Whether streams with a fee are taken.
    public var allowsFee = true
    /// The network, any case; nil takes any.
    public var network: String?
    /// A format that the stream's begins with, any case and blanks; nil takes any.
    public var format: String?
    /// Whether the stream must (true) or must not (false) ask for the rover's position; nil takes both.
    public var wantsPosition: Bool?

    /// Makes a filter that takes every RTCM 3 stream.
    public init() {}

    /// Whether a stream passes.
    public func takes(_ stream: StreamRecord) -> Bool {
        if rtcm3Only, !stream.isRTCM3 { return false }
        if let authentications, !(stream.authentication.map { authentications.contains($0) } ?? false) { return false }
        if !allowsFee, stream.hasFee == true { return false }
        if let network, stream.network?.lowercased() != network.lowercased() { return false }
        if let format, !Self.plain(stream.format ?? "").hasPrefix(Self.plain(format)) { return false }
        if let wantsPosition, stream.wantsPosition != wantsPosition { return false }
        return true
    }

    private static func plain(_ text: String) -> String { text.uppercased().filter { !$0.isWhitespace } }
}

/// A stream and how far its station is.
public struct NearbyStream: Hashable, Sendable {
    /// The stream.
    public let stream: StreamRecord
    /// Metres along the ellipsoid to the place in the table.
    public let distance: Double

    /// Why the corrections may be of little use; nil when they should be good.
    public var warning: String? {
        let limit = stream.carrier == 1 ? 10_000.0 : 35_000
        guard distance > limit, !stream.isNetworkSolution else { return nil }
        return "\(Int((distance / 1000).rounded())) km away; single bases are good to \(Int(limit / 1000)) km"
    }
}

extension SourceTable {
    /// The streams that pass a filter and tell a place, the nearest first; ties by name.
    ///
    /// The place of a stream that wants the rover's position is only about where its network is.
    public func nearest(
        to place: GeodeticCoordinate, filter: StreamFilter = StreamFilter(), limit: Int = 10
    ) -> [NearbyStream] {
        let all = streams.compactMap { stream -> NearbyStream? in
            guard filter.takes(stream), let position = stream.position else { return nil }
            return NearbyStream(stream: stream, distance: place.distance(to: position))
        }
        let sorted = all.sorted { ($0.distance, $0.stream.mountpoint) < ($1.distance, $1.stream.mountpoint) }
        return Array(sorted.prefix(max(0, limit)))
    }
}
