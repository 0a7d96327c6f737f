import Formats
import SDLProtocol
import TestKit
import Transport

extension Soak {
    /// What an app does when its time has come.
    func act(_ app: SoakApp, _ now: Duration) {
        guard app.stream != nil else {
            app.nextAct = now + .milliseconds(Int64.random(in: 200...2_000, using: &random))
            return connect(app)
        }
        app.nextAct = now + .milliseconds(Int64.random(in: 200...3_000, using: &random))
        if app.kind == .malformed { return sendRubbish(app, now) }
        guard app.session?.stage == .running else {
            // A registration that was refused, because the former session was not gone yet.
            if app.session?.stage == .registering, app.session?.pending.isEmpty == true {
                app.refusals += 1
                note("refused registrations")
                if app.refusals > 5 { violation("\(app.name) (\(app.kind.rawValue)) is refused again and again") }
                disconnect(app)
            }
            return
        }
        app.refusals = 0
        if let leaves = app.leavesAt, leaves <= now { return leave(app, now) }
        switch app.kind {
        case .steady, .reconnecting:
            ask(app, now)
        case .slow:
            ask(app, now)
            if Int.random(in: 0..<4, using: &random) == 0 {
                app.stream?.setReading(false)
                app.readsAt = now + .milliseconds(Int64.random(in: 500...4_000, using: &random))
                note("pauses of slow apps")
            }
        case .misbehaving:
            misbehave(app, now)
        case .malformed:
            break
        }
    }

    private func ask(_ app: SoakApp, _ now: Duration) {
        note("requests")
        let bytes = app.session?.request("GetWayPoints", ["wayPointType": "ALL"], now: now)
        app.stream?.write(bytes ?? [])
    }

    /// Goes, in each of the ways.
    private func leave(_ app: SoakApp, _ now: Duration) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            note("orderly ends")
            var bytes = app.session?.request("UnregisterAppInterface", now: now) ?? []
            bytes += app.session?.farewell() ?? []
            app.session?.end()
            app.stream?.write(bytes)
            disconnect(app)
        case 1:
            note("ends in the middle of a frame")
            let bytes = app.session?.request("GetWayPoints", ["wayPointType": "ALL"], now: now) ?? []
            app.stream?.write(Array(bytes.prefix(bytes.count / 2)))
            disconnect(app)
        case 2:
            note("lost links, resumed")
            disconnect(app, keepingHash: true)
        default:
            note("ends of the service alone")
            let bytes = app.session?.farewell() ?? []
            app.session?.end()
            app.stream?.write(bytes)
            disconnect(app)
        }
    }

    /// Keeps to the frames but not to the rules; each request still has one answer.
    private func misbehave(_ app: SoakApp, _ now: Duration) {
        note("misdeeds")
        var bytes: [UInt8] = []
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes = app.session?.request("SubscribeWayPoints", now: now) ?? []
        case 1: bytes = app.session?.request("GetWayPoints", ["wayPointType": "NOWHERE"], now: now) ?? []
        case 2: bytes = app.session?.request("GetWayPoints", now: now) ?? []
        case 3: bytes = app.session?.request("an unknown function", functionID: 0x7123, now: now) ?? []
        case 4:
            for _ in 0..<20 {
                bytes += app.session?.request("GetWayPoints", ["wayPointType": "DESTINATION"], now: now) ?? []
            }
        case 5: bytes = app.session?.request("SendLocation", ["longitudeDegrees": 999], now: now) ?? []
        default:
            bytes = app.session?.request("RegisterAppInterface", app.registration, now: now) ?? []
        }
        app.stream?.write(bytes)
    }

    /// Bytes that are no SDL, or hardly.
    private func sendRubbish(_ app: SoakApp, _ now: Duration) {
        if let leaves = app.leavesAt, leaves <= now { return disconnect(app) }
        note("pieces of rubbish")
        let bytes: [UInt8] =
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                (0..<Int.random(in: 1...3_000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            case 1: [0x51, 0x07, 0x00, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1]
            case 2: Array(SoakSession(registration: app.registration, wantsPosition: false).opening().dropLast(3))
            case 3: Array("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
            case 4:
                Frame(control: .endService, version: 5, service: .rpc, sessionID: 99, payload: [1, 2, 3, 4]).encode()
            default:
                (0..<200).flatMap { _ in
                    Frame(control: .heartbeat, version: 5, service: .control, sessionID: 200, payload: []).encode()
                }
            }
        app.stream?.write(bytes)
    }
}
