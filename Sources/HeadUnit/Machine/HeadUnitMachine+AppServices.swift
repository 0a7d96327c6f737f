internal import Formats
internal import SDLSpec
internal import Transport

// App services: publishing, which one is active, and what apps are told of it (head unit behaviour 12).
extension HeadUnitMachine {
    mutating func publishAppService(_ context: RequestContext, _ parameters: JSONValue) {
        let key = context.key
        guard let app = apps[key], let manifest = parameters["appServiceManifest"],
            let type = manifest["serviceType"]?.stringValue
        else {
            respond(context, .failure("INVALID_DATA"))
            return
        }
        let id = SHA256.hexadecimal(of: Array(random.hash().utf8))
        var service = AppService(id: id, owner: key, type: type, manifest: manifest)
        guard isGranted(service, to: app) else {
            respond(context, .failure("DISALLOWED", info: InfoText.serviceNotGranted))
            return
        }
        if let name = service.name, services.all.contains(where: { $0.owner != key && $0.name == name }) {
            respond(context, .failure("REJECTED", info: InfoText.serviceNotPublished))
            return
        }
        apps[key]?.capabilitySubscriptions.insert("APP_SERVICES")
        if var known = services.services(of: key).first(where: { $0.type == type }) {
            known.manifest = manifest
            let provider = services.wayPointProvider?.id
            services.set(known)
            if services.wayPointProvider?.id != provider { forgetProvidedWayPoints() }
            service = known
            tellServices([(known, "MANIFEST_UPDATE")])
        } else {
            services.set(service)
            tellServices([(service, "PUBLISHED")])
            if services.active(type: type) == nil || app.status.level == .full { activateService(service.id) }
        }
        respond(context, .success, members: ["appServiceRecord": services.service(id: service.id)?.record ?? .null])
    }

    /// What the policy must list: the type, the name, and each function that the service handles.
    private func isGranted(_ service: AppService, to app: RegisteredApp) -> Bool {
        guard let own = policy.policy(of: app.policyID)?.appServices[service.type] else { return false }
        if let name = service.name, !own.serviceNames.isEmpty, !own.serviceNames.contains(name) { return false }
        return service.handled.allSatisfy(own.handledFunctions.contains)
    }

    mutating func unpublishAppService(_ context: RequestContext, _ parameters: JSONValue) {
        guard let id = parameters["serviceID"]?.stringValue, let service = services.service(id: id),
            service.owner == context.key
        else {
            respond(context, .failure("INVALID_ID", info: InfoText.noSuchService))
            return
        }
        removeService(service)
        respond(context, .success)
    }

    /// Takes back the services of an app that is going away.
    mutating func forgetServices(of key: AppKey) {
        for type in services.dataSubscribers.keys { services.dataSubscribers[type]?.remove(key) }
        for service in services.services(of: key) { removeService(service) }
    }

    private mutating func removeService(_ service: AppService) {
        let wasProvider = services.wayPointProvider?.id == service.id
        services.remove(id: service.id)
        if wasProvider { forgetProvidedWayPoints() }
        var gone = service
        gone.isActive = false
        gone.isPublished = false
        tellServices([(gone, "REMOVED")])
    }

    /// Waypoints of a provider that is gone are nobody's; the HMI's of before are old.
    private mutating func forgetProvidedWayPoints() {
        wayPoints.provided = nil
        wayPoints.cached = nil
    }

    /// An app came to the front: its services are the ones to be used.
    mutating func activateServices(of key: AppKey) {
        for service in services.services(of: key) where !service.isActive { activateService(service.id) }
    }

    private mutating func activateService(_ id: String) {
        guard var service = services.service(id: id) else { return }
        var updates: [(AppService, String)] = []
        if var displaced = services.active(type: service.type) {
            let wasProvider = services.wayPointProvider?.id == displaced.id
            displaced.isActive = false
            services.set(displaced)
            if wasProvider { forgetProvidedWayPoints() }
            updates.append((displaced, "DEACTIVATED"))
        }
        service.isActive = true
        services.set(service)
        tellServices(updates + [(service, "ACTIVATED")])
        if service.type == "NAVIGATION" { tellCapability("NAVIGATION") }
    }

    // MARK: What apps are told

    /// All services to those who want to hear of them, the changed ones last.
    private mutating func tellServices(_ updates: [(service: AppService, reason: String)]) {
        let changed = Set(updates.map(\.service.id))
        var list = services.all.filter { !changed.contains($0.id) }.map { Self.entry($0, reason: nil) }
        list += updates.map { Self.entry($0.service, reason: $0.reason) }
        let keys = order.filter { apps[$0]?.capabilitySubscriptions.contains("APP_SERVICES") == true }
        tell(
            ["systemCapabilityType": "APP_SERVICES", "appServicesCapabilities": ["appServices": .array(list)]],
            to: keys)
    }

    private static func entry(_ service: AppService, reason: String?) -> JSONValue {
        var members: [String: JSONValue] = ["updatedAppServiceRecord": service.record]
        members["updateReason"] = reason.map { .string($0) }
        return .object(members)
    }

    /// `appServicesCapabilities` as an app is told it when it asks.
    var appServicesCapability: JSONValue {
        ["appServices": .array(services.all.map { Self.entry($0, reason: nil) })]
    }

    /// `navigationCapability` with what an active service adds: absent flags read false, its functions true.
    func navigationCapability(_ own: JSONValue?) -> JSONValue? {
        guard let service = services.active(type: "NAVIGATION") else { return own }
        var members = own?.objectValue ?? [:]
        for (name, function) in [
            ("sendLocationEnabled", AppServices.sendLocation), ("getWayPointsEnabled", AppServices.getWayPoints),
        ] {
            members[name] = .bool(members[name]?.boolValue == true || service.handled.contains(function))
        }
        return .object(members)
    }
}
