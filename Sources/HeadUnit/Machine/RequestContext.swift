internal import Formats
internal import SDLProtocol

/// A request on its way through the head unit: whom to answer, and about what.
struct RequestContext: Hashable, Sendable {
    let key: AppKey
    let functionID: UInt32
    let name: String
    let correlationID: Int32
    /// Whether it came encrypted; then its answer goes out encrypted, too.
    var isEncrypted = false
    /// Lines of the schema's report about values that were ignored.
    var warnings: [String] = []
    /// The registration among whose open requests the correlation id stands; `nil` while it stands nowhere.
    var registration: Int?
}

/// A request that passed the first checks, until it is started.
struct QueuedRequest: Sendable {
    static let registerAppInterface: UInt32 = 1

    var context: RequestContext
    var parameters: JSONValue
    var bulk: [UInt8]
    /// The protocol version of its frames.
    var version: UInt8
    /// Whether its session existed when it came.
    var isKnownSession: Bool

    var isRegistration: Bool { context.functionID == Self.registerAppInterface }
}

/// What a response says beside its members.
struct Outcome: Hashable {
    var resultCode: String
    var isSuccess: Bool
    /// `nil` leaves the member out; an empty text is sent.
    var info: String?

    static let success = Outcome(resultCode: "SUCCESS", isSuccess: true)

    static func failure(_ resultCode: String, info: String? = nil) -> Outcome {
        Outcome(resultCode: resultCode, isSuccess: false, info: info)
    }

    init(resultCode: String, isSuccess: Bool, info: String? = nil) {
        self.resultCode = resultCode
        self.isSuccess = isSuccess
        self.info = info
    }

    init(_ answer: JudgedAnswer) {
        self.init(resultCode: answer.resultCode, isSuccess: answer.isSuccess, info: answer.info)
    }
}
