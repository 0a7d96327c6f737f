internal import Formats
internal import GNSS

extension Route {
    /// The route as GPX 1.1: the stops as a route, the shape as a track of its own, the driven track as another.
    ///
    /// What GPX has no place for stands in extensions: addresses and telephone numbers in Garmin's, which other programs
    /// read, and everything in our own elements (namespace `urn:sdl-waypoints:gpx:1`).
    ///
    /// - Parameter track: The way that was driven; nil to leave it out.
    /// - Throws: `RouteError` when the XML library cannot write the text.
    public func gpx(track: Track? = nil) throws(RouteError) -> [UInt8] {
        let writer = GPXWriter()
        var children: [XMLElement] = []
        let about = writer.texts(("name", name), ("desc", details)) + links.map { writer.link($0) }
        if !about.isEmpty { children.append(writer.element("metadata", children: about)) }
        if !waypoints.isEmpty {
            children.append(
                writer.element("rte", children: about + waypoints.map { writer.point("rtept", $0) }))
        }
        if !shape.isEmpty {
            let points = shape.map { writer.point("trkpt", $0, []) }
            children.append(writer.element("trk", children: about + [writer.element("trkseg", children: points)]))
        }
        if let track, !track.points.isEmpty {
            let points = track.points.map { point in
                writer.point(
                    "trkpt", point.coordinate,
                    writer.texts(("ele", point.altitude.flatMap(DecimalText.text)), ("time", point.time?.iso8601())))
            }
            let driven = writer.texts(("name", "Driven"))
            children.append(writer.element("trk", children: driven + [writer.element("trkseg", children: points)]))
        }
        let root = writer.element(
            "gpx", attributes: ["version": "1.1", "creator": "sdl-waypoints"], children: children)
        do throws(XMLError) {
            return try root.serialized()
        } catch {
            throw RouteError(.xml(error))
        }
    }
}

/// Makes the elements of a GPX file.
private struct GPXWriter {
    static let namespace = "http://www.topografix.com/GPX/1/1"

    func element(
        _ name: String, attributes: [String: String] = [:], children: [XMLElement] = [], text: String = ""
    ) -> XMLElement {
        XMLElement(name: name, namespace: Self.namespace, attributes: attributes, children: children, text: text)
    }

    func texts(_ pairs: (name: String, text: String?)...) -> [XMLElement] {
        pairs.compactMap { pair in pair.text.map { element(pair.name, text: $0) } }
    }

    func point(_ name: String, _ coordinate: GeodeticCoordinate, _ children: [XMLElement]) -> XMLElement {
        element(
            name,
            attributes: [
                "lat": DecimalText.text(coordinate.latitude) ?? "", "lon": DecimalText.text(coordinate.longitude) ?? "",
            ], children: children)
    }

    func link(_ link: Link) -> XMLElement {
        element(
            "link", attributes: ["href": link.address], children: texts(("text", link.text), ("type", link.type)))
    }

    func point(_ name: String, _ waypoint: Waypoint) -> XMLElement {
        var children = texts(("name", waypoint.name), ("cmt", waypoint.comment), ("desc", waypoint.details))
        children += waypoint.links.map { link($0) }
        let own = own(waypoint)
        let garmin = garmin(waypoint)
        if !own.isEmpty || garmin != nil {
            children.append(element("extensions", children: [garmin].compactMap(\.self) + own))
        }
        return point(name, waypoint.coordinate, children)
    }

    private func garmin(_ waypoint: Waypoint) -> XMLElement? {
        func part(_ name: String, _ text: String?) -> XMLElement? {
            text.map { XMLElement(name: name, namespace: GPXExtensions.garmin, text: $0) }
        }
        let address = waypoint.searchAddress
        let street = [address?.thoroughfare, address?.subThoroughfare].compactMap(\.self).joined(separator: " ")
        let parts = [
            part("StreetAddress", street.isEmpty ? waypoint.addressLines.first : street),
            part("City", address?.locality), part("State", address?.administrativeArea),
            part("Country", address?.countryName), part("PostalCode", address?.postalCode),
        ].compactMap(\.self)
        let block = [
            parts.isEmpty ? nil : XMLElement(name: "Address", namespace: GPXExtensions.garmin, children: parts),
            part("PhoneNumber", waypoint.phoneNumber),
        ].compactMap(\.self)
        guard !block.isEmpty else { return nil }
        return XMLElement(name: "WaypointExtension", namespace: GPXExtensions.garmin, children: block)
    }

    private func own(_ waypoint: Waypoint) -> [XMLElement] {
        func part(_ name: String, _ text: String, _ attributes: [String: String] = [:]) -> XMLElement {
            XMLElement(name: name, namespace: GPXExtensions.own, attributes: attributes, text: text)
        }
        var parts = waypoint.addressLines.map { part("addressLine", $0) }
        if let image = waypoint.image {
            var attributes = ["type": image.kind.rawValue]
            attributes["isTemplate"] = image.isTemplate.map { "\($0)" }
            parts.append(part("image", image.value, attributes))
        }
        if let address = waypoint.searchAddress {
            let children = Waypoint.SearchAddress.parts.compactMap { member in
                address[keyPath: member.path].map { part(member.name, $0) }
            }
            parts.append(XMLElement(name: "searchAddress", namespace: GPXExtensions.own, children: children))
        }
        return parts
    }
}
