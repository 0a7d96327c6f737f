import Formats

/// Checks one message against a schema, in two passes as stock head units do.
///
/// The first pass drops what is unknown and collects a line for each enum value dropped. The second finds the first
/// fault of what remains. Most messages are well made: one look that keeps no account of where it is tells so, and only
/// the others go through the passes.
struct Validator {
    let schema: ValidationSchema
    let version: RPCVersion
    let unknownItems: UnknownItems
    private var warnings: [String] = []
    /// What the lines of ``warnings`` take, in bytes.
    private var warningSize = 0
    /// The way to what is looked at now.
    private var steps: [Step] = []

    private enum Step {
        case member(String)
        case element(Int)
    }

    init(schema: ValidationSchema, version: RPCVersion, unknownItems: UnknownItems) {
        self.schema = schema
        self.version = version
        self.unknownItems = unknownItems
    }

    mutating func validate(_ parameters: JSONValue, as object: ValidationSchema.Object) -> ValidationOutcome {
        guard case .object(let members) = parameters else {
            return .invalid(report: "\(path): Incorrect type, expected: Object, got: \(Self.typeName(parameters))")
        }
        return isGood(parameters, as: object)
            ? .valid(parameters, warnings: []) : judge(parameters, members, as: object)
    }

    /// Goes through both passes, whatever the first look says.
    mutating func judge(
        _ parameters: JSONValue, _ members: [String: JSONValue], as object: ValidationSchema.Object
    ) -> ValidationOutcome {
        let filtered =
            isKnown(parameters, as: object) ? parameters : JSONValue.object(filter(members, as: object).members)
        if let fault = fault(in: filtered, as: object) {
            return .invalid(report: (warnings + [fault]).joined(separator: "\n"))
        }
        return .valid(filtered, warnings: warnings)
    }

    /// What all lines about dropped values may take, in bytes; more are left out.
    static let warningLimit = 2048
    /// What is shown of a value that an app made up, in code points.
    private static let shownLimit = 100

    /// Notes a value that was dropped.
    private mutating func warn(ignored value: String) {
        guard warningSize < Self.warningLimit else { return }
        let line = "\(path): Ignored invalid value - \(value.prefix(codePoints: Self.shownLimit))"
        warningSize += line.utf8.count
        warnings.append(line)
    }

    /// How reports name the place that is looked at now.
    private var path: String {
        steps.reduce(into: "RPC.msg_params") { text, step in
            switch step {
            case .member(let name): text += ".\(name)"
            case .element(let index): text += ".\(index)"
            }
        }
    }

