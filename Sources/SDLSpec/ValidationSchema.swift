import Formats

/// A spec at one version, laid out for checking messages: names resolved, members in alphabetical order.
struct ValidationSchema: Sendable {
    struct Object: Sendable {
        /// The members that exist, in alphabetical order.
        var members: [Member]
        /// Where each of them stands.
        var places: [String: Int]
        /// The names that exist in any version.
        var everKnown: Set<String>
        /// How many members have to be there.
        var mandatoryCount: Int

        init(_ members: [Member], everKnown: Set<String>) {
            self.members = members.sorted { $0.name < $1.name }
            self.everKnown = everKnown
            mandatoryCount = members.count(where: \.isMandatory)
            places = [:]
            for (place, member) in self.members.enumerated() { places[member.name] = place }
        }
    }

    /// A member; a class, so that looking at one does not copy what it holds.
    final class Member: Sendable {
        let name: String
        let isMandatory: Bool
        let array: RPCArraySize?
        let kind: Kind
        let defaultValue: JSONValue?

        init(name: String, isMandatory: Bool, array: RPCArraySize?, kind: Kind, defaultValue: JSONValue?) {
            self.name = name
            self.isMandatory = isMandatory
            self.array = array
            self.kind = kind
            self.defaultValue = defaultValue
        }
    }

    enum Kind: Sendable {
        case boolean
        case integer(minimum: Int64?, maximum: Int64?)
        case float(minimum: Double?, maximum: Double?)
        case string(minimum: Int, maximum: Int?)
        case enumeration(Int)
        case structure(Int)
    }

    struct Enumeration: Sendable {
        var byName: [String: Value] = [:]
        var byOrdinal: [Int64: String] = [:]
    }

    struct Value: Sendable {
        var ordinal: Int64
        var exists: Bool
    }

    struct Function: Sendable {
        var parameters: Object
        var exists: Bool
    }

    struct Key: Hashable, Sendable {
        var name: String
        var kind: RPCMessageKind
    }

    private(set) var enums: [Enumeration] = []
    private(set) var structs: [Object] = []
    private(set) var functions: [Key: Function] = [:]
    private(set) var names: [UInt32: String] = [:]

    init(of spec: RPCSpec, at version: RPCVersion) {
        var enumPlaces: [String: Int] = [:]
        for (name, definition) in spec.enums {
            enumPlaces[name] = enums.count
            var result = Enumeration()
            let enumExists = definition.exists(at: version)
            for element in definition.elements {
                let ordinal = Int64(element.ordinal)
                result.byName[element.name] = Value(
                    ordinal: ordinal, exists: enumExists && element.exists(at: version))
                result.byOrdinal[ordinal] = element.name
            }
            enums.append(result)
        }
        let structNames = Array(spec.structs.keys)
        var structPlaces: [String: Int] = [:]
        for (place, name) in structNames.enumerated() { structPlaces[name] = place }
        func object(_ parameters: [RPCParameter]) -> Object {
            Object(
                parameters.compactMap { parameter in
                    guard let form = parameter.form(at: version),
                        let kind = Kind(form.type, enums: enumPlaces, structs: structPlaces)
                    else { return nil }
                    return Member(
                        name: form.name, isMandatory: form.isMandatory, array: form.array, kind: kind,
                        defaultValue: form.defaultValue)
                }, everKnown: Set(parameters.map(\.name)))
        }
        structs = structNames.map { object(spec.structs[$0]?.members ?? []) }
        for function in spec.functions {
            functions[Key(name: function.name, kind: function.kind)] = Function(
                parameters: object(function.parameters), exists: function.exists(at: version))
            if let id = function.id { names[id] = function.name }
        }
    }
}

extension ValidationSchema.Kind {
    fileprivate init?(_ type: RPCParameterType, enums: [String: Int], structs: [String: Int]) {
        switch type {
        case .boolean: self = .boolean
        case .integer(let minimum, let maximum): self = .integer(minimum: minimum, maximum: maximum)
        case .float(let minimum, let maximum): self = .float(minimum: minimum, maximum: maximum)
        case .string(let minimum, let maximum): self = .string(minimum: minimum ?? 1, maximum: maximum)
        case .enumeration(let name):
            guard let place = enums[name] else { return nil }
            self = .enumeration(place)
        case .structure(let name):
            guard let place = structs[name] else { return nil }
            self = .structure(place)
        }
    }
}
