/// Where a location came from: which accessory, and whether it was simulated or corrected.
public struct LocationOrigin: Hashable, Sendable {
    /// An accessory that delivers locations.
    public struct Accessory: Hashable, Sendable {
        /// The name of the product.
        public var name: String

        /// Who makes it.
        public var manufacturer: String

        /// The model number.
        public var model: String

        /// The serial number.
        public var serialNumber: String

        /// The version of the firmware.
        public var firmwareRevision: String

        /// The name of the data protocol, for example `com.bad-elf.gps`.
        public var protocolName: String

        /// Creates an accessory; parts that are not known stay empty.
        public init(
            name: String,
            manufacturer: String = "",
            model: String = "",
            serialNumber: String = "",
            firmwareRevision: String = "",
            protocolName: String = ""
        ) {
            self.name = name
            self.manufacturer = manufacturer
            self.model = model
            self.serialNumber = serialNumber
            self.firmwareRevision = firmwareRevision
            self.protocolName = protocolName
        }
    }

    /// The accessory; nil when the location came another way (a file, a network address, a generated drive).
    public var accessory: Accessory?

    /// Whether software or a simulator made the location.
    public var isSimulated: Bool

    /// Whether corrections of a service went into the location.
    public var isCorrected: Bool

    /// Creates an origin.
    public init(accessory: Accessory? = nil, isSimulated: Bool = false, isCorrected: Bool = false) {
        self.accessory = accessory
        self.isSimulated = isSimulated
        self.isCorrected = isCorrected
    }
}
