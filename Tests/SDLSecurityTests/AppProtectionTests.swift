import Formats
import SDLProtocol
import SDLRPC
import SDLSecurity
import Testing
import Transport

@testable import SDLApp

@Suite("What an app sends and believes encrypted", .timeLimit(.minutes(1)))
struct AppProtectionTests {
    static let wayPoints = ["GetWayPoints", "SubscribeWayPoints", "OnWayPointChange"]
    static let place: JSONValue = ["wayPoints": [["locationName": "Home"]]]
    let certificates: Certificates

    init() throws {
        certificates = try Certificates()
    }

    private func bench(_ change: (inout AppSession.Configuration) -> Void = { _ in }) throws -> AppBench {
        AppBench(try certificates.headUnit(), try certificates.app(), change)
    }

    // MARK: - What is believed

    @Test("a clear answer to an encrypted request is dropped, and the encrypted one is taken")
    func clearAnswers() throws {
        for other in [nil, FunctionID.genericResponse] {
            var bench = try bench()
            bench.demand(Self.wayPoints)
            try #require(bench.session.facts.protection == .active)
            bench.ask(.getWayPoints, 1)
            #expect(bench.requests.last?.isEncrypted == true)
            bench.answer(.getWayPoints, as: other)
            #expect(bench.outcomes(1) == [])
            #expect(bench.actions.contains(.fault(.unencrypted(function: (other ?? .getWayPoints).rawValue))))
            bench.answer(.getWayPoints, as: other, isEncrypted: true)
            #expect(bench.outcomes(1).count == 1)
            // What was asked in the clear is answered in either way.
            bench.ask(.listFiles, 2)
            bench.answer(.listFiles)
            #expect(bench.outcomes(2).count == 1)
        }
    }

    @Test("a clear notification that needs encryption is dropped while the service is protected; others are not")
    func clearNotifications() throws {
        var bench = try bench()
        bench.demand(Self.wayPoints + ["OnHMIStatus", "OnSystemRequest"])
        try #require(bench.session.facts.protection == .active)
        bench.notify(.onWayPointChange, Self.place)
        #expect(bench.session.facts.wayPoints == nil)
        #expect(bench.actions.contains(.fault(.unencrypted(function: FunctionID.onWayPointChange.rawValue))))
        bench.notify(.onWayPointChange, Self.place, isEncrypted: true)
        #expect(bench.session.facts.wayPoints?.count == 1)
        var status = AppBench.ScriptedStatus.full.objectValue ?? [:]
        status["hmiLevel"] = "LIMITED"
        bench.notify(.onHMIStatus, .object(status))
        #expect(bench.session.facts.hmiLevel == .limited)
    }

    @Test("functions that bring certificates and permissions need no encryption")
    func exemptions() throws {
        var bench = try bench()
        bench.demand(["PutFile", "SystemRequest", "OnPermissionsChange", "OnSystemRequest", "OnHMIStatus"])
        #expect(bench.session.facts.protection == .possible)
        bench.ask(.systemRequest, 1)
        #expect(bench.requests.last?.payload.functionID == FunctionID.systemRequest.rawValue)
        #expect(bench.requests.last?.isEncrypted == false)
    }

    // MARK: - Keys that the head unit gives up

    @Test("when the head unit has no keys any more, what was asked encrypted fails with the reason, at once")
    func lost() throws {
        for code in [SecurityErrorCode.serviceNotProtected, .decryptionFailed, .encryptionFailed, .sslInvalidData] {
            var bench = try bench()
            bench.demand(Self.wayPoints)
            bench.ask(.getWayPoints, 1)
            bench.ask(.listFiles, 2)
            let query = SecurityQuery(fault: code)
            let header = FrameHeader(version: 5, type: .single, service: .control, sessionID: 1, messageID: 70)
            bench.toApp(Frame(header: header, payload: query.encode()).encode())
            guard case .protectionFailed(let reason)? = bench.failure(1) else {
                Issue.record("\(bench.outcomes(1))")
                return
            }
            #expect(reason.contains(code.text))
            #expect(bench.outcomes(2) == [])
            bench.answer(.listFiles)
            #expect(bench.outcomes(2).count == 1)
            bench.ask(.getWayPoints, 3)
            #expect(bench.failure(3) == .protectionFailed(reason: reason))
        }
    }

    // MARK: - Requests that wait for the handshake

