import SDLProtocol
import TestKit
import Testing

@Suite("Head unit: heartbeats, floods, malformed input")
struct ModuleTimeTests {
    private func heartbeat(_ version: UInt8 = 5, session: UInt8 = 1) -> Frame {
        Frame(control: .heartbeat, version: version, service: .control, sessionID: session, messageID: 77)
    }

    @Test("an app that never sent a heartbeat is never asked")
    func neverStarted() {
        var harness = ModuleHarness.withSession()
        #expect(harness.connection.nextDeadline == nil)
        #expect(harness.passTime(to: .seconds(1000)).isEmpty)
    }

    @Test("after the first heartbeat silence is asked about, then ends the session; any frame starts the time again")
    func watch() {
        var harness = ModuleHarness.withSession()
        let answer = harness.receive(heartbeat()).sentFrames
        #expect(answer.map(\.header.controlInfo) == [.heartbeatACK])
        #expect(answer.first?.header.messageID == 77)
        #expect(harness.connection.nextDeadline == .seconds(7))
        harness.now = .seconds(5)
        _ = harness.receive(.data(.single, request().encode()))
        #expect(harness.connection.nextDeadline == .seconds(12))
        #expect(harness.passTime(to: .milliseconds(11_999)).isEmpty)
        #expect(harness.passTime(to: .seconds(12)).sentFrames.map(\.header.controlInfo) == [.heartbeat])
        harness.now = .seconds(13)
        _ = harness.receive(Frame(control: .heartbeatACK, version: 5, service: .control, sessionID: 1))
        #expect(harness.connection.nextDeadline == .seconds(20))
        #expect(harness.passTime(to: .seconds(20)).sentFrames.map(\.header.controlInfo) == [.heartbeat])
        let end = harness.passTime(to: .seconds(27))
        #expect(end.sentFrames.map(\.header.controlInfo) == [.endService])
        #expect(end.ends == [.heartbeatLost])
        #expect(harness.connection.nextDeadline == nil)
    }

    @Test(
        "heartbeats are answered from version 3 on, by session and by frame",
        arguments: [
            (2, 2, false), (4, 2, false), (4, 3, true), (4, 4, true), (5, 3, true), (5, 5, true), (5, 1, false),
        ] as [(UInt16, UInt8, Bool)])
    func versions(_ session: UInt16, _ frame: UInt8, _ isAnswered: Bool) {
        var configuration = ModuleConnection.Configuration.predictable
        configuration.maximumVersion = session == 5 ? .core : ProtocolVersion(session, 0, 0)
        var harness = ModuleHarness.withSession(configuration)
        let answers = harness.receive(heartbeat(frame)).sentFrames
        #expect(answers.map(\.header.version) == (isAnswered ? [frame] : []))
    }

    @Test("with the timeout 0 heartbeats are answered and nobody is watched")
    func disabled() {
        var configuration = ModuleConnection.Configuration.core
        configuration.heartbeatTimeout = .zero
        var harness = ModuleHarness.withSession(configuration)
        #expect(harness.receive(heartbeat()).sentFrames.count == 1)
        #expect(harness.connection.nextDeadline == nil)
    }

    @Test("heartbeats of strangers are not answered")
    func strangers() {
        var harness = ModuleHarness.withSession()
        #expect(harness.receive(heartbeat(session: 9), heartbeat(session: 0)).isEmpty)
    }

    // MARK: - Floods

    @Test(
        "the 1001st frame within a second ends the session, not the connection",
        arguments: [
            ModuleConnection.Configuration.predictable, .core,
        ])
    func flood(_ configuration: ModuleConnection.Configuration) {
        var harness = ModuleHarness.withSession(configuration)
        let frames = [UInt8]((0..<1000).map { _ in heartbeat().encode() }.joined())
        #expect(harness.receive(frames).sentFrames.count == 1000)
        harness.now = .milliseconds(999)
        let last = harness.receive(heartbeat())
        #expect(last.sentFrames.map(\.header.controlInfo) == [.endService])
        #expect(last.ends == [.flood])
        #expect(harness.receive(heartbeat()).isEmpty)
        #expect(harness.start().sentFrames.map(\.header.sessionID) == [1])
    }

