import Formats
import SDLProtocol
import SDLSpec

@testable import HeadUnit

/// A head unit without sockets, with apps that speak through real frames and an HMI that answers as told.
struct Rig {
    /// What an app was sent, in order.
    enum Heard: Equatable {
        case control(ControlFrameInfo, session: UInt8, BSONDocument?)
        case response(String, UInt32, JSONValue)
        case notification(String, JSONValue)
        case closed
    }

    /// How the HMI answers a request; `nil` is silence.
    typealias Answer = (HMIRequest) -> HMIAnswer?

    private(set) var machine: HeadUnitMachine
    var now: Duration = .zero
    var answer: Answer
    private(set) var heard: [LinkID: [Heard]] = [:]
    private(set) var asked: [HMIRequest] = []
    private(set) var told: [HMINotification] = []
    private var decoders: [LinkID: FrameDecoder] = [:]
    private var messageIDs: [LinkID: UInt32] = [:]
    private var nextLink = 1
    private var nextCorrelationID: Int32 = 1

    init(_ configuration: HeadUnitConfiguration = Rig.configuration(), answer: @escaping Answer = Rig.works) {
        machine = HeadUnitMachine(configuration: configuration, random: .seeded(7))
        self.answer = answer
        perform(machine.start(now: now))
        asked = []
    }

    /// A module where every app may use waypoints in BACKGROUND, LIMITED and FULL.
    static func configuration() -> HeadUnitConfiguration {
        var configuration = HeadUnitConfiguration()
        let all = Set(AppLevel.allCases)
        let shown: Set<AppLevel> = [.background, .limited, .full]
        let base = [
            "RegisterAppInterface", "UnregisterAppInterface", "GetSystemCapability", "OnHMIStatus",
            "OnPermissionsChange", "OnHashChange", "OnSystemCapabilityUpdated", "OnAppInterfaceUnregistered",
            "OnDriverDistraction", "OnSystemRequest", "OnLanguageChange", "ListFiles",
        ]
        let wayPoints = ["GetWayPoints", "SubscribeWayPoints", "UnsubscribeWayPoints", "OnWayPointChange"]
        func group(_ names: [String], _ levels: Set<AppLevel>) -> PolicyTable.FunctionalGroup {
            PolicyTable.FunctionalGroup(
                rules: Dictionary(names.map { ($0, PolicyTable.Rule(levels: levels)) }) { first, _ in first })
        }
        configuration.policy = PolicyTable(
            groups: ["Base-4": group(base, all), "WayPoints": group(wayPoints, shown)],
            entries: [
                "default": .policy(.init(groups: ["Base-4", "WayPoints"])),
                "base-only": .policy(.init(groups: ["Base-4"])),
                "revoked": .revoked,
            ])
        configuration.systemCapabilities["NAVIGATION"] = ["getWayPointsEnabled": true, "sendLocationEnabled": true]
        return configuration
    }

    /// Two stops and a destination.
    static let places: JSONValue = [
        ["coordinate": ["latitudeDegrees": 48.1, "longitudeDegrees": 11.5], "locationName": "Destination"],
        ["coordinate": ["latitudeDegrees": 48.2, "longitudeDegrees": 11.6], "locationName": "Stop 1"],
        ["coordinate": ["latitudeDegrees": 48.3, "longitudeDegrees": 11.7], "locationName": "Stop 2"],
    ]

    /// An HMI whose navigation works.
    static func works(_ request: HMIRequest) -> HMIAnswer? {
        switch request.method {
        case _ where request.method.rawValue.hasSuffix(".IsReady"): .success(["available": true])
        case .getWayPoints: .success(["appID": request.parameters?["appID"] ?? 0, "wayPoints": places])
        default: .success()
        }
    }

    // MARK: Links and bytes

    mutating func connect(from address: String = "127.0.0.1") -> LinkID {
        let id = LinkID(number: nextLink)
        nextLink += 1
        machine.linkOpened(id, address: address, now: now)
        return id
    }

    mutating func send(_ bytes: [UInt8], on link: LinkID) {
        perform(machine.received(bytes, on: link, now: now))
    }

    mutating func disconnect(_ link: LinkID) {
        perform(machine.linkClosed(link, now: now))
    }

    /// Lets time pass, with everything that becomes due on the way.
    mutating func wait(_ duration: Duration) {
        let end = now + duration
        while let deadline = machine.nextDeadline, deadline <= end {
            now = max(deadline, now)
            perform(machine.timePassed(now: now))
        }
        now = end
    }

