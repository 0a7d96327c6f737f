/// What the user has answered about devices and groups, in builds that ask.
struct Consents: Sendable {
    /// One app on one device.
    struct AppOnDevice: Hashable, Sendable {
        let device: String
        let policyID: String
    }

    /// Devices whose apps the user allowed or forbade.
    private(set) var devices: [String: Bool] = [:]
    /// Devices that were forbidden once and allowed again.
    private(set) var returned: Set<String> = []
    private var groups: [AppOnDevice: [String: Bool]] = [:]

    /// The answers for an app by group.
    func answers(for app: AppOnDevice) -> [String: Bool] { groups[app] ?? [:] }

    mutating func note(device: String, isAllowed: Bool) {
        if isAllowed, devices[device] == false { returned.insert(device) }
        devices[device] = isAllowed
    }

    /// Whether a device was forbidden once and allowed again.
    func isReturned(_ device: String) -> Bool { returned.contains(device) }

    /// Takes over an answer that was kept.
    mutating func restore(device: String, isAllowed: Bool, isReturned: Bool) {
        devices[device] = isAllowed
        if isReturned { returned.insert(device) }
    }

    mutating func note(_ app: AppOnDevice, group: String, isAllowed: Bool) {
        groups[app, default: [:]][group] = isAllowed
    }
}
