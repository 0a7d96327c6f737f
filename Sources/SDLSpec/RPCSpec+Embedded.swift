private import CSpec

extension RPCSpec {
    /// The mobile API as far as this package speaks it.
    ///
    /// This is `Spec/MOBILE_API.xml`, embedded when the package was built and parsed once.
    public static let embedded: RPCSpec = {
        var size = 0
        let start = unsafe c_spec_mobile_api(&size)
        return unsafe load(UnsafeBufferPointer(start: start, count: size))
    }()

    /// The messages between a head unit and its HMI as far as this package speaks them.
    ///
    /// This is `Spec/HMI_API.xml`, embedded when the package was built and parsed once. Names have the interface in
    /// front, as in `Navigation.GetWayPoints`; the spec knows no versions, so every view of it is the same.
    public static let embeddedHMI: RPCSpec = {
        var size = 0
        let start = unsafe c_spec_hmi_api(&size)
        return unsafe load(UnsafeBufferPointer(start: start, count: size))
    }()

    /// Loads an embedded file.
    ///
    /// A test loads every one of them, so a broken file cannot leave the house; if it ever did, the spec would know no
    /// function, and every request would be answered as unknown.
    private static func load(_ bytes: UnsafeBufferPointer<UInt8>) -> RPCSpec {
        let loaded = unsafe try? RPCSpec(xml: Array(bytes))
        return loaded
            ?? RPCSpec(name: "", version: nil, minimumVersion: nil, enums: [:], structs: [:], functions: [])
    }
}
