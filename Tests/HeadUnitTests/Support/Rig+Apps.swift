import Formats
import SDLProtocol
import SDLSpec

@testable import HeadUnit

// What apps do, in real frames.
extension Rig {
    static let all = "{\"wayPointType\":\"ALL\"}"

    /// Opens a session; the id is that of the answer.
    ///
    /// - Parameters:
    ///   - link: The connection.
    ///   - version: The version of the frame's header.
    ///   - protocolVersion: What the payload names; `nil` sends none.
    mutating func startSession(
        on link: LinkID, version: UInt8 = 5, protocolVersion: String? = "5.4.1"
    ) -> UInt8 {
        control(.startService, version: version, protocolVersion: protocolVersion, on: link)
        for case .control(let header, .startServiceACK, _) in takeHeard(link) { return header.sessionID }
        return 0
    }

    /// Sends a control frame; the payload is a document with `protocolVersion` or the bytes given.
    mutating func control(
        _ info: ControlFrameInfo, version: UInt8 = 5, service: ServiceType = .rpc, session: UInt8 = 0,
        protocolVersion: String? = nil, payload: [UInt8] = [], isEncrypted: Bool = false, on link: LinkID
    ) {
        var bytes = payload
        if let protocolVersion {
            let document = BSONDocument(dictionaryLiteral: ("protocolVersion", .string(protocolVersion)))
            bytes = (try? document.encode()) ?? []
        }
        send(
            controlFrame(
                info, version: version, service: service, session: session, payload: bytes, isEncrypted: isEncrypted),
            on: link)
    }

    /// The bytes of a control frame.
    func controlFrame(
        _ info: ControlFrameInfo, version: UInt8 = 5, service: ServiceType = .rpc, session: UInt8,
        payload bytes: [UInt8] = [], isEncrypted: Bool = false
    ) -> [UInt8] {
        let header = FrameHeader(
            version: version, isEncrypted: isEncrypted, type: .control, service: service, info: info.rawValue,
            sessionID: session, dataSize: UInt32(bytes.count), messageID: 9)
        return Frame(header: header, payload: bytes).encode()
    }

    /// Ends a session with the right hash of a version 5 session.
    mutating func endSession(_ session: UInt8, on link: LinkID) {
        let hash = Int32(link.number) + Int32(session) << 16
        let document = BSONDocument(dictionaryLiteral: ("hashId", .int32(hash)))
        control(.endService, session: session, payload: (try? document.encode()) ?? [], on: link)
    }

    /// The bytes of a message as one frame.
    mutating func frame(
        _ payload: RPCPayload, version: UInt8 = 5, session: UInt8, on link: LinkID
    ) -> [UInt8] {
        let id = (messageIDs[link] ?? 1) + 1
        messageIDs[link] = id
        let bytes = payload.encode()
        let header = FrameHeader(
            version: version, isEncrypted: false, type: .single, service: .rpc, info: 0, sessionID: session,
            dataSize: UInt32(bytes.count), messageID: id)
        return Frame(header: header, payload: bytes).encode()
    }

    /// The bytes of a request; a function that is no name is a number.
    mutating func requestFrame(
        _ name: String, _ json: String = "{}", correlationID: Int32, version: UInt8 = 5, bulk: [UInt8] = [],
        session: UInt8, on link: LinkID
    ) -> [UInt8] {
        let function = machine.spec.function(name, .request)?.id ?? UInt32(name) ?? 0
        let payload = RPCPayload(
            rpcType: .request, functionID: function, correlationID: correlationID, json: Array(json.utf8), bulk: bulk)
        return frame(payload, version: version, session: session, on: link)
    }

    /// Sends a request; the correlation id is returned.
    @discardableResult
    mutating func request(
        _ name: String, _ json: String = "{}", session: UInt8? = nil, on link: LinkID, correlationID: Int32? = nil,
        version: UInt8 = 5, bulk: [UInt8] = []
    ) -> UInt32 {
        let id = correlationID ?? nextCorrelationID
        if correlationID == nil { nextCorrelationID += 1 }
        send(
            requestFrame(
                name, json, correlationID: id, version: version, bulk: bulk, session: session ?? self.session(link),
                on: link),
            on: link)
        return UInt32(bitPattern: id)
    }

    static func registration(
        name: String = "Way App", id: String = "8675309", version: String = "8.0.0", types: [String] = ["NAVIGATION"],
        isMedia: Bool = false, language: String = "EN-US", more: String = ""
    ) -> String {
        let parts = version.split(separator: ".")
        let types = types.map { "\"\($0)\"" }.joined(separator: ",")
        return """
            {"syncMsgVersion":{"majorVersion":\(parts[0]),"minorVersion":\(parts[1]),"patchVersion":\(parts[2])},\
            "appName":"\(name)","appID":"\(id)","isMediaApplication":\(isMedia),"languageDesired":"\(language)",\
            "hmiDisplayLanguageDesired":"\(language)"\(types.isEmpty ? "" : ",\"appHMIType\":[\(types)]")\(more)}
            """
    }

    /// A connected and registered app at a level.
    mutating func app(
        name: String = "Way App", id: String = "8675309", version: String = "8.0.0", types: [String] = ["NAVIGATION"],
        isMedia: Bool = false, level: AppLevel = .full, from address: String = "127.0.0.1"
    ) -> LinkID {
        let link = connect(from: address)
        let session = startSession(on: link)
        request(
            "RegisterAppInterface",
            Self.registration(name: name, id: id, version: version, types: types, isMedia: isMedia), session: session,
            on: link)
        if level != .none { activate(link) }
        if level == .limited || level == .background { notify(.onAppDeactivated, ["appID": hmiID(link)]) }
        forgetAll()
        return link
    }

    /// A second navigation app; the first one leaves the front.
    mutating func secondApp(level: AppLevel = .full) -> LinkID { app(name: "Second", id: "8675310", level: level) }

    private func registered(_ link: LinkID) -> RegisteredApp? {
        machine.apps.values.first { $0.key.link == link }
    }

    func hmiID(_ link: LinkID) -> JSONValue { .int(registered(link).map { Int64($0.hmiAppID) } ?? -1) }

    /// The app's session, or the one the connection has.
    func session(_ link: LinkID) -> UInt8 {
        registered(link)?.key.session ?? machine.links[link]?.connection.sessionIDs.first ?? 0
    }

    func level(_ link: LinkID) -> AppLevel? { registered(link)?.status.level }

    mutating func activate(_ link: LinkID) { request(.activateApp, ["appID": hmiID(link)]) }

    mutating func exit(_ link: LinkID, _ reason: String = "USER_EXIT") {
        notify(.onExitApplication, ["appID": hmiID(link), "reason": .string(reason)])
    }

    mutating func event(_ name: String, _ isActive: Bool) {
        notify(.onEventChanged, ["eventName": .string(name), "isActive": .bool(isActive)])
    }

    mutating func tellWayPoints(_ list: JSONValue = Rig.places) {
        notify(.onWayPointChange, ["wayPoints": list])
    }
}