    @Test("requests wait for the protection and go out encrypted, in their order")
    func held() throws {
        var bench = try bench()
        bench.isSlow = true
        bench.demand(Self.wayPoints)
        bench.ask(.getWayPoints, 1)
        bench.ask(.subscribeWayPoints, 2)
        bench.ask(.listFiles, 3)
        #expect(bench.requests.dropFirst().map(\.payload.functionID) == [FunctionID.listFiles.rawValue])
        bench.goOn()
        #expect(
            bench.requests.suffix(2).map(\.payload.functionID) == [
                FunctionID.getWayPoints.rawValue, FunctionID.subscribeWayPoints.rawValue,
            ])
        #expect(bench.requests.suffix(2).allSatisfy { $0.isEncrypted })
        bench.answer(.getWayPoints)
        #expect(bench.outcomes(1) == [])
        bench.answer(.getWayPoints, isEncrypted: true)
        #expect(bench.outcomes(1).count == 1)
    }

    @Test("what expires or is given up while it waits is not sent")
    func expired() throws {
        var bench = try bench()
        bench.isSlow = true
        bench.demand(Self.wayPoints)
        bench.ask(.getWayPoints, 1, timeout: .seconds(2))
        bench.ask(.subscribeWayPoints, 2)
        let isGivenUp = bench.session.cancel(.caller(2))
        #expect(isGivenUp)
        bench.pass(.seconds(3))
        #expect(bench.failure(1) == .timedOut(.getWayPoints))
        let count = bench.requests.count
        bench.goOn()
        #expect(bench.session.facts.protection == .active && bench.requests.count == count)
    }

    @Test("no more wait than may be under way, and a refusal fails them all with its reason")
    func limit() throws {
        var bench = AppBench(nil, try certificates.app())
        bench.isSlow = true
        bench.demand(Self.wayPoints)
        for caller in 1...5 { bench.ask(.getWayPoints, UInt64(caller)) }
        #expect(bench.failure(5) == .tooManyPendingRequests)
        bench.goOn()
        for caller in 1...4 {
            #expect(bench.failure(UInt64(caller)) == .protectionFailed(reason: "no certificates"))
        }
    }

    @Test("after a failure protection is tried again when the permissions change, and not before")
    func again() throws {
        var bench = AppBench(nil, try certificates.app())
        bench.demand(Self.wayPoints)
        #expect(bench.session.facts.protection == .failed(reason: "no certificates"))
        bench.headUnit = try certificates.headUnit()
        bench.ask(.getWayPoints, 1)
        #expect(bench.failure(1) == .protectionFailed(reason: "no certificates"))
        bench.demand(Self.wayPoints)
        #expect(bench.session.facts.protection == .active)
        bench.ask(.getWayPoints, 2)
        #expect(bench.requests.last?.isEncrypted == true)
    }

    @Test("a handshake that hangs fails before the requests that wait for it, which hear why")
    func hangs() throws {
        var bench = try bench()
        bench.isSlow = true
        bench.demand(Self.wayPoints)
        bench.ask(.getWayPoints, 1)
        bench.pass(.seconds(13))
        #expect(bench.failure(1) == .protectionFailed(reason: "not finished in time"))
    }

    @Test("without a certificate a request that needs encryption is not sent")
    func withoutCertificate() throws {
        var bench = AppBench(try certificates.headUnit(), nil)
        bench.demand(Self.wayPoints)
        bench.ask(.getWayPoints, 1)
        #expect(bench.failure(1) == .encryptionRequired(.getWayPoints))
        #expect(bench.requests.count == 1)
    }

    @Test("in protocol 1, which knows no protection, a request that needs it fails with that reason")
    func firstProtocol() throws {
        var session = AppSession(
            configuration: AppSession.Configuration(
                registration: SDLConfiguration(appName: "a", fullAppID: "b", transport: .tcp()).registration(
                    hashID: nil),
                deadlines: .init(), pendingRequestLimit: 4, protection: try certificates.app()),
            now: .zero)
        _ = session.transportOpened(now: .zero)
        _ = session.received(
            Frame(control: .startServiceACK, version: 1, service: .rpc, sessionID: 7).encode(), now: .zero)
        for text in [
            #"{"response":{"name":"RegisterAppInterface","correlationID":1,"parameters":{"success":true,"resultCode":"SUCCESS"}}}"#,
            #"{"notification":{"name":"OnPermissionsChange","parameters":{"permissionItem":[{"rpcName":"GetWayPoints","#
                + #""requireEncryption":true,"hmiPermissions":{"allowed":["FULL"],"userDisallowed":[]},"#
                + #""parameterPermissions":{"allowed":[],"userDisallowed":[]}}]}}}"#,
        ] {
            let header = FrameHeader(version: 1, type: .single, service: .rpc, sessionID: 7, messageID: 0)
            _ = session.received(Frame(header: header, payload: Array(text.utf8)).encode(), now: .zero)
        }
        let actions = session.request(
            .getWayPoints, json: Array("{}".utf8), owner: .caller(1), timeout: .seconds(1), now: .zero)
        let outcomes = actions.compactMap { if case .answered(_, .failure(let error)) = $0 { error } else { nil } }
        #expect(outcomes == [.protectionFailed(reason: "protocol 1 knows no protection")])
        #expect(!actions.contains { if case .write = $0 { true } else { false } })
    }
}
