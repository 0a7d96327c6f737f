package import Formats
package import HeadUnit
package import Positioning

// How a recording is played, and what is to be done for it.
extension AppReplay {
    /// How a recording is played.
    package struct Options: Sendable {
        /// How fast; at ``PlaybackSpeed/maximum`` every input comes as soon as the head unit has said what it had.
        package var speed = PlaybackSpeed.factor(1)
        /// How long the head unit may be late with what it had said before an input.
        package var patience = Duration.seconds(3)
        /// How long it is listened to behind the last line.
        package var linger = Duration.milliseconds(250)
        /// Whether the HMI's side is played too.
        package var playsHMI = true
        /// Whether sessions may have other ids than the recorded ones, as with a head unit that had others before.
        package var renamesSessions = true
        /// Whether the head unit has started before: what is recorded of a first start is passed over.
        package var isStarted = true

        /// Makes the options of the command: original time, both sides.
        package init() {}
    }

    /// What is to be done.
    package enum Action: Equatable, Sendable {
        /// An app connects, from an address of this machine.
        case connect(connection: Int, address: String)
        /// An app sends bytes.
        case send(connection: Int, [UInt8])
        /// An app closes its connection.
        case close(connection: Int)
        /// The HMI tells something.
        case notify(HMIMethod, JSONValue?)
        /// The HMI asks; the answer comes back by ``answered(_:_:now:)``.
        case request(tag: Int, HMIMethod, JSONValue?)
        /// The HMI answers a request of the head unit.
        case answer(id: Int, HMIAnswer)
        /// The policy becomes another: for these apps other groups, `nil` for a revoked one.
        case updatePolicy([String: [String]?])
        /// The head unit is asked to end.
        case terminate
        /// The head unit starts again, with what it kept.
        case restart
        /// Everything is played.
        case finish
    }
}

extension Recording.Line {
    /// Whether it is of the HMI's side.
    var isOfHMI: Bool {
        switch self {
        case .toHMI, .fromHMI, .policy: true
        case .connected, .closedByApp, .closedByHeadUnit, .fromApp, .toApp, .terminated, .killed, .other: false
        }
    }
}