    mutating func perform(_ actions: [HeadUnitMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let link, let bytes):
                hear(bytes, on: link)
            case .close(let link):
                heard[link, default: []].append(.closed)
                perform(machine.linkClosed(link, now: now))
            case .ask(let request):
                asked.append(request)
                if let answer = answer(request) { perform(machine.answered(request.id, answer, now: now)) }
            case .tell(let notification):
                told.append(notification)
            }
        }
    }

    private mutating func hear(_ bytes: [UInt8], on link: LinkID) {
        decoders[link, default: FrameDecoder()].append(bytes)
        while let item = decoders[link]?.next() {
            guard case .frame(let frame) = item else { continue }
            switch frame.header.type {
            case .control:
                guard let info = ControlFrameInfo(rawValue: frame.header.info) else { continue }
                let document = try? BSONDocument(parsing: frame.payload)
                heard[link, default: []].append(.control(info, session: frame.header.sessionID, document))
            case .single:
                guard let rpc = try? RPCPayload(parsing: frame.payload), let json = try? JSONValue(parsing: rpc.json),
                    let kind = RPCMessageKind(rawValue: rpc.rpcType.rawValue)
                else { continue }
                let name = machine.spec.function(rpc.functionID, kind)?.name ?? "\(rpc.functionID)"
                switch rpc.rpcType {
                case .response:
                    heard[link, default: []].append(.response(name, UInt32(bitPattern: rpc.correlationID), json))
                case .notification: heard[link, default: []].append(.notification(name, json))
                case .request: break
                }
            case .first, .consecutive:
                break
            }
        }
    }

    /// What the app on a link heard since the last call.
    mutating func takeHeard(_ link: LinkID) -> [Heard] {
        heard.removeValue(forKey: link) ?? []
    }

    /// What the HMI was asked since the last call, by method; the app list is left out.
    mutating func takeAsked() -> [String] {
        defer { asked = [] }
        return asked.map(\.method.rawValue).filter { $0 != HMIMethod.updateAppList.rawValue }
    }

    // MARK: What apps do

    /// Opens a session of protocol 5.4; the id is that of the answer.
    mutating func startSession(on link: LinkID) -> UInt8 {
        let payload = BSONDocument(dictionaryLiteral: ("protocolVersion", .string("5.4.1")))
        send(
            Frame(
                control: .startService, version: 5, service: .rpc, sessionID: 0, messageID: 1,
                payload: (try? payload.encode()) ?? []
            ).encode(), on: link)
        for case .control(.startServiceACK, let session, _) in takeHeard(link) { return session }
        return 0
    }

    /// The bytes of a request, as one frame of protocol 5.
    mutating func frame(
        _ function: UInt32, _ json: String, correlationID: Int32, session: UInt8, on link: LinkID
    ) -> [UInt8] {
        let payload = RPCPayload(
            rpcType: .request, functionID: function, correlationID: correlationID, json: Array(json.utf8))
        let id = (messageIDs[link] ?? 1) + 1
        messageIDs[link] = id
        let bytes = payload.encode()
        let header = FrameHeader(
            version: 5, isEncrypted: false, type: .single, service: .rpc, info: 0, sessionID: session,
            dataSize: UInt32(bytes.count), messageID: id)
        return Frame(header: header, payload: bytes).encode()
    }

    /// Sends a request; the correlation id is returned.
    @discardableResult
    mutating func request(
        _ name: String, _ json: String = "{}", session: UInt8 = 1, on link: LinkID, correlationID: Int32? = nil
    ) -> UInt32 {
        let id = correlationID ?? nextCorrelationID
        if correlationID == nil { nextCorrelationID += 1 }
        let function = machine.spec.function(name, .request)?.id ?? UInt32(name) ?? 0
        send(frame(function, json, correlationID: id, session: session, on: link), on: link)
        return UInt32(bitPattern: id)
    }

    static func registration(
        name: String = "Way App", id: String = "8675309", version: String = "8.0.0", types: [String] = ["NAVIGATION"]
    ) -> String {
        let parts = version.split(separator: ".")
        return """
            {"syncMsgVersion":{"majorVersion":\(parts[0]),"minorVersion":\(parts[1]),"patchVersion":\(parts[2])},\
            "appName":"\(name)","appID":"\(id)","isMediaApplication":false,"languageDesired":"EN-US",\
            "hmiDisplayLanguageDesired":"EN-US","appHMIType":[\(types.map { "\"\($0)\"" }.joined(separator: ","))]}
            """
    }

    /// A connected and registered app at a level.
    mutating func app(
        name: String = "Way App", id: String = "8675309", version: String = "8.0.0", types: [String] = ["NAVIGATION"],
        level: AppLevel = .full
    ) -> LinkID {
        let link = connect()
        let session = startSession(on: link)
        request(
            "RegisterAppInterface", Self.registration(name: name, id: id, version: version, types: types),
            session: session, on: link)
        if level != .none { activate(link) }
        if level == .limited || level == .background {
            notify(.onAppDeactivated, ["appID": .int(hmiAppID(link))])
        }
        _ = takeHeard(link)
        _ = takeAsked()
        return link
    }

    func hmiAppID(_ link: LinkID) -> Int64 {
        machine.apps.values.first { $0.key.link == link }.map { Int64($0.hmiAppID) } ?? -1
    }

    func session(_ link: LinkID) -> UInt8 {
        machine.apps.values.first { $0.key.link == link }?.key.session ?? 0
    }

    mutating func activate(_ link: LinkID) {
        perform(machine.requested(.activateApp, parameters: ["appID": .int(hmiAppID(link))], now: now).actions)
    }

    mutating func notify(_ method: HMIMethod, _ parameters: JSONValue) {
        perform(machine.notified(HMINotification(method, parameters: parameters), now: now))
    }
}
