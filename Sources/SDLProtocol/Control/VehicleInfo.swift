/// What a head unit says about its vehicle in the StartServiceACK, since protocol 5.4.
public struct VehicleInfo: Sendable, Hashable {
    /// The maker of the vehicle.
    public var make: String?
    /// The model of the vehicle.
    public var model: String?
    /// The model year, as text.
    public var modelYear: String?
    /// The trim of the vehicle.
    public var trim: String?
    /// The version of the head unit's software.
    public var systemSoftwareVersion: String?
    /// The version of the head unit's hardware.
    public var systemHardwareVersion: String?

    /// Makes a description; what is nil is left out on the wire.
    public init(
        make: String? = nil, model: String? = nil, modelYear: String? = nil, trim: String? = nil,
        systemSoftwareVersion: String? = nil, systemHardwareVersion: String? = nil
    ) {
        self.make = make
        self.model = model
        self.modelYear = modelYear
        self.trim = trim
        self.systemSoftwareVersion = systemSoftwareVersion
        self.systemHardwareVersion = systemHardwareVersion
    }

    init(document: BSONDocument) {
        self.init(
            make: document["make"]?.string, model: document["model"]?.string,
            modelYear: document["modelYear"]?.string, trim: document["trim"]?.string,
            systemSoftwareVersion: document["systemSoftwareVersion"]?.string,
            systemHardwareVersion: document["systemHardwareVersion"]?.string)
    }

    /// Adds the known values to a document, each cut to a number of bytes.
    func write(to document: inout BSONDocument, valueLimit: Int) {
        func add(_ key: String, _ value: String?) {
            document.add(key, value.map { .string($0.cut(toBytes: valueLimit)) })
        }
        add("make", make)
        add("model", model)
        add("modelYear", modelYear)
        add("trim", trim)
        add("systemSoftwareVersion", systemSoftwareVersion)
        add("systemHardwareVersion", systemHardwareVersion)
    }
}
