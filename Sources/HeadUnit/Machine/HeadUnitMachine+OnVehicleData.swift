internal import Formats
internal import SDLSpec

/// When vehicle data goes out: not more often than each item may, and not to apps that do not read.
///
/// All of it is state: only the newest value of an item waits.
struct VehicleDataPace: Sendable {
    /// When each item was told last.
    var lastTold: [String: Duration] = [:]
    /// Values that came too soon after the last ones.
    var held: [String: JSONValue] = [:]
    /// Values for apps that did not read.
    var owed: [AppKey: [String: JSONValue]] = [:]

    /// How soon is looked again whether an app reads.
    static let patience = Duration.milliseconds(50)
}

// OnVehicleData: news of the vehicle for the apps that want it (head unit behaviour 11.3).
extension HeadUnitMachine {
    /// Takes an app out of the subscriptions; the items nobody wants any more are to be given back.
    mutating func forgetVehicleData(of key: AppKey) -> [String] {
        vehicleDataPace.owed[key] = nil
        return vehicleData.remove(key)
    }

    /// The vehicle tells new values.
    mutating func vehicleDataChanged(_ parameters: JSONValue) {
        guard
            case .valid(let valid, _) = hmiSpec.validate(
                parameters, function: HMIMethod.onVehicleData.rawValue, kind: .notification),
            let values = valid.objectValue
        else { return }
        vehicleDataPace.held.merge(values) { _, new in new }
        tellDueVehicleData()
    }

    /// The time of values that waited has come, or apps may read again.
    mutating func tellHeldVehicleData() {
        for (key, values) in vehicleDataPace.owed.sorted(by: { $0.key < $1.key }) where !congested.contains(key.link) {
            vehicleDataPace.owed[key] = nil
            tell(values, to: [key])
        }
        tellDueVehicleData()
    }

    /// Tells the values whose time has come; the others wait for it.
    private mutating func tellDueVehicleData() {
        let interval = configuration.vehicleDataInterval
        var due: [String: JSONValue] = [:]
        var next: Duration?
        for (name, value) in vehicleDataPace.held {
            if interval > .zero, let last = vehicleDataPace.lastTold[name], now - last < interval {
                next = min(next ?? last + interval, last + interval)
            } else {
                due[name] = value
                vehicleDataPace.held[name] = nil
                if interval > .zero { vehicleDataPace.lastTold[name] = now }
            }
        }
        if !due.isEmpty { tell(due, to: vehicleData.apps) }
        if !vehicleDataPace.owed.isEmpty {
            let look = now + VehicleDataPace.patience
            next = min(next ?? look, look)
        }
        if let next { deadlines.set(.vehicleData, to: next) }
    }

    /// Hands values to the apps that want them and may have them; equal selections are encoded once.
    private mutating func tell(_ values: [String: JSONValue], to keys: [AppKey]) {
        var selections: [(values: [String: JSONValue], keys: [AppKey])] = []
        var places: [Set<String>: Int] = [:]
        for key in keys {
            guard let app = apps[key],
                case .allowed(let allowed) = app.permissions.decision(rpc: "OnVehicleData", level: app.status.level)
            else {
                // What an app may not hear now is not made up for.
                vehicleDataPace.owed[key] = nil
                continue
            }
            var names = vehicleData.items(of: key).intersection(values.keys)
            if let allowed { names.formIntersection(allowed) }
            guard !names.isEmpty else { continue }
            let own = values.filter { names.contains($0.key) }
            if congested.contains(key.link) {
                vehicleDataPace.owed[key, default: [:]].merge(own) { _, new in new }
            } else if let earlier = vehicleDataPace.owed.removeValue(forKey: key) {
                let wanted = earlier.filter { vehicleData.items(of: key).contains($0.key) }
                let all = wanted.merging(own) { _, new in new }
                selections.append((all, [key]))
            } else if let place = places[names] {
                selections[place].keys.append(key)
            } else {
                places[names] = selections.count
                selections.append((own, [key]))
            }
        }
        for (values, keys) in selections {
            let told = completed(values, function: "OnVehicleData", kind: .notification)
            notify(keys, "OnVehicleData", .object(told))
        }
    }

    /// Members as they go out: without unknown ones, with defaults.
    mutating func completed(
        _ members: [String: JSONValue], function: String, kind: RPCMessageKind
    ) -> [String: JSONValue] {
        view(at: configuration.rpcVersion).completed(.object(members), function: function, kind: kind).objectValue
            ?? members
    }
}
