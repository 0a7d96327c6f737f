internal import Formats
internal import GNSS

/// Properties that other programs wrote: what fits is taken, under the names that are in use; what does not is left out.
struct ForeignMembers {
    private let object: JSONValue

    init(_ object: JSONValue) {
        self.object = object
    }

    func waypoint(at coordinate: GeodeticCoordinate) -> Waypoint {
        Waypoint(
            coordinate: coordinate, name: text(["locationName", "name", "title"]),
            details: text(["locationDescription", "description", "desc"]),
            addressLines: texts(["addressLines", "address"]), phoneNumber: text(["phoneNumber", "phone", "tel"]),
            image: image, searchAddress: searchAddress, links: links(["links", "url"]), comment: text(["comment"]))
    }

    /// The first of some members that is a text or a number.
    func text(_ names: [String]) -> String? {
        for name in names {
            if let text = Self.text(object[name]) { return text }
        }
        return nil
    }

    /// The texts of the first of some members that holds any.
    func texts(_ names: [String]) -> [String] {
        for name in names {
            let value = object[name]
            let texts = (value?.arrayValue ?? [value].compactMap(\.self)).compactMap(Self.text)
            if !texts.isEmpty { return texts }
        }
        return []
    }

    /// The links of the first of some members that holds any: texts, or objects with `address`.
    func links(_ names: [String]) -> [Link] {
        for name in names {
            let value = object[name]
            let links = (value?.arrayValue ?? [value].compactMap(\.self)).compactMap { element -> Link? in
                if let address = element.stringValue { return Link(address: address) }
                guard let address = element["address"]?.stringValue else { return nil }
                return Link(address: address, text: Self.text(element["text"]), type: Self.text(element["type"]))
            }
            if !links.isEmpty { return links }
        }
        return []
    }

    private var image: Waypoint.Image? {
        guard let picture = object["locationImage"], let value = picture["value"]?.stringValue else { return nil }
        let type = picture["imageType"]?.stringValue
        guard let kind = type.map({ Waypoint.Image.Kind(rawValue: $0) }) ?? .dynamic else { return nil }
        return Waypoint.Image(value: value, kind: kind, isTemplate: picture["isTemplate"]?.boolValue)
    }

    private var searchAddress: Waypoint.SearchAddress? {
        guard let address = object["searchAddress"] else { return nil }
        var parts = Waypoint.SearchAddress()
        for part in Waypoint.SearchAddress.parts { parts[keyPath: part.path] = Self.text(address[part.name]) }
        return parts.isEmpty ? nil : parts
    }

    private static func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): text
        case .int(let number): number.description
        case .double(let number): DecimalText.text(number)
        case .null, .bool, .array, .object, nil: nil
        }
    }
}
