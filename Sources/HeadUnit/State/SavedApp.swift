/// What is kept of an app for its return (head unit behaviour 6.3).
struct SavedApp: Hashable, Sendable {
    /// The app on its device.
    let place: Consents.AppOnDevice
    /// What the app was told last; `nil` while it has nothing to resume.
    var hash: String?
    /// The id by which the HMI knows the app; it keeps it as long as its data is kept.
    var hmiAppID: Int
    var level: AppLevel
    var hearsWayPoints: Bool
    /// The items of vehicle data it hears of, sorted.
    var vehicleData: [String]
    /// How often the ignition was switched off since.
    var ignitionOffs = 0
    /// Whether it was there at the last ignition off, or shortly before: its level may come back then.
    var returnsToLevel = true
    /// Grows with each use; where there are too many, the one with the smallest goes.
    var lastUse: Int64 = 0

    /// Data of more ignition cycles is not kept.
    static let lives = 3
    /// The window around an ignition cycle in which a level comes back.
    static let ignitionWindow = Duration.seconds(30)
    /// The most apps that are kept.
    static let limit = 1_024
}

/// A change of what is kept, to be stored.
enum StateChange: Hashable, Sendable {
    case app(SavedApp)
    case forgotten(Consents.AppOnDevice)
    case deviceConsent(device: String, isAllowed: Bool, isReturned: Bool)
    case groupConsent(Consents.AppOnDevice, group: String, isAllowed: Bool)
    /// The table that holds now; `nil` for the configured one.
    case policy(PolicyTable?)
    /// Everything is forgotten.
    case reset

    /// Changes with the same key replace each other.
    var key: Key {
        switch self {
        case .app(let app): .app(app.place)
        case .forgotten(let place): .app(place)
        case .deviceConsent(let device, _, _): .device(device)
        case .groupConsent(let place, let group, _): .group(place, group)
        case .policy: .policy
        case .reset: .reset
        }
    }

    enum Key: Hashable, Sendable {
        case app(Consents.AppOnDevice)
        case device(String)
        case group(Consents.AppOnDevice, String)
        case policy
        case reset
    }
}

/// What was kept, as it is read at the start.
struct StoredState: Sendable {
    var apps: [SavedApp] = []
    var consents = Consents()
    /// The table that a policy update left, and the configured one it was made from.
    var policy: (base: String, table: PolicyTable)?
}
