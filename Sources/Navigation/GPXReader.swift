internal import Formats
internal import GNSS

extension Route {
    /// Reads a route from GPX (1.0 or 1.1).
    ///
    /// A route element gives the stops, a track beside it the shape if it passes them in order. A track alone gives the
    /// shape; the file's waypoints are then the stops along it and its end is the destination. Waypoints alone are stops
    /// in the order of the file. Of several routes the first with points is taken; the segments of the first track are
    /// joined.
    ///
    /// - Parameter text: The bytes of the file.
    public init(gpx text: [UInt8]) throws(RouteError) {
        let root: XMLElement
        do throws(XMLError) {
            root = try XMLElement(
                parsing: text, options: XMLOptions(maximumBytes: 32 << 20, maximumElements: 600_000))
        } catch {
            throw RouteError(.xml(error), line: error.line)
        }
        guard root.name == "gpx" else {
            throw RouteError(.wrongKind(expected: "gpx", found: root.name), line: root.line)
        }
        var reader = GPXReader(root: root)
        self = try reader.route()
    }
}

/// Turns the elements of a GPX file into a route.
private struct GPXReader {
    let root: XMLElement
    var points = 0

    init(root: XMLElement) {
        self.root = root
    }

    mutating func route() throws(RouteError) -> Route {
        let lists = root.all("rte")
        let list = lists.first { $0.first("rtept") != nil }
        let track = root.all("trk").first { $0.all("trkseg").contains { $0.first("trkpt") != nil } }
        let source = list ?? track
        var route = Route(
            name: text(source?.first("name")) ?? text(root.first("metadata")?.first("name"))
                ?? text(root.first("name")),
            details: prose(source?.first("desc")) ?? prose(root.first("metadata")?.first("desc"))
                ?? prose(root.first("desc")))
        route.links = [source, root.first("metadata"), root].map { links(of: $0) }.first { !$0.isEmpty } ?? []
        if let track { route.shape = try shape(track) }
        if let list {
            route.waypoints = try waypoints(list.all("rtept"))
            if !route.isShapePassingStops { route.shape = [] }
        } else {
            route.waypoints = try waypoints(root.all("wpt"))
            if !route.shape.isEmpty { route.arrangeStopsAlongShape() }
        }
        guard !route.waypoints.isEmpty else { throw RouteError(.empty, line: root.line) }
        return route
    }

    private mutating func shape(_ track: XMLElement) throws(RouteError) -> [GeodeticCoordinate] {
        var shape: [GeodeticCoordinate] = []
        for segment in track.all("trkseg") {
            for point in segment.all("trkpt") {
                let place = try coordinate(point)
                if place != shape.last { shape.append(place) }
            }
        }
        return shape
    }

    private mutating func waypoints(_ elements: [XMLElement]) throws(RouteError) -> [Waypoint] {
        guard elements.count <= Route.mostStops else {
            throw RouteError(.tooManyStops(limit: Route.mostStops), line: elements[Route.mostStops].line)
        }
        var result: [Waypoint] = []
        for element in elements { result.append(try waypoint(element)) }
        return result
    }

    private mutating func coordinate(_ element: XMLElement) throws(RouteError) -> GeodeticCoordinate {
        points += 1
        guard points <= Route.mostPoints else {
            throw RouteError(.tooManyPoints(limit: Route.mostPoints), line: element.line)
        }
        let latitude = element["lat"] ?? ""
        let longitude = element["lon"] ?? ""
        guard let north = DecimalText.number(trimmed(latitude)), let east = DecimalText.number(trimmed(longitude)),
            let place = GeodeticCoordinate(latitude: north, longitude: east)
        else { throw RouteError(.coordinate("lat \"\(latitude)\" lon \"\(longitude)\""), line: element.line) }
        return place
    }

    private mutating func waypoint(_ element: XMLElement) throws(RouteError) -> Waypoint {
        var waypoint = Waypoint(
            coordinate: try coordinate(element), name: text(element.first("name")),
            details: prose(element.first("desc")) ?? prose(element.first("cmt")))
        if element.first("desc").flatMap({ prose($0) }) != nil { waypoint.comment = prose(element.first("cmt")) }
        for link in links(of: element) {
            if link.address.hasPrefix("tel:") {
                waypoint.phoneNumber = waypoint.phoneNumber ?? String(link.address.dropFirst(4))
            } else if link.type?.hasPrefix("image/") == true, waypoint.image == nil {
                waypoint.image = Waypoint.Image(value: link.address, kind: .dynamic)
            } else {
                waypoint.links.append(link)
            }
        }
        for extensions in element.all("extensions") { GPXExtensions(element: extensions).apply(to: &waypoint) }
        return waypoint
    }

    /// The links of an element: `link` of GPX 1.1, `url` of GPX 1.0.
    private func links(of element: XMLElement?) -> [Link] {
        guard let element else { return [] }
        var links = element.all("link").compactMap { link -> Link? in
            guard let address = link["href"].map(trimmed), !address.isEmpty else { return nil }
            return Link(address: address, text: text(link.first("text")), type: text(link.first("type")))
        }
        if let address = text(element.first("url")) {
            links.append(Link(address: address, text: text(element.first("urlname"))))
        }
        return links
    }

    private func text(_ element: XMLElement?) -> String? {
        guard let text = element?.collapsedText, !text.isEmpty else { return nil }
        return text
    }

    /// Text whose line breaks may mean something.
    private func prose(_ element: XMLElement?) -> String? {
        guard let text = element.map({ trimmed($0.text) }), !text.isEmpty else { return nil }
        return text
    }
}

/// Removes white space at both ends.
private func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
        let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
}
