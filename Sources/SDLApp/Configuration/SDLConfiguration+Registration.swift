extension SDLConfiguration {
    /// The request that registers the app.
    ///
    /// - Parameter hashID: The hash whose subscriptions shall be restored.
    func registration(hashID: String?) -> RegisterAppInterface {
        let newest = RPCSpec.embedded.version ?? RPCVersion(8, 0, 0)
        var request = RegisterAppInterface(
            syncMsgVersion: SyncMsgVersion(
                majorVersion: newest.major, minorVersion: newest.minor, patchVersion: newest.patch),
            appName: appName, isMediaApplication: isMediaApplication, languageDesired: language,
            hmiDisplayLanguageDesired: language, appID: Self.shortAppID(of: fullAppID),
            appHMIType: appHMITypes.isEmpty ? nil : appHMITypes, hashID: hashID, fullAppID: fullAppID)
        customizeRegistration?(&request)
        return request
    }

    /// Of a UUID the first ten characters without dashes, else the same text.
    static func shortAppID(of fullAppID: String) -> String {
        let groups = fullAppID.split(separator: "-", omittingEmptySubsequences: false)
        let isUUID =
            groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.joined().utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
            }
        return isUUID ? String(groups.joined().prefix(10)) : fullAppID
    }
}
