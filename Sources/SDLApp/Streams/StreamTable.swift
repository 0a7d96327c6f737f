internal import Formats

/// The mailboxes of a manager's readers, by number; with the table all streams end.
final class StreamTable {
    private var phases: [UInt64: Mailbox<SessionPhase, Never>] = [:]
    private var levels: [UInt64: Mailbox<HMILevel?, Never>] = [:]
    private var permissions: [UInt64: Mailbox<PermissionUpdate, Never>] = [:]
    private var capabilities: [UInt64: Mailbox<SystemCapability?, Never>] = [:]
    private var availabilities: [UInt64: Mailbox<WayPointAvailability, Never>] = [:]
    private var wayPoints: [UInt64: Mailbox<[LocationDetails], SDLError>] = [:]
    private var notifications: [FunctionID: [UInt64: NotificationReader]] = [:]

    /// Reads notifications of one type; what the type is, only the closures know.
    private struct NotificationReader {
        let deliver: ([UInt8]) -> RPCDecodingError?
        let finish: (SDLError?) -> Void
    }

    deinit {
        finishAll(.stopped)
    }

    // MARK: - Adding and removing

    func add(_ mailbox: Mailbox<SessionPhase, Never>, _ reader: UInt64) { phases[reader] = mailbox }
    func add(_ mailbox: Mailbox<HMILevel?, Never>, _ reader: UInt64) { levels[reader] = mailbox }
    func add(_ mailbox: Mailbox<PermissionUpdate, Never>, _ reader: UInt64) { permissions[reader] = mailbox }
    func add(_ mailbox: Mailbox<SystemCapability?, Never>, _ reader: UInt64) { capabilities[reader] = mailbox }
    func add(_ mailbox: Mailbox<WayPointAvailability, Never>, _ reader: UInt64) {
        availabilities[reader] = mailbox
    }
    func add(_ mailbox: Mailbox<[LocationDetails], SDLError>, _ reader: UInt64) { wayPoints[reader] = mailbox }

    func add<Notification: RPCNotification>(_ mailbox: Mailbox<Notification, SDLError>, _ reader: UInt64) {
        notifications[Notification.functionID, default: [:]][reader] = NotificationReader(
            deliver: { json in
                do throws(RPCDecodingError) {
                    mailbox.push(try Notification(jsonBytes: json, options: .fromHeadUnit))
                    return nil
                } catch {
                    guard Notification.functionID == .onWayPointChange, let json = Self.withEmptyList(json),
                        let notification = try? Notification(jsonBytes: json, options: .fromHeadUnit)
                    else { return error }
                    mailbox.push(notification)
                    return nil
                }
            },
            finish: { mailbox.finish($0) })
    }

    /// The same OnWayPointChange with an empty list; nil if it has a list or cannot be read.
    private static func withEmptyList(_ json: [UInt8]) -> [UInt8]? {
        guard var members = (try? JSONValue(parsing: json, options: .fromHeadUnit))?.objectValue,
            (members["wayPoints"] ?? .null) == .null
        else { return nil }
        members["wayPoints"] = []
        return JSONValue.object(members).serialized()
    }

    /// Forgets a reader.
    ///
    /// - Returns: Whether it was there.
    func remove(_ reader: UInt64) -> Bool {
        if phases.removeValue(forKey: reader) != nil { return true }
        if levels.removeValue(forKey: reader) != nil { return true }
        if permissions.removeValue(forKey: reader) != nil { return true }
        if capabilities.removeValue(forKey: reader) != nil { return true }
        if availabilities.removeValue(forKey: reader) != nil { return true }
        if wayPoints.removeValue(forKey: reader) != nil { return true }
        for function in notifications.keys where notifications[function]?.removeValue(forKey: reader) != nil {
            if notifications[function]?.isEmpty == true { notifications[function] = nil }
            return true
        }
        return false
    }

    var count: Int {
        phases.count + levels.count + permissions.count + capabilities.count + availabilities.count
            + wayPoints.count + notifications.values.reduce(0) { $0 + $1.count }
    }

    // MARK: - Publishing

    func publish(_ phase: SessionPhase) {
        for mailbox in phases.values { mailbox.push(phase) }
    }

    func publish(_ level: HMILevel?) {
        for mailbox in levels.values { mailbox.push(level) }
    }

    func publish(_ update: PermissionUpdate, to reader: UInt64) { permissions[reader]?.push(update) }
    func publish(_ capability: SystemCapability?, to reader: UInt64) { capabilities[reader]?.push(capability) }
    func publish(_ availability: WayPointAvailability, to reader: UInt64) { availabilities[reader]?.push(availability) }
    func publish(_ list: [LocationDetails], to reader: UInt64) { wayPoints[reader]?.push(list) }

    /// Hands a notification to everybody who reads its type.
    ///
    /// - Returns: Who could not read it, and why.
    func publish(_ message: IncomingMessage) -> [(RPCDecodingError, UInt64)] {
        guard let readers = notifications[message.function] else { return [] }
        return readers.sorted { $0.key < $1.key }.compactMap { number, reader in
            reader.deliver(message.json).map { ($0, number) }
        }
    }

    // MARK: - Ends

    func fail(_ reader: UInt64, _ error: SDLError) {
        wayPoints.removeValue(forKey: reader)?.finish(error)
    }

    /// Ends every stream: those that can fail with the reason, unless the end was wanted.
    func finishAll(_ reason: EndReason) {
        let failure: SDLError? =
            switch reason {
            case .stopped: nil
            case .failed(let error): error
            }
        for mailbox in phases.values { mailbox.finish() }
        for mailbox in levels.values { mailbox.finish() }
        for mailbox in permissions.values { mailbox.finish() }
        for mailbox in capabilities.values { mailbox.finish() }
        for mailbox in availabilities.values { mailbox.finish() }
        for mailbox in wayPoints.values { mailbox.finish(failure) }
        for reader in notifications.values.flatMap(\.values) { reader.finish(failure) }
        phases = [:]
        levels = [:]
        permissions = [:]
        capabilities = [:]
        availabilities = [:]
        wayPoints = [:]
        notifications = [:]
    }
}
