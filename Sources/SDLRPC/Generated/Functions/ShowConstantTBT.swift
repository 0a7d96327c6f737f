// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Shows the next turn, time and distance while guidance goes on.
///
/// Since RPC 2.0.
public struct ShowConstantTBT: RPCRequest {
    /// The message that answers it.
    public typealias Response = ShowConstantTBTResponse

    /// The function.
    public static let functionID = FunctionID.showConstantTBT

    /// The first line.
    ///
    /// 0 to 500 characters; since RPC 2.0.
    public var navigationText1: String?

    /// The second line.
    ///
    /// 0 to 500 characters; since RPC 2.0.
    public var navigationText2: String?

    /// When the destination is reached, as a text.
    ///
    /// 0 to 500 characters; since RPC 2.0.
    public var eta: String?

    /// How long it takes, as a text.
    ///
    /// 0 to 500 characters; since RPC 3.0.
    public var timeToDestination: String?

    /// How far it is, as a text.
    ///
    /// 0 to 500 characters; since RPC 2.0.
    public var totalDistance: String?

    /// An image of the turn.
    ///
    /// Since RPC 2.0.
    public var turnIcon: Image?

    /// An image of the turn after it.
    ///
    /// Since RPC 3.0.
    public var nextTurnIcon: Image?

    /// How far the turn is, in metres.
    ///
    /// 0 to 1000000000; since RPC 2.0.
    public var distanceToManeuver: Double?

    /// The distance in metres between the last turn and this one, to scale a bar by.
    ///
    /// 0 to 1000000000; since RPC 2.0.
    public var distanceToManeuverScale: Double?

    /// Whether the turn was taken.
    ///
    /// Since RPC 2.0.
    public var maneuverComplete: Bool?

    /// The soft buttons.
    ///
    /// 0 to 3 elements; since RPC 2.0.
    public var softButtons: [SoftButton]?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        navigationText1: String? = nil,
        navigationText2: String? = nil,
        eta: String? = nil,
        timeToDestination: String? = nil,
        totalDistance: String? = nil,
        turnIcon: Image? = nil,
        nextTurnIcon: Image? = nil,
        distanceToManeuver: Double? = nil,
        distanceToManeuverScale: Double? = nil,
        maneuverComplete: Bool? = nil,
        softButtons: [SoftButton]? = nil
    ) {
        self.navigationText1 = navigationText1
        self.navigationText2 = navigationText2
        self.eta = eta
        self.timeToDestination = timeToDestination
        self.totalDistance = totalDistance
        self.turnIcon = turnIcon
        self.nextTurnIcon = nextTurnIcon
        self.distanceToManeuver = distanceToManeuver
        self.distanceToManeuverScale = distanceToManeuverScale
        self.maneuverComplete = maneuverComplete
        self.softButtons = softButtons
    }

    private static let keys: [StaticString] = [
        "distanceToManeuver", "distanceToManeuverScale", "eta", "maneuverComplete", "navigationText1",
        "navigationText2", "nextTurnIcon", "softButtons", "timeToDestination", "totalDistance", "turnIcon",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.distanceToManeuver = decoder.optional("distanceToManeuver", &members, FloatCodec(0.0...1000000000.0))
        self.distanceToManeuverScale = decoder.optional("distanceToManeuverScale", &members, FloatCodec(0.0...1000000000.0))
        self.eta = decoder.optional("eta", &members, TextCodec(0...500))
        self.maneuverComplete = decoder.optional("maneuverComplete", &members, BooleanCodec())
        self.navigationText1 = decoder.optional("navigationText1", &members, TextCodec(0...500))
        self.navigationText2 = decoder.optional("navigationText2", &members, TextCodec(0...500))
        self.nextTurnIcon = decoder.optional("nextTurnIcon", &members, StructCodec(Image.self))
        self.softButtons = decoder.optional("softButtons", &members, ListCodec(StructCodec(SoftButton.self), 0...3))
        self.timeToDestination = decoder.optional("timeToDestination", &members, TextCodec(0...500))
        self.totalDistance = decoder.optional("totalDistance", &members, TextCodec(0...500))
        self.turnIcon = decoder.optional("turnIcon", &members, StructCodec(Image.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("distanceToManeuver", distanceToManeuver)
        writer.member("distanceToManeuverScale", distanceToManeuverScale)
        writer.member("eta", eta)
        writer.member("maneuverComplete", maneuverComplete)
        writer.member("navigationText1", navigationText1)
        writer.member("navigationText2", navigationText2)
        writer.member("nextTurnIcon", nextTurnIcon)
        writer.member("softButtons", softButtons)
        writer.member("timeToDestination", timeToDestination)
        writer.member("totalDistance", totalDistance)
        writer.member("turnIcon", turnIcon)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer.
///
/// Since RPC 2.0.
public struct ShowConstantTBTResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.showConstantTBT

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `INVALID_DATA`, `OUT_OF_MEMORY`, `TOO_MANY_PENDING_REQUESTS`,
    /// `APPLICATION_NOT_REGISTERED`, `GENERIC_ERROR`, `REJECTED`, `DISALLOWED`, `UNSUPPORTED_REQUEST`,
    /// `UNSUPPORTED_RESOURCE`.
    public var resultCode: ResultCode

    /// More about the result, for people.
    ///
    /// 1 to 1000 characters.
    public var info: String?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(success: Bool, resultCode: ResultCode, info: String? = nil) {
        self.success = success
        self.resultCode = resultCode
        self.info = info
    }

    private static let keys: [StaticString] = ["info", "resultCode", "success"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.info = decoder.optional("info", &members, TextCodec(1...1000))
        self.resultCode = try decoder.required("resultCode", &members, EnumCodec(ResultCode.self))
        self.success = try decoder.required("success", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("info", info)
        writer.member("resultCode", resultCode)
        writer.member("success", success)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
