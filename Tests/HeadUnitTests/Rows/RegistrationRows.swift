import Formats
import SDLProtocol
import Testing

@testable import HeadUnit

private let afterwards = [
    "OnHMIStatus NONE NOT_AUDIBLE NOT_STREAMABLE MAIN", "OnPermissionsChange 65", "OnSystemRequest",
    "OnDriverDistraction",
]

extension Rig {
    /// Registers on a new connection and gives what the app heard.
    fileprivate mutating func registered(_ json: String, from address: String = "127.0.0.1") -> [String] {
        let link = connect(from: address)
        let session = startSession(on: link)
        request("RegisterAppInterface", json, session: session, on: link)
        return log(link)
    }

    /// The outcome of a registration on a new connection, and whether the connection was closed.
    fileprivate mutating func registration(_ json: String) -> String {
        let heard = registered(json)
        let outcome = heard.first?.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "nothing"
        return outcome + (heard.last == "closed" ? " closed" : "")
    }

    /// The version both sides speak when an app says its own.
    fileprivate mutating func negotiated(_ version: String) -> String {
        let link = connect()
        let session = startSession(on: link)
        let json = Rig.registration(name: "V\(version)", id: "v\(version)", version: version)
        let id = request("RegisterAppInterface", json, session: session, on: link)
        for case .response(_, id, let body) in takeHeard(link) {
            let parts = ["majorVersion", "minorVersion", "patchVersion"]
            return parts.compactMap { body["syncMsgVersion"]?[$0]?.intValue.map { "\($0)" } }.joined(separator: ".")
        }
        return "nothing"
    }
}

/// A registration without one member, or with another value.
private func changed(_ member: String, _ value: String? = nil) -> String {
    let json = (try? JSONValue(parsing: Array(Rig.registration(name: "New", id: "new").utf8))) ?? .null
    var members = json.objectValue ?? [:]
    members[member] = value.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
    return String(decoding: JSONValue.object(members).serialized(), as: UTF8.self)
}

