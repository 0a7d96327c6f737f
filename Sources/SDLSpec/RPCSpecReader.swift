import Formats

/// Turns the elements of a spec file into the spec's types.
struct RPCSpecReader {
    private(set) var enums: [String: RPCEnum] = [:]
    private(set) var structs: [String: RPCStruct] = [:]
    private(set) var functions: [RPCFunction] = []

    private var enumNames: Set<String> = []
    private var structNames: Set<String> = []
    private var functionNames: Set<String> = []

    /// First pass: which names are enums and which are structs.
    mutating func collectNames(of interface: XMLElement, prefix: String) throws(RPCSpecError) {
        let parent = RPCSpecPlace(interface, in: nil)
        for child in interface.children where child.name == "enum" || child.name == "struct" {
            let place = RPCSpecPlace(child, in: parent)
            let name = prefix + (try place.attribute("name"))
            guard !enumNames.contains(name), !structNames.contains(name) else {
                throw place.error(.duplicateName(name))
            }
            if child.name == "enum" { enumNames.insert(name) } else { structNames.insert(name) }
        }
    }

    /// Second pass: enums and structs.
    mutating func readTypes(of interface: XMLElement, prefix: String) throws(RPCSpecError) {
        let parent = RPCSpecPlace(interface, in: nil)
        for child in interface.all("enum") {
            let place = RPCSpecPlace(child, in: parent)
            let name = prefix + (try place.attribute("name"))
            enums[name] = RPCEnum(
                name: name, elements: try elements(of: place), availability: try place.availability(),
                history: try place.history(), description: place.description)
        }
        for child in interface.all("struct") {
            let place = RPCSpecPlace(child, in: parent)
            let name = prefix + (try place.attribute("name"))
            structs[name] = RPCStruct(
                name: name, members: try parameters(of: place, prefix: prefix), availability: try place.availability(),
                history: try place.history(), description: place.description)
        }
    }

    /// Third pass: functions, whose numbers are in an enum.
    mutating func readFunctions(of interface: XMLElement, prefix: String) throws(RPCSpecError) {
        let parent = RPCSpecPlace(interface, in: nil)
        for child in interface.all("function") {
            let place = RPCSpecPlace(child, in: parent)
            let name = prefix + (try place.attribute("name"))
            let type = try place.attribute("messagetype")
            guard let kind = RPCMessageKind(name: type) else {
                throw place.error(.badValue(attribute: "messagetype", value: type))
            }
            guard functionNames.insert("\(name) \(type)").inserted else { throw place.error(.duplicateName(name)) }
            functions.append(
                RPCFunction(
                    name: name, id: try number(of: place, prefix: prefix), kind: kind,
                    parameters: try parameters(of: place, prefix: prefix), availability: try place.availability(),
                    history: try place.history(), description: place.description))
        }
    }

    /// The number on the wire.
    ///
    /// HMI specs have no enum of numbers; the attribute then means nothing.
    private func number(of place: RPCSpecPlace, prefix: String) throws(RPCSpecError) -> UInt32? {
        guard let reference = place.element["functionID"], let numbers = enums[prefix + "FunctionID"] else {
            return nil
        }
        guard let element = numbers.elements.first(where: { $0.name == reference }) else {
            throw place.error(.unknownName(reference))
        }
        guard let id = UInt32(exactly: element.ordinal) else {
            throw place.error(.badValue(attribute: "functionID", value: reference))
        }
        return id
    }

    private func elements(of parent: RPCSpecPlace) throws(RPCSpecError) -> [RPCEnumElement] {
        var result: [RPCEnumElement] = []
        var names: Set<String> = []
        var next = 0
        for child in parent.element.all("element") {
            let place = RPCSpecPlace(child, in: parent)
            let name = try place.attribute("name")
            guard names.insert(name).inserted else { throw place.error(.duplicateName(name)) }
            let ordinal = try place.number("value", as: Int.self) ?? next
            next = ordinal &+ 1
            result.append(
                RPCEnumElement(
                    name: name, ordinal: ordinal, availability: try place.availability(), history: try place.history(),
                    description: place.description))
        }
        return result
    }

    private func parameters(of parent: RPCSpecPlace, prefix: String) throws(RPCSpecError) -> [RPCParameter] {
        var result: [RPCParameter] = []
        var names: Set<String> = []
        for child in parent.element.all("param") {
            let place = RPCSpecPlace(child, in: parent)
            let parameter = try parameter(place, prefix: prefix)
            guard names.insert(parameter.name).inserted else { throw place.error(.duplicateName(parameter.name)) }
            result.append(parameter)
        }
        return result
    }

    private func parameter(_ place: RPCSpecPlace, prefix: String) throws(RPCSpecError) -> RPCParameter {
        let type = try type(of: place, prefix: prefix)
        var history: [RPCParameter] = []
        for past in place.past() { history.append(try parameter(past, prefix: prefix)) }
        var listed: [String] = []
        for element in place.element.all("element") {
            listed.append(try RPCSpecPlace(element, in: place).attribute("name"))
        }
        let isArray = try place.flag("array") ?? false
        return RPCParameter(
            name: try place.attribute("name"), type: type,
            array: isArray
                ? RPCArraySize(
                    minimum: try place.number("minsize", as: Int.self),
                    maximum: try place.number("maxsize", as: Int.self))
                : nil,
            isMandatory: try place.flag("mandatory") ?? true, defaultValue: try defaultValue(of: place, type: type),
            availability: try place.availability(), history: history, listedValues: listed,
            description: place.description)
    }

    private func type(of place: RPCSpecPlace, prefix: String) throws(RPCSpecError) -> RPCParameterType {
        let name = try place.attribute("type")
        switch name {
        case "Boolean":
            return .boolean
        case "Integer":
            return .integer(
                minimum: try place.number("minvalue", as: Int64.self),
                maximum: try place.number("maxvalue", as: Int64.self))
        case "Float":
            return .float(
                minimum: try place.number("minvalue", as: Double.self),
                maximum: try place.number("maxvalue", as: Double.self))
        case "String":
            return .string(
                minimum: try place.number("minlength", as: Int.self),
                maximum: try place.number("maxlength", as: Int.self))
        default:
            let qualified = name.contains(".") ? name : prefix + name
            if enumNames.contains(qualified) { return .enumeration(qualified) }
            if structNames.contains(qualified) { return .structure(qualified) }
            throw place.error(.unknownName(name))
        }
    }

    private func defaultValue(of place: RPCSpecPlace, type: RPCParameterType) throws(RPCSpecError) -> JSONValue? {
        guard let text = place.element["defvalue"] else { return nil }
        switch type {
        case .boolean:
            return .bool(try place.flag("defvalue") ?? false)
        case .integer:
            return .int(try place.number("defvalue", as: Int64.self) ?? 0)
        case .float:
            return .double(try place.number("defvalue", as: Double.self) ?? 0)
        case .string, .enumeration:
            return .string(text)
        case .structure:
            throw place.error(.badValue(attribute: "defvalue", value: text))
        }
    }
}
