package import Formats
package import SDLProtocol
package import SDLSpec

/// What an app and a head unit can know of their session at a moment: what the messages until then have told.
package struct SessionState: Hashable, Sendable {
    /// What the policy allows an RPC.
    package struct Permission: Hashable, Sendable {
        /// The levels in which it may be used.
        package var allowed: Set<String>
        /// The levels that the user refused.
        package var userDisallowed: Set<String>
        /// Whether it has to be encrypted.
        package var requiresEncryption: Bool
        /// Its parameters that may be used; empty: all.
        package var parameters: Set<String>
    }

    /// Whether a subscription is there.
    package enum Subscription: Hashable, Sendable {
        case no
        /// It was asked for, or its end was.
        case unclear
        case yes
    }

    /// Counts the sessions of a transcript: another number is another session, even under the same id.
    package internal(set) var number = 0
    /// When StartServiceACK came; `nil` before and where there was none.
    package internal(set) var isStarted = false
    /// Whether the service was ended, by either side.
    package internal(set) var isEnded = false
    /// The version agreed upon.
    package internal(set) var protocolVersion: ProtocolVersion?
    /// The most payload of a frame that the head unit announced.
    package internal(set) var mtu: Int64?
    /// What EndService has to repeat.
    package internal(set) var hash: UInt32?
    /// Which registration of the transcript holds; `nil` when there is none.
    package internal(set) var registration: Int?
    /// Whether RegisterAppInterface or UnregisterAppInterface waits for its answer.
    package internal(set) var isChangingRegistration = false
    /// Whether the session was ever registered.
    package internal(set) var wasRegistered = false
    /// The version of the RPC spec agreed upon; `nil` before registration.
    package internal(set) var rpcVersion: RPCVersion?
    /// The level of the main window; `nil` before the first OnHMIStatus.
    package internal(set) var level: String?
    /// The last OnHMIStatus.
    package internal(set) var status: JSONValue?
    /// The last OnPermissionsChange; `nil` before the first.
    package internal(set) var permissions: [String: Permission]?
    /// The subscription of waypoints.
    package internal(set) var wayPoints = Subscription.no
    /// The vehicle data subscribed to; those asked for count.
    package internal(set) var vehicleData: Set<String> = []
    /// The capabilities subscribed to; those asked for count.
    package internal(set) var capabilities: Set<String> = []
    /// What GetSystemCapability or OnSystemCapabilityUpdated last told of the navigation.
    package internal(set) var navigationCapability: JSONValue?
    /// Whether a navigation capability was asked for and the answer has come.
    package internal(set) var hasAnswerAboutNavigation = false
    /// The `navigation` of hmiCapabilities.
    package internal(set) var hasNavigation: Bool?
    /// Whether the app sent a heartbeat of its own.
    package internal(set) var hasAskedHeartbeat = false
    /// The version of the frame that carried RegisterAppInterface.
    package internal(set) var registrationFrameVersion: UInt8?
    /// Whether OnAppInterfaceUnregistered came since the last registration.
    package internal(set) var wasThrownOut = false
    /// Whether the head unit ended the RPC service.
    package internal(set) var wasEndedByHeadUnit = false

    /// Whether it was started, and neither side has ended it.
    package var isAlive: Bool { isStarted && !isEnded && !wasEndedByHeadUnit && !wasThrownOut }

    /// Whether the app is registered, as far as its messages tell.
    package var isRegistered: Bool { registration != nil }

    /// Whether the policy lets the app use an RPC now; `nil` when it cannot know.
    package func allows(_ rpc: String) -> Bool? {
        guard let permissions, let level else { return nil }
        guard let permission = permissions[rpc] else { return false }
        return permission.allowed.contains(level) && !permission.userDisallowed.contains(level)
    }

    /// Whether an RPC has to be encrypted.
    package func requiresEncryption(_ rpc: String) -> Bool {
        permissions?[rpc]?.requiresEncryption == true && !EncryptionExemption.functions.contains(rpc)
    }

    mutating func endRegistration() {
        registration = nil
        level = nil
        status = nil
        permissions = nil
        wayPoints = .no
        vehicleData = []
        capabilities = []
        navigationCapability = nil
        hasAnswerAboutNavigation = false
        hasNavigation = nil
        isChangingRegistration = false
    }
}
