import Formats

/// Checks one message against a schema, in two passes as stock head units do.
///
/// The first pass drops what is unknown and collects a line for each enum value dropped. The second finds the first
/// fault of what remains.
struct Validator {
    let schema: ValidationSchema
    let version: RPCVersion
    let unknownItems: UnknownItems
    private var warnings: [String] = []

    init(schema: ValidationSchema, version: RPCVersion, unknownItems: UnknownItems) {
        self.schema = schema
        self.version = version
        self.unknownItems = unknownItems
    }

    mutating func validate(_ parameters: JSONValue, as object: ValidationSchema.Object) -> ValidationOutcome {
        let path = "RPC.msg_params"
        guard case .object(let members) = parameters else {
            return .invalid(report: "\(path): Incorrect type, expected: Object, got: \(Self.typeName(parameters))")
        }
        let filtered = JSONValue.object(filter(members, as: object, path: path).members)
        if let fault = fault(in: filtered, as: object, path: path) {
            return .invalid(report: (warnings + [fault]).joined(separator: "\n"))
        }
        return .valid(filtered, warnings: warnings)
    }

    /// What reports call the type of a value.
    static func typeName(_ value: JSONValue) -> String {
        switch value {
        case .null: "Null"
        case .bool: "Boolean"
        case .int(let value): value > Int64(Int32.max) ? "Unsigned_Integer" : "Integer"
        case .double: "Double"
        case .string: "String"
        case .array: "Array"
        case .object: "Object"
        }
    }
}

// MARK: - First pass: drop what is unknown

extension Validator {
    /// The known members, and whether a mandatory one had to be dropped, which drops the whole object.
    private mutating func filter(
        _ members: [String: JSONValue], as object: ValidationSchema.Object, path: String
    ) -> (members: [String: JSONValue], lostMandatory: Bool) {
        var result: [String: JSONValue] = [:]
        var lostMandatory = false
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let place = object.places[name] else {
                if unknownItems == .keep || RPCSpecView.alwaysKept.contains(name) { result[name] = value }
                continue
            }
            let member = object.members[place]
            if let kept = filter(value, as: member, path: "\(path).\(name)") {
                result[name] = kept
            } else if member.isMandatory {
                lostMandatory = true
            }
        }
        return (result, lostMandatory)
    }

    private mutating func filter(_ value: JSONValue, as member: ValidationSchema.Member, path: String) -> JSONValue? {
        guard member.array != nil else { return filter(value, as: member.kind, path: path) }
        guard case .array(let elements) = value else { return value }
        var result: [JSONValue] = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            if let kept = filter(element, as: member.kind, path: "\(path).\(index)") { result.append(kept) }
        }
        let shrankTooFar = result.count < elements.count && result.count < member.array?.minimum ?? 0
        return shrankTooFar ? nil : .array(result)
    }

    private mutating func filter(_ value: JSONValue, as kind: ValidationSchema.Kind, path: String) -> JSONValue? {
        switch kind {
        case .boolean, .integer, .float, .string:
            return value
        case .structure(let place):
            guard case .object(let members) = value else { return value }
            let filtered = filter(members, as: schema.structs[place], path: path)
            return filtered.lostMandatory ? nil : .object(filtered.members)
        case .enumeration(let place):
            return filter(value, as: schema.enums[place], path: path)
        }
    }

    private mutating func filter(
        _ value: JSONValue, as enumeration: ValidationSchema.Enumeration, path: String
    ) -> JSONValue? {
        switch value {
        case .string(let name):
            guard unknownItems == .drop else { return value }
            guard let known = enumeration.byName[name] else {
                warnings.append("\(path): Ignored invalid value - \(name)")
                return nil
            }
            guard known.exists else {
                // By now the head unit has turned the text into its ordinal, and that is what it shows.
                warnings.append("\(path): Ignored invalid value - \(known.ordinal)")
                return nil
            }
            return value
        case .int(let ordinal):
            if let name = enumeration.byOrdinal[ordinal] {
                guard unknownItems == .drop, enumeration.byName[name]?.exists != true else { return .string(name) }
            } else if unknownItems == .keep {
                return value
            }
            warnings.append("\(path): Ignored invalid value - \(ordinal)")
            return nil
        case .null, .bool, .double, .array, .object:
            return value
        }
    }
}

// MARK: - Second pass: the first fault

