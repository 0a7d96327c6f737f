/// The permissions at one moment: the table and the level they are judged by.
struct PermissionSnapshot: Hashable, Sendable {
    var table = PermissionTable()
    var level: HMILevel?

    func isAllowed(_ name: String) -> Bool {
        guard let level, let item = table[name] else { return false }
        return item.effectiveLevels.contains(level)
    }

    /// Without any word about parameters of that RPC, the answer is no: the table then cannot tell.
    func isAllowed(_ name: String, parameter: String) -> Bool {
        guard isAllowed(name), let item = table[name] else { return false }
        return item.allowedParameters.contains(parameter) && !item.userDisallowedParameters.contains(parameter)
    }

    func status(of element: PermissionElement) -> PermissionStatus {
        let name = element.rpc.name
        return PermissionStatus(
            isAllowed: isAllowed(name),
            parameters: Dictionary(
                element.parameters.map { ($0, isAllowed(name, parameter: $0)) }, uniquingKeysWith: { $0 && $1 }))
    }

    /// The group as a whole.
    ///
    /// Where parameters are named and the RPC is permitted, they decide. An empty group has nothing forbidden in it.
    func update(for elements: [PermissionElement]) -> PermissionUpdate {
        var statuses: [FunctionID: PermissionStatus] = [:]
        var votes: Set<Bool> = []
        for element in elements {
            let status = status(of: element)
            if status.isAllowed, !element.parameters.isEmpty {
                votes.formUnion(status.parameters.values)
            } else {
                votes.insert(status.isAllowed)
            }
            let parameters = (statuses[element.rpc]?.parameters ?? [:]).merging(status.parameters) { $0 && $1 }
            statuses[element.rpc] = PermissionStatus(isAllowed: status.isAllowed, parameters: parameters)
        }
        let group: PermissionGroupStatus =
            if level == nil {
                .unknown
            } else if votes.count == 2 {
                .mixed
            } else {
                votes.contains(false) ? .disallowed : .allowed
            }
        return PermissionUpdate(group: group, statuses: statuses)
    }
}
