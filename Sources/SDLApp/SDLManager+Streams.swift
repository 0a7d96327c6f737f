extension SDLManager {
    /// How many phases can wait for their reader; older ones make room.
    public static var phaseCapacity: Int { 64 }
    /// How many notifications can wait for their reader; one more ends the stream with ``SDLError/overflow(capacity:)``.
    public static var notificationCapacity: Int { 1024 }

    /// Where the manager stands.
    public var phase: SessionPhase { machine.phase }

    /// Where the manager stands, from now on and each time it changes; over after ``SessionPhase/ended(_:)``.
    public func phases() -> Updates<SessionPhase, Never> {
        let mailbox = Mailbox<SessionPhase, Never>(.newest(Self.phaseCapacity))
        mailbox.push(machine.phase)
        let number = nextNumber()
        streams.add(mailbox, number)
        return updates(mailbox, number)
    }

    /// The HMI level of the main window; nil without a session and before the head unit told it.
    public var hmiLevel: HMILevel? { machine.facts.hmiLevel }

    /// The HMI level of the main window, the present one first, each time it changes.
    ///
    /// A slow reader finds only the newest.
    public func hmiLevels() -> Updates<HMILevel?, Never> {
        let mailbox = Mailbox<HMILevel?, Never>.state()
        mailbox.push(machine.facts.hmiLevel)
        let number = nextNumber()
        streams.add(mailbox, number)
        return updates(mailbox, number)
    }

    /// The notifications of a type that the head unit sends, all of them and in order.
    ///
    /// This sends no request: what a head unit only sends to subscribers has to be subscribed to by a request of its
    /// own, and again in every session: after a reconnect nothing comes before that was done, as the subscription ended
    /// with its session. For waypoints ``wayPointUpdates()`` does this by itself. It may be called at any time, also
    /// before ``start()``, and goes on over sessions. A notification that the head unit wrote against the spec, so that
    /// it cannot be read, is left out; an OnWayPointChange without a list has an empty one, as there is no route then.
    ///
    /// - Parameter type: The type, such as `OnWayPointChange.self`.
    /// - Returns: A stream that ends with the manager; with an error if the manager failed, and with
    ///   ``SDLError/overflow(capacity:)`` if the reader lets more than ``notificationCapacity`` wait.
    public func notifications<Notification: RPCNotification>(
        _ type: Notification.Type
    ) -> Updates<Notification, SDLError> {
        let capacity = Self.notificationCapacity
        let mailbox = Mailbox<Notification, SDLError>(.lossless(capacity, overflow: .overflow(capacity: capacity)))
        let number = nextNumber()
        streams.add(mailbox, number)
        return updates(mailbox, number)
    }

    /// The answer to the registration; nil without a registered session.
    public var registerResponse: RegisterAppInterfaceResponse? { machine.facts.registration }

    /// The hash of the newest state of subscriptions (OnHashChange).
    ///
    /// Kept and given to ``SDLConfiguration/hashID``, it lets the head unit restore them after a restart of an app that
    /// had no time to unregister. Nil before the head unit told one, when it has refused to restore, and after
    /// ``stop()``: an app that unregisters gives its subscriptions up.
    public var hashID: String? { machine.hashID }

    /// How many requests wait for an answer.
    public var pendingRequestCount: Int { machine.pendingRequestCount }

    func updates<Element: Sendable, Failure: Error>(
        _ mailbox: Mailbox<Element, Failure>, _ number: UInt64
    ) -> Updates<Element, Failure> {
        Updates(
            reader: StreamReader(mailbox) { [weak self] in
                Task { await self?.removeReader(number) }
            })
    }
}
