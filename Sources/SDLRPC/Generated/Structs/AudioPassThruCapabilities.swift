// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A form in which sound is captured or played.
///
/// Since RPC 2.0.
public struct AudioPassThruCapabilities: RPCStructure {
    /// How often it is sampled.
    public var samplingRate: SamplingRate

    /// The size of a sample.
    public var bitsPerSample: BitsPerSample

    /// The coding.
    public var audioType: AudioType

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(samplingRate: SamplingRate, bitsPerSample: BitsPerSample, audioType: AudioType) {
        self.samplingRate = samplingRate
        self.bitsPerSample = bitsPerSample
        self.audioType = audioType
    }

    private static let keys: [StaticString] = ["audioType", "bitsPerSample", "samplingRate"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.audioType = try decoder.required("audioType", &members, EnumCodec(AudioType.self))
        self.bitsPerSample = try decoder.required("bitsPerSample", &members, EnumCodec(BitsPerSample.self))
        self.samplingRate = try decoder.required("samplingRate", &members, EnumCodec(SamplingRate.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("audioType", audioType)
        writer.member("bitsPerSample", bitsPerSample)
        writer.member("samplingRate", samplingRate)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
