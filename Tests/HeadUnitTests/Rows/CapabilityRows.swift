import Formats
import Testing

@testable import HeadUnit

private func json(_ type: String, _ more: String = "") -> String { "{\"systemCapabilityType\":\"\(type)\"\(more)}" }

private let subscribing = ",\"subscribe\":true"
private let success = "SUCCESS/true +systemCapability"

extension Rig {
    /// The flags of the navigation capability as an app is told them.
    fileprivate mutating func flags(_ app: LinkID) -> JSONValue? {
        body("GetSystemCapability", json("NAVIGATION"), on: app)["systemCapability"]?["navigationCapability"]
    }

    /// The HMI tells other flags of the navigation.
    fileprivate mutating func tellFlags(_ isEnabled: Bool) {
        notify(
            .onSystemCapabilityUpdated,
            [
                "systemCapability": [
                    "systemCapabilityType": "NAVIGATION",
                    "navigationCapability": ["getWayPointsEnabled": .bool(isEnabled)],
                ]
            ])
    }
}

private func tooNew(_ ordinal: Int, _ version: String) -> String {
    "INVALID_DATA/false: RPC.msg_params.systemCapabilityType: Enum value : \(ordinal) does not exist for SyncMsgVersion \(version)"
}

extension Row {
    /// 15.8: system capabilities.
    static let capabilities: [Row] = [
        Row("C1", "NAVIGATION, also in NONE") { rig, app in
            let both: JSONValue = ["getWayPointsEnabled": true, "sendLocationEnabled": true]
            #expect(rig.flags(app) == both)
            rig.exit(app)
            #expect(rig.flags(app) == both)
        },
        Row("C2", "no navigation capability known") { _, _ in
            var rig = Rig.changed { $0.systemCapabilities["NAVIGATION"] = nil }
            let app = rig.app()
            #expect(rig.outcome("GetSystemCapability", json("NAVIGATION"), on: app) == "DATA_NOT_AVAILABLE/false")
        },
        Row("C3", "no type") { rig, app in
            #expect(
                rig.outcome("GetSystemCapability", on: app)
                    == "INVALID_DATA/false: RPC.msg_params: Missing mandatory parameter: systemCapabilityType")
        },
        Row("C4", "type FOO") { rig, app in
            for type in ["FOO", ""] {
                #expect(rig.outcome("GetSystemCapability", json(type), on: app) == "UNSUPPORTED_RESOURCE/false")
            }
        },
        Row("C5", "type as a number or a list") { rig, app in
            let phone = rig.body("GetSystemCapability", "{\"systemCapabilityType\":1}", on: app)
            #expect(phone["systemCapability"]?["phoneCapability"] != nil)
            #expect(
                rig.outcome("GetSystemCapability", "{\"systemCapabilityType\":123}", on: app)
                    == "INVALID_DATA/false: RPC.msg_params.systemCapabilityType: Invalid enum value: 123")
            #expect(
                rig.outcome("GetSystemCapability", "{\"systemCapabilityType\":[]}", on: app)
                    .hasPrefix("INVALID_DATA/false"))
        },
        Row("C6", "APP_SERVICES with nothing published") { rig, app in
            let body = rig.body("GetSystemCapability", json("APP_SERVICES"), on: app)
            #expect(body["systemCapability"]?["appServicesCapabilities"] == ["appServices": []])
        },
        Row("C7", "APP_SERVICES for an app of 5.0") { rig, _ in
            let old = rig.app(name: "Old", id: "media", version: "5.0.0")
            #expect(rig.outcome("GetSystemCapability", json("APP_SERVICES"), on: old) == tooNew(4, "5.0.0"))
        },
        Row("C8", "subscribe by an app below 5.1") { rig, _ in
            for version in ["5.0.0", "4.5.0"] {
                let old = rig.app(name: "Old", id: "media", version: version)
                #expect(
                    rig.outcome("GetSystemCapability", json("NAVIGATION", subscribing), on: old)
                        == "INVALID_DATA/false: ")
                rig.disconnect(old)
            }
        },
        Row("C9", "subscribe to NAVIGATION") { rig, app in
            #expect(rig.outcome("GetSystemCapability", json("NAVIGATION", subscribing), on: app) == success)
            #expect(rig.log(app) == [])
        },
        Row("C12", "subscribe false") { rig, app in
            rig.request("GetSystemCapability", json("NAVIGATION", subscribing), on: app)
            rig.request("GetSystemCapability", json("NAVIGATION", ",\"subscribe\":false"), on: app)
            _ = rig.log(app)
            rig.tellFlags(true)
            #expect(rig.log(app) == [])
        },
        Row("C13", "DISPLAYS with subscribe, without and with data") { rig, app in
            #expect(
                rig.outcome("GetSystemCapability", json("DISPLAYS", subscribing), on: app) == "DATA_NOT_AVAILABLE/false"
            )
            rig.notify(
                .onSystemCapabilityUpdated,
                [
                    "appID": rig.hmiID(app),
                    "systemCapability": [
                        "systemCapabilityType": "DISPLAYS", "displayCapabilities": [["displayName": "Main"]],
                    ],
                ])
            #expect(rig.log(app) == ["OnSystemCapabilityUpdated DISPLAYS"])
            #expect(
                rig.outcome("GetSystemCapability", json("DISPLAYS", subscribing), on: app)
                    == "SUCCESS/true: Subscribe parameter is ignored. Auto Subscription/Unsubscription is used for DISPLAY capability type. +systemCapability"
            )
        },
        Row("C14", "before data consent") { _, _ in
            var rig = Rig.asking()
            let app = rig.app(level: .none)
            #expect(rig.outcome("GetSystemCapability", json("NAVIGATION"), on: app) == "DISALLOWED/false")
        },
        Row("C15", "REMOTE_CONTROL by an app that is none") { rig, app in
            #expect(rig.outcome("GetSystemCapability", json("REMOTE_CONTROL"), on: app) == "DISALLOWED/false")
        },
        Row("C16", "HMI tells a changed capability") { rig, app in
            rig.request("GetSystemCapability", json("NAVIGATION", subscribing), on: app)
            let before = rig.flags(app)
            rig.tellFlags(false)
            guard case .notification(_, let told) = rig.takeHeard(app).first else {
                Issue.record("not told")
                return
            }
            #expect(told["systemCapability"]?["navigationCapability"] == before)
            // Without the quirk subscribers hear what the HMI said.
            var sane = Rig.changed { $0.quirks.remove(.repeatsOldCapabilities) }
            let other = sane.app()
            sane.request("GetSystemCapability", json("NAVIGATION", subscribing), on: other)
            sane.tellFlags(false)
            #expect(sane.flags(other) == ["getWayPointsEnabled": false])
        },
        Row("C17", "app of 5.1 subscribes") { rig, _ in
            let old = rig.app(name: "Old", id: "media", version: "5.1.0")
            #expect(rig.outcome("GetSystemCapability", json("NAVIGATION", subscribing), on: old) == success)
        },
        Row("C18", "DISPLAYS by apps below 6.0 and of 6.0") { rig, _ in
            let old = rig.app(name: "Old", id: "media", version: "5.1.0")
            #expect(rig.outcome("GetSystemCapability", json("DISPLAYS"), on: old) == tooNew(6, "5.1.0"))
            rig.disconnect(old)
            let new = rig.app(name: "New", id: "media", version: "6.0.0")
            #expect(rig.outcome("GetSystemCapability", json("DISPLAYS"), on: new) == "DATA_NOT_AVAILABLE/false")
        },
        Row("C19", "HMI refuses UI.GetCapabilities") { _, _ in
            var rig = Rig(answers: [.getUICapabilities: .some(.error(code: 22, message: "no"))])
            let link = rig.connect()
            let session = rig.startSession(on: link)
            let id = rig.request("RegisterAppInterface", Rig.registration(), session: session, on: link)
            for case .response(_, id, let body) in rig.takeHeard(link) {
                #expect(body["hmiCapabilities"]?["navigation"] == false)
                #expect(body["hmiCapabilities"]?["phoneCall"] == false)
            }
            #expect(rig.flags(link) == ["getWayPointsEnabled": true, "sendLocationEnabled": true])
        },
    ]
}
