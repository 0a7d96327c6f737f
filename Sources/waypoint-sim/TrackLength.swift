internal import GNSS

/// How far a receiver moved.
///
/// It is measured from anchor to anchor: a position nearer than 3 m to the last one is noise of a receiver that stands.
/// A step that no vehicle makes (over 300 m/s; joined recordings, a first position that was wrong) is not counted.
struct TrackLength {
    private static let noise = 3.0
    private static let fastest = 300.0

    private(set) var metres = 0.0
    private var anchor: (place: GeodeticCoordinate, time: TimeOfDay?)?

    mutating func add(_ fix: Fix) {
        guard let place = fix.coordinate, !fix.isStale else { return }
        guard let anchor else {
            anchor = (place, fix.timeOfDay)
            return
        }
        let length = anchor.place.distance(to: place)
        guard length >= Self.noise else {
            // It stood until now: the next step is measured from this time.
            self.anchor?.time = fix.timeOfDay
            return
        }
        self.anchor = (place, fix.timeOfDay)
        var seconds = 1.0
        if let before = anchor.time, let now = fix.timeOfDay {
            seconds = max(Double(now.nanoseconds(since: before)) / 1e9, 0.01)
        }
        if length / seconds <= Self.fastest { metres += length }
    }
}
