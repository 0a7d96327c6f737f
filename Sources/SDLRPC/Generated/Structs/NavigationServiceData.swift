// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What a NAVIGATION service knows of its route.
///
/// Since RPC 5.1.
public struct NavigationServiceData: RPCStructure {
    /// When it was so.
    public var timeStamp: DateTime

    /// Where the route began.
    public var origin: LocationDetails?

    /// Where it ends.
    public var destination: LocationDetails?

    /// When it ends.
    public var destinationETA: DateTime?

    /// The steps, in order.
    public var instructions: [NavigationInstruction]?

    /// When the next step is reached.
    public var nextInstructionETA: DateTime?

    /// How far the next step is from here.
    public var nextInstructionDistance: Double?

    /// The distance between the last step and the next, to scale a bar by.
    public var nextInstructionDistanceScale: Double?

    /// What to tell the driver.
    ///
    /// At least 1 characters.
    public var prompt: String?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        timeStamp: DateTime,
        origin: LocationDetails? = nil,
        destination: LocationDetails? = nil,
        destinationETA: DateTime? = nil,
        instructions: [NavigationInstruction]? = nil,
        nextInstructionETA: DateTime? = nil,
        nextInstructionDistance: Double? = nil,
        nextInstructionDistanceScale: Double? = nil,
        prompt: String? = nil
    ) {
        self.timeStamp = timeStamp
        self.origin = origin
        self.destination = destination
        self.destinationETA = destinationETA
        self.instructions = instructions
        self.nextInstructionETA = nextInstructionETA
        self.nextInstructionDistance = nextInstructionDistance
        self.nextInstructionDistanceScale = nextInstructionDistanceScale
        self.prompt = prompt
    }

    private static let keys: [StaticString] = [
        "destination", "destinationETA", "instructions", "nextInstructionDistance", "nextInstructionDistanceScale",
        "nextInstructionETA", "origin", "prompt", "timeStamp",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.destination = decoder.optional("destination", &members, StructCodec(LocationDetails.self))
        self.destinationETA = decoder.optional("destinationETA", &members, StructCodec(DateTime.self))
        self.instructions = decoder.optional("instructions", &members, ListCodec(StructCodec(NavigationInstruction.self), 0...Int.max))
        self.nextInstructionDistance = decoder.optional("nextInstructionDistance", &members, FloatCodec(-Double.infinity...Double.infinity))
        self.nextInstructionDistanceScale = decoder.optional("nextInstructionDistanceScale", &members, FloatCodec(-Double.infinity...Double.infinity))
        self.nextInstructionETA = decoder.optional("nextInstructionETA", &members, StructCodec(DateTime.self))
        self.origin = decoder.optional("origin", &members, StructCodec(LocationDetails.self))
        self.prompt = decoder.optional("prompt", &members, TextCodec(1...Int.max))
        self.timeStamp = try decoder.required("timeStamp", &members, StructCodec(DateTime.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("destination", destination)
        writer.member("destinationETA", destinationETA)
        writer.member("instructions", instructions)
        writer.member("nextInstructionDistance", nextInstructionDistance)
        writer.member("nextInstructionDistanceScale", nextInstructionDistanceScale)
        writer.member("nextInstructionETA", nextInstructionETA)
        writer.member("origin", origin)
        writer.member("prompt", prompt)
        writer.member("timeStamp", timeStamp)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
