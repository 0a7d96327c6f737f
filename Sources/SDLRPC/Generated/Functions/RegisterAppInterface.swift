// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Registers an app; the first request of every session.
///
/// Since RPC 1.0.
public struct RegisterAppInterface: RPCRequest {
    /// The message that answers it.
    public typealias Response = RegisterAppInterfaceResponse

    /// The function.
    public static let functionID = FunctionID.registerAppInterface

    /// The highest version of the RPC spec that the sender understands; in the answer the version agreed on.
    ///
    /// Since RPC 1.0.
    public var syncMsgVersion: SyncMsgVersion

    /// The name shown to the driver.
    ///
    /// 1 to 100 characters; since RPC 1.0.
    public var appName: String

    /// The name as it is spoken.
    ///
    /// 1 to 100 elements; since RPC 2.0.
    public var ttsName: [TTSChunk]?

    /// A short name for small displays.
    ///
    /// 1 to 100 characters; since RPC 1.0.
    public var ngnMediaScreenAppName: String?

    /// What the driver may say to start the app.
    ///
    /// 1 to 100 elements; each 1 to 40 characters; since RPC 1.0.
    public var vrSynonyms: [String]?

    /// Whether the app plays media.
    ///
    /// Since RPC 1.0.
    public var isMediaApplication: Bool

    /// The language of voice that the app is ready for.
    ///
    /// Since RPC 1.0.
    public var languageDesired: Language

    /// The language of texts that the app is ready for.
    ///
    /// Since RPC 2.0.
    public var hmiDisplayLanguageDesired: Language

    /// What the app is for.
    ///
    /// 1 to 100 elements; since RPC 2.0.
    public var appHMIType: [AppHMIType]?

    /// The last OnHashChange of the session before, to get its data back.
    ///
    /// 1 to 100 characters; since RPC 3.0.
    public var hashID: String?

    /// The phone.
    ///
    /// Since RPC 3.0.
    public var deviceInfo: DeviceInfo?

    /// The app's id in the policy, in its short form.
    ///
    /// 1 to 100 characters; since RPC 2.0.
    public var appID: String

    /// The app's id in the policy, in its full form.
    ///
    /// 1 to 100 characters; since RPC 5.0.
    public var fullAppID: String?

    /// How the app is known on its phone.
    ///
    /// Since RPC 4.2.
    public var appInfo: AppInfo?

    /// Colours by day.
    ///
    /// Since RPC 5.0.
    public var dayColorScheme: TemplateColorScheme?