    @Test("a thousand frames a second for many seconds are fine")
    func justBelow() {
        var harness = ModuleHarness.withSession()
        for step in 0..<40 {
            harness.now = .milliseconds(100 * step)
            let frames = [UInt8]((0..<100).map { _ in heartbeat().encode() }.joined())
            #expect(harness.receive(frames).sentFrames.count == 100)
        }
        #expect(harness.connection.sessionIDs == [1])
    }

    @Test("frames of audio and video are not counted")
    func mediaIsFree() {
        var harness = ModuleHarness.withSession()
        _ = harness.receive(Frame(control: .startService, version: 5, service: .audio, sessionID: 1))
        _ = harness.connection.acceptService(session: 1, service: .audio, sessions: &harness.registry)
        let sound = Frame.data(.single, service: .audio, [1]).encode()
        let events = harness.receive([UInt8]((0..<3000).map { _ in sound }.joined()))
        #expect(events.count == 3000)
        #expect(events.ends.isEmpty)
    }

    @Test("a flood without a session closes the connection, a flood for a stranger is dropped")
    func floodWithoutSession() {
        var harness = ModuleHarness.withSession()
        let stranger = [UInt8](
            (0..<1500).map { _ in Frame.data(.single, session: 9, request().encode()).encode() }.joined())
        let events = harness.receive(stranger)
        #expect(events.messages.count == 1000)
        #expect(events.faults.count == 500)
        let nobody = [UInt8](
            (0..<1500).map { _ in Frame.data(.single, session: 0, request().encode()).encode() }.joined())
        let closing = harness.receive(nobody)
        #expect(closing.messages.count == 999)  // StartService counts too
        #expect(closing.suffix(2) == [.sessionEnded(session: 1, .flood), .close(.flood)])
        #expect(harness.receive(nobody).isEmpty)
        #expect(harness.connection.send(request(), session: 1, version: 5, sessions: &harness.registry).isEmpty)
    }

    @Test("limits can be lifted")
    func noLimits() {
        var configuration = ModuleConnection.Configuration.predictable
        configuration.frameLimit = .none
        configuration.malformedLimit = .none
        var harness = ModuleHarness.withSession(configuration)
        let frames = [UInt8]((0..<3000).map { _ in [0xFF] + heartbeat().encode() }.joined())
        let events = harness.receive(frames)
        #expect(events.sentFrames.count == 3000)
        #expect(events.faults.count == 3000)
    }

    @Test("the eleventh malformed run within a second closes the connection without a word")
    func malformed() {
        var harness = ModuleHarness.withSession()
        let bad = [0xFF] + heartbeat().encode()
        for step in 0..<10 {
            harness.now = .milliseconds(99 * step)
            #expect(harness.receive(bad).sentFrames.count == 1)
        }
        harness.now = .milliseconds(999)
        let events = harness.receive(bad)
        #expect(
            events == [
                .fault(.malformed(.version(15))), .sessionEnded(session: 1, .malformedFlood),
                .close(.malformedFlood),
            ])
        #expect(harness.connection.nextDeadline == nil)
    }

    @Test("ten malformed runs in each second are borne")
    func malformedBelow() {
        var harness = ModuleHarness.withSession()
        for step in 0..<50 {
            harness.now = .milliseconds(100 * step)
            #expect(harness.receive([0xFF] + heartbeat().encode()).sentFrames.count == 1)
        }
    }

    @Test("with the limit 0 malformed input is never too much, with 1 the second run closes")
    func malformedOne() {
        var configuration = ModuleConnection.Configuration.predictable
        configuration.malformedLimit = FrequencyLimit(count: 1, window: .seconds(1))
        var harness = ModuleHarness.withSession(configuration)
        #expect(harness.receive([0xFF] + heartbeat().encode()).sentFrames.count == 1)
        #expect(harness.receive([0xFF] + heartbeat().encode()).last == .close(.malformedFlood))
    }
}
