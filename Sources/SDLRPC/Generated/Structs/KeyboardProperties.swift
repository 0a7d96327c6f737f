// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// How the keyboard on the screen shall be.
///
/// Since RPC 3.0.
public struct KeyboardProperties: RPCStructure {
    /// Its language.
    public var language: Language?

    /// Its layout.
    public var keyboardLayout: KeyboardLayout?

    /// How the app hears of keys.
    public var keypressMode: KeypressMode?

    /// The only characters to offer.
    ///
    /// 1 to 100 elements; each 1 to 1 characters.
    public var limitedCharacterList: [String]?

    /// What to complete the input with.
    ///
    /// 1 to 1000 characters; since RPC 3.0; deprecated since RPC 6.0.
    public var autoCompleteText: String?

    /// Completions to offer, the best first.
    ///
    /// 0 to 100 elements; each 1 to 1000 characters; since RPC 6.0.
    public var autoCompleteList: [String]?

    /// Whether typed characters are hidden.
    ///
    /// Since RPC 7.1.
    public var maskInputCharacters: KeyboardInputMask?

    /// The keys an app may choose.
    ///
    /// 1 to 10 elements; each 1 to 1 characters; since RPC 7.1.
    public var customKeys: [String]?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        language: Language? = nil,
        keyboardLayout: KeyboardLayout? = nil,
        keypressMode: KeypressMode? = nil,
        limitedCharacterList: [String]? = nil,
        autoCompleteText: String? = nil,
        autoCompleteList: [String]? = nil,
        maskInputCharacters: KeyboardInputMask? = nil,
        customKeys: [String]? = nil
    ) {
        self.language = language
        self.keyboardLayout = keyboardLayout
        self.keypressMode = keypressMode
        self.limitedCharacterList = limitedCharacterList
        self.autoCompleteText = autoCompleteText
        self.autoCompleteList = autoCompleteList
        self.maskInputCharacters = maskInputCharacters
        self.customKeys = customKeys
    }

    private static let keys: [StaticString] = [
        "autoCompleteList", "autoCompleteText", "customKeys", "keyboardLayout", "keypressMode", "language",
        "limitedCharacterList", "maskInputCharacters",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.autoCompleteList = decoder.optional("autoCompleteList", &members, ListCodec(TextCodec(1...1000), 0...100))
        self.autoCompleteText = decoder.optional("autoCompleteText", &members, TextCodec(1...1000))
        self.customKeys = decoder.optional("customKeys", &members, ListCodec(TextCodec(1...1), 1...10))
        self.keyboardLayout = decoder.optional("keyboardLayout", &members, EnumCodec(KeyboardLayout.self))
        self.keypressMode = decoder.optional("keypressMode", &members, EnumCodec(KeypressMode.self))
        self.language = decoder.optional("language", &members, EnumCodec(Language.self))
        self.limitedCharacterList = decoder.optional("limitedCharacterList", &members, ListCodec(TextCodec(1...1), 1...100))
        self.maskInputCharacters = decoder.optional("maskInputCharacters", &members, EnumCodec(KeyboardInputMask.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("autoCompleteList", autoCompleteList)
        writer.member("autoCompleteText", autoCompleteText)
        writer.member("customKeys", customKeys)
        writer.member("keyboardLayout", keyboardLayout)
        writer.member("keypressMode", keypressMode)
        writer.member("language", language)
        writer.member("limitedCharacterList", limitedCharacterList)
        writer.member("maskInputCharacters", maskInputCharacters)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
