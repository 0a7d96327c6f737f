import GNSS

/// Builds the bytes of one sentence: start character, fields, checksum, CR LF.
struct SentenceWriter {
    private(set) var bytes: [UInt8] = []

    init(_ address: String) {
        bytes.reserveCapacity(96)
        bytes.append(UInt8(ascii: "$"))
        bytes.append(contentsOf: address.utf8)
    }

    init(_ talker: Talker, _ formatter: String) {
        self.init(talker.description + formatter)
    }

    /// The sentence with its checksum and line end.
    consuming func finished() -> [UInt8] {
        let checksum = bytes.dropFirst().reduce(0, ^)
        let digits = Array("0123456789ABCDEF".utf8)
        bytes.append(UInt8(ascii: "*"))
        bytes.append(digits[Int(checksum >> 4)])
        bytes.append(digits[Int(checksum & 15)])
        bytes.append(contentsOf: [0x0D, 0x0A])
        return bytes
    }

    mutating func empty(_ count: Int = 1) {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: ","), count: count))
    }

    mutating func letter(_ letter: UInt8?) {
        empty()
        if let letter { bytes.append(letter) }
    }

    mutating func letter(_ scalar: Unicode.Scalar) {
        letter(UInt8(ascii: scalar))
    }

    mutating func letters(_ letters: [UInt8]) {
        empty()
        bytes.append(contentsOf: letters)
    }

    mutating func number(_ number: DecimalNumber?, integerDigits: Int = 1) {
        empty()
        if let number { bytes.append(number, integerDigits: integerDigits) }
    }

    mutating func number(_ number: DecimalNumber?, unit: Unicode.Scalar) {
        self.number(number)
        letter(unit)
    }

    mutating func integer(_ value: Int?, digits: Int = 1) {
        empty()
        guard let value else { return }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(magnitude: UInt64(value.magnitude), scale: 0, integerDigits: digits)
    }

    mutating func hexadecimal(_ value: UInt8?) {
        empty()
        if let value { bytes.append(contentsOf: String(value & 15, radix: 16, uppercase: true).utf8) }
    }

    /// Text; reserved and unprintable characters become `^hh`, characters beyond ISO 8859-1 become `?`.
    mutating func text(_ text: String) {
        empty()
        for scalar in text.unicodeScalars {
            let byte = scalar.value < 0x100 ? UInt8(scalar.value) : UInt8(ascii: "?")
            if 0x20...0x7D ~= byte, !"$*,!\\^".utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "^"))
                let hexadecimal = String(byte, radix: 16, uppercase: true)
                bytes.append(contentsOf: (hexadecimal.utf8.count == 1 ? "0" + hexadecimal : hexadecimal).utf8)
            }
        }
    }

    /// A time `hhmmss` with two digits of fraction, more when needed.
    mutating func time(_ time: TimeOfDay?) {
        empty()
        guard let time else { return }
        bytes.append(
            magnitude: UInt64(time.hour * 10_000 + time.minute * 100 + time.second), scale: 0, integerDigits: 6)
        var fraction = time.nanosecond
        var digits = 9
        while digits > 2, fraction % 10 == 0 {
            fraction /= 10
            digits -= 1
        }
        bytes.append(UInt8(ascii: "."))
        bytes.append(magnitude: UInt64(fraction), scale: 0, integerDigits: digits)
    }

    mutating func date(_ date: CalendarDate?) {
        empty()
        guard let date else { return }
        let number = date.day * 10_000 + date.month * 100 + date.year % 100
        bytes.append(magnitude: UInt64(number), scale: 0, integerDigits: 6)
    }

    mutating func position(_ position: ExactPosition?) {
        guard let position else { return empty(4) }
        angle(position.latitude, degreeDigits: 2, positive: "N", negative: "S")
        angle(position.longitude, degreeDigits: 3, positive: "E", negative: "W")
    }

    private mutating func angle(
        _ angle: ExactAngle, degreeDigits: Int, positive: Unicode.Scalar, negative: Unicode.Scalar
    ) {
        empty()
        let unit = PowersOfTen.integer(angle.scale)
        let degrees = angle.scaledMinutes / (60 * unit)
        let minutes = angle.scaledMinutes % (60 * unit)
        bytes.append(magnitude: UInt64(degrees), scale: 0, integerDigits: degreeDigits)
        bytes.append(magnitude: UInt64(minutes), scale: angle.scale, integerDigits: 2)
        letter(angle.isNegative ? negative : positive)
    }

    /// A magnitude and the letter of its side; both empty when absent.
    mutating func sided(_ number: DecimalNumber?, plus: Unicode.Scalar, minus: Unicode.Scalar) {
        guard let number else { return empty(2) }
        empty()
        bytes.append(magnitude: number.mantissa.magnitude, scale: number.scale, integerDigits: 1)
        letter(number.mantissa < 0 ? minus : plus)
    }

    mutating func status(_ status: DataStatus?) {
        letter(status?.letter)
    }

    mutating func mode(_ mode: PositioningMode?) {
        letter(mode?.rawValue)
    }
}
