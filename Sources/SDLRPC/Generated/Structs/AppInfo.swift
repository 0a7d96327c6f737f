// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// How an app is known on its phone.
///
/// Since RPC 4.2.
public struct AppInfo: RPCStructure {
    /// The name shown there.
    ///
    /// 1 to 100 characters.
    public var appDisplayName: String

    /// The bundle or package name.
    ///
    /// 1 to 256 characters.
    public var appBundleID: String

    /// The app's own version.
    ///
    /// 1 to 256 characters.
    public var appVersion: String

    /// A file of the app's icon.
    ///
    /// 1 to 500 characters.
    public var appIcon: String?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(appDisplayName: String, appBundleID: String, appVersion: String, appIcon: String? = nil) {
        self.appDisplayName = appDisplayName
        self.appBundleID = appBundleID
        self.appVersion = appVersion
        self.appIcon = appIcon
    }

    private static let keys: [StaticString] = ["appBundleID", "appDisplayName", "appIcon", "appVersion"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.appBundleID = try decoder.required("appBundleID", &members, TextCodec(1...256))
        self.appDisplayName = try decoder.required("appDisplayName", &members, TextCodec(1...100))
        self.appIcon = decoder.optional("appIcon", &members, TextCodec(1...500))
        self.appVersion = try decoder.required("appVersion", &members, TextCodec(1...256))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("appBundleID", appBundleID)
        writer.member("appDisplayName", appDisplayName)
        writer.member("appIcon", appIcon)
        writer.member("appVersion", appVersion)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
