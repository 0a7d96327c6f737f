import GNSS
import Positioning
import RTCM
import Transport

/// Replies of a caster → the client: no input may trap, hang, or lead elsewhere when it is cut elsewhere.
///
/// The first byte of the input chooses the size of the pieces, the second what kind of client there is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNTRIP(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    // libFuzzer hands over `count` bytes that live during the call.
    let input = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    guard input.count >= 2 else { return 0 }
    let bytes = Array(input.dropFirst(2))
    let whole = run(bytes, step: max(1, bytes.count), kind: input[1])
    let cut = run(bytes, step: Int(input[0] >> 2) + 1, kind: input[1])
    precondition(whole == cut, "the outcome depends on the cut")
    return 0
}

private struct Outcome: Equatable {
    var states: [NTRIPState] = []
    var frames: [RTCMFrame] = []
    var bytes: [UInt8] = []
    var tables: [SourceTable] = []
}

private func run(_ bytes: [UInt8], step: Int, kind: UInt8) -> Outcome {
    let login = kind & 16 == 0 ? nil : NTRIPCredentials(user: "user", password: "SECRET")
    guard let address = try? NTRIPAddress(host: "h", credentials: login, mountpoint: kind & 1 == 0 ? "M" : "") else {
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
    if login != nil {
        for state in outcome.states {
            if case .failed(let failure) = state { precondition(!failure.description.contains("SECRET"), "a secret") }
            if case .backingOff(let failure, _) = state {
                precondition(!failure.description.contains("SECRET"), "a secret")
            }
        }
    }
    _ = machine.currentStatus
    _ = machine.deadline(now: .seconds(1))
    return outcome
}
