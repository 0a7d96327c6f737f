internal import Positioning
internal import Transport

// How sources are opened, off the reactor where that may wait.
extension PositionFeed {
    static func manager(
        _ accessories: AccessoryConfiguration, _ name: String?, _ protocolName: String?, on reactor: Reactor
    ) async throws(LocationSourceError) -> AccessoryManager {
        do {
            let manager = AccessoryManager(
                try accessories.narrowed(to: name, protocolName: protocolName), on: reactor)
            try await manager.start()
            return manager
        } catch {
            throw LocationSourceError(.notFound, source: name ?? "accessory://", reason: "\(error)")
        }
    }

    static func source(
        _ address: SourceAddress, _ text: String, _ manager: AccessoryManager?, on reactor: Reactor
    ) async throws(LocationSourceError) -> LocationSource {
        if case .drive(let name, let drive) = address, !name.contains("/"), !name.contains(".") {
            do throws(MockModuleError) {
                let route = try MockFiles.route(name, file: text)
                return LocationSource(name: text, route: route, drive: drive, on: reactor)
            } catch {
                throw LocationSourceError(.notFound, source: text, reason: "\(text): \(error.expectation)")
            }
        }
        return try await FileDesk().source(address, text, manager, on: reactor).get()
    }
}

/// Opens files where waiting for them holds up nobody.
actor FileDesk {
    private let executor = BlockingExecutor(name: "positions")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func read(_ path: String) -> Result<[UInt8], LocationSourceError> {
        let bytes: [UInt8]
        do throws(TransportError) {
            bytes = try SmallFile.read(path, limit: 256 << 20)
        } catch {
            return .failure(LocationSourceError(.unreadable, source: path, reason: "\(error)"))
        }
        guard hasPosition(bytes) else {
            return .failure(
                LocationSourceError(
                    .unreadable, source: path, reason: "\(path): no NMEA sentence in it tells a position"))
        }
        return .success(bytes)
    }

    /// Looks through all of it: a long recording may begin in a garage.
    func hasPosition(_ sentences: [UInt8]) -> Bool {
        DrivePlayer.startPosition(of: sentences, within: .max) != nil
    }

    func source(
        _ address: SourceAddress, _ text: String, _ manager: AccessoryManager?, on reactor: Reactor
    ) -> Result<LocationSource, LocationSourceError> {
        do throws(LocationSourceError) {
            return .success(try LocationSource(address, name: text, accessories: manager, on: reactor))
        } catch {
            return .failure(error)
        }
    }
}
