import Formats
import SDLProtocol

@testable import HeadUnit

// What was said, as short lines that rows of a table can name.
extension Rig {
    /// Sends a request and gives the response: `SUCCESS/true`, `REJECTED/false: info`, with ` +member` for each other
    /// member; `nothing` when there is none.
    mutating func outcome(
        _ name: String, _ json: String = "{}", session: UInt8? = nil, on link: LinkID, correlationID: Int32? = nil
    ) -> String {
        _ = takeHeard(link)
        let id = request(name, json, session: session, on: link, correlationID: correlationID)
        for case .response(_, id, let body) in takeHeard(link) { return Self.text(body) }
        return "nothing"
    }

    /// Sends a request and gives the body of its response.
    mutating func body(_ name: String, _ json: String = "{}", on link: LinkID) -> JSONValue {
        _ = takeHeard(link)
        let id = request(name, json, on: link)
        for case .response(_, id, let body) in takeHeard(link) { return body }
        return .null
    }

    /// What the app heard since the last call, a line a message.
    mutating func log(_ link: LinkID) -> [String] {
        takeHeard(link).map(Self.text)
    }

    private static func text(_ heard: Heard) -> String {
        switch heard {
        case .control(let header, let info, let document): text(header, info, document)
        case .response(let name, _, let body): "\(name) \(text(body))"
        case .notification(let name, let parameters): text(name, parameters)
        case .request(let name, let id, let parameters):
            "asked \(name) \(id) \(String(decoding: parameters.serialized(), as: UTF8.self))"
        case .closed: "closed"
        }
    }

    /// What apps heard and the HMI was asked and told since everything was forgotten, in one order; apps by the numbers
    /// of their connections.
    func orderedLog() -> [String] {
        everything.compactMap { spoken in
            switch spoken {
            case .toApp(let link, let heard): "app \(link.number): \(Self.text(heard))"
            case .toHMI(let method, let parameters):
                Self.lists.contains(method) ? nil : Self.text(method, parameters)
            }
        }
    }

    /// What the HMI hears of apps, devices and services as a whole.
    private static let lists: Set<HMIMethod> = [.updateAppList, .updateDeviceList, .onServiceUpdate]

    private static func text(_ method: HMIMethod, _ parameters: JSONValue) -> String {
        guard method == .onAppUnregistered else { return method.rawValue }
        return "\(method.rawValue) unexpected \(parameters["unexpectedDisconnect"] == true)"
    }

    /// What the HMI was asked and told since the last call, without lists of apps and devices, and services: `Navigation.GetWayPoints`.
    ///
    /// - Parameter keepsOpen: Whether the requests can still be answered.
    mutating func hmiLog(keepsOpen: Bool = false) -> [String] {
        takeToHMI(keepsOpen: keepsOpen).filter { !Self.lists.contains($0.method) }
            .map { Self.text($0.method, $0.parameters) }
    }

    private static func text(_ body: JSONValue) -> String {
        let code = body["resultCode"]?.stringValue ?? body["resultCode"]?.intValue.map { "\($0)" } ?? "?"
        var text = "\(code)/\(body["success"] == true)"
        if let info = body["info"]?.stringValue { text += ": \(info)" }
        let known: Set<String> = ["resultCode", "success", "info"]
        for name in (body.objectValue ?? [:]).keys.sorted() where !known.contains(name) {
            // The response to a registration describes the module at length.
            if body["syncMsgVersion"] == nil { text += " +\(name)" }
        }
        return text
    }

    private static func text(_ name: String, _ parameters: JSONValue) -> String {
        switch name {
        case "OnHMIStatus":
            let names = ["hmiLevel", "audioStreamingState", "videoStreamingState", "systemContext"]
            return "OnHMIStatus " + names.compactMap { parameters[$0]?.stringValue }.joined(separator: " ")
        case "OnAppInterfaceUnregistered": return "\(name) \(parameters["reason"]?.stringValue ?? "?")"
        case "OnPermissionsChange": return "\(name) \(parameters["permissionItem"]?.arrayValue?.count ?? -1)"
        case "OnWayPointChange":
            let names = (parameters["wayPoints"]?.arrayValue ?? []).map { $0["locationName"]?.stringValue ?? "-" }
            return "\(name) \(names.joined(separator: ", "))"
        case "OnSystemCapabilityUpdated":
            let capability = parameters["systemCapability"]
            let services = capability?["appServicesCapabilities"]?["appServices"]?.arrayValue ?? []
            let reasons = services.compactMap { $0["updateReason"]?.stringValue }
            return ([name, capability?["systemCapabilityType"]?.stringValue ?? "?"] + reasons)
                .joined(separator: " ")
        case "OnLanguageChange":
            return
                "\(name) \(parameters["hmiDisplayLanguage"]?.stringValue ?? "?") \(parameters["language"]?.stringValue ?? "?")"
        default: return name
        }
    }

    private static func text(_ header: FrameHeader, _ info: ControlFrameInfo, _ document: BSONDocument?) -> String {
        var text = "\(info) v\(header.version) \(header.service) session \(header.sessionID)"
        guard header.version >= 5, let document else { return text }
        if let version = document["protocolVersion"]?.string { text += " \(version)" }
        if let reason = document["reason"]?.string { text += ": \(reason)" }
        if case .array(let rejected) = document["rejectedParams"] {
            text += " rejected \(rejected.compactMap(\.string).joined(separator: ","))"
        }
        return text
    }
}
