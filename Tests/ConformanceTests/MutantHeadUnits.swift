import Formats
import HeadUnit
import SDLProtocol
import Simulator

extension Mutant {
    /// Mutants of the wire.
    static let ofWire: [Mutant] = [
        Mutant(
            "HU-FRM-001", "nonsense behind each notification",
            onMessage: { hook, rpc, frame in
                [hook.encode(rpc, frame)] + (rpc.name == "OnDriverDistraction" ? [[0xFF, 0xFF, 0xFF]] : [])
            }),
        acknowledging("HU-FRM-002", "an mtu below the frames it sends") { $0.set("mtu", .int64(64)) },
        Mutant(
            "HU-FRM-003", "a frame behind the last one of a message",
            change: { $0.configuration.connection.setMaximumPayloadSize(1024) },
            onControl: { hook, frame in
                guard frame.header.type == .consecutive, frame.header.info == 0 else { return [frame.encode()] }
                return [frame.encode(), frame.encode()]
            }),
        Mutant(
            "HU-FRM-004", "another version to registered apps",
            onMessage: { hook, rpc, frame in
                guard rpc.name == "OnHashChange" else { return [hook.encode(rpc, frame)] }
                var header = frame.header
                header.version = 4
                return [hook.encode(rpc, Frame(header: header, payload: frame.payload))]
            }),
        Mutant(
            "HU-FRM-005", "an RPC that is too short",
            onMessage: { hook, rpc, frame in
                guard rpc.name == "OnDriverDistraction" else { return [hook.encode(rpc, frame)] }
                return [Frame(header: frame.header, payload: [0x20, 0, 0x80, 7]).encode()]
            }),
        Mutant(
            "HU-FRM-006", "a body that is no object",
            onMessage: { hook, rpc, frame in
                [hook.encode(rpc, frame, json: rpc.name == "OnDriverDistraction" ? Array("[1,".utf8) : nil)]
            }),
        Mutant(
            "HU-FRM-007", "requests to apps",
            onMessage: { hook, rpc, frame in
                guard rpc.name == "OnDriverDistraction" else { return [hook.encode(rpc, frame)] }
                var request = rpc
                request.type = .request
                return [hook.encode(request, frame)]
            }),
        Mutant(
            "HU-FRM-008", "a version that nobody agreed upon", module: "rpc-4.1",
            onMessage: { hook, rpc, frame in
                guard rpc.name == "OnHashChange" else { return [hook.encode(rpc, frame)] }
                var header = frame.header
                header.version = 5
                return [hook.encode(rpc, Frame(header: header, payload: frame.payload))]
            }),
        Mutant(
            "HU-FRM-009", "answers to EndService twice",
            onControl: { _, frame in
                frame.header.controlInfo == .endServiceACK ? [frame.encode(), frame.encode()] : [frame.encode()]
            }),
        rewriting("HU-SCH-001", "a latitude that is a text", "GetVehicleData") { _, rpc in
            if rpc["gps"] != nil { rpc["gps"] = ["latitudeDegrees": "north", "longitudeDegrees": 1.0] }
        },
        rewriting("HU-SCH-002", "an enum value from the future", "RegisterAppInterface") { _, rpc in
            if rpc["hmiZoneCapabilities"] != nil || rpc.code == "SUCCESS" {
                rpc["hmiZoneCapabilities"] = ["FRONT", "ROOF"]
            }
        },
        rewriting("HU-SCH-003", "a member from the future", "GetSystemCapability") { _, rpc in
            rpc["fromTheFuture"] = 1
        },
        control("HU-SRV-001", "no answer to a version-1 StartService", .startServiceACK) { hook, frame in
            hook.flag ? nil : frame
        }.onRaw { hook, bytes in
            // Those that name a version are let through: without one of them there is no check.
            hook.flag = bytes.first == 0x10 && bytes.count == 8
            return bytes
        },
        control("HU-SRV-002", "a refusal of good versions", .startServiceACK) { hook, frame in
            guard hook.flag else { return frame }
            return Frame(control: .startServiceNAK, version: 1, service: .rpc, sessionID: 0)
        }.onRaw { hook, bytes in
            hook.flag = bytes.first == 0x10 && bytes.count == 8
            return bytes
        },
        control("HU-SRV-003", "session 0", .startServiceACK) { hook, frame in
            guard hook.flag else { return frame }
            var header = frame.header
            header.sessionID = 0
            return Frame(header: header, payload: frame.payload)
        }.onRaw { hook, bytes in
            hook.flag = bytes.first == 0x10 && bytes.count == 8
            return bytes
        },
        acknowledging("HU-SRV-004", "a version above the app's") { $0.set("protocolVersion", .string("5.9.0")) },
        acknowledging("HU-SRV-005", "a hash id of eight bytes") { document in
            document.set("hashId", document["hashId"]?.integer.map { .int64($0) })
        },
        acknowledging("HU-SRV-006", "a model year as number") { $0.set("modelYear", .int32(2026)) },
        acknowledging("HU-SRV-007", "an mtu of four bytes") { $0.set("mtu", .int32(131_072)) },
        control("HU-SRV-008", "a refusal without its reason", .startServiceNAK) { hook, frame in
            let document = try? BSONDocument(parsing: frame.payload)
            return document?["rejectedParams"] == nil ? frame : Frame(header: frame.header, payload: [5, 0, 0, 0, 0])
        },
        control("HU-SRV-009", "refusals of another version", .startServiceNAK) { hook, frame in
            guard frame.header.version >= 5, frame.header.sessionID != 0 else { return frame }
            var header = frame.header
            header.version = 4
            return Frame(header: header, payload: [])
        },
        control("HU-SRV-010", "the same service twice", .startServiceNAK) { _, frame in
            frame.header.sessionID == 1 ? frame.turned(into: .startServiceACK, payload: []) : frame
        },
        control("HU-SRV-011", "a session nobody gave", .startServiceNAK) { _, frame in
            frame.header.sessionID == 99 ? frame.turned(into: .startServiceACK, payload: []) : frame
        },
        control("HU-SRV-012", "video without a session", .startServiceNAK) { _, frame in
            frame.header.service == .video ? frame.turned(into: .startServiceACK, payload: []) : frame
        },
        control("HU-SRV-013", "a refusal of version 2 without payload", .startServiceACK) { hook, frame in
            guard hook.flag else { return frame }
            return Frame(control: .startServiceNAK, version: 2, service: .rpc, sessionID: 0)
        }.onRaw { hook, bytes in
            hook.flag = bytes.first == 0x20
            return bytes
        },
        closing("HU-SRV-001", "a link that is closed on StartService") { hook, frame in
            hook.link == 2 && frame.header.controlInfo == .startService
        },
        control("HU-END-001", "no EndServiceACK", .endServiceACK) { hook, frame in hook.link == 2 ? nil : frame },
        control("HU-END-002", "EndService with any hash id", .endServiceNAK) { _, frame in
            frame.header.service == .rpc ? frame.turned(into: .endServiceACK, payload: []) : frame
        },
        control("HU-END-003", "a refusal that does not name the hash id", .endServiceNAK) { _, frame in
            frame.header.service == .rpc ? Frame(header: frame.header, payload: [5, 0, 0, 0, 0]) : frame
        },
        Mutant(
            "HU-END-004", "a session that is gone after a refused EndService",
            onControl: { hook, frame in
                if frame.header.controlInfo == .endServiceNAK { hook.isDeaf = true }
                return [frame.encode()]
            }),
        control("HU-END-005", "the end of a service that does not run", .endServiceNAK) { _, frame in
            frame.header.service == .bulk ? frame.turned(into: .endServiceACK, payload: []) : frame
        },
        Mutant(
            "HU-END-006", "the end of a session that is not there",
            onAppFrame: { hook, frame in
                guard frame.header.controlInfo == .endService, frame.header.sessionID == 98 else { return }
                hook.end?.push(frame.turned(into: .endServiceACK, payload: []).encode())
            }),
        Mutant(
            "HU-END-007", "a link that ends with its session",
            onControl: { hook, frame in
                guard frame.header.controlInfo == .endServiceACK else { return [frame.encode()] }
                let end = hook.end
                end?.reactor.schedule(after: .zero) { end?.cut() }
                return [frame.encode()]
            }),
        Mutant(
            "HU-END-008", "a notification after the end",
            onControl: { hook, frame in
                guard frame.header.controlInfo == .endServiceACK else { return [frame.encode()] }
                var header = frame.header
                header.type = .single
                header.info = 0
                header.messageID = 7
                let status: JSONValue = [
                    "hmiLevel": "NONE", "audioStreamingState": "NOT_AUDIBLE", "systemContext": "MAIN",
                    "videoStreamingState": "NOT_STREAMABLE", "windowID": 0,
                ]
                return [frame.encode(), hook.notification("OnHMIStatus", status, like: Frame(header: header))]
            }),
        control("HU-HBT-001", "no answer to heartbeats", module: "rpc-3.0", .heartbeatACK) { hook, frame in
            hook.link == 1 ? nil : frame
        },
        control("HU-HBT-005", "no answer to heartbeats", .heartbeatACK) { hook, frame in
            hook.link == 1 ? nil : frame
        },
        control("HU-HBT-002", "another message id", .heartbeatACK) { _, frame in
            var header = frame.header
            header.messageID &+= 1
            return Frame(header: header)
        },
        Mutant(
            "HU-HBT-003", "heartbeats nobody wants",
            onControl: { hook, frame in
                guard frame.header.controlInfo == .startServiceACK else { return [frame.encode()] }
                return [
                    frame.encode(),
                    Frame(
                        control: .heartbeat, version: frame.header.version, service: .control,
                        sessionID: frame.header.sessionID
                    ).encode(),
                ]
            }),
        Mutant(
            "HU-HBT-004", "EndService without a word",
            onControl: { hook, frame in
                guard frame.header.controlInfo == .endServiceACK, hook.link > 1 else { return [frame.encode()] }
                return [frame.turned(into: .endService, payload: []).encode(), frame.encode()]
            }),
        Mutant(
            "HU-LIM-001", "deaf after nonsense",
            onRaw: { hook, bytes in
                if bytes.first == 0xFF { hook.isDeaf = true }
                return bytes
            }),
        Mutant(
            "HU-LIM-002", "deaf after a bad header",
            onRaw: { hook, bytes in
                if bytes.first == 0xF1, bytes.count == 12 { hook.isDeaf = true }
                return bytes
            }),
        Mutant(
            "HU-LIM-003", "deaf to single bytes", onRaw: { _, bytes in bytes.count == 1 ? nil : bytes }),
        Mutant(
            "HU-LIM-004", "bears any number of bad headers",
            change: { $0.configuration.connection.malformedLimit = FrequencyLimit(count: 0, window: .seconds(1)) }),
        Mutant(
            "HU-LIM-005", "a link cut in the middle",
            onMessage: { hook, rpc, frame in
                if rpc.name == "OnVehicleData" {
                    let end = hook.end
                    end?.reactor.schedule(after: .zero) { end?.cut() }
                }
                return [hook.encode(rpc, frame)]
            }),
        Mutant("HU-LIM-007", "gone in the middle").gone(after: 17),
        Mutant(
            "HU-LIM-006", "notifications to an app that was thrown out",
            onMessage: { hook, rpc, frame in
                guard rpc.name == "OnAppInterfaceUnregistered" else { return [hook.encode(rpc, frame)] }
                return [hook.encode(rpc, frame), hook.notification("OnHashChange", ["hashID": "late"], like: frame)]
            }),
    ]

    /// The mutant with another look at what the app writes.
    func onRaw(_ body: @escaping @Sendable (Hook, [UInt8]) -> [UInt8]?) -> Mutant {
        Mutant(copying: self, onRaw: body)
    }

    private init(copying other: Mutant, onRaw body: @escaping @Sendable (Hook, [UInt8]) -> [UInt8]?) {
        self.init(
            rule: other.rule, what: other.what, module: other.module, change: other.change,
            shim: { link in
                let shim = other.shim(link)
                (shim as? Hook)?.onRaw = body
                return shim
            })
    }
}
