/// Behaviour of sdl_core that a head unit may keep or leave out.
public enum HeadUnitQuirk: String, Hashable, Sendable, CaseIterable {
    /// The HMI's waypoint subscription is forgotten when one of several subscribed apps goes away.
    case forgetsHMISubscription
    /// SendLocation loses `address` always, and `deliveryMode` when the policy names it among the allowed parameters.
    case losesSendLocationParameters
    /// Without an answer to UI.GetCapabilities, `hmiCapabilities` denies navigation, calls and video.
    case deniesUntoldCapabilities
    /// `hmiCapabilities` claims app services and display capabilities, whatever the HMI says.
    case claimsOwnCapabilities
    /// An HMI that tells a changed navigation or call capability makes subscribers hear the old one.
    case repeatsOldCapabilities
    /// A device that is forbidden and allowed again leaves its apps with the policy for unknown apps.
    case forgetsPolicyOfReturningDevices
    /// Before registration an unknown function is refused by the number 15 and a negative correlation id by id 0.
    case garblesRefusalsBeforeRegistration
    /// In protocol 1, UnregisterAppInterface is answered under another name and code.
    case garblesProtocol1
}

/// How a policy build treats the user's consent.
public enum PolicyFlavour: String, Hashable, Sendable, CaseIterable {
    /// Prompts are ignored; policy updates go through the HMI.
    case proprietary = "PROPRIETARY"
    /// Prompts are ignored; policy updates go straight to the app.
    case http = "HTTP"
    /// The user is asked about devices and about groups with a prompt.
    case externalProprietary = "EXTERNAL_PROPRIETARY"

    /// Whether devices and groups need the user's consent.
    public var asksConsent: Bool { self == .externalProprietary }
}
