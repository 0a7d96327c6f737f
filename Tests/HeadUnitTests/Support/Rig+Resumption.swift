import Formats
import Testing

@testable import HeadUnit

// Apps that lose their connection and come back.
extension Rig {
    /// The hash that an app was told last.
    func hash(_ link: LinkID) -> String? { machine.apps.values.first { $0.key.link == link }?.hash }

    /// An app that has subscribed, with its hash.
    mutating func subscribedApp(
        name: String = "Way App", id: String = "8675309", types: [String] = ["NAVIGATION"], isMedia: Bool = false,
        level: AppLevel = .full
    ) -> (link: LinkID, hash: String) {
        let link = app(name: name, id: id, types: types, isMedia: isMedia, level: .full)
        request("SubscribeWayPoints", on: link)
        switch level {
        case .full: break
        case .limited, .background: notify(.onAppDeactivated, ["appID": hmiID(link)])
        case .none: exit(link)
        }
        let hash = hash(link) ?? "?"
        forgetAll()
        return (link, hash)
    }

    /// Lets an app's connection drop.
    mutating func drop(_ link: LinkID) {
        disconnect(link)
        forgetAll()
    }

    /// Registers on a new connection, with a hash or without; what is heard stays to be looked at.
    mutating func comesBack(
        _ hash: String?, name: String = "Way App", id: String = "8675309", types: [String] = ["NAVIGATION"],
        isMedia: Bool = false, language: String = "EN-US"
    ) -> LinkID {
        let link = connect()
        let session = startSession(on: link)
        let more = hash.map { ",\"hashID\":\"\($0)\"" } ?? ""
        request(
            "RegisterAppInterface",
            Self.registration(name: name, id: id, types: types, isMedia: isMedia, language: language, more: more),
            session: session, on: link)
        return link
    }

    /// Switches the ignition off, and on again after a while.
    mutating func ignition(offFor pause: Duration = .seconds(5)) {
        notify(.onExitAllApplications, ["reason": "IGNITION_OFF"])
        wait(pause)
        notify(.onReady, [:])
        forgetAll()
    }
}