    /// Colours by night.
    ///
    /// Since RPC 5.0.
    public var nightColorScheme: TemplateColorScheme?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        syncMsgVersion: SyncMsgVersion,
        appName: String,
        isMediaApplication: Bool,
        languageDesired: Language,
        hmiDisplayLanguageDesired: Language,
        appID: String,
        ttsName: [TTSChunk]? = nil,
        ngnMediaScreenAppName: String? = nil,
        vrSynonyms: [String]? = nil,
        appHMIType: [AppHMIType]? = nil,
        hashID: String? = nil,
        deviceInfo: DeviceInfo? = nil,
        fullAppID: String? = nil,
        appInfo: AppInfo? = nil,
        dayColorScheme: TemplateColorScheme? = nil,
        nightColorScheme: TemplateColorScheme? = nil
    ) {
        self.syncMsgVersion = syncMsgVersion
        self.appName = appName
        self.ttsName = ttsName
        self.ngnMediaScreenAppName = ngnMediaScreenAppName
        self.vrSynonyms = vrSynonyms
        self.isMediaApplication = isMediaApplication
        self.languageDesired = languageDesired
        self.hmiDisplayLanguageDesired = hmiDisplayLanguageDesired
        self.appHMIType = appHMIType
        self.hashID = hashID
        self.deviceInfo = deviceInfo
        self.appID = appID
        self.fullAppID = fullAppID
        self.appInfo = appInfo
        self.dayColorScheme = dayColorScheme
        self.nightColorScheme = nightColorScheme
    }

    private static let keys: [StaticString] = [
        "appHMIType", "appID", "appInfo", "appName", "dayColorScheme", "deviceInfo", "fullAppID", "hashID",
        "hmiDisplayLanguageDesired", "isMediaApplication", "languageDesired", "ngnMediaScreenAppName",
        "nightColorScheme", "syncMsgVersion", "ttsName", "vrSynonyms",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.appHMIType = decoder.optional("appHMIType", &members, ListCodec(EnumCodec(AppHMIType.self), 1...100))
        self.appID = try decoder.required("appID", &members, TextCodec(1...100))
        self.appInfo = decoder.optional("appInfo", &members, StructCodec(AppInfo.self))
        self.appName = try decoder.required("appName", &members, TextCodec(1...100))
        self.dayColorScheme = decoder.optional("dayColorScheme", &members, StructCodec(TemplateColorScheme.self))
        self.deviceInfo = decoder.optional("deviceInfo", &members, StructCodec(DeviceInfo.self))
        self.fullAppID = decoder.optional("fullAppID", &members, TextCodec(1...100))
        self.hashID = decoder.optional("hashID", &members, TextCodec(1...100))
        self.hmiDisplayLanguageDesired = try decoder.required("hmiDisplayLanguageDesired", &members, EnumCodec(Language.self))
        self.isMediaApplication = try decoder.required("isMediaApplication", &members, BooleanCodec())
        self.languageDesired = try decoder.required("languageDesired", &members, EnumCodec(Language.self))
        self.ngnMediaScreenAppName = decoder.optional("ngnMediaScreenAppName", &members, TextCodec(1...100))
        self.nightColorScheme = decoder.optional("nightColorScheme", &members, StructCodec(TemplateColorScheme.self))
        self.syncMsgVersion = try decoder.required("syncMsgVersion", &members, StructCodec(SyncMsgVersion.self))
        self.ttsName = decoder.optional("ttsName", &members, ListCodec(StructCodec(TTSChunk.self), 1...100))
        self.vrSynonyms = decoder.optional("vrSynonyms", &members, ListCodec(TextCodec(1...40), 1...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("appHMIType", appHMIType)
        writer.member("appID", appID)
        writer.member("appInfo", appInfo)
        writer.member("appName", appName)
        writer.member("dayColorScheme", dayColorScheme)
        writer.member("deviceInfo", deviceInfo)
        writer.member("fullAppID", fullAppID)
        writer.member("hashID", hashID)
        writer.member("hmiDisplayLanguageDesired", hmiDisplayLanguageDesired)
        writer.member("isMediaApplication", isMediaApplication)
        writer.member("languageDesired", languageDesired)
        writer.member("ngnMediaScreenAppName", ngnMediaScreenAppName)
        writer.member("nightColorScheme", nightColorScheme)
        writer.member("syncMsgVersion", syncMsgVersion)
        writer.member("ttsName", ttsName)
        writer.member("vrSynonyms", vrSynonyms)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer to a registration, with what the head unit is and can.
///
/// Since RPC 1.0.
public struct RegisterAppInterfaceResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.registerAppInterface

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `INVALID_DATA`, `OUT_OF_MEMORY`, `TOO_MANY_PENDING_REQUESTS`, `GENERIC_ERROR`,
    /// `DUPLICATE_NAME`, `TOO_MANY_APPLICATIONS`, `APPLICATION_REGISTERED_ALREADY`, `UNSUPPORTED_VERSION`,
    /// `WRONG_LANGUAGE`, `DISALLOWED`, `WARNINGS`, `RESUME_FAILED`.
    public var resultCode: ResultCode

    /// More about the result, for people.
    ///
    /// 1 to 1000 characters.
    public var info: String?

    /// The highest version of the RPC spec that the sender understands; in the answer the version agreed on.
    public var syncMsgVersion: SyncMsgVersion?

    /// The language of voice.
    public var language: Language?

    /// The language of texts.
    ///
    /// Since RPC 2.0.
    public var hmiDisplayLanguage: Language?

    /// The display; newer head units tell more by GetSystemCapability.
    ///
    /// Since RPC 2.0; deprecated since RPC 6.0.
    public var displayCapabilities: DisplayCapabilities?

    /// The hard buttons.
    ///
    /// 1 to 100 elements; since RPC 2.0; deprecated since RPC 6.0.
    public var buttonCapabilities: [ButtonCapabilities]?

    /// What soft buttons can do.
    ///
    /// 1 to 100 elements; since RPC 2.0; deprecated since RPC 6.0.
    public var softButtonCapabilities: [SoftButtonCapabilities]?

    /// What the bank of presets can do.
    ///
    /// Since RPC 2.0; deprecated since RPC 6.0.
    public var presetBankCapabilities: PresetBankCapabilities?

    /// The zones.
    ///
    /// 1 to 100 elements; since RPC 1.0.
    public var hmiZoneCapabilities: [HmiZoneCapabilities]?

    /// What speech output understands.
    ///
    /// 1 to 100 elements; since RPC 1.0.
    public var speechCapabilities: [SpeechCapabilities]?

    /// Sounds and phrases the head unit has ready.
    ///
    /// 1 to 100 elements; since RPC 3.0.
    public var prerecordedSpeech: [PrerecordedSpeech]?

    /// What voice recognition understands.
    ///
    /// 1 to 100 elements; since RPC 1.0.
    public var vrCapabilities: [VrCapabilities]?

    /// The forms in which the microphone can be captured.
    ///
    /// 1 to 100 elements; since RPC 2.0.
    public var audioPassThruCapabilities: [AudioPassThruCapabilities]?

    /// The form of sound that apps may stream.
    ///
    /// Since RPC 4.1.
    public var pcmStreamCapabilities: AudioPassThruCapabilities?

    /// The vehicle.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.1.
    public var vehicleType: VehicleType?

    /// The diagnostic services that apps may use.
    ///
    /// 1 to 100 elements; each 0 to 255; since RPC 3.0.
    public var supportedDiagModes: [Int]?

    /// What the head unit has.
    ///
    /// Since RPC 3.0.
    public var hmiCapabilities: HMICapabilities?

    /// The version of the SDL software.
    ///
    /// 1 to 100 characters; since RPC 3.0.
    public var sdlVersion: String?

    /// The version of the head unit's software.
    ///
    /// 1 to 100 characters; since RPC 3.0; deprecated since RPC 7.1.
    public var systemSoftwareVersion: String?

    /// Whether the app's icon is still there from the session before.
    ///
    /// Since RPC 5.0.
    public var iconResumed: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        success: Bool,
        resultCode: ResultCode,
        info: String? = nil,
        syncMsgVersion: SyncMsgVersion? = nil,
        language: Language? = nil,
        hmiDisplayLanguage: Language? = nil,
        displayCapabilities: DisplayCapabilities? = nil,
        buttonCapabilities: [ButtonCapabilities]? = nil,
        softButtonCapabilities: [SoftButtonCapabilities]? = nil,
        presetBankCapabilities: PresetBankCapabilities? = nil,
        hmiZoneCapabilities: [HmiZoneCapabilities]? = nil,
        speechCapabilities: [SpeechCapabilities]? = nil,
        prerecordedSpeech: [PrerecordedSpeech]? = nil,
        vrCapabilities: [VrCapabilities]? = nil,
        audioPassThruCapabilities: [AudioPassThruCapabilities]? = nil,
        pcmStreamCapabilities: AudioPassThruCapabilities? = nil,
        vehicleType: VehicleType? = nil,
        supportedDiagModes: [Int]? = nil,
        hmiCapabilities: HMICapabilities? = nil,
        sdlVersion: String? = nil,
        systemSoftwareVersion: String? = nil,
        iconResumed: Bool? = nil
    ) {
        self.success = success
        self.resultCode = resultCode
        self.info = info
        self.syncMsgVersion = syncMsgVersion
        self.language = language
        self.hmiDisplayLanguage = hmiDisplayLanguage
        self.displayCapabilities = displayCapabilities
        self.buttonCapabilities = buttonCapabilities
        self.softButtonCapabilities = softButtonCapabilities
        self.presetBankCapabilities = presetBankCapabilities
        self.hmiZoneCapabilities = hmiZoneCapabilities
        self.speechCapabilities = speechCapabilities
        self.prerecordedSpeech = prerecordedSpeech
        self.vrCapabilities = vrCapabilities
        self.audioPassThruCapabilities = audioPassThruCapabilities
        self.pcmStreamCapabilities = pcmStreamCapabilities
        self.vehicleType = vehicleType
        self.supportedDiagModes = supportedDiagModes
        self.hmiCapabilities = hmiCapabilities
        self.sdlVersion = sdlVersion
        self.systemSoftwareVersion = systemSoftwareVersion
        self.iconResumed = iconResumed
    }

    private static let keys: [StaticString] = [
        "audioPassThruCapabilities", "buttonCapabilities", "displayCapabilities", "hmiCapabilities",
        "hmiDisplayLanguage", "hmiZoneCapabilities", "iconResumed", "info", "language", "pcmStreamCapabilities",
        "prerecordedSpeech", "presetBankCapabilities", "resultCode", "sdlVersion", "softButtonCapabilities",
        "speechCapabilities", "success", "supportedDiagModes", "syncMsgVersion", "systemSoftwareVersion", "vehicleType",
        "vrCapabilities",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.audioPassThruCapabilities = decoder.optional("audioPassThruCapabilities", &members, ListCodec(StructCodec(AudioPassThruCapabilities.self), 1...100))
        self.buttonCapabilities = decoder.optional("buttonCapabilities", &members, ListCodec(StructCodec(ButtonCapabilities.self), 1...100))
        self.displayCapabilities = decoder.optional("displayCapabilities", &members, StructCodec(DisplayCapabilities.self))
        self.hmiCapabilities = decoder.optional("hmiCapabilities", &members, StructCodec(HMICapabilities.self))
        self.hmiDisplayLanguage = decoder.optional("hmiDisplayLanguage", &members, EnumCodec(Language.self))
        self.hmiZoneCapabilities = decoder.optional("hmiZoneCapabilities", &members, ListCodec(EnumCodec(HmiZoneCapabilities.self), 1...100))
        self.iconResumed = decoder.optional("iconResumed", &members, BooleanCodec())
        self.info = decoder.optional("info", &members, TextCodec(1...1000))
        self.language = decoder.optional("language", &members, EnumCodec(Language.self))
        self.pcmStreamCapabilities = decoder.optional("pcmStreamCapabilities", &members, StructCodec(AudioPassThruCapabilities.self))
        self.prerecordedSpeech = decoder.optional("prerecordedSpeech", &members, ListCodec(EnumCodec(PrerecordedSpeech.self), 1...100))
        self.presetBankCapabilities = decoder.optional("presetBankCapabilities", &members, StructCodec(PresetBankCapabilities.self))
        self.resultCode = try decoder.required("resultCode", &members, EnumCodec(ResultCode.self))
        self.sdlVersion = decoder.optional("sdlVersion", &members, TextCodec(1...100))
        self.softButtonCapabilities = decoder.optional("softButtonCapabilities", &members, ListCodec(StructCodec(SoftButtonCapabilities.self), 1...100))
        self.speechCapabilities = decoder.optional("speechCapabilities", &members, ListCodec(EnumCodec(SpeechCapabilities.self), 1...100))
        self.success = try decoder.required("success", &members, BooleanCodec())
        self.supportedDiagModes = decoder.optional("supportedDiagModes", &members, ListCodec(IntegerCodec(0...255), 1...100))
        self.syncMsgVersion = decoder.optional("syncMsgVersion", &members, StructCodec(SyncMsgVersion.self))
        self.systemSoftwareVersion = decoder.optional("systemSoftwareVersion", &members, TextCodec(1...100))
        self.vehicleType = decoder.optional("vehicleType", &members, StructCodec(VehicleType.self))
        self.vrCapabilities = decoder.optional("vrCapabilities", &members, ListCodec(EnumCodec(VrCapabilities.self), 1...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("audioPassThruCapabilities", audioPassThruCapabilities)
        writer.member("buttonCapabilities", buttonCapabilities)
        writer.member("displayCapabilities", displayCapabilities)
        writer.member("hmiCapabilities", hmiCapabilities)
        writer.member("hmiDisplayLanguage", hmiDisplayLanguage)
        writer.member("hmiZoneCapabilities", hmiZoneCapabilities)
        writer.member("iconResumed", iconResumed)
        writer.member("info", info)
        writer.member("language", language)
        writer.member("pcmStreamCapabilities", pcmStreamCapabilities)
        writer.member("prerecordedSpeech", prerecordedSpeech)
        writer.member("presetBankCapabilities", presetBankCapabilities)
        writer.member("resultCode", resultCode)
        writer.member("sdlVersion", sdlVersion)
        writer.member("softButtonCapabilities", softButtonCapabilities)
        writer.member("speechCapabilities", speechCapabilities)
        writer.member("success", success)
        writer.member("supportedDiagModes", supportedDiagModes)
        writer.member("syncMsgVersion", syncMsgVersion)
        writer.member("systemSoftwareVersion", systemSoftwareVersion)
        writer.member("vehicleType", vehicleType)
        writer.member("vrCapabilities", vrCapabilities)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
