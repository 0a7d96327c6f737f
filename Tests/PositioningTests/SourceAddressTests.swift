import GNSS
import Navigation
import Positioning
import Testing

@Suite("Names of sources")
struct SourceAddressTests {
    @Test(
        "Every form is understood",
        arguments: [
            ("-", .standardInput),
            ("drive.nmea", .file(path: "drive.nmea")),
            ("/tmp/a b:c.log", .file(path: "/tmp/a b:c.log")),
            ("tcp://localhost:2000", .tcp(host: "localhost", port: 2000)),
            ("tcp://192.168.2.15", .tcp(host: "192.168.2.15", port: 10_110)),
            ("tcp://[::1]:2000", .tcp(host: "::1", port: 2000)),
            ("tcp://[::1]", .tcp(host: "::1", port: 10_110)),
            ("udp://:10110", .udp(host: "127.0.0.1", port: 10_110)),
            ("udp://0.0.0.0:2000", .udp(host: "0.0.0.0", port: 2000)),
            ("serial:///dev/ttyACM0", .serial(path: "/dev/ttyACM0", baud: 115_200)),
            ("serial:///dev/ttyUSB0?baud=4800", .serial(path: "/dev/ttyUSB0", baud: 4800)),
            ("serial:///dev/serial/by-id/a%20b", .serial(path: "/dev/serial/by-id/a b", baud: 115_200)),
            ("gpsd://localhost", .gpsd(host: "localhost", port: 2947, device: nil, watch: .json)),
            ("gpsd://", .gpsd(host: "127.0.0.1", port: 2947, device: nil, watch: .json)),
            (
                "gpsd://host:2948/dev/ttyACM0?watch=nmea",
                .gpsd(host: "host", port: 2948, device: "/dev/ttyACM0", watch: .nmea)
            ),
            ("accessory://Reach%20RX", .accessory(name: "Reach RX", protocolName: nil)),
            (
                "accessory://?protocol=com.bad-elf.gps", .accessory(name: nil, protocolName: "com.bad-elf.gps")
            ),
            ("drive://routes/a.gpx", .drive(path: "routes/a.gpx", options: .init())),
        ] as [(String, SourceAddress)])
    func forms(text: String, address: SourceAddress) throws {
        #expect(try SourceAddress(parsing: text) == address)
    }

    @Test("A drive takes its options")
    func drive() throws {
        var options = DriveGenerator.Options()
        options.speed = 80
        options.rate = 10
        options.seed = 7
        options.restAtEnd = 60
        options.tunnels = [200...450, 900...950.5]
        options.quality = .simulated
        options.constellations = [.gps, .galileo]
        #expect(
            try SourceAddress(
                parsing:
                    "drive:///tmp/a.gpx?kmh=80&rate=10&seed=7&rest=60&tunnel=200-450,900-950.5&quality=simulated&constellations=GPS,galileo"
            )
                == .drive(path: "/tmp/a.gpx", options: options))
    }

    @Test(
        "What is wrong is a typed error",
        arguments: [
            "", "tcp://", "tcp://host:0", "tcp://host:65536", "tcp://host:x", "tcp://host/path", "tcp://host?baud=1",
            "udp://:1/x", "serial://ttyACM0", "serial:///dev/ttyACM0?baud=fast", "serial:///dev/ttyACM0?baud=0",
            "serial:///dev/ttyACM0?speed=9600", "gpsd://host?watch=xml", "accessory://%zz", "drive://",
            "drive://a?kmh=0", "drive://a?rate=nan", "drive://a?seed=-1", "http://host/",
            "drive://a?tunnel=5", "drive://a?tunnel=9-5", "drive://a?tunnel=1-2,", "drive://a?quality=good",
            "drive://a?constellations=", "drive://a?constellations=gps,moon",
        ])
    func wrong(text: String) {
        #expect {
            _ = try SourceAddress(parsing: text)
        } throws: { error in
            (error as? LocationSourceError)?.code == .badSource
        }
    }

    @Test("The text form leads back to the same source")
    func description() throws {
        let texts = [
            "-", "a.log", "tcp://[::1]:1", "udp://127.0.0.1:2", "serial:///dev/a?baud=9600", "gpsd://h:3/dev/a",
        ]
        for text in texts {
            let address = try SourceAddress(parsing: text)
            #expect(try SourceAddress(parsing: "\(address)") == address)
        }
    }
}
