internal import Formats
internal import SDLProtocol

/// A way through what a head unit does; rules look at what came of all of them.
struct HeadUnitWalk: Sendable {
    let name: String
    let needsRegistration: Bool
    let walk: @Sendable (isolated HeadUnitCheck) async throws(WireLink.Stop) -> Void

    init(
        _ name: String, needsRegistration: Bool = true,
        _ walk: @escaping @Sendable (isolated HeadUnitCheck) async throws(WireLink.Stop) -> Void
    ) {
        self.name = name
        self.needsRegistration = needsRegistration
        self.walk = walk
    }

    static let all: [HeadUnitWalk] = [
        HeadUnitWalk("handshake", needsRegistration: false) { check async throws(WireLink.Stop) in
            try await check.handshake()
        },
        HeadUnitWalk("versions", needsRegistration: false) { check async throws(WireLink.Stop) in
            try await check.versions()
        },
        HeadUnitWalk("registration", needsRegistration: false) { check async throws(WireLink.Stop) in
            try await check.registrations()
        },
        HeadUnitWalk("bad registrations") { check async throws(WireLink.Stop) in try await check.badRegistrations() },
        HeadUnitWalk("capabilities") { check async throws(WireLink.Stop) in try await check.capabilities() },
        HeadUnitWalk("requests") { check async throws(WireLink.Stop) in try await check.requests() },
        HeadUnitWalk("waypoints") { check async throws(WireLink.Stop) in try await check.wayPoints() },
        HeadUnitWalk("policy") { check async throws(WireLink.Stop) in try await check.policy() },
        HeadUnitWalk("several apps") { check async throws(WireLink.Stop) in try await check.severalApps() },
        HeadUnitWalk("vehicle data") { check async throws(WireLink.Stop) in try await check.vehicleData() },
        HeadUnitWalk("framing") { check async throws(WireLink.Stop) in try await check.framing() },
        HeadUnitWalk("farewell") { check async throws(WireLink.Stop) in try await check.farewell() },
        HeadUnitWalk("limits", needsRegistration: false) { check async throws(WireLink.Stop) in
            try await check.limits()
        },
    ]
}

// Walks before an app is registered.
extension HeadUnitCheck {
    func handshake() async throws(WireLink.Stop) {
        let link = try await open()
        guard let answer = await link.startService() else { throw await noHeadUnit(link) }
        guard answer.header.controlInfo == .startServiceACK else { throw .refused("StartService is refused") }
        protocolMajor = UInt16(answer.header.version)
        let version = await link.version
        let wantsPayload = version >= 5
        if protocolMajor >= 3 { answersHeartbeats = await link.control(.heartbeat, service: .control) != nil }
        for name in ["GetVehicleData", "UnregisterAppInterface"] {
            do throws(WireLink.Stop) {
                try await link.ask(name, name == "GetVehicleData" ? ["gps": true] : [:])
            } catch {
                guard case .silent = error else { throw error }
                skip("HU-REQ-005", reason: error.reason, on: link)
            }
        }
        let document: BSONDocument = ["protocolVersion": .string("5.4.1")]
        let payload = wantsPayload ? (try? document.encode()) ?? [] : []
        _ = await link.control(.startService, payload: payload)
        _ = await link.control(.startService, session: 99, payload: payload)
        _ = await link.control(.startService, service: .video, session: 0, within: pace.quiet)
        let wrong = ControlPayload.EndService(hashID: 0x1234_5678).encode(headerVersion: version)
        _ = await link.control(.endService, payload: wrong)
        if protocolMajor >= 3 { _ = await link.control(.heartbeat, service: .control) }
        _ = await link.control(.endService, service: .bulk)
        _ = await link.control(.endService, session: 98, payload: wrong, within: pace.quiet)
        await link.endService()
        await link.pause(pace.quiet)
    }

    /// What stands behind an address where no StartService is answered.
    private func noHeadUnit(_ link: WireLink) async -> WireLink.Stop {
        guard !Task.isCancelled else { return .refused("interrupted") }
        let first = await link.firstBytes
        if await link.hasMalformed || !first.isEmpty {
            let text = String(decoding: first.prefix(24).map { (0x20...0x7E).contains($0) ? $0 : 0x2E }, as: UTF8.self)
            return giveUp("this is no SDL head unit: it says \"\(text)\"")
        }
        if await link.isClosed { return giveUp("the link is closed as soon as StartService comes") }
        let seconds = pace.control.milliseconds / 1000
        return giveUp("StartService is not answered within \(max(seconds, 1)) s: this is no SDL head unit, or it hangs")
    }

