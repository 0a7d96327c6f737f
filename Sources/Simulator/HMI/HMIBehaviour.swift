internal import Formats
public import HeadUnit

/// How an HMI answers one method otherwise than well and at once.
public struct HMIBehaviour: Hashable, Sendable {
    /// It never answers.
    public var isSilent: Bool
    /// How late it answers.
    public var delay: Duration
    /// It asks for so much time first (BasicCommunication.OnResetTimeout).
    public var resetPeriod: Duration?
    /// What it answers; `nil` for what it would answer anyway.
    public var answer: HMIAnswer?

    /// Makes a behaviour.
    public init(
        isSilent: Bool = false, delay: Duration = .zero, resetPeriod: Duration? = nil, answer: HMIAnswer? = nil
    ) {
        self.isSilent = isSilent
        self.delay = delay
        self.resetPeriod = resetPeriod
        self.answer = answer
    }

    init(_ reader: MockModuleReader, name: String) throws(MockModuleError) {
        try reader.allow(["silent", "milliseconds", "resetTimeout", "result", "message", "answer"])
        self.init(
            isSilent: try reader.optionalFlag("silent") ?? false,
            delay: .milliseconds(try reader.optionalInteger("milliseconds", in: 0...600_000) ?? 0),
            resetPeriod: try reader.optionalInteger("resetTimeout", in: 1...1_000_000).map { .milliseconds($0) })
        let message = try reader.optionalText("message")
        if let result = try reader.optionalText("result") {
            guard let code = (0...26).first(where: { HMIResult(code: $0)?.name == result }) else {
                let known = (0...26).compactMap { HMIResult(code: $0)?.name }.joined(separator: ", ")
                throw reader.error("result", "one of \(known), not \(result)")
            }
            answer = code == 0 ? nil : .error(code: code, message: message)
        } else if message != nil {
            throw reader.error("message", "a result beside it")
        }
        if let raw = reader.value("answer") {
            guard raw["result"] != nil || raw["error"] != nil else {
                throw reader.error("answer", "an object with result or error, as in JSON-RPC")
            }
            answer = .raw(raw)
        }
    }
}
