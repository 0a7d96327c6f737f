internal import Formats
internal import SDLSpec

/// Takes out of messages what came after the module's version: a module does not know what its version does not know.
///
/// Names that no version of the spec knows are left alone; they are not a matter of versions.
struct VersionFilter: Sendable {
    private let spec: RPCSpec
    private let view: RPCSpecView

    /// Makes a filter; `nil` for a module that knows all of the spec.
    init?(spec: RPCSpec, version: RPCVersion) {
        if let newest = spec.version, version >= newest { return nil }
        self.spec = spec
        view = spec.view(at: version)
    }

    /// The parameters that the module knows; `nil` where it does not know the function, or where a notification would
    /// lose a parameter that it must have: apps of the version could make nothing of it.
    func known(_ parameters: JSONValue, of name: String, _ kind: RPCMessageKind) -> JSONValue? {
        guard let whole = spec.function(name, kind) else { return parameters }
        guard let own = view.function(name, kind) else { return Optional.none }
        guard case .object(var members) = parameters else { return parameters }
        for (key, value) in members {
            guard whole.parameters.contains(where: { $0.name == key }) else { continue }
            guard let form = own.parameters.first(where: { $0.name == key }) else {
                members.removeValue(forKey: key)
                continue
            }
            // Every response has a result code; one that came later was a plain failure before.
            if let part = known(value, form) {
                members[key] = part
            } else if key == "resultCode" {
                members[key] = "GENERIC_ERROR"
            } else if kind == .notification, form.isMandatory {
                return Optional.none
            } else {
                members.removeValue(forKey: key)
            }
        }
        return .object(members)
    }

    /// The known part of a value; `nil` where nothing of it can stay.
    private func known(_ value: JSONValue, _ form: RPCParameter) -> JSONValue? {
        guard case .array(let elements) = value else { return known(value, form.type) }
        let kept = elements.compactMap { known($0, form.type) }
        // A list that lost all its elements would often be shorter than allowed.
        guard elements.isEmpty || !kept.isEmpty else { return Optional.none }
        return .array(kept)
    }

    private func known(_ value: JSONValue, _ type: RPCParameterType) -> JSONValue? {
        switch type {
        case .boolean, .integer, .float, .string:
            return value
        case .enumeration(let name):
            guard let text = value.stringValue, let whole = spec.enums[name],
                whole.elements.contains(where: { $0.name == text })
            else { return value }
            // Written out: a bare nil could be taken for the JSON value null here.
            guard view.hasValue(text, of: name) else { return Optional.none }
            return value
        case .structure(let name):
            guard case .object(var members) = value, let whole = spec.structs[name] else { return value }
            guard let own = view.structs[name] else { return Optional.none }
            for (key, member) in members {
                guard whole.members.contains(where: { $0.name == key }) else { continue }
                guard let form = own.members.first(where: { $0.name == key }) else {
                    members.removeValue(forKey: key)
                    continue
                }
                if let part = known(member, form) {
                    members[key] = part
                } else if form.isMandatory {
                    return Optional.none
                } else {
                    members.removeValue(forKey: key)
                }
            }
            return .object(members)
        }
    }
}
