/// Antenna and receiver of the station: messages 1007, 1008 and 1033.
///
/// Texts are as sent (ISO 8859-1); the standard allows 31 characters, a station can send 255.
public struct AntennaDescription: Hashable, Sendable {
    /// The reference station, 0...4095.
    public var station: Int
    /// The antenna's type (IGS name).
    public var antenna: String
    /// Setup number, 0 for the standard model, 0...255.
    public var setup: Int
    /// The antenna's serial number; in 1008 and 1033.
    public var serialNumber: String?
    /// The receiver's type; in 1033.
    public var receiver: String?
    /// The receiver's firmware; in 1033.
    public var firmware: String?
    /// The receiver's serial number; in 1033.
    public var receiverSerialNumber: String?

    init?(_ reader: inout BitReader, number: Int) {
        station = reader.integer(12)
        antenna = reader.text()
        setup = reader.integer(8)
        if number != 1007 { serialNumber = reader.text() }
        if number == 1033 {
            receiver = reader.text()
            firmware = reader.text()
            receiverSerialNumber = reader.text()
        }
        if reader.isShort { return nil }
    }
}

extension BitReader {
    /// A text with its length in eight bits before it.
    mutating func text() -> String {
        let count = integer(8)
        return String(String.UnicodeScalarView(bytes(count).map { Unicode.Scalar($0) }))
    }
}