    /// Looks at something further in.
    private mutating func at<Result>(_ step: Step, _ look: (inout Validator) -> Result) -> Result {
        steps.append(step)
        defer { steps.removeLast() }
        return look(&self)
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

// MARK: - The look that most messages pass

extension Validator {
    /// Whether neither pass would find anything.
    private mutating func isGood(_ value: JSONValue, as object: ValidationSchema.Object) -> Bool {
        guard case .object(let members) = value else { return false }
        var mandatory = 0
        for (name, value) in members {
            if let place = object.places[name] {
                let member = object.members[place]
                guard isGood(value, as: member) else { return false }
                if member.isMandatory { mandatory += 1 }
            } else {
                guard unknownItems == .keep || RPCSpecView.alwaysKept.contains(name) else { return false }
            }
        }
        return mandatory == object.mandatoryCount
    }

    private mutating func isGood(_ value: JSONValue, as member: ValidationSchema.Member) -> Bool {
        guard let size = member.array else { return isGood(value, as: member.kind) }
        guard case .array(let elements) = value, elements.count >= size.minimum ?? 0,
            elements.count <= size.maximum ?? .max
        else { return false }
        for element in elements {
            guard isGood(element, as: member.kind) else { return false }
        }
        return true
    }

    private mutating func isGood(_ value: JSONValue, as kind: ValidationSchema.Kind) -> Bool {
        switch kind {
        case .structure(let place): isGood(value, as: schema.structs[place])
        case .boolean, .integer, .float, .string, .enumeration:
            // Of a value without parts both passes say at once whether it is good.
            isKnown(value, as: kind) && fault(in: value, as: kind) == nil
        }
    }
}

// MARK: - First pass: drop what is unknown

extension Validator {
    /// Whether nothing of an object needs to be dropped or turned into a name.
    private func isKnown(_ value: JSONValue, as object: ValidationSchema.Object) -> Bool {
        guard case .object(let members) = value else { return true }
        for (name, value) in members {
            if let place = object.places[name] {
                guard isKnown(value, as: object.members[place]) else { return false }
            } else {
                guard unknownItems == .keep || RPCSpecView.alwaysKept.contains(name) else { return false }
            }
        }
        return true
    }

    private func isKnown(_ value: JSONValue, as member: ValidationSchema.Member) -> Bool {
        guard member.array != nil else { return isKnown(value, as: member.kind) }
        guard case .array(let elements) = value else { return true }
        return elements.allSatisfy { isKnown($0, as: member.kind) }
    }

    private func isKnown(_ value: JSONValue, as kind: ValidationSchema.Kind) -> Bool {
        switch kind {
        case .boolean, .integer, .float, .string: return true
        case .structure(let place): return isKnown(value, as: schema.structs[place])
        case .enumeration(let place):
            switch value {
            case .string(let name): return unknownItems == .keep || schema.enums[place].byName[name]?.exists == true
            case .int: return false
            case .null, .bool, .double, .array, .object: return true
            }
        }
    }

    /// The known members, and whether a mandatory one had to be dropped, which drops the whole object.
    private mutating func filter(
        _ members: [String: JSONValue], as object: ValidationSchema.Object
    ) -> (members: [String: JSONValue], lostMandatory: Bool) {
        var result: [String: JSONValue] = [:]
        var lostMandatory = false
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let place = object.places[name] else {
                if unknownItems == .keep || RPCSpecView.alwaysKept.contains(name) { result[name] = value }
                continue
            }
            let member = object.members[place]
            if let kept = at(.member(name), { $0.filter(value, as: member) }) {
                result[name] = kept
            } else if member.isMandatory {
                lostMandatory = true
            }
        }
        return (result, lostMandatory)
    }

    private mutating func filter(_ value: JSONValue, as member: ValidationSchema.Member) -> JSONValue? {
        guard member.array != nil else { return filter(value, as: member.kind) }
        guard case .array(let elements) = value else { return value }
        var result: [JSONValue] = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            if let kept = at(.element(index), { $0.filter(element, as: member.kind) }) { result.append(kept) }
        }
        let shrankTooFar = result.count < elements.count && result.count < member.array?.minimum ?? 0
        return shrankTooFar ? nil : .array(result)
    }

    private mutating func filter(_ value: JSONValue, as kind: ValidationSchema.Kind) -> JSONValue? {
        switch kind {
        case .boolean, .integer, .float, .string:
            return value
        case .structure(let place):
            guard case .object(let members) = value else { return value }
            let filtered = filter(members, as: schema.structs[place])
            return filtered.lostMandatory ? nil : .object(filtered.members)
        case .enumeration(let place):
            return filter(value, as: schema.enums[place])
        }
    }

    private mutating func filter(
        _ value: JSONValue, as enumeration: ValidationSchema.Enumeration
    ) -> JSONValue? {
        switch value {
        case .string(let name):
            guard unknownItems == .drop else { return value }
            guard let known = enumeration.byName[name] else {
                warn(ignored: name)
                return nil
            }
            guard known.exists else {
                // By now the head unit has turned the text into its ordinal, and that is what it shows.
                warn(ignored: "\(known.ordinal)")
                return nil
            }
            return value
        case .int(let ordinal):
            if let name = enumeration.byOrdinal[ordinal] {
                guard unknownItems == .drop, enumeration.byName[name]?.exists != true else { return .string(name) }
            } else if unknownItems == .keep {
                return value
            }
            warn(ignored: "\(ordinal)")
            return nil
        case .null, .bool, .double, .array, .object:
            return value
        }
    }
}

// MARK: - Second pass: the first fault

extension Validator {
    private mutating func fault(in value: JSONValue, as object: ValidationSchema.Object) -> String? {
        guard case .object(let members) = value else { return wrongType(value, expected: "Object") }
        for member in object.members {
            if let value = members[member.name] {
                if let fault = at(.member(member.name), { $0.fault(in: value, as: member) }) { return fault }
            } else if member.isMandatory {
                return "\(path): Missing mandatory parameter: \(member.name)"
            }
        }
        return nil
    }

