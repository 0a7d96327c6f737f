import Formats
import HeadUnit
import SDLProtocol
import Simulator

extension Mutant {
    /// Mutants of registration, requests and policy.
    static let ofRequests: [Mutant] = [
        rewriting("HU-REG-001", "no app may register", "RegisterAppInterface") { _, rpc in
            if rpc.code == "SUCCESS" { rpc.refuse("GENERIC_ERROR") }
        },
        rewriting("HU-REG-001", "every app is REJECTED", "RegisterAppInterface") { _, rpc in
            if rpc.code == "SUCCESS" { rpc.refuse("REJECTED") }
        },
        closing("HU-REG-001", "a link that is closed on RegisterAppInterface") { hook, frame in
            hook.lastRequest[frame.header.sessionID]?.name == "RegisterAppInterface"
        },
        without("HU-REG-001", "no answer to RegisterAppInterface", "RegisterAppInterface", isResponse: true),
        rewriting("HU-REG-002", "a version above the app's", "RegisterAppInterface") { _, rpc in
            if rpc.code == "SUCCESS" { rpc["syncMsgVersion"] = ["majorVersion": 9, "minorVersion": 1] }
        },
        without("HU-REG-003", "no OnHMIStatus", "OnHMIStatus"),
        Mutant(
            "HU-REG-004", "BACKGROUND at once",
            onMessage: { hook, rpc, frame in
                var changed = rpc
                let isFirst = hook.lastRequest[rpc.session]?.name == "RegisterAppInterface"
                if rpc.name == "OnHMIStatus", rpc["hmiLevel"] == "NONE", isFirst { changed["hmiLevel"] = "BACKGROUND" }
                return [hook.encode(changed, frame)]
            }),
        without("HU-REG-005", "no OnPermissionsChange", "OnPermissionsChange"),
        Mutant(
            "HU-REG-006", "permissions before the level",
            onMessage: { hook, rpc, frame in
                let bytes = hook.encode(rpc, frame)
                // In the small frames of version 2 permissions take several, which do not come here.
                guard hook.lastRequest[rpc.session]?.name == "RegisterAppInterface", frame.header.version > 2 else {
                    return [bytes]
                }
                if rpc.name == "OnHMIStatus", rpc["hmiLevel"] == "NONE" {
                    hook.held = bytes
                    return []
                }
                guard rpc.name == "OnPermissionsChange" else { return [bytes] }
                defer { hook.held = [] }
                return [bytes, hook.held]
            }),
        Mutant(
            "HU-REG-007", "a level before the registration",
            onControl: { hook, frame in
                guard frame.header.controlInfo == .startServiceACK, hook.link == 1, frame.header.version >= 5 else {
                    return [frame.encode()]
                }
                var header = frame.header
                header.type = .single
                header.info = 0
                header.messageID = 7
                return [
                    frame.encode(), hook.notification("OnHashChange", ["hashID": "x"], like: Frame(header: header)),
                ]
            }),
        Mutant(
            "HU-REG-008", "registers anybody",
            onMessage: { hook, rpc, frame in
                guard rpc.name == "RegisterAppInterface", rpc.code == "INVALID_DATA" else {
                    return [hook.encode(rpc, frame)]
                }
                var changed = rpc
                changed.accept()
                changed["info"] = nil
                changed["syncMsgVersion"] = ["majorVersion": 8, "minorVersion": 0]
                changed["hmiCapabilities"] = ["navigation": true]
                hook.isDeaf = true
                return [hook.encode(changed, frame)]
            }),
        Mutant(
            "HU-REG-009", "keeps what it refused",
            onControl: { hook, frame in
                frame.header.controlInfo == .endService && hook.flag ? [] : [frame.encode()]
            },
            onMessage: { hook, rpc, frame in
                if rpc.name == "RegisterAppInterface", rpc.code == "INVALID_DATA" { hook.flag = true }
                return [hook.encode(rpc, frame)]
            }),
        rewriting("HU-REG-010", "registers twice", "RegisterAppInterface") { _, rpc in
            guard rpc.code == "APPLICATION_REGISTERED_ALREADY" else { return }
            rpc.accept()
            rpc["syncMsgVersion"] = ["majorVersion": 8, "minorVersion": 0]
            rpc["hmiCapabilities"] = ["navigation": true]
        },
        rewriting("HU-REG-011", "nobody may leave", "UnregisterAppInterface") { hook, rpc in
            if rpc.code == "SUCCESS", hook.flag { rpc.refuse("REJECTED") }
        }.remembering("GetWayPoints") { hook, rpc in if rpc.code == "INVALID_DATA" { hook.flag = true } },
        rewriting("HU-REG-012", "WRONG_LANGUAGE for the right one", "RegisterAppInterface") { _, rpc in
            if rpc.code == "SUCCESS" { rpc["resultCode"] = "WRONG_LANGUAGE" }
        },
        rewriting("HU-REG-013", "two apps of one name", "RegisterAppInterface") { _, rpc in
            if rpc.code == "DUPLICATE_NAME" { rpc.refuse("REJECTED") }
        },
        Mutant(
            "HU-LVL-001", "each level twice",
            onMessage: { hook, rpc, frame in
                let bytes = hook.encode(rpc, frame)
                return rpc.name == "OnHMIStatus" ? [bytes, bytes] : [bytes]
            }),
        rewriting("HU-LVL-002", "audible in NONE", "OnHMIStatus", isResponse: false) { _, rpc in
            if rpc["hmiLevel"] == "NONE" { rpc["audioStreamingState"] = "AUDIBLE" }
        },
        without("HU-LVL-003", "a level nobody is told of", "OnHMIStatus") { hook, rpc in
            rpc["hmiLevel"] == "NONE" && hook.lastRequest[rpc.session]?.name == "SubscribeWayPoints"
        },
        closing("HU-REQ-001", "a link that is closed on a bad parameter") { hook, frame in
            hook.lastRequest[frame.header.sessionID]?["wayPointType"] == 7
        },
        without("HU-REQ-001", "no answer to GetVehicleData", "GetVehicleData", isResponse: true) { _, rpc in
            rpc["gps"] != nil
        },
        Mutant(
            "HU-REQ-002", "each answer twice",
            onMessage: { hook, rpc, frame in
                let bytes = hook.encode(rpc, frame)
                return rpc.name == "GetSystemCapability" ? [bytes, bytes] : [bytes]
            }),
        rewriting("HU-REQ-003", "answers under another correlation id", "GetVehicleData") { _, rpc in
            if rpc["gps"] != nil { rpc.id &+= 1000 }
        },
        Mutant(
            "HU-REQ-003", "answers to stray responses",
            onAppFrame: { hook, frame in
                guard let rpc = hook.lastRequest[frame.header.sessionID], rpc.id == 4711, !hook.flag else { return }
                hook.flag = true
                var answer = rpc
                answer.type = .response
                answer.json = ["success": false, "resultCode": "INVALID_ID"]
                hook.end?.push(hook.encode(answer, frame))
            }),
        Mutant(
            "HU-REQ-003", "answers in another session",
            onMessage: { hook, rpc, frame in
                var changed = rpc
                if rpc.name == "UnsubscribeWayPoints", rpc.isResponse, rpc.session > 1 { changed.session -= 1 }
                return [hook.encode(changed, frame)]
            }),
        rewriting("HU-REQ-004", "SUCCESS without success", "GetVehicleData") { _, rpc in
            if rpc["gps"] != nil { rpc["success"] = false }
        },
        rewriting("HU-REQ-005", "serves apps that are not registered", "GetVehicleData") { _, rpc in
            if rpc.code == "APPLICATION_NOT_REGISTERED" { rpc.accept() }
        },
        rewriting("HU-REQ-006", "another code for bad JSON", "ListFiles") { _, rpc in
            if rpc.code == "INVALID_DATA" { rpc.refuse("REJECTED") }
        },
        Mutant(
            "HU-REQ-015", "takes a request without a body",
            onMessage: { hook, rpc, frame in
                var changed = rpc
                if rpc.name == "ListFiles", hook.flag { changed.accept() }
                return [hook.encode(changed, frame)]
            },
            onAppFrame: { hook, frame in
                // An RPC header without anything behind it.
                hook.flag = frame.header.type == .single && frame.payload.count == 12
            }),
        rewriting("HU-REQ-007", "takes any value", "GetWayPoints") { hook, rpc in
            if rpc.code == "INVALID_DATA", hook.lastRequest[rpc.session]?["wayPointType"] == 7 { rpc.accept() }
        },
        Mutant(
            "HU-REQ-008", "knows all parameters",
            onMessage: { hook, rpc, frame in
                var changed = rpc
                if rpc.name == "GetWayPoints", hook.lastRequest[rpc.session]?["noSuchParameter"] != nil {
                    changed.refuse("INVALID_DATA")
                    changed["wayPoints"] = nil
                }
                return [hook.encode(changed, frame)]
            }),
        Mutant(
            "HU-REQ-009", "has every function",
            onMessage: { hook, rpc, frame in
                var changed = rpc
                if rpc.function == 65_000 { changed.accept() }
                return [hook.encode(changed, frame)]
            }),
        Mutant(
            "HU-REQ-010", "has functions from the future", module: "rpc-4.1",
            onMessage: { hook, rpc, frame in
                var changed = rpc
                if hook.lastRequest[rpc.session]?.name == "GetSystemCapability", rpc.isResponse, rpc.function == 31 {
                    changed.accept()
                }
                return [hook.encode(changed, frame)]
            }),
        Mutant(
            "HU-REQ-011", "takes negative correlation ids",
            onMessage: { hook, rpc, frame in
                var changed = rpc
                if rpc.code == "INVALID_ID", rpc.id == -5 { changed.refuse("REJECTED") }
                return [hook.encode(changed, frame)]
            }),
        Mutant(
            "HU-REQ-012", "takes a correlation id twice",
            change: { $0.behaviours["Navigation.GetWayPoints"] = HMIBehaviour(delay: .milliseconds(400)) },
            onMessage: { hook, rpc, frame in
                var changed = rpc
                if rpc.code == "INVALID_ID", rpc.id >= 0 { changed.refuse("IN_USE") }
                return [hook.encode(changed, frame)]
            }),
        Mutant(
            "HU-REQ-013", "deaf after an RPC that cannot be read",
            onAppFrame: { hook, frame in
                if frame.header.messageID == 900 { hook.isDeaf = true }
            }),
        Mutant(
            "HU-REQ-014", "deaf to several frames",
            onAppFrame: { hook, frame in
                if frame.header.type == .first { hook.isDeaf = true }
            }),
        rewriting("HU-POL-001", "serves what is not allowed", "GetWayPoints") { _, rpc in
            if rpc.code == "DISALLOWED" {
                rpc.accept()
                rpc["wayPoints"] = [["locationName": "Nowhere"]]
            }
        },
        rewriting("HU-POL-001", "another code for what is not allowed", "GetWayPoints") { _, rpc in
            if rpc.code == "DISALLOWED" { rpc.refuse("REJECTED") }
        },
        rewriting("HU-POL-002", "refuses what is allowed", "GetWayPoints") { hook, rpc in
            if rpc.code == "SUCCESS", hook.lastRequest[rpc.session]?["wayPointType"] == "DESTINATION" {
                rpc.refuse("DISALLOWED")
            }
        },
        Mutant(
            "HU-POL-003", "notifications in NONE",
            onMessage: { hook, rpc, frame in
                let bytes = hook.encode(rpc, frame)
                guard rpc.name == "OnHMIStatus", rpc["hmiLevel"] == "NONE",
                    hook.lastRequest[rpc.session]?.name == "SubscribeWayPoints"
                else { return [bytes] }
                let points: JSONValue = ["wayPoints": [["locationName": "Nowhere"]]]
                return [bytes, hook.notification("OnWayPointChange", points, like: frame)]
            }),
        rewriting("HU-POL-004", "a level both allowed and refused", "OnPermissionsChange", isResponse: false) {
            _, rpc in
            guard case .array(var items)? = rpc["permissionItem"], case .object(var first)? = items.first else {
                return
            }
            first["hmiPermissions"] = ["allowed": ["FULL"], "userDisallowed": ["FULL"]]
            items[0] = .object(first)
            rpc["permissionItem"] = .array(items)
        },
        rewriting("HU-POL-009", "an RPC twice", "OnPermissionsChange", isResponse: false) { _, rpc in
            guard case .array(let items)? = rpc["permissionItem"], let first = items.first else { return }
            rpc["permissionItem"] = .array([first] + items)
        },
        rewriting("HU-POL-005", "permissions without order", "OnPermissionsChange", isResponse: false) { _, rpc in
            guard case .array(let items)? = rpc["permissionItem"] else { return }
            rpc["permissionItem"] = .array(items.reversed())
        },
        rewriting("HU-POL-006", "DISALLOWED for what is broken as well", "GetWayPoints") { hook, rpc in
            if rpc.code == "INVALID_DATA", hook.flag { rpc.refuse("DISALLOWED") }
        }.remembering("OnHMIStatus") { hook, rpc in
            hook.flag = rpc["hmiLevel"] == "NONE" && hook.lastRequest[rpc.session]?.name == "SubscribeWayPoints"
        },
        rewriting("HU-POL-007", "serves what has to be encrypted", module: "encryption-required", "GetWayPoints") {
            hook, rpc in
            if hook.lastRequest[rpc.session]?["wayPointType"] == "DESTINATION" {
                rpc.accept()
                rpc["wayPoints"] = [["locationName": "Nowhere"]]
            }
        },
        without("HU-POL-008", "a policy nobody is told of", "OnPermissionsChange") { hook, rpc in
            hook.lastRequest[rpc.session]?.name != "RegisterAppInterface"
        },
        rewriting("HU-WPT-001", "several destinations", "GetWayPoints") { hook, rpc in
            if hook.lastRequest[rpc.session]?["wayPointType"] == "DESTINATION",
                let points = rpc["wayPoints"]?.arrayValue
            {
                rpc["wayPoints"] = .array(points + points)
            }
        },
        rewriting("HU-WPT-002", "subscribes twice", "SubscribeWayPoints") { _, rpc in
            if rpc.code == "IGNORED" { rpc.accept() }
        },
        rewriting("HU-WPT-003", "ends what is not there", "UnsubscribeWayPoints") { _, rpc in
            if rpc.code == "IGNORED" { rpc.accept() }
        },
        Mutant(
            "HU-WPT-004", "tells everybody",
            onMessage: { hook, rpc, frame in
                let bytes = hook.encode(rpc, frame)
                guard rpc.name == "UnsubscribeWayPoints", rpc.code == "SUCCESS" else { return [bytes] }
                let points: JSONValue = ["wayPoints": [["locationName": "Nowhere"]]]
                return [bytes, hook.notification("OnWayPointChange", points, like: frame)]
            }),
        without("HU-WPT-005", "tells nobody", "OnWayPointChange"),
        without("HU-WPT-005", "tells the first of several only", "OnWayPointChange") { _, rpc in rpc.session > 1 },
        without("HU-WPT-006", "no OnHashChange", "OnHashChange"),
        Mutant(
            "HU-WPT-007", "OnHashChange first",
            onMessage: { hook, rpc, frame in
                let bytes = hook.encode(rpc, frame)
                if rpc.name == "SubscribeWayPoints", rpc.code == "SUCCESS" {
                    hook.held = bytes
                    return []
                }
                guard rpc.name == "OnHashChange", !hook.held.isEmpty else { return [bytes] }
                defer { hook.held = [] }
                return [bytes, hook.held]
            }),
        rewriting("HU-WPT-008", "waypoints where none belong", "UnsubscribeWayPoints") { _, rpc in
            rpc["wayPoints"] = [["locationName": "Nowhere"]]
        },
        rewriting("HU-VEH-001", "more vehicle data than asked for", "OnVehicleData", isResponse: false) { _, rpc in
            rpc["speed"] = 12.5
        },
        rewriting("HU-VEH-002", "more vehicle data than wanted", "GetVehicleData") { _, rpc in
            if rpc["gps"] != nil { rpc["speed"] = 12.5 }
        },
        rewriting("HU-VEH-003", "subscribes vehicle data twice", "SubscribeVehicleData") { _, rpc in
            if rpc.code == "IGNORED" { rpc.accept() }
        },
        rewriting("HU-VEH-004", "vehicle data for nothing", "GetVehicleData") { hook, rpc in
            if rpc.code == "INVALID_DATA", hook.lastRequest[rpc.session]?["gps"] == false { rpc.accept() }
        },
        rewriting("HU-LOC-001", "half a place", "SendLocation") { _, rpc in
            if rpc.code == "INVALID_DATA" { rpc.accept() }
        },
        rewriting("HU-CAP-001", "another capability", "GetSystemCapability") { hook, rpc in
            if rpc.code == "SUCCESS", hook.lastRequest[rpc.session]?["systemCapabilityType"] == "PHONE_CALL" {
                rpc["systemCapability"] = [
                    "systemCapabilityType": "NAVIGATION", "navigationCapability": ["getWayPointsEnabled": true],
                ]
            }
        },
        rewriting("HU-CAP-002", "any capability", "GetSystemCapability") { hook, rpc in
            if hook.lastRequest[rpc.session]?["systemCapabilityType"] == "NO_SUCH_TYPE" { rpc.accept() }
        },
        Mutant(
            "HU-CAP-003", "capabilities nobody subscribed to",
            onMessage: { hook, rpc, frame in
                let bytes = hook.encode(rpc, frame)
                guard rpc.name == "GetSystemCapability", hook.lastRequest[rpc.session]?["subscribe"] == false else {
                    return [bytes]
                }
                let told: JSONValue = [
                    "systemCapability": [
                        "systemCapabilityType": "NAVIGATION", "navigationCapability": ["getWayPointsEnabled": true],
                    ]
                ]
                return [bytes, hook.notification("OnSystemCapabilityUpdated", told, like: frame)]
            }),
        without("HU-CAP-004", "capabilities nobody is told of", "OnSystemCapabilityUpdated"),
        rewriting("HU-CAP-005", "no hmiCapabilities", "RegisterAppInterface") { _, rpc in rpc["hmiCapabilities"] = nil
        },
        rewriting("HU-CAP-006", "a navigation that cannot say what it can", "GetSystemCapability") { hook, rpc in
            let asked = hook.lastRequest[rpc.session]
            if asked?["systemCapabilityType"] == "NAVIGATION", asked?["subscribe"] == nil {
                rpc.refuse("DATA_NOT_AVAILABLE")
                rpc["systemCapability"] = nil
            }
        },
    ]

    /// The mutant with an eye on messages of some name.
    func remembering(_ name: String, _ body: @escaping @Sendable (Hook, Shim.RPC) -> Void) -> Mutant {
        let shim = shim
        return Mutant(rule: rule, what: what, module: module, change: change) { link in
            let made = shim(link)
            guard let hook = made as? Hook, let inner = hook.onMessage else { return made }
            hook.onMessage = { hook, rpc, frame in
                if rpc.name == name { body(hook, rpc) }
                return inner(hook, rpc, frame)
            }
            return hook
        }
    }
}
