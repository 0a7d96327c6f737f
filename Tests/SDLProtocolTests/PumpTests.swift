import SDLProtocol
import TestKit
import Testing

/// Both machines against each other, without a line between them.
struct Pump {
    var app: AppConnection
    var module: ModuleHarness
    /// How the bytes travel: pieces of this size; 0: whole.
    let pieceSize: Int
    var appEvents: [AppConnection.Event] = []
    var moduleEvents: [ModuleConnection.Event] = []

    init(_ app: AppConnection.Configuration, _ module: ModuleConnection.Configuration, pieceSize: Int) {
        self.app = AppConnection(configuration: app)
        self.module = ModuleHarness(module)
        self.pieceSize = pieceSize
    }

    /// Carries out the app's events, and what follows from them, until nothing moves.
    mutating func carryOut(_ events: [AppConnection.Event]) {
        appEvents += events
        for case .send(let bytes) in events { toModule(bytes) }
    }

    mutating func carryOut(_ events: [ModuleConnection.Event]) {
        moduleEvents += events
        for case .send(let bytes) in events { toApp(bytes) }
    }

    mutating func toModule(_ bytes: [UInt8]) {
        for piece in cut(bytes) { carryOut(module.receive(piece)) }
    }

    mutating func toApp(_ bytes: [UInt8]) {
        for piece in cut(bytes) { carryOut(app.receive(piece, now: module.now)) }
    }

    private func cut(_ bytes: [UInt8]) -> [[UInt8]] {
        pieceSize == 0 ? [bytes] : Splits.every(pieceSize, bytes).pieces
    }
}

@Suite("Both machines against each other", .timeLimit(.minutes(1)))
struct PumpTests {
    static let versions: [(ProtocolVersion, ProtocolVersion)] = {
        let apps = [ProtocolVersion(5, 4, 1), ProtocolVersion(5, 0, 0), ProtocolVersion(4, 0, 0)]
        let modules = [
            ProtocolVersion.core, ProtocolVersion(5, 1, 0), ProtocolVersion(4, 0, 0), ProtocolVersion(3, 0, 0),
            ProtocolVersion(2, 0, 0),
        ]
        return apps.flatMap { app in modules.map { (app, $0) } }
    }()

    @Test("a whole session, whole and byte by byte, in every pair of versions", arguments: versions, [0, 1, 5])
    func session(_ versions: (ProtocolVersion, ProtocolVersion), _ pieceSize: Int) throws {
        for var configuration in [ModuleConnection.Configuration.predictable, .core] {
            configuration.maximumVersion = versions.1
            configuration.hashRule = .generated { 0xFEDC_BA98 }
            var pump = Pump(.init(version: versions.0), configuration, pieceSize: pieceSize)
            pump.carryOut(pump.app.start(now: .zero))
            let session = try #require(pump.app.session)
            #expect(session.version == pump.module.connection.version(of: session.id))
            let lowest = min(versions.0.major, versions.1.major)
            #expect(session.version.major == lowest)

            pump.toModule(try pump.app.send(request(45, 1)))
            #expect(pump.moduleEvents.messages.map(\.content) == [.rpc(request(45, 1))])
            #expect(pump.moduleEvents.messages.first?.headerVersion == UInt8(lowest))
            let answer = RPCPayload(
                rpcType: .response, functionID: 45, correlationID: 1, json: [UInt8](repeating: 0x20, count: 6000))
            pump.toApp(
                pump.module.connection.send(
                    answer, session: session.id, version: session.headerVersion, sessions: &pump.module.registry))
            #expect(pump.appEvents.messages.map(\.content) == [.rpc(answer)])

            if lowest >= 3 {
                let heartbeat = Frame(
                    control: .heartbeat, version: UInt8(lowest), service: .control, sessionID: session.id)
                pump.toModule(heartbeat.encode())
                pump.module.now = .seconds(7)
                pump.carryOut(pump.module.passTime(to: .seconds(7)))
                #expect(pump.module.connection.nextDeadline == .seconds(14))  // the app has answered
            }
            pump.carryOut(pump.app.end(now: .seconds(8)))
            #expect(pump.appEvents.suffix(2) == [.ended(.acknowledged), .close])
            #expect(pump.moduleEvents.ends == [.endService])
            #expect(pump.moduleEvents.faults.isEmpty)
        }
    }

    @Test("an end by the head unit reaches the app, with the words behind it")
    func endedByModule() throws {
        var pump = Pump(.init(), .core, pieceSize: 1)
        pump.carryOut(pump.app.start(now: .zero))
        pump.toApp(pump.module.connection.endService(session: 1, sessions: &pump.module.registry))
        let word = RPCPayload(rpcType: .notification, functionID: 32_770, correlationID: -1, json: Array("{}".utf8))
        pump.toApp(pump.module.connection.send(word, session: 1, version: 5, sessions: &pump.module.registry))
        #expect(pump.appEvents.contains(.ended(.endedByModule)))
        #expect(pump.appEvents.messages.map(\.content) == [.rpc(word)])
        // The app's EndServiceACK found no session: no answer, no harm.
        #expect(pump.moduleEvents.sentFrames.count == 1)
    }
}