extension Row {
    /// 15.6: RegisterAppInterface and UnregisterAppInterface.
    static let registration: [Row] = [
        Row("N1", "minimal valid registration") { rig, app in
            rig.disconnect(app)
            #expect(rig.registered(Rig.registration()) == ["RegisterAppInterface SUCCESS/true"] + afterwards)
        },
        Row("N2", "versions of apps") { rig, _ in
            for version in ["8.0.0", "9.0.0", "10.1000.1000"] { #expect(rig.negotiated(version) == "8.0.0") }
            for version in ["7.1.0", "6.0.0", "5.0.0"] { #expect(rig.negotiated(version) == version) }
            for version in ["4.5.0", "4.4.0", "4.0.0", "3.0.0", "2.5.0", "1.0.0"] {
                #expect(rig.negotiated(version) == "4.5.1")
            }
        },
        Row("N3", "majorVersion 0 or 11, syncMsgVersion missing") { rig, _ in
            for version in ["{\"majorVersion\":0,\"minorVersion\":0}", "{\"majorVersion\":11,\"minorVersion\":0}"] {
                let outcome = rig.registration(changed("syncMsgVersion", version))
                #expect(outcome.hasPrefix("INVALID_DATA/false: RPC.msg_params.syncMsgVersion.majorVersion: "))
                #expect(outcome.hasSuffix(" closed"))
            }
            #expect(
                rig.registration(changed("syncMsgVersion"))
                    == "INVALID_DATA/false: RPC.msg_params: Missing mandatory parameter: syncMsgVersion closed")
        },
        Row("N4", "appName too long, empty, blank, with newline or tab") { rig, _ in
            let long = String(repeating: "x", count: 101)
            for name in [long, "", "   ", "a\\nb", "a\\tb"] {
                let outcome = rig.registration(changed("appName", "\"\(name)\""))
                #expect(outcome.hasPrefix("INVALID_DATA/false") && outcome.hasSuffix(" closed"), "\(name)")
            }
        },
        Row("N5", "registration twice on the session") { rig, app in
            rig.request("RegisterAppInterface", Rig.registration(), on: app)
            #expect(rig.log(app) == ["RegisterAppInterface APPLICATION_REGISTERED_ALREADY/false"])
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "SUCCESS/true +wayPoints")
        },
        Row("N6", "the name of another app on the device") { rig, _ in
            for name in ["Way App", "wAY aPP"] {
                #expect(rig.registration(Rig.registration(name: name, id: "media")) == "DUPLICATE_NAME/false closed")
            }
        },
        Row("N7", "the id of another app on the device") { rig, _ in
            let heard = rig.registered(Rig.registration(name: "Other"))
            #expect(heard == ["RegisterAppInterface APPLICATION_REGISTERED_ALREADY/false"])
        },
        Row("N8", "the same name and id from another device") { rig, _ in
            let heard = rig.registered(Rig.registration(), from: "127.0.0.2")
            #expect(heard.first == "RegisterAppInterface SUCCESS/true")
        },
        Row("N9", "vrSynonym equal to another app's name") { rig, _ in
            let json = Rig.registration(name: "Other", id: "media", more: ",\"vrSynonyms\":[\"way app\"]")
            #expect(rig.registration(json) == "DUPLICATE_NAME/false closed")
        },
        Row("N10", "another language than the HMI's") { rig, _ in
            let json = Rig.registration(name: "Other", id: "media", language: "FR-FR")
            #expect(rig.registration(json) == "WRONG_LANGUAGE/true")
        },
        Row("N11", "appName not among the nicknames") { rig, _ in
            #expect(rig.registration(Rig.registration(name: "Wrong", id: "nick")) == "DISALLOWED/false closed")
            #expect(rig.registration(Rig.registration(name: "right name", id: "nick")) == "SUCCESS/true")
        },
        Row("N12", "appHMIType not granted") { rig, _ in
            let json = Rig.registration(name: "Typed", id: "typed", types: ["NAVIGATION", "MEDIA"])
            #expect(
                rig.registration(json)
                    == "WARNINGS/true: Following AppHmiTypes are not present in policy table:MEDIA,")
        },
        Row("N13", "unknown appHMIType, alone or beside a known one") { rig, _ in
            let alone = Rig.registration(name: "A", id: "a", types: ["FLYING"])
            #expect(
                rig.registration(alone)
                    == "WARNINGS/true: RPC.msg_params.appHMIType.0: Ignored invalid value - FLYING")
            let beside = Rig.registration(name: "B", id: "b", types: ["NAVIGATION", "FLYING"])
            #expect(
                rig.registration(beside)
                    == "WARNINGS/true: RPC.msg_params.appHMIType.1: Ignored invalid value - FLYING")
        },
        Row("N14", "unknown languageDesired") { rig, _ in
            let outcome = rig.registration(changed("languageDesired", "\"XX\""))
            #expect(outcome.hasPrefix("INVALID_DATA/false: RPC.msg_params.languageDesired: Ignored invalid value - XX"))
        },
        Row("N15", "start-up questions unanswered") { _, _ in
            var rig = Rig(answers: [.isReady("Navigation"): nil])
            let link = rig.connect()
            rig.control(.startService, protocolVersion: "5.4.1", on: link)
            rig.wait(.milliseconds(10_999))
            #expect(rig.log(link) == [])
            rig.wait(.milliseconds(1))
            #expect(rig.log(link) == ["startServiceACK v5 rpc session 1 5.4.0"])
            rig.request("RegisterAppInterface", Rig.registration(), on: link)
            #expect(rig.log(link).first == "RegisterAppInterface SUCCESS/true")
        },
        Row("N16", "UnregisterAppInterface, then registration again") { rig, app in
            rig.request("UnregisterAppInterface", on: app)
            #expect(
                rig.orderedLog() == [
                    "BasicCommunication.OnAppUnregistered unexpected false",
                    "app \(app.number): UnregisterAppInterface SUCCESS/true",
                ])
            _ = rig.log(app)
            rig.request("RegisterAppInterface", Rig.registration(), on: app)
            #expect(rig.log(app) == ["RegisterAppInterface SUCCESS/true"] + afterwards)
        },
        Row("N17", "UnregisterAppInterface of an app that is not registered") { rig, _ in
            let link = rig.connect()
            let session = rig.startSession(on: link)
            #expect(
                rig.outcome("UnregisterAppInterface", session: session, on: link) == "APPLICATION_NOT_REGISTERED/false")
        },
        Row("N18", "id unknown to the policy") { rig, _ in
            let heard = rig.registered(Rig.registration(name: "Unknown", id: "nobody"))
            #expect(heard.prefix(3) == ["RegisterAppInterface SUCCESS/true", afterwards[0], "OnPermissionsChange 52"])
        },
        Row("N19", "policy entry null") { rig, _ in
            let link = rig.connect()
            let session = rig.startSession(on: link)
            rig.request(
                "RegisterAppInterface", Rig.registration(name: "Revoked", id: "revoked"), session: session, on: link)
            #expect(rig.log(link) == ["RegisterAppInterface SUCCESS/true", afterwards[0]])
            for name in ["GetWayPoints", "GetSystemCapability", "UnregisterAppInterface"] {
                let json = name == "GetWayPoints" ? Rig.all : "{\"systemCapabilityType\":\"NAVIGATION\"}"
                #expect(rig.outcome(name, json, on: link) == "DISALLOWED/false")
            }
        },
        Row("N20", "EndService without UnregisterAppInterface, then RegisterAppInterface with the hash") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            let hash = rig.hash(app)
            rig.endSession(rig.session(app), on: app)
            rig.forgetAll()
            let back = rig.comesBack(hash)
            #expect(rig.log(back).first == "RegisterAppInterface SUCCESS/true: Data resumption successful")
        },
        Row("N21", "exit reason UNAUTHORIZED_TRANSPORT_REGISTRATION") { rig, app in
            rig.exit(app, "UNAUTHORIZED_TRANSPORT_REGISTRATION")
            #expect(rig.log(app) == ["OnAppInterfaceUnregistered APP_UNAUTHORIZED"])
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "APPLICATION_NOT_REGISTERED/false")
        },
        Row("N22", "default_hmi FULL or BACKGROUND") { rig, _ in
            for id in ["auto-full", "auto-bg"] {
                #expect(rig.registered(Rig.registration(name: id, id: id)).contains(afterwards[0]))
            }
        },
        Row("N23", "each mandatory parameter missing, or of a wrong type") { rig, _ in
            let names = [
                "appID", "appName", "hmiDisplayLanguageDesired", "isMediaApplication", "languageDesired",
                "syncMsgVersion",
            ]
            for name in names {
                #expect(
                    rig.registration(changed(name))
                        == "INVALID_DATA/false: RPC.msg_params: Missing mandatory parameter: \(name) closed")
                let outcome = rig.registration(changed(name, "[]"))
                #expect(outcome.hasPrefix("INVALID_DATA/false: RPC.msg_params.\(name): Incorrect type"))
                #expect(outcome.hasSuffix(" closed"))
            }
        },
        Row("N24", "refused registration with a request right behind") { rig, _ in
            let link = rig.connect()
            let session = rig.startSession(on: link)
            var bytes = rig.requestFrame(
                "RegisterAppInterface", "{}", correlationID: 1, session: session, on: link)
            bytes += rig.requestFrame("GetWayPoints", Rig.all, correlationID: 2, session: session, on: link)
            rig.send(bytes, on: link)
            let log = rig.log(link)
            #expect(log.count == 3)
            #expect(log.last == "closed")
            #expect(log.dropFirst().first?.hasPrefix("endService v5 rpc") == true)
        },
        Row("N25", "another id on a registered session") { rig, app in
            rig.request("RegisterAppInterface", Rig.registration(name: "New", id: "8675310"), on: app)
            #expect(rig.log(app) == ["RegisterAppInterface SUCCESS/true"] + afterwards)
            #expect(rig.hmiLog() == ["BasicCommunication.OnAppRegistered"])
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "DISALLOWED/false")
        },
        Row("N26", "several reasons at once") { rig, _ in
            let hash = ",\"hashID\":\"nothing\""
            let types = "Following AppHmiTypes are not present in policy table:MEDIA,"
            let lost = "Hash from RAI does not match to saved resume data."
            let files = "One or more files needed for tts_name are not present"
            func spoken(_ type: String) -> String { ",\"ttsName\":[{\"text\":\"hello.mp3\",\"type\":\"\(type)\"}]" }
            func json(_ language: String, _ types: [String], _ more: String) -> String {
                Rig.registration(name: "T", id: "typed", types: types, language: language, more: more)
            }
            let cases = [
                (json("EN-US", ["NAVIGATION"], hash), "RESUME_FAILED/true: \(lost)"),
                (json("EN-US", ["MEDIA"], hash), "WARNINGS/true: \(types)\(lost)"),
                (json("FR-FR", ["MEDIA"], hash), "WRONG_LANGUAGE/true: \(types)\(lost)"),
                (json("FR-FR", ["FLYING"], ""), "WRONG_LANGUAGE/true"),
                (json("EN-US", ["NAVIGATION"], spoken("TEXT")), "SUCCESS/true"),
                (json("EN-US", ["NAVIGATION"], spoken("FILE")), "WARNINGS/true: \(files)"),
                (json("EN-US", ["NAVIGATION"], spoken("FILE") + hash), "WARNINGS/true: \(files)\(lost)"),
                (json("EN-US", ["MEDIA"], spoken("FILE")), "WARNINGS/true: \(types)\(files)"),
                (json("FR-FR", ["MEDIA"], spoken("FILE") + hash), "WRONG_LANGUAGE/true: \(types)\(files)\(lost)"),
                (json("EN-US", ["NAVIGATION", "FLYING"], hash), "RESUME_FAILED/true: \(lost)"),
            ]
            for (json, expected) in cases {
                let link = rig.connect()
                let session = rig.startSession(on: link)
                rig.request("RegisterAppInterface", json, session: session, on: link)
                #expect(rig.log(link).first == "RegisterAppInterface \(expected)")
                rig.disconnect(link)
            }
        },
        Row("N27", "VehicleInfo not available") { _, _ in
            var rig = Rig(answers: [.isReady("VehicleInfo"): .some(.success(["available": false]))])
            let link = rig.connect()
            let session = rig.startSession(on: link)
            rig.request("RegisterAppInterface", Rig.registration(), session: session, on: link)
            guard case .response(_, _, let body) = rig.takeHeard(link).first else {
                Issue.record("no answer")
                return
            }
            #expect(body["vehicleType"] == nil)
            #expect(body["displayCapabilities"] != nil)
        },
        Row("N28", "HMI never tells the vehicle type") { _, _ in
            var configuration = Rig.module
            configuration.connection.vehicle?.make = "SDL"
            var rig = Rig(configuration, answers: [.getVehicleType: nil])
            let link = rig.connect()
            rig.control(.startService, protocolVersion: "5.4.1", on: link)
            rig.wait(.milliseconds(10_999))
            #expect(rig.log(link) == [])
            rig.wait(.milliseconds(1))
            guard case .control(_, .startServiceACK, let document) = rig.takeHeard(link).first else {
                Issue.record("no answer")
                return
            }
            #expect(document?["make"]?.string == "SDL")
        },
    ]
}
