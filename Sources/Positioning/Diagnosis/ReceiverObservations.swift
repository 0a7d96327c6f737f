public import NMEA

/// What a look at a receiver showed: the facts a diagnosis is made from.
public struct ReceiverObservations: Sendable {
    /// Why it could not be opened; `nil` when it could.
    public var openError: LocationSourceError?
    /// Other programs that have the device open, as `name (process)`.
    public var holders: [String] = []
    /// Whether ModemManager runs on this machine.
    public var hasModemManager = false
    /// The group that may use the device, when this user lacks the right to it.
    public var missingGroup: String?
    /// Whether it is a serial port, where the speed matters.
    public var isSerial = false
    /// The speed that was used, in baud.
    public var baud: Int?
    /// Another speed at which sentences arrive.
    public var betterBaud: Int?
    /// How long was listened.
    public var duration = Duration.zero
    /// Whether the connection ended while it was listened to.
    public var endedEarly = false
    /// Bytes with the highest bit set; NMEA has none.
    public var highBytes = 0
    /// What was decoded.
    public var statistics = NMEADecoder().statistics
    /// Epochs.
    public var epochs = 0
    /// Epochs with a position.
    public var fixes = 0
    /// The most satellites in view.
    public var satellitesInView = 0
    /// The best carrier-to-noise density in dBHz.
    public var bestSignal: Int?
    /// Bytes that came, of whatever kind; gpsd's objects are not counted by `statistics`.
    public var bytes = 0

    /// How many receivers gpsd has; `nil` when it is not asked or has not said.
    public var gpsdDevices: Int?

    /// Nothing was seen.
    public init() {}
}
