import SDLProtocol
import SDLRPC
import SDLSecurity
import Testing
import Transport

@testable import HeadUnit

@Suite("What a head unit wants encrypted", .timeLimit(.minutes(1)))
struct HeadUnitProtectionTests {
    static let all = "{\"wayPointType\":\"ALL\"}"
    let certificates: Certificates

    init() throws {
        certificates = try Certificates()
    }

    @Test("a request that needs encryption is refused in the clear and answered, encrypted, when it is")
    func requests() throws {
        var bench = try MachineBench(try certificates.headUnit())
        #expect(bench.register() == "SUCCESS")
        #expect(bench.request(.getWayPoints, Self.all) == "ENCRYPTION_NEEDED")
        try bench.protect(try certificates.app())
        try #require(bench.app.isProtected)
        #expect(bench.request(.getWayPoints, Self.all) == "ENCRYPTION_NEEDED")
        #expect(bench.request(.getWayPoints, Self.all, isEncrypted: true) == "SUCCESS, encrypted")
        #expect(bench.request(.listFiles) == "SUCCESS")
        #expect(bench.request(.listFiles, isEncrypted: true) == "SUCCESS, encrypted")
        // One frame of several in the clear makes the message one in the clear.
        let long = bench.longRequest()
        var frames = frames(in: try bench.app.sendProtected(encoded: long))
        try #require(frames.count == 3)
        var header = frames[2].header
        header.isEncrypted = false
        frames[2] = Frame(header: header, payload: Array(long[(16_384 - 29)...]))
        #expect(bench.outcome(of: frames.flatMap { $0.encode() }) == "ENCRYPTION_NEEDED")
    }

    @Test("a notification that needs encryption goes out encrypted, or not at all")
    func notifications() throws {
        var bench = try MachineBench(try certificates.headUnit())
        _ = bench.register()
        try bench.protect(try certificates.app())
        #expect(bench.request(.subscribeWayPoints, isEncrypted: true) == "SUCCESS, encrypted")
        bench.tellWayPoints()
        #expect(bench.notifications(.onWayPointChange) == [true])
        // The app gives up its keys; its subscription goes on.
        let fault = SecurityQuery(fault: .decryptionFailed).encode()
        let header = FrameHeader(version: 5, type: .single, service: .control, sessionID: 1, messageID: 70)
        bench.toModule(Frame(header: header, payload: fault).encode())
        bench.tellWayPoints()
        #expect(bench.notifications(.onWayPointChange) == [true])
    }

    @Test("what brings certificates and permissions is never demanded encrypted")
    func exemptions() throws {
        var bench = try MachineBench(try certificates.headUnit()) { configuration in
            for name in configuration.policy.groups.keys {
                configuration.policy.groups[name]?.isEncryptionRequired = true
            }
        }
        #expect(bench.register() == "SUCCESS")
        let file = "{\"syncFileName\":\"a\",\"fileType\":\"GRAPHIC_PNG\",\"length\":1,\"offset\":0}"
        #expect(bench.request(.putFile, file, bulk: [1]) == "SUCCESS")
        #expect(bench.request(.systemRequest, "{\"requestType\":\"HTTP\"}") != "ENCRYPTION_NEEDED")
        #expect(bench.request(.listFiles) == "ENCRYPTION_NEEDED")
        #expect(!bench.notifications(.onHMIStatus).isEmpty && !bench.notifications(.onPermissionsChange).isEmpty)
    }

