internal import Formats

/// A service that an app has published (RPC spec, since 5.1).
struct AppService: Sendable {
    let id: String
    let owner: AppKey
    let type: String
    var manifest: JSONValue
    var isActive = false
    var isPublished = true

    var name: String? { manifest["serviceName"]?.stringValue }

    /// The functions that it handles in the head unit's place.
    var handled: [UInt32] {
        manifest["handledRPCs"]?.arrayValue?.compactMap { $0.intValue.flatMap { UInt32(exactly: $0) } } ?? []
    }

    /// The `AppServiceRecord` as apps are told it.
    var record: JSONValue {
        [
            "serviceID": .string(id), "serviceManifest": manifest, "servicePublished": .bool(isPublished),
            "serviceActive": .bool(isActive),
        ]
    }
}

/// The services of all apps, in the order of their publication.
struct AppServices: Sendable {
    private(set) var all: [AppService] = []
    /// The apps that hear of the data of a type.
    var dataSubscribers: [String: AppKeySet] = [:]

    static let getWayPoints: UInt32 = 45
    static let sendLocation: UInt32 = 39

    func active(type: String) -> AppService? { all.first { $0.isActive && $0.type == type } }

    /// The active services that handle a function, those of `passed` left out.
    func handler(of function: UInt32, passed: Set<String> = []) -> AppService? {
        all.first { $0.isActive && !passed.contains($0.id) && $0.handled.contains(function) }
    }

    /// The navigation whose waypoints apps get in place of the HMI's.
    var wayPointProvider: AppService? {
        active(type: "NAVIGATION").flatMap { $0.handled.contains(Self.getWayPoints) ? $0 : nil }
    }

    func service(id: String) -> AppService? { all.first { $0.id == id } }

    func services(of owner: AppKey) -> [AppService] { all.filter { $0.owner == owner } }

    mutating func set(_ service: AppService) {
        if let place = all.firstIndex(where: { $0.id == service.id }) {
            all[place] = service
        } else {
            all.append(service)
        }
    }

    mutating func remove(id: String) { all.removeAll { $0.id == id } }
}

/// A request that waits for the app that provides a service.
struct PassedRequest: Sendable {
    let context: RequestContext
    let payload: RequestToPass
    let provider: AppKey
    /// The services that had it, the last one now.
    var passed: Set<String>
    /// Whether the head unit serves it itself when no service does.
    let hasFallback: Bool
}

/// What is passed on, as it came.
struct RequestToPass: Sendable {
    let body: JSONValue
    let json: [UInt8]
    let bulk: [UInt8]
    let version: UInt8
}
