internal import Formats
internal import GNSS

// The JSON members are those of the SDL struct LocationDetails (RPC spec, since 4.1).
extension Waypoint {
    /// Reads a waypoint.
    ///
    /// - Parameters:
    ///   - details: An object with the members of LocationDetails; a coordinate is needed.
    ///   - place: Where the object stands in its text, for errors.
    init(locationDetails details: JSONValue, at place: String) throws(RouteError) {
        guard let latitude = details["coordinate"]?["latitudeDegrees"]?.doubleValue,
            let longitude = details["coordinate"]?["longitudeDegrees"]?.doubleValue,
            let coordinate = GeodeticCoordinate(latitude: latitude, longitude: longitude)
        else { throw RouteError(.coordinate(place + ".coordinate")) }
        var reader = MemberReader(object: details, place: place)
        self.init(
            coordinate: coordinate, name: try reader.text("locationName"),
            details: try reader.text("locationDescription"), addressLines: try reader.texts("addressLines"),
            phoneNumber: try reader.text("phoneNumber"), links: try reader.links("links"),
            comment: try reader.text("comment"))
        if let picture = details["locationImage"] {
            reader = MemberReader(object: picture, place: place + ".locationImage")
            guard let value = try reader.text("value") else { throw RouteError(.value(reader.place + ".value")) }
            let type = try reader.text("imageType") ?? Image.Kind.dynamic.rawValue
            guard let kind = Image.Kind(rawValue: type) else { throw RouteError(.value(reader.place + ".imageType")) }
            image = Image(value: value, kind: kind, isTemplate: picture["isTemplate"]?.boolValue)
        }
        if let address = details["searchAddress"] {
            reader = MemberReader(object: address, place: place + ".searchAddress")
            var parts = SearchAddress()
            for part in SearchAddress.parts { parts[keyPath: part.path] = try reader.text(part.name) }
            searchAddress = parts
        }
    }

    /// The members of LocationDetails, texts at full length.
    var locationDetails: JSONValue {
        var members = contactMembers
        members["coordinate"] = [
            "latitudeDegrees": .double(coordinate.latitude), "longitudeDegrees": .double(coordinate.longitude),
        ]
        members["locationName"] = name.map { .string($0) }
        members["locationDescription"] = details.map { .string($0) }
        return .object(members)
    }

    /// All members but name, description and place.
    var contactMembers: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members["phoneNumber"] = phoneNumber.map { .string($0) }
        if !addressLines.isEmpty { members["addressLines"] = .array(addressLines.map { .string($0) }) }
        if !links.isEmpty { members["links"] = .array(links.map(\.json)) }
        members["comment"] = comment.map { .string($0) }
        if let image {
            var picture: [String: JSONValue] = [
                "value": .string(image.value), "imageType": .string(image.kind.rawValue),
            ]
            picture["isTemplate"] = image.isTemplate.map { .bool($0) }
            members["locationImage"] = .object(picture)
        }
        if let searchAddress {
            var parts: [String: JSONValue] = [:]
            for part in SearchAddress.parts {
                parts[part.name] = searchAddress[keyPath: part.path].map { .string($0) }
            }
            members["searchAddress"] = .object(parts)
        }
        return members
    }
}

extension Link {
    /// A text, or an object when more is known than the address.
    var json: JSONValue {
        guard text != nil || type != nil else { return .string(address) }
        var members: [String: JSONValue] = ["address": .string(address)]
        members["text"] = text.map { .string($0) }
        members["type"] = type.map { .string($0) }
        return .object(members)
    }
}

/// Takes members of an object and says where one has a wrong type.
struct MemberReader {
    let object: JSONValue
    let place: String

    /// A text; nil when there is none, or null.
    func text(_ key: String) throws(RouteError) -> String? {
        guard let value = object[key], !value.isNull else { return nil }
        guard let text = value.stringValue else { throw RouteError(.value("\(place).\(key): no text")) }
        return text
    }

    /// A list of links, each a text or an object with `address`, `text` and `type`; empty when there is none.
    func links(_ key: String) throws(RouteError) -> [Link] {
        guard let value = object[key], !value.isNull else { return [] }
        var links: [Link] = []
        for (index, element) in (value.arrayValue ?? [value]).enumerated() {
            if let address = element.stringValue {
                links.append(Link(address: address))
                continue
            }
            let reader = MemberReader(object: element, place: "\(place).\(key)[\(index)]")
            guard let address = try reader.text("address") else { throw RouteError(.value(reader.place + ".address")) }
            links.append(Link(address: address, text: try reader.text("text"), type: try reader.text("type")))
        }
        return links
    }

    /// A list of texts, or one text; empty when there is none.
    func texts(_ key: String) throws(RouteError) -> [String] {
        guard let value = object[key], !value.isNull else { return [] }
        if let text = value.stringValue { return [text] }
        guard let list = value.arrayValue else { throw RouteError(.value("\(place).\(key): no list")) }
        let texts = list.compactMap(\.stringValue)
        guard texts.count == list.count else { throw RouteError(.value("\(place).\(key): not only texts")) }
        return texts
    }
}
