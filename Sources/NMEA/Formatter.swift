/// The three-letter formatters that have a type here; the raw value holds the letters, first one in the low byte.
enum Formatter: UInt32 {
    case gga = 0x41_4747
    case rmc = 0x43_4D52
    case gsa = 0x41_5347
    case gsv = 0x56_5347
    case vtg = 0x47_5456
    case gst = 0x54_5347
    case gll = 0x4C_4C47
    case gns = 0x53_4E47
    case zda = 0x41_445A
}
