import Formats
import Testing

@testable import SDLApp

@Suite("Capabilities")
struct CapabilityTests {
    private func update(_ harness: inout MachineHarness, gate: CapabilityQueryGate = .hmiLevel) -> UInt64 {
        let caller = harness.next()
        harness.perform(harness.machine.updateCapability(caller, .navigation, gate, now: harness.now))
        return caller
    }

    private func read(_ harness: inout MachineHarness, _ type: SystemCapabilityType = .navigation) -> UInt64 {
        let reader = harness.next()
        harness.perform(harness.machine.addCapabilityReader(reader, of: type, now: harness.now))
        return reader
    }

    private func leave(_ harness: inout MachineHarness, _ reader: UInt64) {
        harness.perform(harness.machine.removeReader(reader, now: harness.now))
    }

    private func told(_ harness: MachineHarness, _ reader: UInt64) -> [Bool?] {
        harness.log.compactMap { action -> Bool?? in
            guard case .capability(reader, let capability) = action else { return nil }
            return .some(capability?.navigationCapability?.getWayPointsEnabled)
        }
    }

    private func subscribes(_ harness: MachineHarness) -> [JSONValue?] {
        harness.head.requests.filter { $0.function == .getSystemCapability }.map { $0.parameters["subscribe"] }
    }

    @Test("Callers who ask at the same time share one question")
    func shared() {
        var harness = MachineHarness()
        harness.start()
        harness.head.isManual = true
        let callers = (0..<5).map { _ in update(&harness) }
        #expect(harness.count(.getSystemCapability) == 1)
        harness.answer(.getSystemCapability, harness.head.answer(to: harness.head.requests[1]))
        for caller in callers {
            guard case .capability? = harness.completion(of: caller) else {
                Issue.record("\(harness.completions(of: caller))")
                continue
            }
        }
        #expect(harness.machine.facts.capabilities[.navigation]?.navigationCapability?.getWayPointsEnabled == true)
    }

    @Test("One of several callers may give up; the others hear the answer")
    func sharedCancel() {
        var harness = MachineHarness()
        harness.start()
        harness.head.isManual = true
        let first = update(&harness)
        let second = update(&harness)
        harness.perform(harness.machine.cancel(first, now: harness.now))
        #expect(harness.failure(of: first) == .cancelled)
        harness.answer(.getSystemCapability, .code("DISALLOWED", false))
        #expect(harness.completions(of: first).count == 1)
        #expect(harness.failure(of: second) != nil)
    }

    @Test("A failed question is put again by the next caller")
    func retry() {
        var harness = MachineHarness()
        harness.head.answers[.getSystemCapability] = .code("GENERIC_ERROR", false)
        harness.start()
        let first = update(&harness)
        #expect(harness.failure(of: first) != nil)
        harness.head.answers[.getSystemCapability] = nil
        let second = update(&harness)
        #expect(harness.failure(of: second) == nil)
        #expect(harness.count(.getSystemCapability) == 2)
    }

    @Test("From 5.1 on the first reader subscribes, the second gets what is known, the last one ends it")
    func subscription() {
        var harness = MachineHarness()
        harness.head.rpcVersion = RPCVersion(5, 1, 0)
        harness.start()
        let first = read(&harness)
        #expect(told(harness, first) == [nil, true])
        #expect(subscribes(harness) == [true])
        let second = read(&harness)
        #expect(told(harness, second) == [true])
        harness.notify(
            .onSystemCapabilityUpdated, ["systemCapability": ScriptedHead.navigation(["getWayPointsEnabled": false])])
        harness.notify(
            .onSystemCapabilityUpdated, ["systemCapability": ScriptedHead.navigation(["getWayPointsEnabled": false])])
        #expect(told(harness, first) == [nil, true, false])
        #expect(told(harness, second) == [true, false])
        leave(&harness, first)
        #expect(subscribes(harness) == [true])
        leave(&harness, second)
        #expect(subscribes(harness) == [true, false])
    }

    @Test(
        "Below 5.1 nothing is subscribed; readers learn of what others asked for",
        arguments: [RPCVersion(4, 5), RPCVersion(5, 0, 9)])
    func noSubscription(_ version: RPCVersion) {
        var harness = MachineHarness()
        harness.head.rpcVersion = version
        harness.start()
        let reader = read(&harness)
        #expect(subscribes(harness) == [nil])
        harness.head.navigationCapability = ["getWayPointsEnabled": false]
        _ = update(&harness)
        #expect(told(harness, reader) == [nil, true, false])
        leave(&harness, reader)
        #expect(subscribes(harness) == [nil, nil])
    }

