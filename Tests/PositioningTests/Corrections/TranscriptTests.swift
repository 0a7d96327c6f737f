import Formats
import GNSS
import RTCM
import TestKit
import Testing

@testable import Positioning

@Suite("Recorded dialogues", .timeLimit(.minutes(1)), .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
struct TranscriptTests {
    struct Dialogue: Sendable, CustomTestStringConvertible {
        let file: String
        let connections: [JSONValue]
        var testDescription: String { file }

        static let all: [Dialogue] = {
            guard let bytes = try? SharedData.bytes("vectors/ntrip/transcripts.json"),
                let files = (try? JSONValue(parsing: bytes))?.objectValue
            else { return [] }
            return files.sorted { $0.key < $1.key }.map {
                Dialogue(file: $0.key, connections: $0.value.arrayValue ?? [])
            }
        }()
    }

    @Test("Every dialogue has its outcome, as recorded and byte by byte", arguments: Dialogue.all)
    func outcomes(dialogue: Dialogue) throws {
        let recorded = try RecordedConnection.all(in: "vectors/ntrip/\(dialogue.file)")
        try #require(recorded.count >= dialogue.connections.count)
        for (connection, expected) in zip(recorded, dialogue.connections) {
            switch expected["kind"]?.stringValue {
            case "push": try checkPush(connection, expected)
            case "proxy-connect": try checkTunnel(connection)
            default: try checkRover(connection, expected)
            }
        }
    }

    private func checkRover(_ connection: RecordedConnection, _ expected: JSONValue) throws {
        let pieces = connection.lines.compactMap { line in if case .server(let bytes) = line { bytes } else { nil } }
        let closes = expected["closed_by_caster"] == true
        #expect(connection.isClosedByServer || !closes)
        for pieces in [pieces, connection.serverBytes.map { [$0] }] {
            var conclusion = Conclusion()
            conclusion.feed(pieces, closes: closes)
            let result = expected["result"]?.stringValue
            #expect(conclusion.result == (result == "no-reply" ? nil : result))
            if let version = expected["version"]?.whole { #expect(conclusion.version == version) }
            if let chunked = expected["chunked"] { #expect(conclusion.isChunked == (chunked == true)) }
            if let count = expected["frames_in_capture"]?.whole {
                var framer = RTCMFramer()
                let frames = framer.append(conclusion.data)
                #expect(frames.count == count)
                if count > 0 { #expect((frames.first?.offset == 0) == (expected["starts_on_frame"] == true)) }
            }
        }
        if let count = expected["gga_upstream"]?.whole {
            var reader = CasterRequestReader()
            var positions = 0
            for event in reader.append(connection.clientBytes) {
                switch event {
                case .request(let request): positions += request.position == nil ? 0 : 1
                case .position: positions += 1
                case .invalid, .upload: break
                }
            }
            #expect(positions == count)
        }
    }

    private func checkTunnel(_ connection: RecordedConnection) throws {
        var configuration = NTRIPConfiguration(try NTRIPAddress(parsing: "ntrip://user:pass@127.0.0.1:5201/BASE1"))
        configuration.proxy = NTRIPProxy(host: "127.0.0.1", port: 8899)
        var machine = NTRIPClientMachine(configuration, utcAtZero: .init(nanosecondsSince1970: 0))
        #expect(machine.start(now: .zero) == [.state(.connecting), .connect(host: "127.0.0.1", port: 8899)])
        let connect = machine.connected(now: .zero)
        guard case .send(let bytes)? = connect.first else {
            Issue.record("no CONNECT")
            return
        }
        #expect(
            String(decoding: bytes, as: UTF8.self).hasPrefix(
                "CONNECT 127.0.0.1:5201 HTTP/1.1\r\nHost: 127.0.0.1:5201\r\n"))
        var frames = 0
        for case .server(let bytes) in connection.lines {
            for action in machine.received(bytes, now: .seconds(1)) {
                if case .frames(let found) = action { frames += found.count }
            }
        }
        #expect(machine.state == .streaming)
        #expect(frames > 0)
        #expect(machine.status.version == .one)
    }

    /// The side of a base is not ours to speak, but the caster for tests reads and answers it.
    private func checkPush(_ connection: RecordedConnection, _ expected: JSONValue) throws {
        var reader = CasterRequestReader()
        let uploads = reader.append(connection.clientBytes).compactMap { event in
            if case .upload(let upload) = event { upload } else { nil }
        }
        #expect(uploads.first?.mountpoint.isEmpty == false)
        let accepted = expected["accepted"] == true
        let reply = String(decoding: connection.serverBytes.prefix(5), as: UTF8.self)
        #expect(reply.hasPrefix("OK") || reply.hasPrefix("ICY") == accepted)
        #expect(reply.hasPrefix("ERROR") == !accepted)
    }
}
