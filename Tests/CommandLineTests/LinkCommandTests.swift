import FoundationEssentials
import Glibc
import SDLProtocol
import Simulator
import TestKit
import Testing
import Transport
import Web

@Suite("Protected and other links on the command line", .timeLimit(.minutes(1)))
struct LinkCommandTests {
    private static func withCertificates(_ work: (String) async throws -> Void) async throws {
        let folder = "/tmp/waypoint-certificates-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (status, lines) = try await Program.run("certificates", folder)
        #expect(status == 0 && lines.count == 11)
        try await work(folder)
    }

    @Test("an app with a certificate of the authority reads waypoints that may only travel encrypted")
    func protected() async throws {
        try await Self.withCertificates { folder in
            let unit = try Program([
                "serve", "--module", "encryption-required", "--route", "demo", "--port", "0", "--authorities",
                "\(folder)/authority.pem", "--certificate", "\(folder)/head-unit.pem", "--key",
                "\(folder)/head-unit.key",
            ])
            let first = try #require(try await unit.next())
            let address = String(first.dropFirst("listening on ".count))
            func app(_ name: String, _ more: [String] = []) async throws -> (status: Int32, lines: [String]) {
                let program = try Program(
                    [
                        "app", "--connect", address, "--once", "--json", "--certificate", "\(folder)/\(name).pem",
                        "--key", "\(folder)/\(name).key",
                    ] + more, withErrors: true)
                let lines = try await program.rest()
                return (await program.wait(), lines)
            }
            let good = try await app("app", ["--authorities", "\(folder)/authority.pem", "--encrypt"])
            #expect(good.status == 0, "\(good.lines)")
            #expect(good.lines.contains { $0.contains("\"event\":\"wayPoints\"") && $0.contains("Central Station") })
            for name in ["app-expired", "app-self-signed", "app-of-a-stranger"] {
                let bad = try await app(name)
                #expect(bad.status != 0)
                #expect(bad.lines.contains { $0.contains("ertificate") }, "\(bad.lines)")
            }
            unit.interrupt()
            _ = try await unit.rest()
            #expect(await unit.wait() == 0)
        }
    }

    @Test("keys belong to the user alone, also where a file that all may read was there before")
    func privateKeys() async throws {
        func modes(_ folder: String) throws -> [String: mode_t] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".key") }
            return names.reduce(into: [:]) { modes, name in
                var info = stat()
                if unsafe stat("\(folder)/\(name)", &info) == 0 { modes[name] = info.st_mode & 0o777 }
            }
        }
        try await Self.withCertificates { folder in
            let first = try modes(folder)
            #expect(first.count == 5 && first.values.allSatisfy { $0 == 0o600 }, "\(first)")
            #expect(unsafe chmod("\(folder)/app.key", 0o644) == 0)
            #expect(try modes(folder)["app.key"] == 0o644)
            #expect(try await Program.run("certificates", folder).status == 0)
            #expect(try modes(folder) == first)
        }
    }

    @Test("keys without certificates, missing files and the like are wrong usage, in words")
    func usage() async throws {
        for (arguments, word) in [
            (["serve", "--key", "a.key"], "--certificate"), (["serve", "--tls", "1.3"], "--authorities"),
            (["serve", "--authorities", "/nowhere.pem"], "/nowhere.pem"), (["serve", "--tls", "1.1"], "1.2 or 1.3"),
            (["app", "--authorities", "a.pem"], "--certificate"), (["app", "--encrypt"], "--certificate"),
            (["app", "--certificate", "/nowhere.pem", "--key", "/nowhere.key"], "/nowhere.pem"),
            (["certificates"], "FOLDER"), (["certificates", "/nowhere"], "/nowhere"),
        ] {
            let program = try Program(arguments, withErrors: true)
            let lines = try await program.rest()
            #expect(await program.wait() == 2, "\(arguments)")
            #expect(lines.first?.contains(word) == true, "\(arguments): \(lines)")
        }
    }

    @Test("a module file names certificates beside it")
    func moduleFile() async throws {
        try await Self.withCertificates { folder in
            let module = """
                {"extends": "modern", "name": "secure", "description": "Protected.",
                 "security": {"authorities": "authority.pem", "certificate": "head-unit.pem", "key": "head-unit.key",
                              "tls": "1.3"}}
                """
            try Data(module.utf8).write(to: URL(filePath: "\(folder)/secure.json"))
            let unit = try Program(["serve", "--module", "\(folder)/secure.json", "--port", "0"])
            #expect(try await unit.next()?.hasPrefix("listening on ") == true)
            unit.interrupt()
            _ = try await unit.rest()
            #expect(await unit.wait() == 0)
            for (key, expectation) in [
                ("\"authorities\": \"none.pem\"", "none.pem"), ("\"tls\": \"1.2\"", "authorities"),
                ("\"authorities\": \"authority.pem\", \"key\": \"app.key\"", "certificate and key together"),
                ("\"authorities\": \"authority.pem\", \"tls\": \"2\"", "1.2, 1.3"),
            ] {
                let text = "{\"extends\": \"modern\", \"name\": \"x\", \"description\": \"y\", \"security\": {\(key)}}"
                try Data(text.utf8).write(to: URL(filePath: "\(folder)/bad.json"))
                let (status, lines) = try await Program.run("serve", "--module", "\(folder)/bad.json", "--port", "0")
                #expect(status == 2)
                #expect(lines.first?.contains(expectation) == true, "\(lines)")
            }
        }
    }

    @Test("serve tells where apps connect by WebSocket, and answers there")
    func webSocket() async throws {
        let unit = try Program(["serve", "--port", "0", "--ws-port", "0"])
        #expect(try await unit.next()?.hasPrefix("listening on ") == true)
        let line = try #require(try await unit.next())
        #expect(line.hasPrefix("websocket ws://127.0.0.1:") && line.hasSuffix("/"))
        let client = try await WebSocketClient.connect(
            to: try WebSocketAddress(parsing: String(line.dropFirst("websocket ".count))))
        let (messages, message) = AsyncStream.makeStream(of: WebMessage.self)
        client.socket.start(onMessage: { message.yield($0) }, onClosure: { _ in message.finish() })
        let start = Frame(
            control: .startService, version: 1, service: .rpc, sessionID: 0,
            payload: ControlPayload.StartService(protocolVersion: .newest).encode())
        client.socket.send(.binary(start.encode()))
        for await answer in messages {
            #expect(answer.bytes.starts(with: [0x50, 0x07, 0x02, 0x01]))
            break
        }
        await client.stop()
        unit.interrupt()
        _ = try await unit.rest()
        #expect(await unit.wait() == 0)
    }
}
