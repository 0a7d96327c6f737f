package import Simulator

// Transcripts of recordings.
extension Transcript {
    /// The app side of a recording.
    ///
    /// - Parameter recording: What was recorded; the HMI side is passed over.
    package init(_ recording: Recording) {
        var builder = TranscriptBuilder()
        var end = Duration.zero
        for event in recording.eventsInOrderOfArrival {
            let time = Duration.milliseconds(event.time * 1000)
            guard time >= .zero else { continue }
            end = max(end, time)
            switch event.line {
            case .connected(let connection): builder.opened(connection, at: time, place: event.place)
            case .closedByApp(let connection): builder.closed(connection, by: .app, at: time, place: event.place)
            case .closedByHeadUnit(let connection):
                builder.closed(connection, by: .headUnit, at: time, place: event.place)
            case .fromApp(let connection, let bytes):
                builder.bytes(bytes, from: .app, connection, at: time, place: event.place)
            case .toApp(let connection, let bytes):
                builder.bytes(bytes, from: .headUnit, connection, at: time, place: event.place)
            case .policy: builder.stimulus(.policy(rpc: nil), at: time, place: event.place)
            case .terminated, .killed: builder.stimulus(.ending, at: time, place: event.place)
            case .toHMI, .fromHMI, .other: break
            }
        }
        // An unanswered request of a stock head unit ends after 11 s; links are answered within a second.
        self = builder.transcript(end: end, answerPatience: .seconds(15), controlPatience: .seconds(1))
    }
}
