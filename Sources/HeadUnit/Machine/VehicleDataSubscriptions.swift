internal import Formats

/// Which apps want to hear of which items of vehicle data.
struct VehicleDataSubscriptions: Sendable {
    /// The RPCs that ask for items.
    static let functions: Set<String> = ["GetVehicleData", "SubscribeVehicleData", "UnsubscribeVehicleData"]

    private var items: [AppKey: Set<String>] = [:]
    private var counts: [String: Int] = [:]
    /// Items that apps want and the HMI does not send.
    private var lapsed: Set<String> = []

    /// The apps with at least one item, in the order of their sessions.
    var apps: [AppKey] { items.keys.sorted() }

    func items(of app: AppKey) -> Set<String> { items[app] ?? [] }

    func isSubscribed(_ item: String) -> Bool { counts[item] != nil }

    /// Whether several apps want the item.
    func isShared(_ item: String) -> Bool { (counts[item] ?? 0) > 1 }

    /// Whether the HMI sends the item, as far as it was asked and agreed.
    func isSent(_ item: String) -> Bool { isSubscribed(item) && !lapsed.contains(item) }

    /// Notes whether the HMI sends an item that apps want.
    mutating func note(_ item: String, isSent: Bool) {
        if isSent || !isSubscribed(item) { lapsed.remove(item) } else { lapsed.insert(item) }
    }

    mutating func add(_ item: String, for app: AppKey) {
        guard items[app, default: []].insert(item).inserted else { return }
        counts[item, default: 0] += 1
    }

    mutating func remove(_ item: String, of app: AppKey) {
        guard items[app]?.remove(item) != nil else { return }
        if items[app]?.isEmpty == true { items[app] = nil }
        let count = (counts[item] ?? 1) - 1
        counts[item] = count > 0 ? count : nil
        if count <= 0 { lapsed.remove(item) }
    }

    /// Takes an app out.
    ///
    /// - Returns: The items that the HMI sends and nobody wants any more.
    mutating func remove(_ app: AppKey) -> [String] {
        let own = items(of: app).sorted()
        let sent = own.filter(isSent)
        for item in own { remove(item, of: app) }
        return sent.filter { !isSubscribed($0) }
    }

    /// The `VehicleDataType` of an item.
    static func dataType(of item: String) -> String {
        let special = [
            "instantFuelConsumption": "FUELCONSUMPTION", "externalTemperature": "EXTERNTEMP",
            "bodyInformation": "BODYINFO", "driverBraking": "BRAKING", "accPedalPosition": "ACCPEDAL",
            "steeringWheelAngle": "STEERINGWHEEL",
        ]
        return "VEHICLEDATA_" + (special[item] ?? item.uppercased())
    }
}

/// A request for items of vehicle data that the HMI was asked about.
struct VehicleDataRequest: Sendable {
    enum Kind: Hashable, Sendable {
        case get
        case subscribe
        case unsubscribe
    }

    let context: RequestContext
    let kind: Kind
    /// The items that the HMI was asked about.
    let asked: [String]
    /// The items that other apps have too, so that the HMI need not be asked about them.
    var shared: [String] = []
    /// The members of the response for other items.
    var members: [String: JSONValue] = [:]
    /// Info about items that the policy refused.
    var refusal: String?
    /// What is wrong with other items: the response is IGNORED, yet successful.
    var objection: String?
}
