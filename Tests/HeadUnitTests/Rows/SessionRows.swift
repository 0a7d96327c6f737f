import Formats
import SDLProtocol
import Testing

@testable import HeadUnit

private let ack = "startServiceACK v5 rpc session 1 5.4.0"
private let unregistered = "GetWayPoints APPLICATION_NOT_REGISTERED/false"
private let rejected = "startServiceNAK v5 rpc session 0 rejected protocolVersion"

extension Rig {
    /// What is heard of a control frame on a new connection.
    fileprivate mutating func heard(
        _ info: ControlFrameInfo, version: UInt8 = 5, service: ServiceType = .rpc, session: UInt8 = 0,
        protocolVersion: String? = nil, payload: [UInt8] = []
    ) -> [String] {
        let link = connect()
        defer { disconnect(link) }
        control(
            info, version: version, service: service, session: session, protocolVersion: protocolVersion,
            payload: payload, on: link)
        return log(link)
    }

    /// A rig without an app, and a connection.
    static func fresh(_ change: (inout HeadUnitConfiguration) -> Void = { _ in }) -> (Rig, LinkID) {
        var rig = Rig.changed(change)
        let link = rig.connect()
        return (rig, link)
    }

    fileprivate mutating func endService(
        _ service: ServiceType = .rpc, session: UInt8, payload: [UInt8], version: UInt8 = 5, on link: LinkID
    ) -> [String] {
        _ = log(link)
        control(.endService, version: version, service: service, session: session, payload: payload, on: link)
        return log(link)
    }
}

private func document(_ elements: (String, BSONValue)...) -> [UInt8] {
    let document = BSONDocument(elements.map { BSONDocument.Element(key: $0.0, value: $0.1) })
    return (try? document.encode()) ?? []
}

extension Row {
    /// 15.11: sessions and framing.
    static let sessions: [Row] = handshakes + ends + framing + lastWords
}

