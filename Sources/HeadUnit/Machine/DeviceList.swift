internal import Transport

/// The devices that connections come from.
///
/// A device is named by its address and the port it connected to, as sdl_core names devices on a network; its id is
/// the SHA-256 of that name.
struct DeviceList: Sendable {
    struct Device: Hashable, Sendable {
        let name: String
        let id: String
        fileprivate(set) var connections = 1
    }

    private var devices: [String: Device] = [:]

    /// The devices in the order of their ids.
    var all: [Device] { devices.values.sorted { $0.id < $1.id } }

    /// The id of a device as the HMI is told it; of one that is gone its name.
    func id(of name: String) -> String { devices[name]?.id ?? name }

    /// The name of a device that a message of the HMI means by its id, or by its name.
    func name(ofID id: String) -> String? {
        devices[id]?.name ?? devices.values.first { $0.id == id }?.name
    }

    /// Counts a connection.
    ///
    /// - Returns: Whether the device is new.
    mutating func add(_ name: String) -> Bool {
        guard devices[name] == nil else {
            devices[name]?.connections += 1
            return false
        }
        devices[name] = Device(name: name, id: SHA256.hexadecimal(of: Array(name.utf8)))
        return true
    }

    /// Counts a connection no more.
    ///
    /// - Returns: Whether it was the last of its device.
    mutating func remove(_ name: String) -> Bool {
        guard let device = devices[name] else { return false }
        devices[name]?.connections -= 1
        guard device.connections == 1 else { return false }
        devices[name] = nil
        return true
    }
}