    func versions() async throws(WireLink.Stop) {
        var ways: [(UInt8, String?)] = [(1, nil), (2, nil)]
        if protocolMajor >= 3 { ways.append((3, nil)) }
        if protocolMajor >= 4 { ways.append((4, nil)) }
        if protocolMajor >= 5 { ways += [(5, nil), (5, "5.4.0"), (1, "5.0.0"), (1, "4.0.0"), (5, "4.0.0")] }
        for (version, asked) in ways {
            let link = try await open()
            let answer = await link.startService(headerVersion: version, asked: asked)
            if answer?.header.controlInfo == .startServiceACK { await link.endService() }
            await link.close()
        }
    }

    func registrations() async throws(WireLink.Stop) {
        let link: WireLink
        do throws(WireLink.Stop) {
            link = try await openSession()
            try await register(on: link)
        } catch {
            refuseRest(for: error)
            throw error
        }
        let plain = plain
        try await link.ask(plain.name, plain.parameters)
        await bringToFull(link, name: options.appName, "policy")
        try await link.ask("RegisterAppInterface", registration())
        try await link.ask("UnregisterAppInterface")
        try await link.ask(plain.name, plain.parameters)
        try await register(on: link)
        try await leave(link)
    }

    func badRegistrations() async throws(WireLink.Stop) {
        let changes: [JSONValue] = [
            ["appID": .null], ["languageDesired": "XX-YY"], ["appName": .string(String(repeating: "a", count: 101))],
        ]
        for change in changes {
            let link = try await openSession()
            guard case .object(var members) = registration(), case .object(let wrong) = change else { continue }
            for (key, value) in wrong { members[key] = value.isNull ? nil : value }
            let answer = try await link.ask("RegisterAppInterface", .object(members))
            if answer.succeeded {
                try await leave(link)
                continue
            }
            let _: Bool? = await link.wait(pace.control) { $0.isClosed ? true : nil }
            await link.close()
        }
    }

    func framing() async throws(WireLink.Stop) {
        // Nonsense before the first frame.
        let noisy = try await open()
        await noisy.write([0xFF, 0xFF, 0x00, 0xF1])
        if await noisy.startService() != nil { await noisy.endService() }
        await noisy.close()

        // One byte at a time.
        let slow = try await open()
        let document: BSONDocument = ["protocolVersion": .string("5.4.1")]
        let start = Frame(
            control: .startService, version: 1, service: .rpc, sessionID: 0, payload: (try? document.encode()) ?? [])
        for byte in start.encode() { await slow.write([byte]) }
        let answer = await slow.wait(pace.control) { $0.controls.first }
        await slow.take(answer: answer)
        if answer?.header.controlInfo == .startServiceACK { await slow.endService() }
        await slow.close()

        // A bad header in a session, and a request in several frames.
        let link = try await openRegistered()
        let session = await link.session
        await link.write([0xF1, 0x07, 0x00, session, 0, 0, 0, 1, 0, 0, 0, 9])
        guard await isAlive(link) else { throw .silent("what comes behind a bad header") }
        let plain = plain
        let id = await link.freshID()
        let padded = plain.parameters.overlaidForWalk(["padding": .string(String(repeating: "x", count: 300))])
        let function = functionID(plain.name)
        await link.write(await link.frames(of: .request, function, padded.serialized(), id: id, limit: 128))
        _ = try await link.response(id, to: "\(plain.name) in several frames")
        try await leave(link)
        try await smallFrames()
    }

    /// A session in frames of version 2, which are small: what a registration tells takes several of them.
    private func smallFrames() async throws(WireLink.Stop) {
        let link = try await open()
        let answer = await link.startService(headerVersion: 2, asked: nil)
        guard answer?.header.controlInfo == .startServiceACK else {
            return skip("HU-FRM-003", reason: "no session of version 2, whose frames are small", on: link)
        }
        // What the head unit acknowledges may be more; it answers in the version that it is asked in.
        await link.pretend(version: 2)
        try await register(on: link)
        try await leave(link)
    }

    func limits() async throws(WireLink.Stop) {
        guard protocolMajor >= 3 else {
            return skip("limits", reason: "protocol \(protocolMajor) has no heartbeat to tell with")
        }
        let link = try await openSession()
        let session = await link.session
        let version = await link.version
        var bytes: [UInt8] = []
        for number in 0..<14 {
            bytes += [0xF1, 0x07, 0x00, session, 0, 0, 0, 1, 0, 0, 0, 9]
            bytes += Frame(
                control: .heartbeat, version: version, service: .control, sessionID: session,
                messageID: UInt32(100 + number)
            ).encode()
        }
        await link.write(bytes)
        let _: Bool? = await link.wait(pace.control + .milliseconds(20)) { $0.isClosed ? true : nil }
    }
}
