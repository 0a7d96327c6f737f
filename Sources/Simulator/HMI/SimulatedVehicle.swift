internal import Formats
internal import GNSS
internal import HeadUnit
internal import SDLRPC

/// The vehicle of a simulated HMI: where it is, and which of its data are subscribed to.
struct SimulatedVehicle: Sendable {
    private static let types = ["gps": "VEHICLEDATA_GPS", "speed": "VEHICLEDATA_SPEED"]

    /// Where it is, or was when that was last known.
    private(set) var coordinate: GeodeticCoordinate?
    /// What is told; nothing while there is no position, as in a tunnel.
    private var gps: GPSData?
    private var lastGPS: GPSData?
    private var speed: Double?
    private var subscriptions: Set<String> = []

    /// Takes a fix.
    ///
    /// - Returns: The parameters of VehicleInfo.OnVehicleData; `nil` when nobody wants to hear.
    mutating func moved(_ fix: Fix, origin: LocationOrigin, version: RPCVersion) -> JSONValue? {
        coordinate = fix.coordinate ?? coordinate
        // An old position would be taken for a present one: no member of GPSData says otherwise.
        gps = fix.isStale ? nil : GPSData(fix, origin: origin, version: version, last: lastGPS)
        lastGPS = gps ?? lastGPS
        speed = gps == nil ? nil : fix.speed.flatMap { $0.isFinite ? min(max($0 * 3.6, 0), 700) : nil }
        let news = data(subscriptions)
        guard !news.isEmpty else { return Optional.none }
        return .object(news)
    }

    func data(for request: HMIRequest) -> HMIAnswer {
        let found = data(Self.items(of: request))
        return found.isEmpty
            ? .error(code: 9, message: "The vehicle does not tell any of these data") : .success(found)
    }

    mutating func subscribe(_ request: HMIRequest) -> HMIAnswer {
        let items = Self.items(of: request)
        subscriptions.formUnion(items.intersection(Self.types.keys))
        return Self.confirm(items)
    }

    mutating func unsubscribe(_ request: HMIRequest) -> HMIAnswer {
        let items = Self.items(of: request)
        subscriptions.subtract(items)
        return Self.confirm(items)
    }

    private func data(_ items: Set<String>) -> [String: JSONValue] {
        var found: [String: JSONValue] = [:]
        if items.contains("gps"), let gps { found["gps"] = gps.json }
        if items.contains("speed"), let speed { found["speed"] = .double(speed) }
        return found
    }

    private static func items(of request: HMIRequest) -> Set<String> {
        Set((request.parameters?.objectValue ?? [:]).filter { $0.value == true }.keys)
    }

    private static func confirm(_ items: Set<String>) -> HMIAnswer {
        var members: [String: JSONValue] = [:]
        for item in items {
            guard let type = types[item] else { continue }
            members[item] = ["dataType": .string(type), "resultCode": "SUCCESS"]
        }
        return members.isEmpty
            ? .error(code: 9, message: "The vehicle does not tell any of these data") : .success(members)
    }
}
