/// What a head unit is plugged into: its screen, its navigation, its vehicle.
///
/// The head unit calls these on its own reactor and never waits in them; answers and news come back through
/// ``HeadUnit/answer(_:with:)``, ``HeadUnit/notify(_:)`` and ``HeadUnit/request(_:parameters:)``, whenever the plug has them. The
/// messages are those of SDL's HMI API, so a plug can be a simulation, the recording of a real HMI, or a link to one.
public protocol HMI: Sendable {
    /// Takes a request; to leave it unanswered is allowed and ends in the head unit's timeout.
    func headUnit(_ headUnit: HeadUnit, asks request: HMIRequest)

    /// Takes news about apps.
    func headUnit(_ headUnit: HeadUnit, tells notification: HMINotification)
}
