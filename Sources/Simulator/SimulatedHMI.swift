internal import Formats
public import GNSS
public import HeadUnit
public import Navigation
public import Transport

/// The simulated inside of a head unit: a screen that opens each app, a navigation with a route, and a vehicle that
/// moves where its position source says.
///
/// It is the plug for `HMI` of the product HeadUnit: it answers GetWayPoints from what remains of the route (the destination first),
/// and tells every stop that was passed by OnWayPointChange. With no route, or after arrival, GetWayPoints succeeds
/// without a list, since a list may not be empty. The vehicle tells its position (`gps`) and `speed`.
public actor SimulatedHMI: HMI {
    /// What happened, for people and programs that watch.
    public enum Event: Sendable {
        /// An app registered.
        case appRegistered(name: String)
        /// An app is gone.
        case appUnregistered(name: String)
        /// The first app wants to hear of waypoints: a good moment to drive off.
        case subscribed
        /// The last app has left the subscription.
        case unsubscribed
        /// An app sent a place, which is a destination now.
        case locationSent(name: String?)
        /// Something on the route; the name is that of the stop, where there is one.
        case route(RouteEvent, name: String?)
    }

    /// Takes events on the reactor's thread.
    public typealias Observer = @Sendable (Event) -> Void

    let reactor: Reactor
    let observer: Observer?
    /// How methods or interfaces are answered otherwise than well.
    public var behaviours: [String: HMIBehaviour]
    /// Whether a newly registered app comes to the front as if the driver had chosen it.
    public var activatesApps: Bool
    weak var headUnit: (any HMIPeer)?
    var progress: RouteProgress? { didSet { lists = WayPointLists() } }
    var lists = WayPointLists()
    var isSubscribed = false
    var vehicle = SimulatedVehicle()
    private var names: [Int64: String] = [:]
    /// Is shown each place of the vehicle.
    var positionObserver: (@Sendable (Fix) -> Void)?
    /// Who answers and is told instead.
    var substitute: (@Sendable (HMIMessage) -> Void)?
    /// What the substitute has not answered yet.
    var handedOver: [Int: HMIRequest] = [:]

    /// Runs on the reactor of its head unit.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes the inside of a head unit.
    ///
    /// - Parameters:
    ///   - reactor: The reactor of the head unit it will be plugged into.
    ///   - route: The route at the start; `nil` for none.
    ///   - start: Where the vehicle stands, if that is known before the first fix: a first point of the route that is
    ///     here is the origin and no stop.
    ///   - activatesApps: Whether a newly registered app comes to the front as if the driver had chosen it.
    ///   - behaviours: How methods (`Navigation.GetWayPoints`) or whole interfaces (`Navigation`) are answered otherwise
    ///     than well.
    ///   - observer: Who wants to know what happens.
    public init(
        reactor: Reactor, route: Route? = nil, startingAt start: GeodeticCoordinate? = nil, activatesApps: Bool = true,
        behaviours: [String: HMIBehaviour] = [:], observer: Observer? = nil
    ) {
        self.reactor = reactor
        self.activatesApps = activatesApps
        self.behaviours = behaviours
        self.observer = observer
        progress = route.map { RouteProgress(route: $0, startingAt: start) }
    }

    func notify(_ method: HMIMethod, _ parameters: JSONValue) {
        headUnit?.hmiTells(HMINotification(method, parameters: parameters))
    }

    // MARK: The plug

    /// Takes a request of the head unit, on the reactor both share.
    public nonisolated func headUnit(_ headUnit: HeadUnit, asks request: HMIRequest) {
        assumeIsolated { $0.asked(request, by: headUnit) }
    }

    /// Takes news of the head unit, on the reactor both share.
    public nonisolated func headUnit(_ headUnit: HeadUnit, tells notification: HMINotification) {
        assumeIsolated { $0.told(notification, by: headUnit) }
    }

    /// Takes a request of whoever it is plugged into, which it answers now, later or never.
    public func asked(_ request: HMIRequest, by headUnit: any HMIPeer) {
        self.headUnit = headUnit
        if let substitute { return handOver(request, to: substitute) }
        guard let behaviour = behaviours[request.method.rawValue] ?? behaviours[request.method.interface] else {
            finish(request, by: headUnit, with: nil)
            return
        }
        if let period = behaviour.resetPeriod {
            let parameters: JSONValue = [
                "requestID": .int(Int64(request.id)), "methodName": .string(request.method.rawValue),
                "resetPeriod": .int(period.milliseconds),
            ]
            headUnit.hmiTells(HMINotification(.onResetTimeout, parameters: parameters))
        }
        if behaviour.isSilent { return }
        guard behaviour.delay > .zero else {
            finish(request, by: headUnit, with: behaviour.answer)
            return
        }
        reactor.schedule(after: behaviour.delay) { [weak self, weak headUnit] in
            guard let headUnit else { return }
            self?.assumeIsolated { $0.finish(request, by: headUnit, with: behaviour.answer) }
        }
    }

    private func finish(_ request: HMIRequest, by headUnit: any HMIPeer, with given: HMIAnswer?) {
        let answer = given ?? headUnit.configuration.startUpAnswer(to: request.method) ?? answer(to: request)
        headUnit.hmiAnswers(request, with: answer)
        // An answer out of a script counts as one of the navigation's own when it succeeds.
        if let given {
            guard case .result(let code, _) = given, HMIResult(code: code)?.isSuccess == true else { return }
        }
        noteSuccess(of: request)
    }

    /// Takes to heart what was answered by a success.
    func noteSuccess(of request: HMIRequest) {
        switch request.method {
        case .updateAppList:
            // An app that another one took the place of, on its session, is not reported as gone.
            let listed = Set(
                request.parameters?["applications"]?.arrayValue?.compactMap { $0["appID"]?.intValue } ?? [])
            for (id, name) in names.sorted(by: { $0.key < $1.key }) where !listed.contains(id) {
                names[id] = nil
                observer?(.appUnregistered(name: name))
            }
        case .subscribeWayPoints where !isSubscribed:
            isSubscribed = true
            observer?(.subscribed)
        case .unsubscribeWayPoints where isSubscribed:
            isSubscribed = false
            observer?(.unsubscribed)
        case .sendLocation:
            takeLocation(request)
        default:
            break
        }
    }

    private func answer(to request: HMIRequest) -> HMIAnswer {
        switch request.method {
        case .getWayPoints: wayPointsAnswer(to: request)
        case .getVehicleData: vehicle.data(for: request)
        case .subscribeVehicleData: vehicle.subscribe(request)
        case .unsubscribeVehicleData: vehicle.unsubscribe(request)
        case .sendLocation: sendLocationAnswer(to: request)
        case .subscribeWayPoints, .unsubscribeWayPoints, .showConstantTBT, .alertManeuver,
            .updateTurnList, .setVideoConfig, .startStream, .stopStream, .startAudioStream, .stopAudioStream,
            .updateAppList, .updateDeviceList, .closeApplication, .bringToFront:
            .success()
        default:
            // What a simple head unit has no part for.
            .error(code: 2, message: "\(request.method) is not part of this head unit")
        }
    }

    /// Takes news of whoever it is plugged into.
    public func told(_ notification: HMINotification, by headUnit: any HMIPeer) {
        self.headUnit = headUnit
        substitute?(.notification(notification))
        guard let parameters = notification.parameters else { return }
        switch notification.method {
        case .onAppRegistered:
            guard let id = parameters["application"]?["appID"]?.intValue else { return }
            let name = parameters["application"]?["appName"]?.stringValue ?? "?"
            names[id] = name
            observer?(.appRegistered(name: name))
            // The driver's tap comes after the messages of the registration, as it does with a real driver.
            if activatesApps, substitute == nil {
                reactor.schedule(after: .zero) { [weak headUnit] in
                    headUnit?.hmiRequests(.activateApp, parameters: ["appID": .int(id)])
                }
            }
        case .onAppUnregistered:
            guard let id = parameters["appID"]?.intValue, let name = names.removeValue(forKey: id) else { return }
            observer?(.appUnregistered(name: name))
        default:
            break
        }
    }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int64 {
        components.seconds &* 1000 &+ components.attoseconds / 1_000_000_000_000_000
    }
}
