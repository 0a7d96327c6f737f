import HeadUnit

/// The HMI of a head unit of our own: it has a navigation with one destination and opens every app.
actor DashboardHMI: HMI {
    private let reactor: Reactor
    private var destination: JSONValue = [
        "locationName": "Home", "coordinate": ["latitudeDegrees": 48.1, "longitudeDegrees": 11.5],
    ]
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    nonisolated func headUnit(_ headUnit: HeadUnit, asks request: HMIRequest) {
        assumeIsolated { $0.asked(request, by: headUnit) }
    }

    nonisolated func headUnit(_ headUnit: HeadUnit, tells notification: HMINotification) {
        guard notification.method == .onAppRegistered,
            let id = notification.parameters?["application"]?["appID"]
        else { return }
        // The driver's tap comes after the registration.
        reactor.schedule(after: .zero) {
            headUnit.assumeIsolated { _ = $0.request(.activateApp, parameters: ["appID": id]) }
        }
    }

    /// The driver chooses another destination.
    func drive(to name: String, latitude: Double, longitude: Double, telling headUnit: HeadUnit) {
        destination = [
            "locationName": .string(name),
            "coordinate": ["latitudeDegrees": .double(latitude), "longitudeDegrees": .double(longitude)],
        ]
        let news = HMINotification(.onWayPointChange, parameters: ["wayPoints": [destination]])
        headUnit.assumeIsolated { $0.notify(news) }
    }

    private func asked(_ request: HMIRequest, by headUnit: HeadUnit) {
        let answer: HMIAnswer
        switch request.method {
        case .getWayPoints:
            answer = .success(["appID": request.parameters?["appID"] ?? 0, "wayPoints": [destination]])
        case .subscribeWayPoints, .unsubscribeWayPoints, .updateAppList:
            answer = .success()
        default:
            answer = headUnit.configuration.startUpAnswer(to: request.method) ?? .error(code: 2, message: nil)
        }
        headUnit.assumeIsolated { $0.answer(request, with: answer) }
    }
}
