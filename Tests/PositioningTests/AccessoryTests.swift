import GNSS
import Testing

@testable import Positioning

@Suite("Accessories as configured")
struct AccessoryConfigurationTests {
    private func read(_ json: String) throws -> AccessoryConfiguration {
        try AccessoryConfiguration(json: Array(json.utf8), file: "accessories.json")
    }

    @Test("A file names accessories, their protocols and places")
    func file() throws {
        let configuration = try read(
            """
            { "accessories": [
              { "name": "Reach RX", "manufacturer": "Emlid", "model": "RX", "serialNumber": "8243", "firmwareRevision": "31.8",
                "protocols": { "com.emlid.corrections": "serial:///dev/rfcomm0", "com.emlid.nmea": "serial:///dev/rfcomm0" } },
              { "name": "Own", "protocols": {
                "org.example.out": "tcp://192.168.2.15:9001",
                "org.example.in": { "at": "tcp://192.168.2.15:9002", "role": "corrections" } } } ] }
            """)
        #expect(configuration.accessories.map(\.name) == ["Reach RX", "Own"])
        let reach = configuration.accessories[0]
        #expect(reach.protocolStrings == ["com.emlid.corrections", "com.emlid.nmea"])
        #expect(reach.endpoints == [.serial(path: "/dev/rfcomm0", baud: 115_200)])
        #expect(reach.positions()?.name == "com.emlid.nmea")
        #expect(reach.corrections()?.name == "com.emlid.corrections")
        #expect(reach.origin("com.emlid.nmea").firmwareRevision == "31.8")
        #expect(!reach.isConnected)
        let own = configuration.accessories[1]
        #expect(own.positions()?.endpoint == .tcp(host: "192.168.2.15", port: 9001))
        #expect(own.corrections()?.endpoint == .tcp(host: "192.168.2.15", port: 9002))
        #expect(own.manufacturer.isEmpty)
    }

    @Test(
        "What is wrong is told with its place",
        arguments: [
            ("", "empty"), ("{}", "accessories"), (#"{"accessories":[{}]}"#, "accessories[0].name"),
            (#"{"accessories":[{"name":"a"}]}"#, "accessories[0].protocols"),
            (#"{"accessories":[{"name":"a","protocols":{}}]}"#, "no protocol"),
            (#"{"accessories":[{"name":"a","protocols":{"p":1}}]}"#, "protocols.p"),
            (#"{"accessories":[{"name":"a","protocols":{"p":"gpsd://x"}}]}"#, "tcp://HOST:PORT"),
            (#"{"accessories":[{"name":"a","protocols":{"p":{"at":"tcp://h:1","role":"both"}}}]}"#, "role"),
            (
                #"{"accessories":[{"name":"a","protocols":{"p":"tcp://h:1"}},{"name":"a","protocols":{"p":"tcp://h:2"}}]}"#,
                "twice"
            ),
            (
                #"{"accessories":[{"name":"a","protocols":{"p":"tcp://h:1"}},{"name":"b","protocols":{"p":"tcp://h:1"}}]}"#,
                "same place"
            ),
            (
                #"{"accessories":[{"name":"a","protocols":{"p":"tcp://Host:1"}},{"name":"b","protocols":{"p":"tcp://host:1"}}]}"#,
                "same place"
            ),
            (
                #"{"accessories":[{"name":"a","protocols":{"p":"serial:///dev/x"}},{"name":"b","protocols":{"p":"serial:///dev/x?baud=9600"}}]}"#,
                "same place"
            ),
            (
                #"{"accessories":[{"name":"a","protocols":{"p":"serial:///dev/x","q":"serial:///dev/x?baud=9600"}}]}"#,
                "two speeds"
            ),
        ])
    func faults(json: String, words: String) {
        #expect {
            _ = try read(json)
        } throws: { error in
            guard let error = error as? LocationSourceError else { return false }
            return error.source == "accessories.json" && error.reason.contains(words)
        }
    }

    @Test("A name or a protocol that is not in the file is told with those that are; others are left alone")
    func narrowing() throws {
        let configuration = try read(
            """
            { "accessories": [
              { "name": "Reach", "protocols": { "com.emlid.corrections": "tcp://h:1", "com.emlid.nmea": "tcp://h:1" } },
              { "name": "Elf", "protocols": { "com.bad-elf.gps": "tcp://h:2" } } ] }
            """)
        #expect(try configuration.narrowed(to: nil).accessories.map(\.name) == ["Reach", "Elf"])
        #expect(try configuration.narrowed(to: "Elf").accessories.map(\.name) == ["Elf"])
        #expect(
            try configuration.narrowed(to: nil, protocolName: "com.emlid.nmea").accessories.map(\.name) == ["Reach"])
        #expect(throws: AccessoryError.notConfigured(name: "Reech", known: ["Reach", "Elf"])) {
            try configuration.narrowed(to: "Reech")
        }
        #expect(throws: AccessoryError.notOffered(name: "Reach", protocolName: "com.emlid.corrections")) {
            try configuration.narrowed(to: "Reach", protocolName: "com.emlid.corrections")
        }
        #expect(throws: AccessoryError.notOffered(name: "any accessory", protocolName: "com.garmin.pvt")) {
            try configuration.narrowed(to: nil, protocolName: "com.garmin.pvt")
        }
        // What waiting cannot mend is no reason to try again.
        #expect(AccessoryError.notConfigured(name: "Reech", known: []).code == .badSource)
        #expect(AccessoryError.notOffered(name: "Reach", protocolName: "x").code == .badSource)
    }

    @Test("The known protocols have a direction")
    func known() {
        #expect(AccessoryProtocol.known["com.emlid.corrections"] == .corrections)
        let names = [
            "com.emlid.nmea", "com.bad-elf.gps", "com.eos-gnss.positioningsource", "com.geneq.sxbluegpssource",
        ]
        for name in names {
            #expect(AccessoryProtocol.known[name] == .positions)
        }
    }
}

@Suite("Who is connected")
struct AccessoryRegistryTests {
    private static let first = AccessoryEndpoint.tcp(host: "a", port: 1)
    private static let second = AccessoryEndpoint.tcp(host: "a", port: 2)
    private static let third = AccessoryEndpoint.serial(path: "/dev/x", baud: 9600)

