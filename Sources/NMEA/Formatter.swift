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
    case gbs = 0x53_4247
    case hdt = 0x54_4448
    case hdg = 0x47_4448
    case ths = 0x53_4854
    case dtm = 0x4D_5444
    case txt = 0x54_5854
    case wpl = 0x4C_5057
    case rte = 0x45_5452
    case rmb = 0x42_4D52
    case bwc = 0x43_5742
    case bod = 0x44_4F42
    case aam = 0x4D_4141
    case apb = 0x42_5041
    case xte = 0x45_5458
}
