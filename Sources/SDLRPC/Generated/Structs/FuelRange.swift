// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A store of fuel and how far it reaches.
///
/// Since RPC 5.0.
public struct FuelRange: RPCStructure {
    /// The fuel.
    public var type: FuelType?

    /// The range in kilometres.
    ///
    /// 0 to 10000.
    public var range: Double?

    /// The level in percent.
    ///
    /// -6 to 1000000; since RPC 7.0.
    public var level: Double?

    /// The level in words.
    ///
    /// Since RPC 7.0.
    public var levelState: ComponentVolumeStatus?

    /// The size of the store.
    ///
    /// 0 to 1000000; since RPC 7.0.
    public var capacity: Double?

    /// The unit of the size.
    ///
    /// Since RPC 7.0.
    public var capacityUnit: CapacityUnit?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        type: FuelType? = nil,
        range: Double? = nil,
        level: Double? = nil,
        levelState: ComponentVolumeStatus? = nil,
        capacity: Double? = nil,
        capacityUnit: CapacityUnit? = nil
    ) {
        self.type = type
        self.range = range
        self.level = level
        self.levelState = levelState
        self.capacity = capacity
        self.capacityUnit = capacityUnit
    }

    private static let keys: [StaticString] = ["capacity", "capacityUnit", "level", "levelState", "range", "type"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.capacity = decoder.optional("capacity", &members, FloatCodec(0.0...1000000.0))
        self.capacityUnit = decoder.optional("capacityUnit", &members, EnumCodec(CapacityUnit.self))
        self.level = decoder.optional("level", &members, FloatCodec(-6.0...1000000.0))
        self.levelState = decoder.optional("levelState", &members, EnumCodec(ComponentVolumeStatus.self))
        self.range = decoder.optional("range", &members, FloatCodec(0.0...10000.0))
        self.type = decoder.optional("type", &members, EnumCodec(FuelType.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("capacity", capacity)
        writer.member("capacityUnit", capacityUnit)
        writer.member("level", level)
        writer.member("levelState", levelState)
        writer.member("range", range)
        writer.member("type", type)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
