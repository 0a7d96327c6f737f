public import Navigation
public import Transport

extension LocationSource {
    /// Makes the source that an address names; receivers are looked for only when it is started.
    ///
    /// Files are opened at once (a route file is read whole): not for a reactor's thread.
    ///
    /// - Parameters:
    ///   - address: What to read.
    ///   - name: What to call it; `nil` for a name made from the address.
    ///   - options: How it works.
    ///   - accessories: Where accessories are known, for `accessory` addresses; on the same reactor.
    ///   - reactor: Where it works and delivers.
    /// - Throws: ``LocationSourceError`` when a file cannot be read, or an accessory is named without a manager.
    public init(
        _ address: SourceAddress, name: String? = nil, options: Options = Options(),
        accessories: AccessoryManager? = nil, on reactor: Reactor
    ) throws(LocationSourceError) {
        let name = name ?? "\(address)"
        let feed: Feed
        var isLive = address.isLive
        switch address {
        case .standardInput:
            feed = .stream(try Self.reader("-", name: name))
        case .file(let path):
            let reader = try Self.reader(path, name: name)
            // A pipe or a device has no size and cannot be played again.
            isLive = reader.size == nil
            feed = isLive ? .stream(reader) : .recording(.file(path: path))
        case .drive(let path, let options):
            feed = .recording(.drive(try Self.route(path, name: name), options))
        case .tcp(let host, let port):
            feed = .link(.tcp(host: host, port: port, timeout: options.connectTimeout))
        case .udp(let host, let port):
            feed = .link(.udp(host: host, port: port))
        case .serial(let path, let baud):
            feed = .link(.serial(path: path, baud: baud))
        case .gpsd(let host, let port, let device, let watch):
            feed = .link(
                .gpsd(host: host, port: port, device: device, watch: watch, timeout: options.connectTimeout))
        case .accessory(let accessory, let protocolName):
            guard let accessories else {
                throw LocationSourceError(
                    .badSource, source: name, reason: "no accessories are known: name their file by --accessories")
            }
            feed = .link(.accessory(accessories, name: accessory, protocolName: protocolName))
        }
        self.init(name: name, feed: feed, isLive: isLive, options: options, reactor: reactor)
    }

    /// Plays sentences that are at hand.
    ///
    /// - Parameters:
    ///   - name: What to call the recording in errors.
    ///   - sentences: The bytes of the recording.
    ///   - options: How it is played.
    ///   - reactor: Where it works and delivers.
    public init(name: String, sentences: [UInt8], options: Options = Options(), on reactor: Reactor) {
        self.init(name: name, feed: .recording(.memory(sentences)), isLive: false, options: options, reactor: reactor)
    }

    /// Drives along a route.
    ///
    /// - Parameters:
    ///   - name: What to call the drive in errors.
    ///   - route: The route.
    ///   - drive: How the drive goes.
    ///   - options: How it is played.
    ///   - reactor: Where it works and delivers.
    public init(
        name: String, route: Route, drive: DriveGenerator.Options, options: Options = Options(), on reactor: Reactor
    ) {
        self.init(
            name: name, feed: .recording(.drive(route, drive)), isLive: false, options: options, reactor: reactor)
    }

    /// Makes a source that is fed by ``push(_:)``.
    ///
    /// - Parameters:
    ///   - name: What to call it in errors.
    ///   - options: How it decodes.
    ///   - reactor: Where it works and delivers.
    public init(pushedAs name: String, options: Options = Options(), on reactor: Reactor) {
        self.init(name: name, feed: .pushed, isLive: true, options: options, reactor: reactor)
    }

    private static func reader(_ path: String, name: String) throws(LocationSourceError) -> FileReader {
        do {
            return try FileReader(path: path)
        } catch {
            throw LocationSourceError(error, source: name)
        }
    }

    private static func route(_ path: String, name: String) throws(LocationSourceError) -> Route {
        let bytes: [UInt8]
        do {
            bytes = try SmallFile.read(path, limit: 64 << 20)
        } catch {
            throw LocationSourceError(error, source: name)
        }
        do {
            return try Route(parsing: bytes)
        } catch {
            throw LocationSourceError(.unreadable, source: name, reason: "\(error)")
        }
    }
}
