package import Formats

/// A recorded conversation between apps and a head unit, and between that head unit and its HMI, on one time base.
///
/// The form of the files is described in Docs/recordings.md.
package struct Recording: Sendable {
    /// What a line of the recording says.
    package enum Line: Hashable, Sendable {
        /// An app's link came up.
        case connected(connection: Int)
        /// The link is gone by the app's will, or by the line's.
        case closedByApp(connection: Int)
        /// The link is gone by the head unit's will.
        case closedByHeadUnit(connection: Int)
        /// Bytes of the app, one write.
        case fromApp(connection: Int, [UInt8])
        /// A frame of the head unit.
        case toApp(connection: Int, [UInt8])
        /// What the head unit said to its HMI, as JSON-RPC.
        case toHMI(JSONValue)
        /// What the HMI said.
        case fromHMI(JSONValue)
        /// What an app's policy becomes with the next policy update; `nil` revokes it.
        case policy(app: String, groups: [String]?)
        /// The head unit was asked to end.
        case terminated
        /// The head unit was killed.
        case killed
        /// A remark.
        case other

        /// Whether the head unit said it, to an app or to the HMI.
        package var isOfHeadUnit: Bool {
            switch self {
            case .toApp, .toHMI, .closedByHeadUnit: true
            case .connected, .closedByApp, .fromApp, .fromHMI, .policy, .terminated, .killed, .other: false
            }
        }
    }

    /// A line with its moment.
    package struct Event: Hashable, Sendable {
        /// Seconds since the recording began.
        package let time: Double
        /// The name of the recording and the number of the line, such as `waypoints_full_flow:12`.
        package let place: String
        /// What it says.
        package let line: Line

        /// Makes an event.
        package init(time: Double, place: String, line: Line) {
            self.time = time
            self.place = place
            self.line = line
        }
    }

    /// What an index says of a recording, or what holds where there is none.
    package struct Description: Hashable, Sendable {
        /// The name of its file, without folder and extension.
        package let name: String
        /// The policy build of the head unit.
        package let policyBuild: String
        /// Settings of the head unit that are not stock, by their names in its ini file.
        package let settings: [String: Int]
        /// Whether a relay between app and head unit handed the app's close on late.
        package let isRelayed: Bool

        /// Makes a description.
        package init(
            name: String, policyBuild: String = "PROPRIETARY", settings: [String: Int] = [:], isRelayed: Bool = false
        ) {
            self.name = name
            self.policyBuild = policyBuild
            self.settings = settings
            self.isRelayed = isRelayed
        }
    }

    /// Who was recorded, with what.
    package let description: Description
    /// What happened, in the order of time; at one moment what apps saw comes before what the HMI saw.
    package var events: [Event]
    /// The addresses of connections that did not come from 127.0.0.1.
    package let addresses: [Int: String]

    /// The name of the recording.
    package var name: String { description.name }

    /// The module that a recording of ours names, or its file's content.
    let moduleSource: JSONValue?

    init(description: Description, events: [Event], addresses: [Int: String], moduleSource: JSONValue?) {
        self.description = description
        self.moduleSource = moduleSource
        self.events = events
        self.addresses = addresses
    }

    /// The events with those that arrived before the one that is written in front of them in the order of arrival.
    package var eventsInOrderOfArrival: [Event] {
        var events = events
        for index in events.indices.dropFirst() where RecordingException.has(events[index].place, .readFirst) {
            events.swapAt(index - 1, index)
        }
        return events
    }
}

/// What is wrong in the file of a recording, and where.
package struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, or the recording and the line.
    package let place: String
    /// What was expected there.
    package let expectation: String

    /// Place and expectation.
    package var description: String { "\(place): expected \(expectation)" }
}
