import Formats

/// The look that most messages pass: no report, no way, one search for each member.
extension Validator {
    /// Whether neither pass would find anything.
    mutating func isGood(_ value: JSONValue, as object: ValidationSchema.Object) -> Bool {
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
        case .structure(let place):
            return isGood(value, as: schema.structs[place])
        case .enumeration(let place):
            // An ordinal has to be turned into its name first.
            guard case .string(let name) = value else { return false }
            return schema.enums[place].byName[name]?.exists ?? (unknownItems == .keep)
        case .boolean, .integer, .float, .string:
            return fault(in: value, as: kind) == nil
        }
    }
}
