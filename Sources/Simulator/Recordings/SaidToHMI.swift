package import Formats
internal import HeadUnit

/// A message to the HMI, or the answer to one of its requests, in a form that can be compared.
package struct SaidToHMI: Equatable, Sendable, CustomStringConvertible {
    /// What is asked, told or answered.
    package let method: String
    /// The parameters, or the answer, without the HMI's ids of apps, which are drawn anew in every run.
    package let parameters: JSONValue
    /// Seconds since the recording began.
    package let time: Double
    /// Recording and line, for what was recorded.
    package let place: String

    /// Makes a message.
    package init(_ method: String, _ parameters: JSONValue?, time: Double, place: String = "") {
        self.method = method
        self.parameters = Self.sorted(Self.withoutIDs(parameters ?? [:]))
        self.time = time
        self.place = place
    }

    /// What it says, in short.
    package var description: String {
        "\(method) \(String(decoding: parameters.serialized().prefix(500), as: UTF8.self)) at \(time)"
    }

    /// Whether two messages say the same; moments are compared by ``RecordingComparison``.
    package static func == (left: SaidToHMI, right: SaidToHMI) -> Bool {
        left.method == right.method && left.parameters.isEqualInValue(to: right.parameters)
    }

    /// Whether messages of this name are part of the comparison.
    package var isCompared: Bool {
        let named = [
            "OnAppRegistered", "OnAppUnregistered", "ActivateApp", "CloseApplication", "UpdateDeviceList",
            "OnServiceUpdate",
        ]
        return method.hasPrefix("Navigation.") || method.hasPrefix("VehicleInfo.")
            || named.contains { method == "BasicCommunication.\($0)" }
    }

    /// Whether it was said when ours was; what is told of services that wait for the start has no moment.
    func isInTime(_ tolerance: ClosedRange<Double>, after ours: SaidToHMI) -> Bool {
        method == HMIMethod.onServiceUpdate.rawValue || tolerance.contains(time - ours.time)
    }

    /// Devices come in the order of their ids, which follow from the port.
    private static func sorted(_ value: JSONValue) -> JSONValue {
        guard case .object(var members) = value, let devices = members["deviceList"]?.arrayValue else { return value }
        members["deviceList"] = .array(
            devices.sorted { $0["name"]?.stringValue ?? "" < $1["name"]?.stringValue ?? "" })
        return .object(members)
    }

    private static func withoutIDs(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(var members):
            members["appID"] = nil
            return .object(members.mapValues(withoutIDs))
        case .array(let elements):
            return .array(elements.map(withoutIDs))
        case .null, .bool, .int, .double, .string:
            return value
        }
    }
}
