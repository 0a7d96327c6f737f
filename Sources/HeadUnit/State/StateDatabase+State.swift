internal import Formats

// What a database holds, as values.
extension StateDatabase {
    /// The most consents of each kind that are read.
    private static let mostConsents = 100_000

    /// Reads everything, within bounds; rows that make no sense are left out, since a file may come from anywhere.
    func load() throws(StateStoreError) -> StoredState {
        var state = StoredState()
        // A read-only file of another schema has no such tables.
        try rows(
            """
            SELECT device, policy_id, hash, hmi_app_id, level, way_points, vehicle_data, ignition_offs,
                returns_to_level, last_use FROM app ORDER BY last_use DESC LIMIT \(SavedApp.limit)
            """
        ) { if let app = SavedApp(row: $0) { state.apps.append(app) } }
        // Two apps under one id would get each other's commands: the one that was used last has it.
        var ids: Set<Int> = []
        state.apps = state.apps.filter { ids.insert($0.hmiAppID).inserted }.reversed()
        // The numbers only tell an order; begun anew they cannot run out.
        for index in state.apps.indices { state.apps[index].lastUse = Int64(index + 1) }
        try rows("SELECT device, allowed, returned FROM device_consent LIMIT \(Self.mostConsents)") { row in
            guard case .text(let device) = row[0] else { return }
            state.consents.restore(device: device, isAllowed: row[1].isTrue, isReturned: row[2].isTrue)
        }
        try rows("SELECT device, policy_id, name, allowed FROM group_consent LIMIT \(Self.mostConsents)") { row in
            guard case .text(let device) = row[0], case .text(let id) = row[1], case .text(let name) = row[2] else {
                return
            }
            state.consents.note(
                Consents.AppOnDevice(device: device, policyID: id), group: name, isAllowed: row[3].isTrue)
        }
        try rows("SELECT base, body FROM policy") { row in
            guard case .text(let base) = row[0], case .text(let body) = row[1],
                let json = try? JSONValue(parsing: Array(body.utf8)), let table = try? PolicyTable(stored: json)
            else { return }
            state.policy = (base, table)
        }
        return state
    }

    /// Writes changes as one commit.
    func write(_ changes: [StateChange], base: String) throws(StateStoreError) {
        try transaction { () throws(StateStoreError) in
            for change in changes { try write(change, base: base) }
        }
    }

    private func write(_ change: StateChange, base: String) throws(StateStoreError) {
        switch change {
        case .app(let app):
            try execute("INSERT OR REPLACE INTO app VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", app.row)
        case .forgotten(let place):
            try execute(
                "DELETE FROM app WHERE device = ? AND policy_id = ?", [.text(place.device), .text(place.policyID)])
        case .deviceConsent(let device, let isAllowed, let isReturned):
            try execute(
                "INSERT OR REPLACE INTO device_consent VALUES (?, ?, ?)",
                [.text(device), .flag(isAllowed), .flag(isReturned)])
        case .groupConsent(let place, let group, let isAllowed):
            try execute(
                "INSERT OR REPLACE INTO group_consent VALUES (?, ?, ?, ?)",
                [.text(place.device), .text(place.policyID), .text(group), .flag(isAllowed)])
        case .policy(nil):
            try execute("DELETE FROM policy")
        case .policy(let table?):
            let body = String(decoding: table.json.serialized(), as: UTF8.self)
            try execute("INSERT OR REPLACE INTO policy VALUES (1, ?, ?)", [.text(base), .text(body)])
        case .reset:
            for table in ["app", "device_consent", "group_consent", "policy"] { try execute("DELETE FROM \(table)") }
        }
    }
}

extension StateDatabase.Value {
    fileprivate var isTrue: Bool { self == .integer(1) }
}

extension SavedApp {
    /// The columns of table `app`, in order.
    fileprivate var row: [StateDatabase.Value] {
        let items = JSONValue.array(vehicleData.map { .string($0) }).serialized()
        return [
            .text(place.device), .text(place.policyID), hash.map { .text($0) } ?? .null, .integer(Int64(hmiAppID)),
            .text(level.rawValue), .flag(hearsWayPoints), .text(String(decoding: items, as: UTF8.self)),
            .integer(Int64(ignitionOffs)), .flag(returnsToLevel), .integer(lastUse),
        ]
    }

    fileprivate init?(row: [StateDatabase.Value]) {
        guard row.count == 10, case .text(let device) = row[0], case .text(let policyID) = row[1],
            case .integer(let hmiAppID) = row[3], (1...0x7fff_ffff).contains(hmiAppID), case .text(let name) = row[4],
            let level = AppLevel(rawValue: name), case .text(let items) = row[6], case .integer(let offs) = row[7],
            case .integer(let lastUse) = row[9]
        else { return nil }
        let list = (try? JSONValue(parsing: Array(items.utf8)))?.arrayValue ?? []
        var hash: String?
        if case .text(let text) = row[2] { hash = text }
        self.init(
            place: Consents.AppOnDevice(device: device, policyID: policyID), hash: hash, hmiAppID: Int(hmiAppID),
            level: level, hearsWayPoints: row[5].isTrue, vehicleData: list.compactMap(\.stringValue).sorted(),
            ignitionOffs: Int(clamping: offs), returnsToLevel: row[8].isTrue, lastUse: lastUse)
    }
}
