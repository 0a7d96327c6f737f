internal import Formats
internal import HeadUnit

/// Which of our ids stand for which recorded ones: of requests, apps and devices, between a head unit and its HMI.
struct HMIReplayIDs: Sendable {
    /// A request by its method and its place among those of that method.
    struct Request: Hashable {
        let method: String
        let place: Int
    }

    /// The recorded requests of the HMI.
    var requestsOfHMI: [Int64: String] = [:]
    /// Ids of requests by method and order.
    private var asked: [String: [Int]] = [:]
    private var recordedAsked: [String: [Int64]] = [:]
    private var recordedRequests: [Int64: Request] = [:]
    private var appIDs: [Int64] = []
    private var recordedAppIDs: [Int64] = []
    /// Ids and names of devices, in the order in which they were told first.
    private var devices: [String] = []
    private var recordedDevices: [String] = []

    // MARK: Noting

    /// Notes a request of our head unit, with the devices it names.
    mutating func note(_ request: HMIRequest) -> Request {
        Self.noteDevices(request.parameters, in: &devices)
        let method = request.method.rawValue
        let place = asked[method]?.count ?? 0
        asked[method, default: []].append(request.id)
        return Request(method: method, place: place)
    }

    /// Notes what our head unit told.
    mutating func note(_ notification: HMINotification) {
        Self.noteDevices(notification.parameters, in: &devices)
        guard notification.method == .onAppRegistered,
            let id = notification.parameters?["application"]?["appID"]?.intValue
        else { return }
        appIDs.append(id)
    }

    /// Notes what the recorded head unit asked or told.
    mutating func noteRecorded(_ method: String, _ json: JSONValue) {
        Self.noteDevices(json["params"], in: &recordedDevices)
        if let id = json["id"]?.intValue {
            let place = recordedAsked[method]?.count ?? 0
            recordedAsked[method, default: []].append(id)
            recordedRequests[id] = Request(method: method, place: place)
        }
        if method == HMIMethod.onAppRegistered.rawValue,
            let id = json["params"]?["application"]?["appID"]?.intValue
        {
            recordedAppIDs.append(id)
        }
    }

    private static func noteDevices(_ parameters: JSONValue?, in devices: inout [String]) {
        let told = parameters?["deviceList"]?.arrayValue ?? []
        for device in told + [parameters?["application"]?["deviceInfo"]].compactMap({ $0 }) {
            guard let id = device["id"]?.stringValue, let name = device["name"]?.stringValue, !devices.contains(id)
            else { continue }
            devices += [id, name]
        }
    }

    // MARK: Looking up

    /// The request of the recorded head unit with that id.
    func recordedRequest(_ id: Int64) -> Request? { recordedRequests[id] }

    /// Our id of a request; `nil` while it was not asked.
    func ourID(of request: Request) -> Int? {
        guard let ids = asked[request.method], request.place < ids.count else { return nil }
        return ids[request.place]
    }

    /// The recorded HMI's ids of apps, devices and requests as ours.
    func inOurTerms(_ parameters: JSONValue) -> JSONValue {
        let renamed = Self.renamed(parameters, Dictionary(zip(recordedDevices, devices)) { first, _ in first })
        guard case .object(var members) = renamed else { return renamed }
        if let id = members["appID"]?.intValue, let place = recordedAppIDs.lastIndex(of: id), place < appIDs.count {
            members["appID"] = .int(appIDs[place])
        }
        if let id = members["requestID"]?.intValue, let method = members["methodName"]?.stringValue,
            let request = recordedRequests[id], request.method == method, let own = ourID(of: request)
        {
            members["requestID"] = .int(Int64(own))
        }
        return .object(members)
    }

    /// What our head unit said of devices, with their recorded names.
    func inRecordedTerms(_ said: [SaidToHMI]) -> [SaidToHMI] {
        let names = Dictionary(zip(devices, recordedDevices)) { first, _ in first }
        guard names.contains(where: { $0.key != $0.value }) else { return said }
        return said.map { SaidToHMI($0.method, Self.renamed($0.parameters, names), time: $0.time, place: $0.place) }
    }

    private static func renamed(_ value: JSONValue, _ names: [String: String]) -> JSONValue {
        switch value {
        case .string(let text): .string(names.reduce(text) { $0.replacing($1.key, with: $1.value) })
        case .array(let elements): .array(elements.map { renamed($0, names) })
        case .object(let members): .object(members.mapValues { renamed($0, names) })
        case .null, .bool, .int, .double: value
        }
    }
}
