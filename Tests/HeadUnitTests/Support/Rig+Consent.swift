import Formats

@testable import HeadUnit

// A head unit that asks the user, and an HMI that answers for the user.
extension Rig {
    static func asking(_ change: (inout HeadUnitConfiguration) -> Void = { _ in }) -> Rig {
        changed {
            $0.policyFlavour = .externalProprietary
            change(&$0)
        }
    }

    mutating func allowDevice(_ isAllowed: Bool = true, _ device: String = "127.0.0.1:12345") {
        notify(
            .onAllowSDLFunctionality,
            ["device": ["id": .string(device), "name": .string(device)], "allowed": .bool(isAllowed), "source": "GUI"])
    }

    /// An app at FULL on a device that the user allows.
    mutating func consentedApp(id: String) -> LinkID {
        let app = app(id: id, level: .none)
        allowDevice()
        activate(app)
        forgetAll()
        return app
    }

    /// The questions about an app's groups.
    mutating func questions(of app: LinkID) -> [JSONValue] {
        guard case .result(_, let members) = request(.getListOfPermissions, ["appID": hmiID(app)]) else { return [] }
        return members["allowedFunctions"]?.arrayValue ?? []
    }

    /// Answers all questions about an app's groups.
    mutating func consent(_ isAllowed: Bool, on app: LinkID) {
        let functions = questions(of: app).map { question -> JSONValue in
            guard case .object(var members) = question else { return question }
            members["allowed"] = .bool(isAllowed)
            return .object(members)
        }
        notify(
            .onAppPermissionConsent,
            ["appID": hmiID(app), "consentedFunctions": .array(functions), "source": "GUI"])
    }

    /// OnResetTimeout for the last GetWayPoints.
    mutating func resetTimeout(_ members: [String: JSONValue]) {
        let id = asked.last { $0.method == .getWayPoints }?.id ?? -1
        var parameters: [String: JSONValue] = ["requestID": .int(Int64(id)), "methodName": "Navigation.GetWayPoints"]
        parameters.merge(members) { _, new in new }
        notify(.onResetTimeout, .object(parameters))
    }
}
