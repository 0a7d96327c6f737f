import Formats

/// An item of a spec as a name, facts by the attributes' names, and items inside.
struct SpecItem {
    let name: String
    private(set) var facts: [String: String] = [:]
    private(set) var children: [SpecItem] = []

    init(_ function: RPCFunction) {
        name = "\(function.name).\(function.kind.name)"
        facts["functionID"] = function.id.map { "\($0)" }
        add(function.availability, history: function.history)
        children += function.parameters.map { SpecItem($0) }
    }

    init(_ definition: RPCStruct) {
        name = definition.name
        add(definition.availability, history: definition.history)
        children += definition.members.map { SpecItem($0) }
    }

    init(_ definition: RPCEnum) {
        name = definition.name
        add(definition.availability, history: definition.history)
        children += definition.elements.map { SpecItem($0) }
    }

    private init(_ element: RPCEnumElement) {
        name = element.name
        facts["value"] = "\(element.ordinal)"
        add(element.availability, history: element.history)
    }

    private init(_ parameter: RPCParameter, name: String? = nil) {
        self.name = name ?? parameter.name
        add(parameter.type)
        if let size = parameter.array {
            facts["array"] = "true"
            facts["minsize"] = size.minimum.map { "\($0)" }
            facts["maxsize"] = size.maximum.map { "\($0)" }
        }
        facts["mandatory"] = "\(parameter.isMandatory)"
        facts["defvalue"] = parameter.defaultValue.map { String(decoding: $0.serialized(), as: UTF8.self) }
        if !parameter.listedValues.isEmpty { facts["elements"] = parameter.listedValues.joined(separator: " ") }
        add(parameter.availability, history: [])
        for (index, form) in parameter.history.enumerated() {
            children.append(SpecItem(form, name: "history \(index + 1)"))
        }
    }

    private init(_ availability: RPCAvailability, name: String) {
        self.name = name
        add(availability, history: [])
    }

    private mutating func add(_ availability: RPCAvailability, history: [RPCAvailability]) {
        facts["since"] = availability.since?.shortDescription
        facts["until"] = availability.until?.shortDescription
        if availability.isDeprecated { facts["deprecated"] = "true" }
        if availability.isRemoved { facts["removed"] = "true" }
        for (index, form) in history.enumerated() {
            children.append(SpecItem(form, name: "history \(index + 1)"))
        }
    }

    private mutating func add(_ type: RPCParameterType) {
        switch type {
        case .boolean:
            facts["type"] = "Boolean"
        case .integer(let minimum, let maximum):
            facts["type"] = "Integer"
            facts["minvalue"] = minimum.map { "\($0)" }
            facts["maxvalue"] = maximum.map { "\($0)" }
        case .float(let minimum, let maximum):
            facts["type"] = "Float"
            facts["minvalue"] = minimum.map { "\($0)" }
            facts["maxvalue"] = maximum.map { "\($0)" }
        case .string(let minimum, let maximum):
            facts["type"] = "String"
            facts["minlength"] = minimum.map { "\($0)" }
            facts["maxlength"] = maximum.map { "\($0)" }
        case .enumeration(let name), .structure(let name):
            facts["type"] = name
        }
    }
}
