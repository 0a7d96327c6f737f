internal import Formats
internal import NMEA

extension GPSDObject {
    /// The object as a line of JSON, members in gpsd's order.
    var jsonLine: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.finishLeniently()
    }

    private func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for member in members {
            writer.key(member.name)
            switch member.value {
            case .string(let text): writer.string(text)
            case .integer(let number): writer.int(Int64(number))
            case .number(let number, let decimals): writer.double(Self.rounded(number, decimals: decimals))
            case .boolean(let flag): writer.bool(flag)
            case .objects(let objects):
                writer.beginArray()
                for object in objects { object.write(to: &writer) }
                writer.endArray()
            }
        }
        writer.endObject()
    }

    private static func rounded(_ number: Double, decimals: Int) -> Double {
        var scale = 1.0
        for _ in 0..<min(max(decimals, 0), 15) { scale *= 10 }
        let scaled = (number * scale).rounded()
        return scaled.isFinite ? scaled / scale : number
    }
}
