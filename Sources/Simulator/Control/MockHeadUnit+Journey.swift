public import GNSS
internal import HeadUnit
public import Navigation

// Control of the journey: the route, the position, and the recorded drive.
extension MockHeadUnit {
    /// Sets another route, or clears it; apps that listen hear OnWayPointChange of a new one.
    public func setRoute(_ route: Route?) {
        hmi.assumeIsolated { $0.setRoute(route) }
    }

    /// The journey along the route; `nil` without a route.
    public var routeProgress: RouteProgress? { hmi.assumeIsolated { $0.progress } }

    /// Counts the next stop as passed; apps that listen hear OnWayPointChange.
    ///
    /// - Returns: The name of the stop.
    /// - Throws: ``ControlError`` when nothing is left of a route.
    @discardableResult
    public func advanceRoute() throws(ControlError) -> String {
        guard let name = hmi.assumeIsolated({ $0.advanceRoute() }) else {
            throw ControlError("route", "there is none, or its destination was reached")
        }
        return name
    }

    /// Puts the vehicle somewhere; apps that listen hear OnVehicleData, and stops on the way count as passed.
    ///
    /// - Parameter fix: Where it is, and how it moves.
    public func setPosition(_ fix: Fix) {
        hmi.assumeIsolated { $0.moved(fix, origin: LocationOrigin(isSimulated: true), isCertain: true) }
    }

    /// The recorded drive, if there is one.
    public var drive: DrivePlayer? { player }

    /// Begins the recorded drive, or goes on with it.
    public func startDrive() {
        player?.assumeIsolated { $0.play() }
    }

    /// Plays another recorded drive from its beginning.
    ///
    /// - Parameters:
    ///   - name: What to call it.
    ///   - sentences: Its NMEA sentences.
    public func setDrive(name: String, sentences: [UInt8]) {
        let player = player ?? makePlayer(name: name, sentences: sentences)
        self.player = player
        player.assumeIsolated {
            $0.setSource(name: name, sentences: sentences)
            // One that waits to be started begins now, one that has ended begins anew.
            $0.play()
        }
    }
}