    private mutating func fault(in value: JSONValue, as member: ValidationSchema.Member) -> String? {
        guard let size = member.array else { return fault(in: value, as: member.kind) }
        guard case .array(let elements) = value else { return wrongType(value, expected: "Array") }
        if let minimum = size.minimum, elements.count < minimum {
            return "\(path): Got array of size: \(elements.count), minimum allowed: \(minimum)"
        }
        if let maximum = size.maximum, elements.count > maximum {
            return "\(path): Got array of size: \(elements.count), maximum allowed: \(maximum)"
        }
        for (index, element) in elements.enumerated() {
            if let fault = at(.element(index), { $0.fault(in: element, as: member.kind) }) { return fault }
        }
        return nil
    }

    private mutating func fault(in value: JSONValue, as kind: ValidationSchema.Kind) -> String? {
        switch kind {
        case .boolean:
            return value.boolValue == nil ? wrongType(value, expected: "Boolean") : nil
        case .integer(let minimum, let maximum):
            return fault(inInteger: value, minimum, maximum)
        case .float(let minimum, let maximum):
            // The report calls a Float parameter Integer; so do stock head units.
            guard let number = value.doubleValue else { return wrongType(value, expected: "Integer") }
            return outOfRange(number, minimum, maximum) { NumberText.general($0, digits: 6) }
        case .string(let minimum, let maximum):
            guard case .string(let text) = value else { return wrongType(value, expected: "String") }
            if Self.isSurelyWithin(text, minimum, maximum) { return nil }
            let length = text.unicodeScalars.prefix { $0 != "\0" }.count
            if length < minimum { return "\(path): Got string of size: \(length), minimum allowed: \(minimum)" }
            if let maximum, length > maximum {
                return "\(path): Got string of size: \(length), maximum allowed: \(maximum)"
            }
            return nil
        case .enumeration(let place):
            return fault(inEnum: value, schema.enums[place])
        case .structure(let place):
            return fault(in: value, as: schema.structs[place])
        }
    }

    /// Whether the number of bytes alone tells that a text is neither too short nor too long; `false` says nothing.
    private static func isSurelyWithin(_ text: String, _ minimum: Int, _ maximum: Int?) -> Bool {
        // A character has one to four bytes, and a zero byte ends the text.
        let size = text.utf8.count
        return (minimum <= 1 ? size >= minimum : size / 4 >= minimum) && size <= maximum ?? .max
            && !text.utf8.contains(0)
    }

    private func fault(inInteger value: JSONValue, _ minimum: Int64?, _ maximum: Int64?) -> String? {
        guard case .int(let number) = value else { return wrongType(value, expected: "Integer") }
        let isWide = maximum.map { $0 > Int64(UInt32.max) } ?? false
        if let minimum, minimum >= 0, !isWide {
            guard UInt32(exactly: number) != nil else { return "\(path): Value \(number) out of uint32 range" }
        } else if !isWide, number > Int64(Int32.max) {
            // Signed parameters take no value that the head unit's JSON layer keeps as unsigned.
            return wrongType(value, expected: "Integer")
        }
        return outOfRange(number, minimum, maximum) { String($0) }
    }

    private func fault(inEnum value: JSONValue, _ enumeration: ValidationSchema.Enumeration) -> String? {
        switch value {
        case .string(let name):
            // Unknown texts only come here when unknown items are kept.
            guard let known = enumeration.byName[name], !known.exists else { return nil }
            return "\(path): Enum value : \(known.ordinal) does not exist for SyncMsgVersion \(version)"
        case .int(let ordinal):
            return "\(path): Invalid enum value: \(ordinal)"
        case .null, .bool, .double, .array, .object:
            return wrongType(value, expected: "Integer (enum)")
        }
    }

    private func outOfRange<Number: Comparable>(
        _ value: Number, _ minimum: Number?, _ maximum: Number?, _ text: (Number) -> String
    ) -> String? {
        if let minimum, value < minimum {
            return "\(path): Value too small, got: \(text(value)), minimum allowed: \(text(minimum))"
        }
        if let maximum, value > maximum {
            return "\(path): Value too large, got: \(text(value)), maximum allowed: \(text(maximum))"
        }
        return nil
    }

    private func wrongType(_ value: JSONValue, expected: String) -> String {
        "\(path): Incorrect type, expected: \(expected), got: \(Self.typeName(value))"
    }
}
