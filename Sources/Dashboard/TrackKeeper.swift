internal import GNSS
internal import Positioning

/// The track that was driven, as the page draws it; when it becomes too long every second point is left out.
struct TrackKeeper: Sendable {
    /// Most points that are kept.
    static let limit = 8000
    /// Points nearer to the last one than this are left out, in degrees: about a metre.
    private static let spacing = 0.00001

    /// Another number tells that what was sent of the track before does not hold.
    private(set) var generation = 1
    /// `[latitude,longitude,"quality"]` each.
    private(set) var points: [[UInt8]] = []
    private var last: (latitude: Double, longitude: Double, quality: FixQuality)?

    mutating func take(_ location: Location) {
        let fix = location.fix
        guard let place = fix.coordinate, !fix.isStale else { return }
        if let last, last.quality == fix.quality, abs(last.latitude - place.latitude) < Self.spacing,
            abs(last.longitude - place.longitude) < Self.spacing
        {
            return
        }
        last = (place.latitude, place.longitude, fix.quality)
        let latitude = (place.latitude * 1e7).rounded() / 1e7
        let longitude = (place.longitude * 1e7).rounded() / 1e7
        points.append(Array("[\(latitude),\(longitude),\"\(fix.quality)\"]".utf8))
        guard points.count > Self.limit else { return }
        points = points.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        generation += 1
    }

    mutating func clear() {
        points = []
        last = nil
        generation += 1
    }
}
