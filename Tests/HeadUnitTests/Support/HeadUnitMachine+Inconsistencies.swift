import SDLProtocol

@testable import HeadUnit

extension HeadUnitMachine {
    /// What the machine keeps of apps, sessions or connections that are gone; empty at every moment between events.
    var inconsistencies: [String] {
        var found: [String] = []
        func expect(_ isRight: Bool, _ text: @autoclosure () -> String) {
            if !isRight { found.append(text()) }
        }
        for (key, app) in apps {
            expect(
                links[key.link]?.connection.version(of: key.session) != nil, "\(app.name) has no session \(key)")
            expect(keysByHMIAppID[app.hmiAppID] == key, "the HMI's id of \(app.name) leads elsewhere")
            expect(
                app.claims.allSatisfy { names.isTaken($0.kind, $0.text, on: $0.device) }, "\(app.name) lost its names")
        }
        let keys = Set(apps.keys)
        expect(order.count == keys.count && Set(order) == keys, "the order holds other apps")
        expect(keysByHMIAppID.count == keys.count, "the HMI's ids hold other apps")
        expect(names.count == Set(apps.values.flatMap(\.claims)).count, "names of apps that are gone")
        expect(shown.isSubset(of: keys), "apps that are gone are shown")
        expect(keys.isSuperset(of: wayPoints.subscribers.keys), "apps that are gone hear of waypoints")
        expect(keys.isSuperset(of: vehicleData.apps), "apps that are gone hear of vehicle data")
        expect(keys.isSuperset(of: vehicleDataPace.owed.keys), "apps that are gone are owed vehicle data")
        expect(!(wayPoints.subscribers.isEmpty && wayPoints.cached != nil), "a list is kept for nobody")
        expect(keys.isSuperset(of: services.all.map(\.owner)), "apps that are gone provide services")
        expect(keys.isSuperset(of: services.dataSubscribers.values.flatMap(\.keys)), "apps that are gone want data")
        expect(keys.isSuperset(of: resumptions.keys), "apps that are gone are restored")
        expect(
            isResumingWayPoints || resumptions.values.allSatisfy { $0.wayPoints != .waiting },
            "apps wait for waypoints that nobody asks for")
        expect(
            isResumingVehicleData || resumptions.values.allSatisfy { $0.vehicleData != .waiting },
            "apps wait for vehicle data that nobody asks for")
        expect(Set(vanished.keys).isSubset(of: saved.keys), "apps without a record are remembered")
        expect(services.wayPointProvider != nil || wayPoints.provided == nil, "a list of no provider is kept")
        expect(queue.isEmpty, "requests were not started")
        for (id, link) in links {
            let sessions = Set(link.connection.sessionIDs)
            expect(sessions.isSuperset(of: link.meters.keys), "connection \(id.number) counts for sessions that ended")
        }
        return found
    }
}
