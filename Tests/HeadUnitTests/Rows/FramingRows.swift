import Formats
import SDLProtocol
import Testing

@testable import HeadUnit

private let ack = "startServiceACK v5 rpc session 1 5.4.0"

extension Rig {
    /// A frame with any header.
    fileprivate mutating func raw(
        _ type: FrameType, info: UInt8 = 0, version: UInt8 = 5, session: UInt8, payload: [UInt8],
        messageID: UInt32 = 77,
        on link: LinkID
    ) {
        let header = FrameHeader(
            version: version, isEncrypted: false, type: type, service: .rpc, info: info, sessionID: session,
            dataSize: UInt32(payload.count), messageID: messageID)
        send(Frame(header: header, payload: payload).encode(), on: link)
    }

    /// Sends a request in several frames.
    fileprivate mutating func inPieces(_ payload: [UInt8], of size: Int, session: UInt8, on link: LinkID) {
        let pieces = stride(from: 0, to: payload.count, by: size).map {
            Array(payload[$0..<min($0 + size, payload.count)])
        }
        raw(.first, session: session, payload: big(payload.count) + big(pieces.count), on: link)
        for (index, piece) in pieces.enumerated() {
            let info = index == pieces.count - 1 ? 0 : UInt8(index % 255) + 1
            raw(.consecutive, info: info, session: session, payload: piece, on: link)
        }
    }
}

private func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}

private func payload(_ function: UInt32, _ json: String, id: Int32 = 900, size: Int? = nil, type: UInt8 = 0) -> [UInt8]
{
    let text = Array(json.utf8)
    return big(Int(type) << 28 | Int(function)) + big(Int(id)) + big(size ?? text.count) + text
}

