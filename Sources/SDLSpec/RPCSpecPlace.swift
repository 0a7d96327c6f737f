import Formats

/// An element of a spec file together with the way to it, for errors that say where.
struct RPCSpecPlace {
    let element: XMLElement
    let path: String

    init(_ element: XMLElement, in parent: RPCSpecPlace?) {
        self.element = element
        let name = element["name"] ?? element.name
        path = parent.map { $0.path + "." + name } ?? name
    }

    func error(_ code: RPCSpecError.Code) -> RPCSpecError {
        RPCSpecError(code: code, path: path, line: element.line)
    }

    func attribute(_ name: String) throws(RPCSpecError) -> String {
        guard let value = element[name] else { throw error(.missingAttribute(name)) }
        return value
    }

    func number<Number: LosslessStringConvertible>(_ name: String, as type: Number.Type) throws(RPCSpecError) -> Number?
    {
        guard let value = element[name] else { return nil }
        guard let number = Number(value) else { throw error(.badValue(attribute: name, value: value)) }
        return number
    }

    func flag(_ name: String) throws(RPCSpecError) -> Bool? {
        switch element[name] {
        case nil: nil
        case "true": true
        case "false": false
        case .some(let value): throw error(.badValue(attribute: name, value: value))
        }
    }

    func version(_ name: String) throws(RPCSpecError) -> RPCVersion? {
        guard let value = element[name] else { return nil }
        guard let version = RPCVersion(value) else { throw error(.badValue(attribute: name, value: value)) }
        return version
    }

    func availability() throws(RPCSpecError) -> RPCAvailability {
        RPCAvailability(
            since: try version("since"), until: try version("until"), isDeprecated: try flag("deprecated") ?? false,
            isRemoved: try flag("removed") ?? false)
    }

    /// The availabilities of earlier forms.
    ///
    /// `<history>` repeats elements under the same names, so nothing but this and the history of parameters may look
    /// inside it.
    func history() throws(RPCSpecError) -> [RPCAvailability] {
        var result: [RPCAvailability] = []
        for place in past() { result.append(try place.availability()) }
        return result
    }

    /// The elements of the history that are named like this one.
    func past() -> [RPCSpecPlace] {
        element.all("history").flatMap(\.children)
            .filter { $0.name == element.name && $0["name"] == element["name"] }
            .map { RPCSpecPlace($0, in: self) }
    }

    var description: String {
        element.all("description").map(\.collapsedText).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
