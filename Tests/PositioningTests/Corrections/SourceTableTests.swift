import Formats
import GNSS
import RTCM
import TestKit
import Testing

@testable import Positioning

@Suite("Source tables", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
struct SourceTableTests {
    private static let nasty = (try? SharedData.bytes("vectors/ntrip/sourcetable-nasty.txt")) ?? []

    private static func table(_ bytes: [UInt8]) -> SourceTable {
        var conclusion = Conclusion()
        conclusion.feed([bytes], closes: true)
        return conclusion.table ?? SourceTable()
    }

    @Test(
        "Every record of the nasty table is read as stated",
        arguments: VectorCase.all("sourcetable-cases.json", list: "records"))
    func records(vector: VectorCase) throws {
        let line = vector.object["line"]?.stringValue ?? ""
        let expected = vector.object["expect"]?.objectValue ?? [:]
        var table = SourceTable()
        table.add(line: Array(line.utf8))
        if expected["ignored"] == true {
            #expect(table.ignoredLines == 1)
            return
        }
        for (name, value) in expected {
            let ours =
                switch line.prefix(3) {
                case "STR": table.streams.first.flatMap { Self.member(name, of: $0) }
                case "CAS": table.casters.first.flatMap { Self.member(name, of: $0) }
                default: table.networks.first.flatMap { Self.member(name, of: $0) }
                }
            guard let ours else {
                Issue.record("\(name) is not read")
                continue
            }
            if let number = value.doubleValue, let our = ours.doubleValue {
                #expect(abs(number - our) < 1e-9, "\(name)")
            } else {
                #expect(ours == value, "\(name)")
            }
        }
    }

    @Test("The whole nasty table has all records, none behind its end mark, however it is cut")
    func whole() throws {
        let expected = Self.table(Self.nasty)
        #expect(expected.isComplete)
        #expect(expected.streams.count == 20)
        #expect(expected.casters.count == 2)
        #expect(expected.networks.count == 1)
        #expect(expected.ignoredLines == 2)
        #expect(expected.stream("GHOST") == nil)
        #expect(expected.stream("L1")?.identifier == "Zürich")
        #expect(expected.stream("BASE1")?.identifier == "Town")
        for split in Splits.all(Self.nasty, randomCount: 5) {
            var conclusion = Conclusion()
            conclusion.feed(split.pieces, closes: false)
            #expect(conclusion.table == expected, "\(split)")
        }
    }

    @Test(
        "Recorded tables have every record with every field",
        arguments: ["sapos-2017", "auscors-part", "rtk2go-part", "millipede-sample"])
    func corpus(name: String) throws {
        let bytes = try SharedData.bytes("corpus/ntrip/\(name).txt")
        var table = Self.table(bytes)
        if table.streams.isEmpty { table = SourceTable(bytes) }
        let expected = try SharedData.lines("corpus/ntrip/\(name).jsonl").map { try JSONValue(parsing: Array($0.utf8)) }
        func fields(_ type: String) -> [[String]] {
            expected.filter { $0["type"]?.stringValue == type }
                .map { ($0["fields"]?.arrayValue ?? []).compactMap(\.stringValue) }
        }
        #expect(table.streams.map(\.rawFields) == fields("STR"))
        #expect(table.casters.map(\.rawFields) == fields("CAS"))
        #expect(table.networks.map(\.rawFields) == fields("NET"))
        #expect(!table.streams.isEmpty)
    }

    @Test("The nearest streams are the stated ones")
    func nearest() throws {
        let table = SourceTable(try SharedData.bytes("corpus/ntrip/rtk2go-part.txt"))
        let value = try JSONValue(parsing: SharedData.bytes("corpus/ntrip/rtk2go-part.nearest.json"))
        for point in value["points"]?.arrayValue ?? [] {
            let place = try #require(
                GeodeticCoordinate(
                    latitude: point["lat"]?.doubleValue ?? .nan, longitude: point["lon"]?.doubleValue ?? .nan))
            let found = table.nearest(to: place, limit: 5)
            let expected = point["nearest"]?.arrayValue ?? []
            try #require(found.count == expected.count)
            for (stream, object) in zip(found, expected) {
                #expect(stream.stream.mountpoint == object["mountpoint"]?.stringValue)
                #expect(abs(stream.distance / 1000 - (object["km"]?.doubleValue ?? 0)) < 0.0006)
            }
        }
    }

    @Test("Filters leave out what cannot be used")
    func filters() throws {
        let table = Self.table(Self.nasty)
        var filter = StreamFilter()
        let taken = table.streams.filter { filter.takes($0) }
        #expect(taken.map(\.isRTCM3).contains(false) == false)
        #expect(taken.count == 15)
        filter.authentications = [.basic]
        filter.allowsFee = false
        filter.network = "net1"
        #expect(table.streams.filter { filter.takes($0) }.map(\.mountpoint) == ["BASE1"])
        filter = StreamFilter()
        filter.format = "rtcm3.3"
        filter.wantsPosition = true
        #expect(table.streams.filter { filter.takes($0) }.map(\.mountpoint) == ["X1"])
        let place = try #require(GeodeticCoordinate(latitude: 50, longitude: 8.7))
        let far = try #require(table.nearest(to: place, limit: 100).last { !$0.stream.isNetworkSolution })
        #expect(far.warning?.contains("km away") == true)
    }

    @Test("A table cannot fill the memory: lines and bytes are bounded")
    func bounds() {
        var reader = SourceTableReader()
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        var isOver = false
        for _ in 0..<9 where !isOver { isOver = reader.append(long) }
        #expect(isOver)
    }

    @Test("A table of short lines or of separators only is bounded too, and its last field keeps all")
    func recordBounds() {
        var table = SourceTable()
        for index in 0..<50_010 { table.add(line: Array("STR;\(index)".utf8)) }
        #expect(table.streams.count == 50_000)
        #expect(table.ignoredLines == 10)
        var wide = SourceTable()
        let misc = (0..<500).map(String.init).joined(separator: ";")
        wide.add(line: Array(("STR;A" + String(repeating: ";", count: 17) + misc).utf8))
        #expect(wide.streams.first?.misc == misc)
        #expect((wide.streams.first?.rawFields.count ?? .max) < 64)
    }

    @Test("The end mark ends the table without a line end too, and inside a line it means nothing")
    func endMark() {
        var reader = SourceTableReader()
        let isOverEarly = reader.append(Array("STR;A;x ENDSOURCETABLE\r\nEND".utf8))
        let isOver = reader.append(Array("SOURCETABLE".utf8))
        let table = reader.finish()
        #expect(!isOverEarly)
        #expect(isOver)
        #expect(table.streams.count == 1)
    }

    // MARK: Members under the names of the vectors

    private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    private static func number(_ number: Int?) -> JSONValue { number.map { .int(Int64($0)) } ?? .null }
    private static func flag(_ flag: Bool?) -> JSONValue { flag.map { .bool($0) } ?? .null }
    private static func real(_ number: Double?) -> JSONValue { number.map { .double($0) } ?? .null }

    private static func member(_ name: String, of stream: StreamRecord) -> JSONValue? {
        switch name {
        case "type": .string("STR")
        case "mountpoint": .string(stream.mountpoint)
        case "identifier": text(stream.identifier)
        case "format": text(stream.format)
        case "messages":
            .object(
                Dictionary(
                    uniqueKeysWithValues: stream.messages.map { ("\($0.key)", number($0.value.map { Int($0) })) }))
        case "carrier": number(stream.carrier)
        case "nav": .array(stream.systems.map { .string($0) })
        case "network": text(stream.network)
        case "country": text(stream.country)
        case "lat": real(stream.coordinate?.latitude)
        case "lon": real(stream.coordinate?.longitude)
        case "position_known": .bool(stream.position != nil)
        case "nmea": .bool(stream.wantsPosition)
        case "networked": .bool(stream.isNetworkSolution)
        case "generator": text(stream.generator)
        case "compression": text(stream.compression)
        case "auth": text(stream.authentication?.rawValue)
        case "fee": flag(stream.hasFee)
        case "bitrate": number(stream.bitRate)
        case "misc": text(stream.misc)
        case "rtcm3": .bool(stream.isRTCM3)
        default: nil
        }
    }

    private static func member(_ name: String, of caster: CasterRecord) -> JSONValue? {
        switch name {
        case "type": .string("CAS")
        case "host": .string(caster.host)
        case "port": number(caster.port.map { Int($0) })
        case "identifier": text(caster.identifier)
        case "operator": text(caster.operatorName)
        case "nmea": .bool(caster.takesPositions)
        case "country": text(caster.country)
        case "lat": real(caster.coordinate?.latitude)
        case "lon": real(caster.coordinate?.longitude)
        case "fallback_host": text(caster.fallbackHost)
        case "fallback_port": number(caster.fallbackPort.map { Int($0) })
        case "misc": text(caster.misc)
        default: nil
        }
    }

    private static func member(_ name: String, of network: NetworkRecord) -> JSONValue? {
        switch name {
        case "type": .string("NET")
        case "identifier": .string(network.identifier)
        case "operator": text(network.operatorName)
        case "auth": text(network.authentication?.rawValue)
        case "fee": flag(network.hasFee)
        case "web_net": text(network.networkPage)
        case "web_str": text(network.streamPage)
        case "web_reg": text(network.registration)
        case "misc": text(network.misc)
        default: nil
        }
    }
}
