/// What is known of the head unit's capabilities in one session.
struct CapabilityCache: Hashable, Sendable {
    /// What the registration said; nil before it, and for head units below RPC 3.0.
    private(set) var hmi: HMICapabilities?
    private var known: [SystemCapabilityType: SystemCapability] = [:]
    /// Types whose updates the head unit sends by itself.
    private(set) var subscribed: Set<SystemCapabilityType> = []

    mutating func take(_ registration: RegisterAppInterfaceResponse) {
        hmi = registration.hmiCapabilities
    }

    subscript(type: SystemCapabilityType) -> SystemCapability? { known[type] }

    /// Whether the head unit has a capability: one that is known counts, else the flag of the registration.
    func isSupported(_ type: SystemCapabilityType, rpcVersion: RPCVersion?, in facts: SessionFacts) -> Bool {
        if known[type]?.hasContent == true { return true }
        return switch type {
        case .navigation: hmi?.navigation ?? false
        case .phoneCall: hmi?.phoneCall ?? false
        case .videoStreaming:
            // Before 4.5 the flag did not exist; a display for graphics meant the same.
            if let rpcVersion, rpcVersion >= RPCVersion(3, 0, 0), rpcVersion < WayPointSupport.queriesSince {
                facts.registration?.displayCapabilities?.graphicSupported ?? false
            } else {
                hmi?.videoStreaming ?? false
            }
        case .remoteControl: hmi?.remoteControl ?? false
        case .appServices:
            // Head units of 5.1 have app services but no flag for them yet.
            rpcVersion.map { $0.major == 5 && $0.minor == 1 } == true || hmi?.appServices ?? false
        case .displays: hmi?.displays ?? false
        case .seatLocation: hmi?.seatLocation ?? false
        case .driverDistraction: hmi?.driverDistraction ?? false
        case .unrecognized: false
        }
    }

    mutating func setSubscribed(_ isSubscribed: Bool, _ type: SystemCapabilityType) {
        if isSubscribed { subscribed.insert(type) } else { subscribed.remove(type) }
    }

    /// Takes the answer to a query: it is the whole truth.
    mutating func store(_ capability: SystemCapability) {
        known[capability.systemCapabilityType] = capability
    }

    /// More than this is not kept of what head units tell one by one; the spec allows 1000 windows and sets services no
    /// bound.
    private static let (serviceLimit, windowLimit) = (100, 1000)

    /// Takes an update: displays and app services are told as differences, everything else as a whole.
    ///
    /// Types that this library does not know are kept only if they were asked for: there may be any number of them.
    mutating func merge(_ update: SystemCapability) {
        guard update.systemCapabilityType.isRecognized || known[update.systemCapabilityType] != nil else { return }
        var merged =
            known[update.systemCapabilityType] ?? SystemCapability(systemCapabilityType: update.systemCapabilityType)
        switch update.systemCapabilityType {
        case .displays:
            guard let displays = update.displayCapabilities else { return }
            merged.displayCapabilities = merge(displays, into: merged.displayCapabilities ?? [])
        case .appServices:
            guard let services = update.appServicesCapabilities?.appServices else { return }
            var capabilities = merged.appServicesCapabilities ?? AppServicesCapabilities()
            capabilities.appServices = merge(services, into: capabilities.appServices ?? [])
            merged.appServicesCapabilities = capabilities
        case .navigation, .phoneCall, .videoStreaming, .remoteControl, .seatLocation, .driverDistraction,
            .unrecognized:
            merged = update
        }
        store(merged)
    }

    private func merge(_ updates: [DisplayCapability], into known: [DisplayCapability]) -> [DisplayCapability] {
        // The app has one display in practice; windows of it are told one by one.
        guard var result = known.first, let update = updates.first else { return updates }
        if let name = update.displayName { result.displayName = name }
        if let types = update.windowTypeSupported { result.windowTypeSupported = types }
        var windows = result.windowCapabilities ?? []
        for window in update.windowCapabilities ?? [] {
            if let place = windows.firstIndex(where: { ($0.windowID ?? 0) == (window.windowID ?? 0) }) {
                windows[place] = window
            } else if windows.count < Self.windowLimit {
                windows.append(window)
            }
        }
        result.windowCapabilities = windows.isEmpty ? nil : windows
        return [result]
    }

    private func merge(_ updates: [AppServiceCapability], into known: [AppServiceCapability]) -> [AppServiceCapability]
    {
        var result = known
        for update in updates {
            let id = update.updatedAppServiceRecord.serviceID
            result.removeAll { $0.updatedAppServiceRecord.serviceID == id }
            if update.updateReason != .removed, result.count < Self.serviceLimit { result.append(update) }
        }
        return result
    }
}

extension SystemCapability {
    /// Whether it holds what its type announces.
    fileprivate var hasContent: Bool {
        switch systemCapabilityType {
        case .navigation: navigationCapability != nil
        case .phoneCall: phoneCapability != nil
        case .videoStreaming: videoStreamingCapability != nil
        case .remoteControl: remoteControlCapability != nil
        case .appServices: appServicesCapabilities != nil
        case .seatLocation: seatLocationCapability != nil
        case .displays: displayCapabilities != nil
        case .driverDistraction: driverDistractionCapability != nil
        case .unrecognized: false
        }
    }
}
