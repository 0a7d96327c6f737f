public import Formats
public import SDLSpec

/// What is known of a registered app at one moment.
public struct AppState: Hashable, Sendable {
    /// The app's name.
    public let name: String
    /// The id the policy knows it by, in lower case.
    public let policyID: String
    /// Its short id, in lower case.
    public let appID: String
    /// The id by which the HMI knows it.
    public let hmiAppID: Int
    /// Its device, as names and ids are unique on it.
    public let device: String
    /// What the user has answered about apps of its device; `nil` where nothing was answered.
    public let deviceConsent: Bool?
    /// The number of its connection.
    public let connection: Int
    /// Its session on that connection.
    public let session: UInt8
    /// The `AppHMIType`s it was granted, sorted.
    public let types: [String]
    /// Whether it called itself a media app.
    public let isMedia: Bool
    /// Its level, as it was told.
    public let level: AppLevel
    /// Its `AudioStreamingState`.
    public let audioStreamingState: String
    /// Its `VideoStreamingState`.
    public let videoStreamingState: String
    /// Its `SystemContext`.
    public let systemContext: String
    /// The RPC version both sides speak.
    public let rpcVersion: RPCVersion
    /// The protocol version of its frames.
    public let protocolVersion: UInt8
    /// Whether it hears of waypoints.
    public let isSubscribedToWayPoints: Bool
    /// The items of vehicle data it hears of, sorted.
    public let vehicleDataSubscriptions: [String]
    /// The ids of the app services it has published.
    public let appServiceIDs: [String]
    /// The `SystemCapabilityType`s it hears of, sorted.
    public let capabilitySubscriptions: [String]
    /// Whether the policy has revoked it.
    public let isRevoked: Bool
}

extension HeadUnit {
    /// The registered apps, in the order of their registration.
    public var apps: [AppState] {
        machine.order.compactMap { key in
            machine.apps[key].map { app in
                AppState(
                    name: app.name, policyID: app.policyID, appID: app.appID, hmiAppID: app.hmiAppID,
                    device: app.device, deviceConsent: machine.consents.devices[app.device],
                    connection: key.link.number, session: key.session,
                    types: app.traits.types.sorted(), isMedia: app.traits.isMedia, level: app.status.level,
                    audioStreamingState: app.status.audio.rawValue, videoStreamingState: app.status.video.rawValue,
                    systemContext: app.status.systemContext, rpcVersion: app.rpcVersion,
                    protocolVersion: app.headerVersion,
                    isSubscribedToWayPoints: machine.wayPoints.subscribers.contains(key),
                    vehicleDataSubscriptions: machine.vehicleData.items(of: key).sorted(),
                    appServiceIDs: machine.services.services(of: key).map(\.id),
                    capabilitySubscriptions: app.capabilitySubscriptions.sorted(),
                    isRevoked: app.permissions.isRevoked)
            }
        }
    }

    /// The policy table that holds now.
    public var policy: PolicyTable { machine.policy }

    /// What a capability of the system is now, without what apps add to it.
    public func systemCapability(_ type: String) -> JSONValue? { machine.facts.systemCapabilities[type] }
}