extension Row {
    static let handshakes: [Row] = [
        Row("F1", "StartService in version 5, EndService with the hash of the ACK") { _, _ in
            var (rig, link) = Rig.fresh()
            rig.control(.startService, protocolVersion: "5.4.1", on: link)
            guard case .control(let header, .startServiceACK, let told?) = rig.takeHeard(link).first else {
                Issue.record("no answer")
                return
            }
            #expect(header.version == 5 && header.sessionID == 1)
            #expect(told["protocolVersion"]?.string == "5.4.0")
            #expect(told.elements.count == 12)
            rig.endSession(1, on: link)
            #expect(rig.log(link) == ["endServiceACK v5 rpc session 1"])
        },
        Row("F2", "StartService in version 1 with BSON") { rig, app in
            rig.disconnect(app)
            #expect(rig.heard(.startService, version: 1, protocolVersion: "5.4.1") == [ack])
        },
        Row("F3", "StartService without payload, versions 1 to 4") { rig, app in
            rig.disconnect(app)
            for version in UInt8(1)...4 {
                #expect(rig.heard(.startService, version: version) == ["startServiceACK v4 rpc session 1"])
            }
        },
        Row("F4", "protocolVersion texts") { rig, app in
            rig.disconnect(app)
            for version in ["5.0.0", "5.1.0", "5.2.0", "5.3.0"] {
                #expect(
                    rig.heard(.startService, protocolVersion: version) == [
                        "startServiceACK v5 rpc session 1 \(version)"
                    ])
            }
            for version in ["5.4.0", "5.4.1", "5.9.9", "6.0.0", "5.4"] {
                #expect(rig.heard(.startService, protocolVersion: version) == [ack])
            }
            for version in ["4.0.0", "1.0.0", "0.0.0", "5", "abc", ""] {
                #expect(rig.heard(.startService, protocolVersion: version) == [rejected])
            }
            #expect(
                rig.heard(.startService, version: 1, protocolVersion: "4.0.0") == ["startServiceNAK v1 rpc session 0"])
        },
        Row("F5", "version 5 without payload, or with broken BSON") { _, _ in
            let broken: [[UInt8]] = [
                [], [9, 9, 9], Array(document(("protocolVersion", .string("5.4.1"))).dropLast(4)),
            ]
            for payload in broken {
                var (rig, link) = Rig.fresh()
                rig.control(.startService, payload: payload, on: link)
                guard case .control(_, .startServiceACK, let told?) = rig.takeHeard(link).first else {
                    Issue.record("no answer to \(payload)")
                    return
                }
                #expect(told["protocolVersion"]?.string == "5.4.0")
                #expect(told["make"] == nil)
            }
        },
        Row("F6", "good BSON without protocolVersion, or of another type") { rig, _ in
            for payload in [document(), document(("odd", .int32(1))), document(("protocolVersion", .int32(5)))] {
                #expect(rig.heard(.startService, payload: payload) == [rejected])
            }
        },
        Row("F7", "StartService of other services without a session") { rig, _ in
            for service in [ServiceType.control, .audio, .video, .bulk] {
                #expect(
                    rig.heard(.startService, service: service) == ["startServiceNAK v5 \(service) session 0"])
            }
            for service in [UInt8(9), 255] {
                let link = rig.connect()
                rig.send([0x50, service, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1], on: link)
                #expect(rig.log(link) == [])
            }
        },
        Row("F8", "second StartService on the session, and with session 0") { rig, app in
            rig.control(.startService, session: 1, protocolVersion: "5.4.1", on: app)
            #expect(
                rig.log(app) == [
                    "startServiceNAK v5 rpc session 1: Cannot start an unprotected service of type 7. Session 1 already has an unprotected service of type 7"
                ])
            rig.control(.startService, protocolVersion: "5.4.1", on: app)
            #expect(rig.log(app) == ["startServiceACK v5 rpc session 2 5.4.0"])
        },
        Row("F9", "session 77, never given") { rig, app in
            rig.control(.startService, session: 77, protocolVersion: "5.4.1", on: app)
            #expect(rig.log(app).first?.hasSuffix("Session 77 not found for connection 1") == true)
            #expect(rig.endService(session: 77, payload: [], on: app) == [])
            #expect(
                rig.outcome(
                    "RegisterAppInterface", Rig.registration(name: "New", id: "new"), session: 77, on: app)
                    == "GENERIC_ERROR/false: Could not find a session for your connection key!")
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "SUCCESS/true +wayPoints")
        },
        Row("F26", "head unit limited to protocol 4 or 3") { _, _ in
            for limit in [UInt16(4), 3] {
                var (rig, link) = Rig.fresh { $0.connection.maximumVersion = ProtocolVersion(limit, 0, 0) }
                rig.control(.startService, version: 5, protocolVersion: "5.4.1", on: link)
                #expect(rig.log(link) == [])
                rig.control(.startService, version: 1, protocolVersion: "5.4.1", on: link)
                #expect(rig.log(link) == ["startServiceACK v\(limit) rpc session 1"])
            }
        },
        Row("F38", "head unit started a moment ago") { _, _ in
            var rig = Rig(Rig.module, isStarted: false)
            let link = rig.connect()
            rig.control(.startService, protocolVersion: "5.4.1", on: link)
            #expect(rig.log(link) == [])
            // The HMI is slow: the app's answer waits for the last question.
            rig.answers = [.getUICapabilities: nil]
            let questions = rig.startAndListQuestions()
            let wanted: Set<HMIMethod> = [
                .getSystemInfo, .isReady("Navigation"), .mixingAudioSupported,
                .isReady("VehicleInfo"), .isReady("VR"), .isReady("TTS"), .isReady("UI"), .isReady("RC"),
                .getButtonCapabilities, .getVehicleType, .getUICapabilities, .getUILanguage, .getUILanguages,
            ]
            #expect(wanted.isSubset(of: questions))
            #expect(rig.log(link) == [])
            rig.wait(.seconds(11))
            #expect(rig.log(link) == [ack])
        },
    ]

    static let ends: [Row] = [
        Row("F10", "EndService with a wrong hash, none, four bytes") { rig, app in
            let wrong = "endServiceNAK v5 rpc session 1: Wrong hash_id for session 1 rejected hashId"
            #expect(rig.endService(session: 1, payload: document(("hashId", .int32(5))), on: app) == [wrong])
            #expect(rig.endService(session: 1, payload: [], on: app) == [wrong])
            #expect(rig.endService(session: 1, payload: [0, 1, 0, 1], on: app) == [wrong])
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "SUCCESS/true +wayPoints")
            let old = rig.connect()
            let session = rig.startSession(on: old, version: 2, protocolVersion: nil)
            #expect(
                rig.endService(session: session, payload: [], version: 2, on: old) == ["endServiceNAK v2 rpc session 2"]
            )
        },
        Row("F11", "EndService on session 0, an ended one; of a service that does not run") { rig, app in
            #expect(rig.endService(session: 0, payload: [], on: app) == [])
            #expect(
                rig.endService(.video, session: 1, payload: [], on: app) == [
                    "endServiceNAK v5 video session 1: Couldn't remove service 11"
                ])
            rig.endSession(1, on: app)
            _ = rig.log(app)
            rig.endSession(1, on: app)
            #expect(rig.log(app) == [])
        },
        Row("F12", "EndService of a registered app") { rig, app in
            rig.endSession(1, on: app)
            #expect(rig.log(app) == ["endServiceACK v5 rpc session 1"])
            #expect(rig.hmiLog() == ["BasicCommunication.OnAppUnregistered unexpected true"])
            #expect(rig.startSession(on: app) == 1)
        },
        Row("F13", "heartbeat of the app, any service, any payload") { rig, app in
            let early = rig.connect()
            let session = rig.startSession(on: early)
            for (link, session) in [(app, UInt8(1)), (early, session)] {
                for service in [ServiceType.control, .rpc] {
                    rig.control(.heartbeat, service: service, session: session, payload: [1, 2, 3], on: link)
                    #expect(rig.frames[link]?.last?.messageID == 9)
                    #expect(rig.frames[link]?.last?.dataSize == 0)
                    #expect(rig.log(link) == ["heartbeatACK v5 control session \(session)"])
                }
            }
        },
        Row("F14", "silence after a first heartbeat, answered") { rig, app in
            rig.control(.heartbeat, service: .control, session: 1, on: app)
            _ = rig.log(app)
            for _ in 0..<3 {
                rig.wait(.milliseconds(6_999))
                #expect(rig.log(app) == [])
                rig.wait(.milliseconds(1))
                #expect(rig.log(app) == ["heartbeat v5 control session 1"])
                rig.control(.heartbeatACK, service: .control, session: 1, on: app)
            }
        },
        Row("F15", "… not answered") { rig, app in
            rig.control(.heartbeat, service: .control, session: 1, on: app)
            _ = rig.log(app)
            rig.wait(.seconds(14))
            #expect(rig.log(app) == ["heartbeat v5 control session 1", "endService v5 rpc session 1"])
            #expect(rig.hmiLog() == ["BasicCommunication.OnAppUnregistered unexpected true"])
            rig.request("GetWayPoints", Rig.all, session: 1, on: app)
            #expect(rig.log(app) == [unregistered])
        },
        Row("F16", "an app that never sent a heartbeat") { rig, app in
            rig.wait(.seconds(20))
            #expect(rig.log(app) == [])
        },
        Row("F36", "video and audio at FULL; a protected RPC service") { rig, app in
            let video = document(
                ("height", .int32(480)), ("width", .int32(800)), ("videoProtocol", .string("RAW")),
                ("videoCodec", .string("H264")))
            rig.control(.startService, service: .video, session: 1, payload: video, on: app)
            rig.control(.startService, service: .audio, session: 1, on: app)
            #expect(rig.log(app) == ["startServiceACK v5 video session 1", "startServiceACK v5 audio session 1"])
            #expect(
                rig.hmiLog() == [
                    "Navigation.SetVideoConfig", "Navigation.StartStream", "Navigation.StartAudioStream",
                ])
            rig.control(.startService, session: 1, protocolVersion: "5.4.1", isEncrypted: true, on: app)
            #expect(
                rig.log(app) == [
                    "endService v5 rpc session 1",
                    "startServiceNAK v5 rpc session 1: System time provider is not ready",
                    "OnHMIStatus NONE NOT_AUDIBLE NOT_STREAMABLE MAIN",
                ])
            #expect(rig.hmiLog() == ["BasicCommunication.CloseApplication"])
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "DISALLOWED/false")
        },
        Row("F37", "message ids of the head unit") { _, _ in
            var (rig, link) = Rig.fresh()
            for _ in 0..<2 {
                rig.control(.startService, protocolVersion: "5.4.1", on: link)
                rig.control(.startService, session: 1, protocolVersion: "5.4.1", on: link)
                #expect((rig.frames[link] ?? []).map(\.messageID) == [0, 1])
                rig.endSession(1, on: link)
                _ = rig.log(link)
            }
            _ = rig.startSession(on: link)
            rig.disconnect(link)
            let next = rig.connect()
            rig.control(.startService, protocolVersion: "5.4.1", on: next)
            #expect((rig.frames[next] ?? []).map(\.messageID) == [1])
        },
    ]

    static let lastWords: [Row] = [
        Row("F30", "refused registration") { rig, _ in
            let link = rig.connect()
            let session = rig.startSession(on: link)
            rig.request("RegisterAppInterface", "{}", session: session, on: link)
            let log = rig.log(link)
            #expect(log.first?.hasPrefix("RegisterAppInterface INVALID_DATA/false") == true)
            #expect(log.dropFirst() == ["endService v5 rpc session \(session)", "closed"])
        },
        Row("F31", "ignition off, end of the head unit, MASTER_RESET, FACTORY_DEFAULTS") { _, _ in
            for reason in ["IGNITION_OFF", "MASTER_RESET", "FACTORY_DEFAULTS", "SIGTERM"] {
                var rig = Rig()
                let app = rig.app()
                if reason == "SIGTERM" {
                    rig.shutDown()
                } else {
                    rig.notify(.onExitAllApplications, ["reason": .string(reason)])
                }
                let told = reason == "SIGTERM" ? "IGNITION_OFF" : reason
                #expect(
                    rig.log(app) == [
                        "endService v5 rpc session 1", "OnAppInterfaceUnregistered \(told)", "closed",
                    ])
                #expect(
                    rig.hmiLog() == [
                        "BasicCommunication.OnAppUnregistered unexpected false", "BasicCommunication.OnSDLClose",
                    ])
            }
        },
        Row("F33", "exit reasons") { _, _ in
            let cases = [
                ("RESOURCE_CONSTRAINT", "RESOURCE_CONSTRAINT", ["endService v5 rpc session 1", "closed"]),
                ("UNSUPPORTED_HMI_RESOURCE", "UNSUPPORTED_HMI_RESOURCE", []),
                ("UNAUTHORIZED_TRANSPORT_REGISTRATION", "APP_UNAUTHORIZED", []),
            ]
            for (reason, told, more) in cases {
                var rig = Rig()
                let app = rig.app()
                rig.exit(app, reason)
                #expect(rig.log(app) == ["OnAppInterfaceUnregistered \(told)"] + more)
            }
        },
        Row("F34", "HMI language changed") { rig, app in
            rig.notify(.onUILanguageChange, ["language": "FR-FR"])
            #expect(rig.log(app) == ["OnLanguageChange FR-FR EN-US", "OnAppInterfaceUnregistered LANGUAGE_CHANGE"])
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "APPLICATION_NOT_REGISTERED/false")
        },
        Row("F35", "control frames of unknown kind; RegisterSecondaryTransport") { rig, app in
            for info in [UInt8(8), 0x20, 0xfd, 0xfe] {
                rig.wait(.seconds(2))
                rig.send([0x50, 0, info, 1, 0, 0, 0, 0, 0, 0, 0, 5], on: app)
            }
            #expect(rig.log(app) == [])
            rig.control(.registerSecondaryTransport, service: .control, session: 1, on: app)
            #expect(
                rig.log(app) == [
                    "registerSecondaryTransportNAK v5 control session 1: RegisterSecondaryTransport session ID has already been registered"
                ])
        },
        Row("F39", "what the public libraries send by themselves") { rig, app in
            let choices = """
                {"interactionChoiceSetID":0,"choiceSet":[{"choiceID":0,"menuName":"Test Cell"}]}
                """
            #expect(rig.outcome("ListFiles", on: app) == "SUCCESS/true +spaceAvailable")
            rig.request("CreateInteractionChoiceSet", choices, on: app)
            rig.request("DeleteInteractionChoiceSet", "{\"interactionChoiceSetID\":0}", on: app)
            #expect(
                rig.log(app) == [
                    "CreateInteractionChoiceSet SUCCESS/true", "OnHashChange",
                    "DeleteInteractionChoiceSet SUCCESS/true", "OnHashChange",
                ])
            #expect(rig.hmiLog() == [])
            rig.exit(app)
            _ = rig.log(app)
            #expect(rig.outcome("ListFiles", on: app) == "SUCCESS/true +spaceAvailable")
        },
        Row("F40", "UnregisterAppInterface with EndService right behind it") { rig, app in
            var bytes = rig.requestFrame("UnregisterAppInterface", correlationID: 9, session: 1, on: app)
            let hash = document(("hashId", .int32(Int32(app.number) + 1 << 16)))
            bytes += Frame(
                control: .endService, version: 5, service: .rpc, sessionID: 1, messageID: 10, payload: hash
            ).encode()
            rig.send(bytes, on: app)
            #expect(rig.log(app) == ["endServiceACK v5 rpc session 1"])
            #expect(rig.hmiLog() == ["BasicCommunication.OnAppUnregistered unexpected true"])
        },
        Row("F41", "HMI SUSPEND, then OnAwakeSDL") { rig, app in
            rig.notify(.onExitAllApplications, ["reason": "SUSPEND"])
            #expect(rig.hmiLog() == ["BasicCommunication.OnSDLPersistenceComplete"])
            rig.request("SubscribeWayPoints", on: app)
            #expect(rig.log(app) == ["SubscribeWayPoints SUCCESS/true"])
            rig.notify(.onAwakeSDL, [:])
            #expect(rig.log(app) == ["OnHashChange"])
        },
    ]
}
