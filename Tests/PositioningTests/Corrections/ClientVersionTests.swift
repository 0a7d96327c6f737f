import GNSS
import Testing
import Transport

@testable import Positioning

/// Which version is asked for when a caster that has never worked refuses the other.
@Suite("The client's choice of version")
struct ClientVersionTests {
    private func machine(_ url: String = "ntrip://caster.example/BASE1") throws -> NTRIPClientMachine {
        var configuration = NTRIPConfiguration(try NTRIPAddress(parsing: url))
        configuration.retry.jitter = 0
        return NTRIPClientMachine(configuration, utcAtZero: .init(nanosecondsSince1970: 0))
    }

    /// Lets the connection that is waited for come; returns when that was and the version asked for.
    private func next(_ machine: inout NTRIPClientMachine, now: inout Duration) throws -> (wait: Duration, line: String)
    {
        let deadline = try #require(machine.deadline(now: now))
        let wait = deadline - now
        now = deadline
        #expect(machine.advance(to: now).contains(.connect(host: "caster.example", port: 2101)))
        let actions = machine.connected(now: now)
        let requests = actions.compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }
        let request = String(decoding: try #require(requests.first), as: UTF8.self)
        return (wait, String(request.prefix { $0 != "\r\n" }))
    }

    private func refuse(_ machine: inout NTRIPClientMachine, _ status: Int, now: Duration) {
        _ = machine.received(Array("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n".utf8), now: now)
    }

    @Test("Version 1 is asked for once version 2 is refused, no sooner than any retry", arguments: [400, 501, 505])
    func fallBack(status: Int) throws {
        for url in ["ntrip://caster.example/BASE1", "ntrip://caster.example/"] {
            var machine = try machine(url)
            var now = Duration.zero
            _ = machine.start(now: now)
            _ = machine.connected(now: now)
            refuse(&machine, status, now: now)
            guard case .fallingBack(let failure, let wait) = machine.state else {
                Issue.record("\(machine.state)")
                continue
            }
            #expect(failure.kind == .versionNotSupported)
            #expect(wait == .seconds(10))
            let second = try next(&machine, now: &now)
            #expect(second.wait == .seconds(10))
            #expect(second.line.hasSuffix("HTTP/1.0"))
            if url.hasSuffix("/") {
                _ = machine.received(Array("SOURCETABLE 200 OK\r\n\r\nENDSOURCETABLE\r\n".utf8), now: now)
                #expect(machine.state == .finished)
            } else {
                _ = machine.received(Array("ICY 200 OK\r\n".utf8), now: now)
                #expect(machine.state == .waitingForData)
            }
        }
    }

    @Test("A caster that refuses both versions is left alone")
    func both() throws {
        var machine = try machine()
        var now = Duration.zero
        _ = machine.start(now: now)
        _ = machine.connected(now: now)
        refuse(&machine, 505, now: now)
        _ = try next(&machine, now: &now)
        refuse(&machine, 400, now: now)
        guard case .failed(let failure) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(failure.kind == .versionNotSupported)
    }

    @Test("A caster that was only away when it was first asked is asked in version 2 again")
    func away() throws {
        var machine = try machine()
        var now = Duration.zero
        _ = machine.start(now: now)
        _ = machine.connected(now: now)
        _ = machine.closed(.endOfStream, now: now)
        #expect(try next(&machine, now: &now).line.hasSuffix("HTTP/1.0"))
        // It is back, and speaks version 2 only.
        refuse(&machine, 505, now: now)
        let third = try next(&machine, now: &now)
        #expect(third.wait >= .seconds(10))
        #expect(third.line.hasSuffix("HTTP/1.1"))
        _ = machine.received(Array("HTTP/1.1 200 OK\r\nContent-Type: gnss/data\r\n\r\n".utf8), now: now)
        #expect(machine.state == .waitingForData)
    }

    @Test("Other refusals are no question of version", arguments: [401, 403, 404, 409, 503])
    func others(status: Int) throws {
        var machine = try machine()
        _ = machine.start(now: .zero)
        _ = machine.connected(now: .zero)
        refuse(&machine, status, now: .zero)
        if case .fallingBack = machine.state { Issue.record("\(status) is taken for a refusal of the version") }
        guard machine.deadline(now: .zero) != nil else { return }
        var now = Duration.zero
        #expect(try next(&machine, now: &now).line.hasSuffix("HTTP/1.1"))
    }

    @Test("A caster that has worked is asked in the version that it understood")
    func remembered() throws {
        var machine = try machine()
        var now = Duration.zero
        _ = machine.start(now: now)
        _ = machine.connected(now: now)
        refuse(&machine, 505, now: now)
        _ = try next(&machine, now: &now)
        _ = machine.received(Array("ICY 200 OK\r\n".utf8), now: now)
        _ = machine.closed(.endOfStream, now: now)
        #expect(try next(&machine, now: &now).line.hasSuffix("HTTP/1.0"))
        _ = machine.closed(.endOfStream, now: now)
        #expect(try next(&machine, now: &now).line.hasSuffix("HTTP/1.0"))
    }
}
