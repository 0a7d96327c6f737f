public import GNSS

/// What a message is: its number and, for some makers' messages, a sub-type.
public struct RTCMIdentity: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The message number, 0...4095.
    public let number: Int
    /// The sub-type of a maker's message.
    public let subtype: Int?

    /// Makes an identity.
    public init(_ number: Int, subtype: Int? = nil) {
        self.number = number
        self.subtype = subtype
    }

    /// The number, with the sub-type behind a point: `1077`, `4072.0`.
    public var description: String {
        subtype.map { "\(number).\($0)" } ?? "\(number)"
    }

    /// Orders by number, then by sub-type.
    public static func < (left: RTCMIdentity, right: RTCMIdentity) -> Bool {
        (left.number, left.subtype ?? -1) < (right.number, right.subtype ?? -1)
    }

    /// The system whose observations the message carries, legacy and MSM; nil for all other messages.
    public var observedConstellation: Constellation? {
        switch number {
        case 1001...1004, 1071...1077: .gps
        case 1009...1012, 1081...1087: .glonass
        case 1091...1097: .galileo
        case 1101...1107: .sbas
        case 1111...1117: .qzss
        case 1121...1127: .beidou
        case 1131...1137: .navic
        default: nil
        }
    }

    /// The level of a multiple signal message, 1...7; nil for all other messages.
    public var multipleSignalLevel: Int? {
        guard 1071...1137 ~= number, observedConstellation != nil else { return nil }
        return number % 10
    }

    /// Whether twelve bits of reference station follow the number; in the residuals 1030 and 1031 a time stands before.
    var tellsStation: Bool {
        switch number {
        case 1001...1013, 1029, 1032...1035, 1071...1137, 1230: true
        default: false
        }
    }

    /// What the message holds, in a few words.
    public var title: String {
        if let system = observedConstellation {
            return multipleSignalLevel.map { "\(system.name) MSM\($0)" } ?? "\(system.name) observations"
        }
        return switch number {
        case 1005: "station position"
        case 1006: "station position and antenna height"
        case 1007: "antenna"
        case 1008: "antenna and serial number"
        case 1013: "system parameters"
        case 1014...1017, 1030, 1031, 1034, 1035, 1037...1039: "network RTK"
        case 1019: "GPS ephemeris"
        case 1020: "GLONASS ephemeris"
        case 1021...1027: "datum transformation"
        case 1029: "text"
        case 1032: "physical reference station"
        case 1033: "receiver and antenna"
        case 1041: "NavIC ephemeris"
        case 1042: "BeiDou ephemeris"
        case 1044: "QZSS ephemeris"
        case 1045, 1046: "Galileo ephemeris"
        case 1057...1068, 1240...1263, 4076: "state space corrections"
        case 1230: "GLONASS code-phase biases"
        case 1300...1304: "coordinate reference system"
        case 4001...4095: "maker's message"
        default: "message"
        }
    }
}
