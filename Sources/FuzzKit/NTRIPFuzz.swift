internal import GNSS
internal import Positioning
internal import RTCM
internal import Transport

/// Replies of a caster → the client: no input may trap, hang, lead elsewhere when it is cut elsewhere, or bring the login
/// into an error.
///
/// The first byte of the input chooses the size of the pieces, the second what kind of client there is.
public enum NTRIPFuzz: FuzzTarget {
    /// What went wrong with the reply; `nil` if all is well.
    public static func finding(in input: [UInt8]) -> String? {
        guard input.count >= 2 else { return nil }
        let bytes = Array(input.dropFirst(2))
        let whole = run(bytes, step: max(1, bytes.count), kind: input[1])
        guard whole == run(bytes, step: Int(input[0] >> 2) + 1, kind: input[1]) else {
            return "the outcome depends on the cut"
        }
        for state in whole.states where input[1] & 16 != 0 {
            switch state {
            case .failed(let failure), .backingOff(let failure, _), .fallingBack(let failure, _):
                if failure.description.contains("SECRET") { return "an error shows the login" }
            default: continue
            }
        }
        return nil
    }

    private struct Outcome: Equatable {
        var states: [NTRIPState] = []
        var frames: [RTCMFrame] = []
        var bytes: [UInt8] = []
        var tables: [SourceTable] = []
    }

    private static func run(_ bytes: [UInt8], step: Int, kind: UInt8) -> Outcome {
        let login = kind & 16 == 0 ? nil : NTRIPCredentials(user: "user", password: "SECRET")
        guard let address = try? NTRIPAddress(host: "h", credentials: login, mountpoint: kind & 1 == 0 ? "M" : "")
        else {
            return Outcome()
        }
        var configuration = NTRIPConfiguration(address)
        configuration.retry.jitter = 0
        if kind & 2 != 0 { configuration.payload = .any }
        if kind & 4 != 0 { configuration.proxy = NTRIPProxy(host: "p", port: 1) }
        if kind & 8 != 0 { configuration.version = .only(.one) }
        var machine = NTRIPClientMachine(configuration, utcAtZero: UTCTime(nanosecondsSince1970: 0))
        var outcome = Outcome()
        func take(_ actions: [NTRIPClientMachine.Action]) {
            for action in actions {
                switch action {
                case .state(let state): outcome.states.append(state)
                case .frames(let frames): outcome.frames += frames
                case .bytes(let bytes): outcome.bytes += bytes
                case .table(let table): outcome.tables.append(table)
                case .connect, .secure, .send, .sendPosition, .close: break
                }
            }
        }
        take(machine.start(now: .zero))
        take(machine.connected(now: .zero))
        for start in stride(from: 0, to: bytes.count, by: step) {
            take(machine.received(Array(bytes[start..<min(start + step, bytes.count)]), now: .zero))
        }
        // A second for what is held back, then the end.
        take(machine.advance(to: .seconds(1)))
        take(machine.closed(.endOfStream, now: .seconds(1)))
        _ = machine.currentStatus
        _ = machine.deadline(now: .seconds(1))
        return outcome
    }
}
