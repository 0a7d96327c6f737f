internal import Formats

extension Route {
    /// Reads a route from a text of any kind that is known: GPX, GeoJSON, our own JSON, NMEA 0183.
    ///
    /// The first character tells XML and JSON, the member `type` GeoJSON; anything else is searched for NMEA sentences.
    ///
    /// - Parameter text: The bytes of a file.
    public init(parsing text: [UInt8]) throws(RouteError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let body = text.starts(with: mark) ? Array(text.dropFirst(mark.count)) : text
        switch body.first(where: { !" \t\r\n".utf8.contains($0) }) {
        case UInt8(ascii: "<"):
            try self.init(gpx: text)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let json = try JSONValue(routeText: body)
            if json["type"] != nil { try self.init(geoJSON: json) } else { try self.init(json: json) }
        default:
            try self.init(nmea: body)
        }
    }
}