extension Validator {
    private func fault(in value: JSONValue, as object: ValidationSchema.Object, path: String) -> String? {
        guard case .object(let members) = value else { return wrongType(value, expected: "Object", path) }
        for member in object.members {
            if let value = members[member.name] {
                if let fault = fault(in: value, as: member, path: "\(path).\(member.name)") { return fault }
            } else if member.isMandatory {
                return "\(path): Missing mandatory parameter: \(member.name)"
            }
        }
        return nil
    }

    private func fault(in value: JSONValue, as member: ValidationSchema.Member, path: String) -> String? {
        guard let size = member.array else { return fault(in: value, as: member.kind, path: path) }
        guard case .array(let elements) = value else { return wrongType(value, expected: "Array", path) }
        if let minimum = size.minimum, elements.count < minimum {
            return "\(path): Got array of size: \(elements.count), minimum allowed: \(minimum)"
        }
        if let maximum = size.maximum, elements.count > maximum {
            return "\(path): Got array of size: \(elements.count), maximum allowed: \(maximum)"
        }
        for (index, element) in elements.enumerated() {
            if let fault = fault(in: element, as: member.kind, path: "\(path).\(index)") { return fault }
        }
        return nil
    }

    private func fault(in value: JSONValue, as kind: ValidationSchema.Kind, path: String) -> String? {
        switch kind {
        case .boolean:
            return value.boolValue == nil ? wrongType(value, expected: "Boolean", path) : nil
        case .integer(let minimum, let maximum):
            return fault(inInteger: value, minimum, maximum, path)
        case .float(let minimum, let maximum):
            // The report calls a Float parameter Integer; so do stock head units.
            guard let number = value.doubleValue else { return wrongType(value, expected: "Integer", path) }
            return outOfRange(number, minimum, maximum, path) { NumberText.general($0, digits: 6) }
        case .string(let minimum, let maximum):
            guard case .string(let text) = value else { return wrongType(value, expected: "String", path) }
            let length = text.unicodeScalars.prefix { $0 != "\0" }.count
            if length < minimum { return "\(path): Got string of size: \(length), minimum allowed: \(minimum)" }
            if let maximum, length > maximum {
                return "\(path): Got string of size: \(length), maximum allowed: \(maximum)"
            }
            return nil
        case .enumeration(let place):
            return fault(inEnum: value, schema.enums[place], path)
        case .structure(let place):
            return fault(in: value, as: schema.structs[place], path: path)
        }
    }

    private func fault(inInteger value: JSONValue, _ minimum: Int64?, _ maximum: Int64?, _ path: String) -> String? {
        guard case .int(let number) = value else { return wrongType(value, expected: "Integer", path) }
        let isWide = maximum.map { $0 > Int64(UInt32.max) } ?? false
        if let minimum, minimum >= 0, !isWide {
            guard UInt32(exactly: number) != nil else { return "\(path): Value \(number) out of uint32 range" }
        } else if !isWide, number > Int64(Int32.max) {
            // Signed parameters take no value that the head unit's JSON layer keeps as unsigned.
            return wrongType(value, expected: "Integer", path)
        }
        return outOfRange(number, minimum, maximum, path) { String($0) }
    }

    private func fault(inEnum value: JSONValue, _ enumeration: ValidationSchema.Enumeration, _ path: String) -> String?
    {
        switch value {
        case .string(let name):
            // Unknown texts only come here when unknown items are kept.
            guard let known = enumeration.byName[name], !known.exists else { return nil }
            return "\(path): Enum value : \(known.ordinal) does not exist for SyncMsgVersion \(version)"
        case .int(let ordinal):
            return "\(path): Invalid enum value: \(ordinal)"
        case .null, .bool, .double, .array, .object:
            return wrongType(value, expected: "Integer (enum)", path)
        }
    }

    private func outOfRange<Number: Comparable>(
        _ value: Number, _ minimum: Number?, _ maximum: Number?, _ path: String, _ text: (Number) -> String
    ) -> String? {
        if let minimum, value < minimum {
            return "\(path): Value too small, got: \(text(value)), minimum allowed: \(text(minimum))"
        }
        if let maximum, value > maximum {
            return "\(path): Value too large, got: \(text(value)), maximum allowed: \(text(maximum))"
        }
        return nil
    }

    private func wrongType(_ value: JSONValue, expected: String, _ path: String) -> String {
        "\(path): Incorrect type, expected: \(expected), got: \(Self.typeName(value))"
    }
}