    private var registry: AccessoryRegistry {
        AccessoryRegistry([
            Accessory(
                name: "two",
                protocols: [
                    AccessoryProtocol(name: "p", endpoint: Self.first),
                    AccessoryProtocol(name: "q", role: .corrections, endpoint: Self.second),
                ]),
            Accessory(name: "one", protocols: [AccessoryProtocol(name: "p", endpoint: Self.third)]),
        ])
    }

    @Test("An accessory is connected when all its places are there; what is told twice counts once")
    func places() {
        var registry = registry
        #expect(registry.appeared(Self.first) == [])
        #expect(registry.appeared(Self.first) == [])
        let connected = registry.appeared(Self.second)
        #expect(connected.map(\.accessory.name) == ["two"])
        #expect(connected.map(\.accessory.connectionID) == [1])
        #expect(registry.appeared(Self.third).map(\.accessory.connectionID) == [2])
        #expect(registry.connected.map(\.name) == ["two", "one"])
        #expect(registry.vanished(Self.first) == connected.map { .disconnected($0.accessory) })
        #expect(registry.vanished(Self.second) == [])
        #expect(registry.vanished(Self.second) == [])
        #expect(registry.connected.map(\.name) == ["one"])
        _ = registry.appeared(Self.first)
        _ = registry.appeared(Self.second)
        // The number rises with each connection; the longest connected one is the first.
        #expect(registry.connected.map(\.connectionID) == [2, 3])
    }
}

@Suite("Corrections that wait")
struct FrameQueueTests {
    @Test("Too many frames drop the oldest, whole")
    func bound() {
        var queue = FrameQueue()
        for number in 0..<100 { queue.push([UInt8(number)]) }
        #expect(queue.count == FrameQueue.frameLimit)
        #expect(queue.pop() == [36])
        #expect(queue.counters.droppedFrames == 36)
        queue.push([UInt8](repeating: 1, count: FrameQueue.byteLimit))
        #expect(queue.count == 1)
        queue.push([UInt8](repeating: 1, count: FrameQueue.byteLimit + 1))
        #expect(queue.count == 1)
        queue.clear()
        #expect(queue.isEmpty)
        #expect(queue.pop() == nil)
        #expect(queue.counters.sentFrames == 1)
    }
}
