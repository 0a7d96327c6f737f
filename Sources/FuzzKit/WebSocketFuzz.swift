import Formats
import HeadUnit
import Web
import WebLinks

/// Messages of WebSockets: JSON-RPC of a core, SDL frames, and the URLs that are dialled.
///
/// The first byte chooses among them. Messages of a core are cut at zero bytes.
public enum WebSocketFuzz: FuzzTarget {
    /// What went wrong; `nil` if all is well.
    public static func finding(in input: [UInt8]) -> String? {
        var choice = Choice(input)
        let kind = choice.byte()
        switch kind % 4 {
        case 0, 1: return coreFinding(choice.remaining, answers: kind >> 2)
        case 2: return frameFinding(choice.remaining)
        default: return addressFinding(choice.remaining)
        }
    }

    // MARK: - The core's messages

    private static func coreFinding(_ stream: [UInt8], answers: UInt8) -> String? {
        var machine = CoreLinkMachine()
        var questions = machine.opened().count
        // Half of the runs begin with a link that is ready.
        if answers & 1 == 0 {
            var id: Int64 = 0
            while questions > 0 {
                questions -= 1
                id += 1
                let answer = JSONValue.object(["id": .int(id), "result": "OK"])
                questions += machine.received(answer.serialized()).filter(\.isQuestion).count
            }
        }
        for message in stream.split(separator: 0, maxSplits: 32) {
            let request = try? JSONValue(parsing: Array(message))
            for action in machine.received(Array(message)) {
                switch action {
                case .send(let sent):
                    if let finding = formFinding(sent) { return finding }
                case .ask(let asked):
                    guard request?["id"]?.intValue == Int64(asked.id) else { return "core: another id than asked" }
                    for answer in Self.answers(to: asked, answers) {
                        for case .send(let sent) in machine.hmiAnswered(asked, answer) {
                            if let finding = formFinding(sent) { return finding }
                            guard sent["id"]?.intValue == Int64(asked.id) else { return "core: an answer to nobody" }
                        }
                    }
                case .tell, .ready, .fault, .give:
                    break
                }
            }
            guard machine.openCount <= CoreLinkMachine.openLimit else { return "core: too much is open" }
        }
        return nil
    }

    private static func answers(to request: HMIRequest, _ switches: UInt8) -> [HMIAnswer] {
        switch switches % 4 {
        case 0: [.success()]
        case 1: [.error(code: Int(switches), message: nil), .success()]
        case 2: [.result(code: 21, members: request.parameters?.objectValue ?? [:])]
        default: []
        }
    }

    private static func formFinding(_ sent: JSONValue) -> String? {
        guard sent["jsonrpc"] == "2.0", (try? JSONValue(parsing: sent.serialized())) == sent else {
            return "core: a message that is no JSON-RPC"
        }
        let isAnswer = sent["result"] != nil || sent["error"] != nil
        return isAnswer == (sent["method"] == nil) ? nil : "core: question and answer in one"
    }

    // MARK: - Frames and URLs

    private static func frameFinding(_ bytes: [UInt8]) -> String? {
        var start = 0
        while let end = FrameMessageStream.endOfFrame(in: bytes, from: start) {
            guard end > start, end <= bytes.count else { return "frames: an end that is none" }
            start = end
        }
        return nil
    }

    private static func addressFinding(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let address = try? WebSocketAddress(parsing: text) else { return nil }
        return (try? WebSocketAddress(parsing: "\(address)")) == address ? nil : "URL: another one when read again"
    }
}

extension CoreLinkMachine.Action {
    fileprivate var isQuestion: Bool {
        if case .send(let message) = self { message["id"] != nil } else { false }
    }
}
