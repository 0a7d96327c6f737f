public import Formats
internal import GNSS

extension Route {
    /// The route as GeoJSON (RFC 7946): the driven track and the shape as lines, the stops as points.
    ///
    /// The property `role` tells them apart: `track`, `route`, `stop`, `destination`. Lines that cross the antimeridian
    /// are cut there, as section 3.1.9 asks.
    ///
    /// - Parameter track: The way that was driven; nil to leave it out.
    public func geoJSON(track: Track? = nil) -> JSONValue {
        var features: [JSONValue] = []
        if let track, track.points.count > 1 {
            let times = track.points.map { point -> JSONValue in
                point.time.map { .string($0.iso8601(fractionDigits: 3)) } ?? .null
            }
            features.append(
                GeoJSONWriter.feature(
                    GeoJSONWriter.line(track.points.map(\.coordinate)),
                    ["role": "track", "coordTimes": .array(times)]))
        }
        if shape.count > 1 {
            var properties: [String: JSONValue] = ["role": "route"]
            properties["name"] = name.map { .string($0) }
            properties["description"] = details.map { .string($0) }
            if !links.isEmpty { properties["links"] = .array(links.map(\.json)) }
            features.append(GeoJSONWriter.feature(GeoJSONWriter.line(shape), properties))
        }
        for (index, waypoint) in waypoints.enumerated() {
            var properties = waypoint.contactMembers
            properties["role"] = index == waypoints.count - 1 ? "destination" : "stop"
            properties["name"] = waypoint.name.map { .string($0) }
            properties["description"] = waypoint.details.map { .string($0) }
            features.append(
                GeoJSONWriter.feature(["type": "Point", "coordinates": waypoint.coordinate.geoJSON], properties))
        }
        var members: [String: JSONValue] = ["type": "FeatureCollection", "features": .array(features)]
        members["name"] = name.map { .string($0) }
        members["description"] = details.map { .string($0) }
        if !links.isEmpty { members["links"] = .array(links.map(\.json)) }
        return .object(members)
    }
}

enum GeoJSONWriter {
    static func feature(_ geometry: JSONValue, _ properties: [String: JSONValue]) -> JSONValue {
        ["type": "Feature", "geometry": geometry, "properties": .object(properties)]
    }

    /// A line, in several parts when it crosses the antimeridian.
    static func line(_ coordinates: [GeodeticCoordinate]) -> JSONValue {
        var parts: [[JSONValue]] = [[]]
        for (index, coordinate) in coordinates.enumerated() {
            if index > 0, let crossing = crossing(from: coordinates[index - 1], to: coordinate) {
                let side: Double = coordinates[index - 1].longitude > 0 ? 180 : -180
                parts[parts.count - 1].append([.double(side), .double(crossing)])
                parts.append([[.double(-side), .double(crossing)]])
            }
            parts[parts.count - 1].append(coordinate.geoJSON)
        }
        guard parts.count > 1 else { return ["type": "LineString", "coordinates": .array(parts[0])] }
        return ["type": "MultiLineString", "coordinates": .array(parts.map { .array($0) })]
    }

    /// The latitude at which a short line crosses the antimeridian; nil when it does not.
    private static func crossing(from start: GeodeticCoordinate, to end: GeodeticCoordinate) -> Double? {
        guard abs(end.longitude - start.longitude) > 180 else { return nil }
        let before = 180 - abs(start.longitude)
        let after = 180 - abs(end.longitude)
        guard before + after > 0 else { return start.latitude }
        return start.latitude + (end.latitude - start.latitude) * before / (before + after)
    }
}
