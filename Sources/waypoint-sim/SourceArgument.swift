internal import Glibc
internal import NMEA
internal import Navigation
internal import Positioning
internal import Simulator
internal import Transport

/// A SOURCE on the command line, with the accessories it may name.
struct SourceArgument: Sendable {
    /// The forms of a SOURCE, for the help.
    static let forms =
        "SOURCE is a file; - for standard input; tcp://HOST:10110 or udp://:10110 for NMEA over the network; "
        + "serial:///dev/ttyACM0?baud=115200 for a serial port; gpsd://HOST:2947 (?watch=nmea for the receiver's own "
        + "sentences); accessory://NAME for an accessory of the file given by --accessories, accessory:// for the first one "
        + "that is connected; or drive://ROUTE.gpx?kmh=50&rate=10&seed=1 for a generated drive along a route of a file, or "
        + "drive://NAME along one that comes with the program."

    static let accessoriesOption = CommandDescription.Option(
        "--accessories", "FILE", "The accessories that are known, a JSON file (Docs/receivers.md).")

    let text: String
    let address: SourceAddress
    private var configuration: AccessoryConfiguration?

    /// Reads a SOURCE.
    ///
    /// - Parameters:
    ///   - text: What stands on the command line.
    ///   - name: What to call it in errors.
    ///   - accessories: The file given by `--accessories`.
    init(_ text: String, name: String, accessories: String?) throws(UsageError) {
        self.text = text
        do {
            address = try SourceAddress(parsing: text)
        } catch {
            throw UsageError(name, "\(error)")
        }
        do {
            configuration =
                if let accessories { try AccessoryConfiguration(path: accessories) } else { nil }
        } catch {
            throw UsageError("--accessories", "\(error)")
        }
        guard case .accessory(let accessory, let protocolName) = address else { return }
        guard let known = configuration else {
            throw UsageError(name, "\(text): no accessories are known: name their file by --accessories")
        }
        do {
            // Those that are not meant are left alone.
            configuration = try known.narrowed(to: accessory, protocolName: protocolName)
        } catch {
            throw UsageError(name, "\(text): \(error)")
        }
    }

    var isLive: Bool { address.isLive }

    /// The path of a recording: a file that is no pipe or device, or that is not there.
    var recordingPath: String? {
        guard case .file(let path) = address else { return nil }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return path }
        return status.st_mode & S_IFMT == S_IFREG ? path : nil
    }

    /// The source; a failure to open its file is wrong usage of what `name` is.
    func opened(
        for name: String, options: LocationSource.Options, on reactor: Reactor
    ) async throws(UsageError) -> LocationSource {
        do throws(LocationSourceError) {
            return try await open(options: options, on: reactor)
        } catch {
            throw UsageError(name, error.reason)
        }
    }

    /// Makes the source, and begins to look for accessories where it is one.
    func open(options: LocationSource.Options, on reactor: Reactor) async throws(LocationSourceError) -> LocationSource
    {
        if case .drive(let path, let drive) = address, !path.contains("/"), !path.contains(".") {
            return LocationSource(name: text, route: try route(path), drive: drive, options: options, on: reactor)
        }
        return try LocationSource(
            address, name: text, options: options, accessories: try await accessories(on: reactor), on: reactor)
    }

    /// A route that comes with the program.
    private func route(_ name: String) throws(LocationSourceError) -> Route {
        do {
            return try MockFiles.route(name, file: text)
        } catch {
            throw LocationSourceError(.notFound, source: text, reason: "\(text): \(error.expectation)")
        }
    }

    /// The accessories, looked for from now on.
    func accessories(on reactor: Reactor) async throws(LocationSourceError) -> AccessoryManager? {
        guard let configuration, case .accessory = address else { return nil }
        let manager = AccessoryManager(configuration, on: reactor)
        try await manager.start()
        return manager
    }
}

extension LocationSourceError {
    /// How the program ends for it.
    var exitStatus: ExitStatus {
        switch code {
        case .unreachable, .lost, .silent: .noConnection
        case .notFound, .busy, .permissionDenied: source.contains("://") ? .noConnection : .failure
        case .badSource, .wrongDevice, .unreadable, .other: .failure
        }
    }
}
