public import Formats

/// Something that goes wrong between a head unit and its apps.
///
/// A fault applies to one RPC or to all, to one app or to all, the first times or always. The head unit itself stays
/// honest: faults change what is on the wire, and the last two kinds come from the inside as a real HMI would cause
/// them.
public struct Fault: Hashable, Sendable {
    /// What goes wrong; Docs/faults.md says what each looks like on the wire.
    public enum Kind: Hashable, Sendable {
        /// Messages come late: by `delay`, and by up to `jitter` more.
        case latency(delay: Duration, jitter: Duration)
        /// A response never comes; with a notification as the RPC, that notification never comes.
        case noAnswer
        /// A response has another result code.
        case resultCode(String, success: Bool, info: String?)
        /// A response carries the correlation id of another request.
        case wrongCorrelationID(offset: Int32)
        /// A message comes more than once.
        case duplicate(copies: Int)
        /// A response is replaced by GenericResponse.
        case genericResponse(String)
        /// A response waits until a notification has overtaken it, at most so long.
        case notificationFirst(wait: Duration)
        /// A frame ends early, so that what follows is taken for its end.
        case truncate(bytes: Int)
        /// Bytes of a frame are changed, in its header or behind it.
        case corrupt(bytes: Int, inHeader: Bool)
        /// Frames are written in pieces.
        case splitWrites(bytes: Int, gap: Duration)
        /// The connection is cut after so many messages of both sides.
        case disconnect(afterMessages: Int)
        /// The connection stays open and carries nothing any more.
        case halfOpen
        /// The head unit reads slowly.
        case slowReader(bytesPerSecond: Int)
        /// The head unit writes slowly.
        case slowWriter(bytesPerSecond: Int)
        /// StartService is refused.
        case nak(service: UInt8?, reason: String?, rejectedParams: [String])
        /// An object is laid over the body of a message: unknown fields, unknown values of enums.
        case members(JSONValue)
        /// The app is told OnAppInterfaceUnregistered for that reason, and is gone.
        case unregister(reason: String, after: Duration)
        /// The app is brought to the front and sent away again and again.
        case levelFlapping(every: Duration)
    }

    /// Names the fault; a second one of the same name replaces the first.
    public var id: String
    /// What goes wrong.
    public var kind: Kind
    /// The name of the RPC, such as `GetWayPoints`; `nil` for all.
    public var rpc: String?
    /// Name, id or full id of the app, in any case; `nil` for all.
    public var app: String?
    /// How often it goes wrong; `nil` for always.
    public var times: Int?
    /// How often it goes well first.
    public var skip: Int
    /// How likely it is to go wrong each time, above 0 to 1.
    public var probability: Double
    /// The beginning of its chance: the same seed and traffic give the same faults.
    public var seed: UInt64

    /// Makes a fault.
    public init(
        id: String, _ kind: Kind, rpc: String? = nil, app: String? = nil, times: Int? = nil, skip: Int = 0,
        probability: Double = 1, seed: UInt64 = 1
    ) {
        self.id = id
        self.kind = kind
        self.rpc = rpc
        self.app = app
        self.times = times
        self.skip = skip
        self.probability = probability
        self.seed = seed
    }

    /// Whether the fault changes messages one by one, and can so be kept to one RPC.
    var concernsMessages: Bool {
        switch kind {
        case .latency, .noAnswer, .resultCode, .wrongCorrelationID, .duplicate, .genericResponse, .notificationFirst,
            .truncate, .corrupt, .members:
            true
        case .splitWrites, .disconnect, .halfOpen, .slowReader, .slowWriter, .nak, .unregister, .levelFlapping:
            false
        }
    }

    /// Whether a member that says how often and how likely the fault happens has a meaning for it.
    func heeds(_ key: String) -> Bool {
        switch kind {
        case .splitWrites, .disconnect, .halfOpen, .slowReader, .slowWriter: false
        case .unregister, .levelFlapping: key == "times"
        case .latency, .noAnswer, .resultCode, .wrongCorrelationID, .duplicate, .genericResponse, .notificationFirst,
            .truncate, .corrupt, .members, .nak:
            true
        }
    }

    /// Whether the fault is about responses where no RPC is named.
    var concernsResponses: Bool {
        switch kind {
        case .noAnswer, .resultCode, .wrongCorrelationID, .duplicate, .genericResponse, .notificationFirst, .members:
            true
        case .latency, .truncate, .corrupt, .splitWrites, .disconnect, .halfOpen, .slowReader, .slowWriter, .nak,
            .unregister, .levelFlapping:
            false
        }
    }

    /// Whether the fault only makes sense for responses, whatever RPC is named.
    var needsResponse: Bool {
        switch kind {
        case .resultCode, .wrongCorrelationID, .genericResponse, .notificationFirst: true
        case .latency, .noAnswer, .duplicate, .members, .truncate, .corrupt, .splitWrites, .disconnect, .halfOpen,
            .slowReader, .slowWriter, .nak, .unregister, .levelFlapping:
            false
        }
    }
}