    @Test("keys that were agreed on with one app are given up when another one registers on the session")
    func otherApp() throws {
        var bench = try MachineBench(try certificates.headUnit())
        _ = bench.register()
        try bench.protect(try certificates.app())
        // The same app may come back and go on.
        #expect(bench.request(.unregisterAppInterface, isEncrypted: true) == "SUCCESS, encrypted")
        #expect(bench.register() == "SUCCESS")
        #expect(bench.request(.getWayPoints, Self.all, isEncrypted: true) == "SUCCESS, encrypted")
        #expect(bench.request(.unregisterAppInterface) == "SUCCESS")
        let encrypted = try bench.app.sendProtected(encoded: bench.longRequest())
        #expect(bench.register("1234567") == "SUCCESS")
        #expect(!bench.app.isProtected)
        #expect(bench.frames.queries.last?.faultCode == .serviceNotProtected)
        #expect(bench.outcome(of: encrypted) == "silence")
        #expect(bench.request(.getWayPoints, Self.all) == "ENCRYPTION_NEEDED")
        // The certificate names the first app, so the second gets no keys by it.
        try bench.protect(try certificates.app())
        #expect(!bench.app.isProtected)
        #expect(bench.appEvents.failures.last?.code == .invalidCertificate)
        try bench.protect(try certificates.app(.otherApp))
        #expect(bench.request(.getWayPoints, Self.all, isEncrypted: true) == "SUCCESS, encrypted")
    }

    @Test("a service whose app is gone when the handshake is over is refused, and can be asked for again")
    func appGone() throws {
        for service in [ServiceType.rpc, .video] {
            var bench = try MachineBench(try certificates.headUnit())
            _ = bench.register(types: "NAVIGATION")
            let wish = Frame(
                header: FrameHeader(
                    version: 5, isEncrypted: true, type: .control, service: service, info: 1, sessionID: 1,
                    messageID: 60))
            // The app's side does not take the handshake up by itself here.
            var server = try certificates.app().makeChannel()
            let before = bench.frames.count
            bench.app = AppConnection()
            bench.toModule(wish.encode())
            let hello = try #require(bench.frames[before...].map { $0 }.queries.first)
            let request = RPCPayload(
                rpcType: .request, functionID: 2, correlationID: 50, json: Array("{}".utf8))
            bench.toModule(
                Frame(
                    header: FrameHeader(version: 5, type: .single, service: .rpc, sessionID: 1, messageID: 61),
                    payload: request.encode()
                ).encode())
            var bytes = try server.continueHandshake(hello.binary).reply
            for _ in 0..<4 where !bytes.isEmpty {
                let count = bench.frames.count
                let query = SecurityQuery(kind: .response, identifier: .handshake, binary: bytes)
                bench.toModule(
                    Frame(
                        header: FrameHeader(version: 5, type: .single, service: .control, sessionID: 1, messageID: 62),
                        payload: query.encode()
                    ).encode())
                let answer = bench.frames[count...].map { $0 }.queries.first?.binary ?? []
                bytes = answer.isEmpty ? [] : try server.continueHandshake(answer).reply
            }
            #expect(
                bench.frames.contains {
                    $0.header.controlInfo == .startServiceNAK && $0.header.service == service
                })
        }
    }

    @Test("a head unit like sdl_core that protects nothing says EndService before its refusal, and goes to NONE")
    func core() throws {
        var bench = try MachineBench(nil) { configuration in
            configuration.connection.faultPolicy = .asCore
        }
        _ = bench.register()
        let start = bench.frames.count
        try bench.protect(try certificates.app())
        let answers = bench.frames[start...].filter { $0.header.type == .control }
        #expect(answers.compactMap(\.header.controlInfo) == [.endService, .startServiceNAK])
        #expect(bench.appEvents.failures.map(\.reason) == ["System time provider is not ready"])
        #expect(bench.app.session != nil && !bench.isClosed)
        #expect(bench.machine.apps.values.first?.status.level == AppLevel.none)
    }

    @Test("a head unit like sdl_core believes only certificates that name the app by id and name")
    func namedApp() throws {
        for (isCore, name, isGood) in [(true, "Way App", true), (true, "Other", false), (false, "Other", true)] {
            var bench = try MachineBench(try certificates.headUnit()) { configuration in
                if isCore { configuration.connection.faultPolicy = .asCore }
            }
            #expect(bench.register(name: name) == "SUCCESS")
            try bench.protect(try certificates.app())
            #expect(bench.app.isProtected == isGood, "\(isCore) \(name)")
            #expect(bench.appEvents.failures.allSatisfy { $0.code == .invalidCertificate })
            #expect(bench.appEvents.failures.isEmpty == isGood)
        }
    }
}