    @Test("Below 4.5, and of an unknown version, nothing can be asked", arguments: [RPCVersion(4, 4, 9), nil])
    func tooOld(_ version: RPCVersion?) {
        var harness = MachineHarness()
        harness.head.rpcVersion = version
        harness.start()
        let caller = update(&harness)
        #expect(harness.failure(of: caller) == .capabilityQueriesUnsupported)
        let reader = read(&harness)
        #expect(told(harness, reader) == [nil])
        #expect(harness.count(.getSystemCapability) == 0)
    }

    @Test("A reader who comes in NONE is served when the app leaves NONE, and again in the next session")
    func readerInNone() {
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1)) }
        harness.head.opening = [.level("NONE"), .permissions]
        harness.start()
        let reader = read(&harness)
        #expect(harness.count(.getSystemCapability) == 0)
        harness.level("FULL")
        #expect(told(harness, reader) == [nil, true])
        harness.dropLink()
        #expect(told(harness, reader) == [nil, true, nil])
        harness.pass(.seconds(1))
        harness.level("LIMITED")
        #expect(told(harness, reader) == [nil, true, nil, true])
        #expect(subscribes(harness) == [true, true])
    }

    @Test("A question on behalf of readers that was refused is put again only under other circumstances")
    func refusedReader() {
        var harness = MachineHarness()
        harness.head.answers[.getSystemCapability] = .code("DISALLOWED", false)
        harness.start()
        let reader = read(&harness)
        for _ in 0..<5 { harness.notify(.onPermissionsChange, harness.head.permissions) }
        // Once before the table came and once after it.
        let asked = harness.count(.getSystemCapability)
        #expect(asked <= 2)
        harness.head.answers[.getSystemCapability] = nil
        harness.level("LIMITED")
        #expect(harness.count(.getSystemCapability) == asked + 1)
        #expect(told(harness, reader).last == true)
    }

    @Test("A reader who leaves while the question is open leaves no subscription behind")
    func leftEarly() {
        var harness = MachineHarness()
        harness.start()
        harness.head.isManual = true
        let reader = read(&harness)
        leave(&harness, reader)
        harness.answer(.getSystemCapability, harness.head.answer(to: harness.head.requests[1]))
        #expect(subscribes(harness) == [true, false])
    }

    @Test("A subscribed capability is asked for too when somebody wants it, and the subscription stays")
    func subscribedUpdate() {
        var harness = MachineHarness()
        harness.start()
        let reader = read(&harness)
        harness.head.navigationCapability = ["getWayPointsEnabled": false]
        let caller = update(&harness)
        guard case .capability? = harness.completion(of: caller) else {
            Issue.record("\(harness.completions(of: caller))")
            return
        }
        #expect(subscribes(harness) == [true, nil])
        #expect(told(harness, reader) == [nil, true, false])
    }

    @Test("Displays and services are told as differences, everything else as a whole")
    func differences() throws {
        var cache = CapabilityCache()
        func merge(_ json: JSONValue) throws { cache.merge(try SystemCapability(json: json)) }
        try merge([
            "systemCapabilityType": "DISPLAYS",
            "displayCapabilities": [
                ["displayName": "main", "windowCapabilities": [["windowID": 0, "numCustomPresetsAvailable": 1]]]
            ],
        ])
        try merge([
            "systemCapabilityType": "DISPLAYS",
            "displayCapabilities": [["windowCapabilities": [["windowID": 2, "numCustomPresetsAvailable": 2]]]],
        ])
        try merge([
            "systemCapabilityType": "DISPLAYS",
            "displayCapabilities": [["windowCapabilities": [["numCustomPresetsAvailable": 3]]]],
        ])
        let display = cache[.displays]?.displayCapabilities?.first
        #expect(display?.displayName == "main")
        #expect(display?.windowCapabilities?.map(\.numCustomPresetsAvailable) == [3, 2])

        func service(_ id: String, _ reason: String) -> JSONValue {
            [
                "updateReason": .string(reason),
                "updatedAppServiceRecord": [
                    "serviceID": .string(id), "servicePublished": true, "serviceActive": true,
                    "serviceManifest": ["serviceType": "NAVIGATION"],
                ],
            ]
        }
        func services(_ list: [JSONValue]) -> JSONValue {
            ["systemCapabilityType": "APP_SERVICES", "appServicesCapabilities": ["appServices": .array(list)]]
        }
        try merge(services([service("a", "PUBLISHED")]))
        try merge(services([service("b", "PUBLISHED")]))
        try merge(services([service("a", "REMOVED")]))
        let ids = cache[.appServices]?.appServicesCapabilities?.appServices?.map(\.updatedAppServiceRecord.serviceID)
        #expect(ids == ["b"])
        var fresh = CapabilityCache()
        fresh.merge(try SystemCapability(json: services([service("a", "REMOVED"), service("b", "PUBLISHED")])))
        #expect(fresh[.appServices]?.appServicesCapabilities?.appServices?.count == 1)

        try merge(ScriptedHead.navigation(["getWayPointsEnabled": true, "sendLocationEnabled": true]))
        try merge(ScriptedHead.navigation(["getWayPointsEnabled": false]))
        #expect(cache[.navigation]?.navigationCapability == NavigationCapability(getWayPointsEnabled: false))
    }

    @Test("However many types, services and windows a head unit tells, only so many are kept")
    func bounds() throws {
        var harness = MachineHarness()
        harness.start()
        let known = harness.machine.facts.capabilities
        for number in 0..<50 {
            harness.notify(
                .onSystemCapabilityUpdated, ["systemCapability": ["systemCapabilityType": .string("TYPE_\(number)")]])
        }
        #expect(harness.machine.facts.capabilities == known)
        for number in 0..<150 {
            let record: JSONValue = [
                "serviceID": .string("\(number)"), "servicePublished": true, "serviceActive": true,
                "serviceManifest": ["serviceType": "NAVIGATION"],
            ]
            let service: JSONValue = ["updateReason": "PUBLISHED", "updatedAppServiceRecord": record]
            harness.notify(
                .onSystemCapabilityUpdated,
                [
                    "systemCapability": [
                        "systemCapabilityType": "APP_SERVICES", "appServicesCapabilities": ["appServices": [service]],
                    ]
                ])
        }
        let services = harness.machine.facts.capabilities[.appServices]?.appServicesCapabilities?.appServices
        #expect(services?.count == 100)
        for number in 0..<1100 {
            harness.notify(
                .onSystemCapabilityUpdated,
                [
                    "systemCapability": [
                        "systemCapabilityType": "DISPLAYS",
                        "displayCapabilities": [["windowCapabilities": [["windowID": .int(Int64(number))]]]],
                    ]
                ])
        }
        let windows = harness.machine.facts.capabilities[.displays]?.displayCapabilities?.first?.windowCapabilities
        #expect(windows?.count == 1000)
    }

    @Test("What is supported without asking: the flags of the registration, and what is known")
    func flags() throws {
        var facts = SessionFacts()
        func supports(_ type: SystemCapabilityType, _ version: RPCVersion? = RPCVersion(8, 0)) -> Bool {
            facts.capabilities.isSupported(type, rpcVersion: version, in: facts)
        }
        #expect(SystemCapabilityType.knownValues.allSatisfy { !supports($0) })
        #expect(supports(.appServices, RPCVersion(5, 1, 3)))
        let json: JSONValue = [
            "success": true, "resultCode": "SUCCESS",
            "hmiCapabilities": ["navigation": false, "phoneCall": true, "driverDistraction": true],
        ]
        let registration = try RegisterAppInterfaceResponse(json: json)
        facts.registration = registration
        facts.capabilities.take(registration)
        #expect(!supports(.navigation))
        #expect(supports(.phoneCall))
        #expect(supports(.driverDistraction))
        #expect(!supports(.unrecognized("TELEPORT")))
        facts.capabilities.store(
            SystemCapability(
                systemCapabilityType: .navigation,
                navigationCapability: NavigationCapability(getWayPointsEnabled: false)))
        #expect(supports(.navigation), "a known capability counts, whatever it holds")
    }

    @Test("Who waits until it can be asked is released by the level, or by the permission")
    func waiting() {
        var harness = MachineHarness()
        harness.head.opening = [.level("NONE")]
        harness.start()
        let byLevel = harness.next()
        let byPermission = harness.next()
        harness.perform(harness.machine.waitUntilQueryable(byLevel, .hmiLevel))
        harness.perform(harness.machine.waitUntilQueryable(byPermission, .byPermission))
        #expect(harness.completion(of: byPermission) == nil)
        harness.notify(.onPermissionsChange, harness.head.permissions)
        #expect(harness.completion(of: byPermission) == .done)
        harness.level("FULL", window: 1)
        #expect(harness.completion(of: byLevel) == nil)
        harness.level("LIMITED")
        #expect(harness.completion(of: byLevel) == .done)
    }

    @Test("Who waits learns of the end, and nobody can wait for a manager that does not run")
    func waitingForNothing() {
        var harness = MachineHarness()
        harness.head.opening = [.level("NONE")]
        let early = harness.next()
        harness.perform(harness.machine.waitUntilQueryable(early, .hmiLevel))
        #expect(harness.failure(of: early) == .notConnected)
        harness.start()
        let caller = harness.next()
        harness.perform(harness.machine.waitUntilQueryable(caller, .hmiLevel))
        harness.dropLink()
        #expect(harness.failure(of: caller) == .connectionLost(reason: "gone"))
    }
}