extension Row {
    /// 15.11: frames and what is wrong with them.
    static let framing: [Row] = [
        Row("F17", "bytes one by one, two frames at once, header and payload apart") { rig, app in
            let one = rig.requestFrame("GetWayPoints", Rig.all, correlationID: 5, session: 1, on: app)
            for byte in one { rig.send([byte], on: app) }
            #expect(rig.log(app) == ["GetWayPoints SUCCESS/true +wayPoints"])
            let two = rig.requestFrame("GetWayPoints", Rig.all, correlationID: 6, session: 1, on: app)
            rig.send(one + two, on: app)
            #expect(rig.log(app).count == 2)
            rig.send(Array(one.prefix(12)), on: app)
            rig.send(Array(one.dropFirst(12)), on: app)
            #expect(rig.log(app).count == 1)
        },
        Row("F18", "registration and capability in several frames") { rig, app in
            rig.disconnect(app)
            let link = rig.connect()
            let session = rig.startSession(on: link)
            rig.inPieces(payload(1, Rig.registration()), of: 40, session: session, on: link)
            #expect(rig.log(link).first == "RegisterAppInterface SUCCESS/true")
            rig.inPieces(
                payload(48, "{\"systemCapabilityType\":\"NAVIGATION\"}"), of: 20, session: session, on: link)
            #expect(rig.log(link) == ["GetSystemCapability SUCCESS/true +systemCapability"])
        },
        Row("F19", "multi-frame faults") { rig, app in
            let request = payload(45, Rig.all)
            rig.raw(.consecutive, info: 1, session: 1, payload: [1, 2, 3], on: app)
            #expect(rig.log(app) == [])
            // A frame in between is out of order: the message ends without it.
            rig.raw(.first, session: 1, payload: big(request.count) + big(3), on: app)
            rig.raw(.consecutive, info: 1, session: 1, payload: Array(request[0..<14]), on: app)
            rig.raw(.consecutive, info: 3, session: 1, payload: Array(request[14..<20]), on: app)
            rig.raw(.consecutive, info: 0, session: 1, payload: Array(request[20...]), on: app)
            #expect(rig.log(app).first?.hasPrefix("GetWayPoints INVALID_DATA/false") == true)
            // More than announced is lost.
            rig.raw(.first, session: 1, payload: big(10) + big(1), on: app)
            rig.raw(.consecutive, info: 0, session: 1, payload: request, on: app)
            #expect(rig.log(app) == [])
            // What never comes to its end is answered after 10 s, before the next request.
            rig.raw(.first, session: 1, payload: big(request.count) + big(2), messageID: 78, on: app)
            rig.raw(.consecutive, info: 1, session: 1, payload: Array(request[0..<14]), messageID: 78, on: app)
            rig.wait(.seconds(12))
            #expect(rig.log(app) == [])
            rig.request("GetWayPoints", Rig.all, on: app)
            #expect(
                rig.log(app).map { $0.split(separator: ":").first } == [
                    "GetWayPoints INVALID_DATA/false", "GetWayPoints SUCCESS/true +wayPoints",
                ])
        },
        Row("F20", "one bad header, then a good heartbeat") { rig, app in
            let bad: [[UInt8]] = [
                [0x01, 7, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 9], [0xf1, 7, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 9],
                [0x54, 7, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 9], [0x51, 7, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1],
            ]
            for bytes in bad {
                rig.wait(.seconds(2))
                rig.send(bytes, on: app)
                rig.control(.heartbeat, service: .control, session: 1, on: app)
                #expect(rig.log(app) == ["heartbeatACK v5 control session 1"], "\(bytes)")
            }
        },
        Row("F21", "eleventh bad header within a second") { rig, app in
            for count in 1...11 {
                rig.send([0x01, 7, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 9], on: app)
                rig.control(.heartbeat, service: .control, session: 1, on: app)
                #expect(rig.log(app) == (count < 11 ? ["heartbeatACK v5 control session 1"] : ["closed"]))
            }
            #expect(rig.hmiLog() == ["BasicCommunication.OnAppUnregistered unexpected false"])
        },
        Row("F22", "garbage before the first StartService") { rig, app in
            rig.disconnect(app)
            for garbage in [Array(repeating: UInt8(0xff), count: 7), Array("GET / HTTP".utf8), [0, 0, 0, 0, 0]] {
                let link = rig.connect()
                rig.send(garbage, on: link)
                rig.control(.startService, protocolVersion: "5.4.1", on: link)
                #expect(rig.log(link) == [ack])
                rig.disconnect(link)
            }
        },
        Row("F23", "more frames than allowed") { _, _ in
            var rig = Rig.changed { $0.connection.frameLimit = FrequencyLimit(count: 60, window: .seconds(1)) }
            let app = rig.app()
            for _ in 0..<100 { rig.control(.heartbeat, service: .control, session: 1, on: app) }
            let log = rig.log(app).filter { !$0.hasPrefix("heartbeatACK") }
            #expect(log == ["endService v5 rpc session 1", "OnAppInterfaceUnregistered TOO_MANY_REQUESTS"])
            rig.wait(.seconds(2))
            let session = rig.startSession(on: app)
            rig.request("RegisterAppInterface", Rig.registration(), session: session, on: app)
            #expect(rig.log(app).first == "RegisterAppInterface SUCCESS/true")
        },
        Row("F24", "faults of the RPC header") { rig, app in
            let silent = [
                [1, 2, 3, 4, 5, 6, 7, 8], payload(45, Rig.all, size: 500), payload(45, Rig.all, type: 3),
                payload(45, Rig.all, type: 15),
            ]
            for payload in silent {
                rig.raw(.single, session: 1, payload: payload, on: app)
                #expect(rig.log(app) == [], "\(payload.prefix(12))")
            }
            for size in [15, 0] {
                rig.raw(.single, session: 1, payload: payload(45, Rig.all, size: size), on: app)
                #expect(rig.log(app) == ["GetWayPoints INVALID_DATA/false: "])
            }
        },
        Row("F25", "RPCs in version 1 frames") { _, _ in
            var (rig, link) = Rig.fresh()
            _ = rig.startSession(on: link, version: 1, protocolVersion: nil)
            func version1(_ name: String) -> [UInt8] {
                let text = Array("{\"request\":{\"name\":\"\(name)\",\"correlationID\":3,\"parameters\":{}}}".utf8)
                return [0x11, 7, 0, 1] + big(text.count) + text
            }
            let answers = [
                ("RegisterAppInterface", "RegisterAppInterface", "UNSUPPORTED_VERSION"), ("GetWayPoints", nil, nil),
                ("UnregisterAppInterface", "RegisterAppInterfaceID", "VEHICLE_DATA_NOT_AVAILABLE"),
            ]
            for (name, answer, code) in answers {
                _ = rig.takeHeard(link)
                rig.send(version1(name), on: link)
                #expect((rig.frames[link] ?? []).map(\.version) == (answer == nil ? [] : [1]))
                let texts = rig.payloads.removeValue(forKey: link) ?? []
                #expect(texts.map(\.last) == (answer == nil ? [] : [0]))
                guard let text = texts.first else { continue }
                let response = (try? JSONValue(parsing: text.dropLast()))?["response"]
                #expect(response?["name"]?.stringValue == answer)
                #expect(response?["correlationID"] == 3)
                #expect(response?["parameters"]?["resultCode"]?.stringValue == code)
                #expect(response?["parameters"]?["success"] == false)
            }
        },
        Row("F27", "head unit limited to protocol 2, 3, 4: long answers, heartbeat") { _, _ in
            for limit in [UInt8(2), 3, 4] {
                var (rig, link) = Rig.fresh { $0.connection.maximumVersion = ProtocolVersion(UInt16(limit), 0, 0) }
                let session = rig.startSession(on: link, version: limit, protocolVersion: nil)
                rig.request("RegisterAppInterface", Rig.registration(), session: session, on: link, version: limit)
                let frames = rig.frames[link] ?? []
                #expect(frames.contains { $0.type == .first } == (limit == 2))
                #expect(frames.map(\.dataSize).max() ?? 0 <= (limit == 2 ? 1_488 : 131_072))
                #expect(rig.log(link).first == "RegisterAppInterface SUCCESS/true")
                rig.control(.heartbeat, version: limit, service: .control, session: session, on: link)
                #expect(rig.log(link).count == (limit == 2 ? 0 : 1))
            }
        },
        Row("F28", "MaximumPayloadSize 2000") { _, _ in
            var (rig, link) = Rig.fresh { $0.connection.setMaximumPayloadSize(2_000) }
            rig.control(.startService, protocolVersion: "5.4.1", on: link)
            guard case .control(_, .startServiceACK, let told) = rig.takeHeard(link).first else {
                Issue.record("no answer")
                return
            }
            #expect(told?["mtu"] == .int64(2_000))
            rig.request("RegisterAppInterface", Rig.registration(), on: link)
            #expect((rig.frames[link] ?? []).map(\.dataSize).max() == 2_000)
            #expect(rig.log(link).first == "RegisterAppInterface SUCCESS/true")
            rig.request(
                "GetWayPoints", "{\"wayPointType\":\"ALL\",\"x\":\"\(String(repeating: "x", count: 3_000))\"}", on: link
            )
            #expect(rig.log(link) == [])
            rig.request("ListFiles", on: link)
            #expect(rig.log(link) == ["ListFiles SUCCESS/true +spaceAvailable"])
        },
        Row("F29", "frames of another version than the session's") { rig, app in
            for version in UInt8(2)...4 {
                rig.request("ListFiles", on: app, version: version)
                #expect(rig.frames[app]?.map(\.version) == [5])
                _ = rig.log(app)
            }
            rig.disconnect(app)
            let old = rig.connect()
            let session = rig.startSession(on: old, version: 3, protocolVersion: nil)
            rig.request("RegisterAppInterface", Rig.registration(), session: session, on: old, version: 3)
            #expect(Set((rig.frames[old] ?? []).map(\.version)) == [3])
            _ = rig.log(old)
            rig.request("UnregisterAppInterface", on: old, version: 3)
            #expect(rig.frames[old]?.map(\.version) == [5])
        },
    ]
}
