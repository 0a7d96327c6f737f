public import GNSS

/// How a caster for tests behaves.
public struct CasterConfiguration: Hashable, Sendable {
    /// A stream that is offered.
    public struct Mountpoint: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The town in the table.
        public var identifier: String
        /// The place in the table.
        public var coordinate: GeodeticCoordinate?
        /// Whether the stream waits for the rover's position and then comes from a station there (VRS).
        public var needsPosition: Bool

        /// Makes a stream.
        public init(
            _ name: String, identifier: String = "Test", coordinate: GeodeticCoordinate? = nil,
            needsPosition: Bool = false
        ) {
            self.name = name
            self.identifier = identifier
            self.coordinate = coordinate
            self.needsPosition = needsPosition
        }
    }

    /// What goes wrong on purpose.
    public enum Fault: Hashable, Sendable {
        /// Closes without a byte, as for a banned address.
        case closeWithoutByte
        /// Never answers.
        case noReply
        /// Accepts, then sends nothing.
        case silence
        /// Accepts, then closes.
        case acceptThenClose
        /// Closes after so many bytes of the stream.
        case closeAfter(bytes: Int)
        /// Stops sending after so many bytes of the stream, the connection stays open.
        case stallAfter(bytes: Int)
        /// Answers with this status, for example 401, 404 or 503.
        case status(Int)
        /// Answers a web page that says the address is banned.
        case banPage
        /// Sends elsewhere.
        case redirect(String)
        /// Damages one byte in every so many frames.
        case damage(every: Int)
        /// Announces chunks and sends none.
        case falseChunks
        /// Puts no line end behind the status of a version 2 reply.
        case gluedStatus
        /// Begins in the middle of a frame.
        case midFrame
        /// Sends each reply byte by byte.
        case drip
    }

    /// Streams that are offered.
    public var mountpoints: [Mountpoint]
    /// Who may log in; empty lets all in.
    public var users: [String: String] = [:]
    /// Whether the table wants a login too.
    public var tableNeedsLogin = false
    /// The only version spoken; nil speaks what the request asks for.
    public var onlyVersion: NTRIPVersion?
    /// Whether streams of version 2 come in chunks.
    public var isChunked = true
    /// Bytes of a chunk at most; nil makes a chunk of each frame.
    public var chunkSize: Int?
    /// Faults for every connection.
    public var faults: Set<Fault> = []
    /// How long a connection may take to ask; then it is closed.
    public var requestTime = Duration.seconds(30)
    /// How many rovers at a time; more are closed without a byte.
    public var clientLimit = 100

    /// Makes a caster that lets all in.
    public init(mountpoints: [Mountpoint]) {
        self.mountpoints = mountpoints
    }

    func mountpoint(_ name: String) -> Mountpoint? {
        mountpoints.first { $0.name == name }
    }

    /// The records of the table, without reply or end mark.
    var table: String {
        var lines = ["CAS;localhost;2101;sdl-waypoints;test;1;;0.00;0.00;0.0.0.0;0;"]
        for mountpoint in mountpoints {
            let place = mountpoint.coordinate
            let fields: [String] = [
                "STR", mountpoint.name, mountpoint.identifier, "RTCM 3.3",
                "1005(1),1077(1),1087(1),1097(1),1127(1),1230(1)", "2", "GPS+GLO+GAL+BDS", "TEST", "",
                Self.degrees(place?.latitude), Self.degrees(place?.longitude), mountpoint.needsPosition ? "1" : "0",
                mountpoint.needsPosition ? "1" : "0", "sdl-waypoints", "none", users.isEmpty ? "N" : "B", "N", "9600",
                "",
            ]
            lines.append(fields.joined(separator: ";"))
        }
        return lines.map { $0 + "\r\n" }.joined() + "ENDSOURCETABLE\r\n"
    }

    private static func degrees(_ angle: Double?) -> String {
        let hundredths = Int(((angle ?? 0) * 100).rounded())
        let part = hundredths.magnitude % 100
        return "\(hundredths < 0 ? "-" : "")\(hundredths.magnitude / 100).\(part < 10 ? "0" : "")\(part)"
    }
}
