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
