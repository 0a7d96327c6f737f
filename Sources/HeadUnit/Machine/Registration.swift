internal import Formats
internal import SDLSpec

/// The parameters of a RegisterAppInterface request that passed the schema.
struct Registration {
    let name: String
    let appID: String
    /// The id that tells apps apart, as the app wrote it: the full id where there is one.
    let writtenID: String
    /// The same in lower case, by which the policy table knows the app.
    let policyID: String
    let rpcVersion: RPCVersion
    let language: String
    let displayLanguage: String
    let isMedia: Bool
    var types: [String]
    let vrSynonyms: [String]
    let ttsTexts: [String]
    let ttsName: JSONValue?
    /// Whether the spoken name is made of files; an app that comes new has put none into the head unit yet.
    let isNamedByFiles: Bool
    let mediaName: String?
    let hash: String?
    private let texts: [String]

    init?(_ parameters: JSONValue) {
        guard let name = parameters["appName"]?.stringValue, let appID = parameters["appID"]?.stringValue,
            let version = RPCVersion(json: parameters["syncMsgVersion"]),
            let language = parameters["languageDesired"]?.stringValue,
            let displayLanguage = parameters["hmiDisplayLanguageDesired"]?.stringValue,
            let isMedia = parameters["isMediaApplication"]?.boolValue
        else { return nil }
        self.name = name
        self.appID = appID
        let fullAppID = parameters["fullAppID"]?.stringValue
        writtenID = fullAppID ?? appID
        policyID = writtenID.lowercased()
        rpcVersion = version
        self.language = language
        self.displayLanguage = displayLanguage
        self.isMedia = isMedia
        types = parameters["appHMIType"]?.arrayValue?.compactMap(\.stringValue) ?? []
        vrSynonyms = parameters["vrSynonyms"]?.arrayValue?.compactMap(\.stringValue) ?? []
        ttsName = parameters["ttsName"]
        ttsTexts = parameters["ttsName"]?.arrayValue?.compactMap { $0["text"]?.stringValue } ?? []
        isNamedByFiles = parameters["ttsName"]?.arrayValue?.contains { $0["type"] == "FILE" } ?? false
        mediaName = parameters["ngnMediaScreenAppName"]?.stringValue
        hash = parameters["hashID"]?.stringValue
        let device = (parameters["deviceInfo"]?.objectValue ?? [:]).values.compactMap(\.stringValue)
        texts =
            [name, appID] + [fullAppID, mediaName, hash].compactMap(\.self) + vrSynonyms + ttsTexts
            + device.filter { !$0.isEmpty }
    }

    /// Whether a name is taken on the device; case does not matter.
    func clashes(with names: NameClaims, on device: String) -> Bool {
        names.isTaken(.name, name, on: device) || names.isTaken(.synonym, name, on: device)
            || vrSynonyms.contains { names.isTaken(.name, $0, on: device) }
            || ttsTexts.contains { names.isTaken(.spoken, $0, on: device) }
    }

    /// What the app takes for itself on its device.
    func claims(on device: String) -> [NameClaims.Claim] {
        [NameClaims.Claim(.appID, policyID, on: device), NameClaims.Claim(.name, name, on: device)]
            + vrSynonyms.map { NameClaims.Claim(.synonym, $0, on: device) }
            + ttsTexts.map { NameClaims.Claim(.spoken, $0, on: device) }
    }

    /// Texts of blanks only, or with tabs and line breaks, are refused.
    var textsAreClean: Bool { texts.allSatisfy(\.isCleanText) }
}

extension String {
    /// Whether a head unit takes the text: not blank, without tabs and line breaks (real or written as two
    /// characters).
    var isCleanText: Bool {
        guard unicodeScalars.contains(where: { $0 != " " }) else { return false }
        return !unicodeScalars.contains { $0 == "\t" || $0 == "\n" } && !contains("\\n") && !contains("\\t")
    }
}

extension RPCVersion {
    init?(json: JSONValue?) {
        guard let major = json?["majorVersion"]?.intValue, let minor = json?["minorVersion"]?.intValue else {
            return nil
        }
        self.init(Int(clamping: major), Int(clamping: minor), Int(clamping: json?["patchVersion"]?.intValue ?? 0))
    }

    var json: JSONValue {
        [
            "majorVersion": .int(Int64(major)), "minorVersion": .int(Int64(minor)),
            "patchVersion": .int(Int64(patch)),
        ]
    }
}
