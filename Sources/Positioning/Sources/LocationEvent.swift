/// What a location source reports, in order.
public enum LocationEvent: Sendable {
    /// A new epoch, with or without a position.
    case location(Location)
    /// No new location came for a while: this is the last one with a position, marked stale; told once.
    case stale(Location)
    /// The state of the source changed.
    case status(LocationSourceStatus)
    /// The connection to the receiver was lost or not to be had; the source goes on trying.
    case interrupted(LocationSourceError)
    /// The source has come to its end; nothing follows.
    case ended
    /// The source broke; nothing follows.
    case failed(LocationSourceError)
}

/// Whether a source works.
public enum LocationSourceStatus: Hashable, Sendable {
    /// It does nothing: not started, stopped, or at its end.
    case stopped
    /// It looks for its receiver, for the first time or again.
    case starting
    /// It reads.
    case started
    /// It is about to close what it has open.
    case stopping
    /// It cannot work, and why.
    case failedToStart(LocationSourceError)
}

extension LocationSourceStatus: CustomStringConvertible {
    /// The state in a word, the reason included.
    public var description: String {
        switch self {
        case .stopped: "stopped"
        case .starting: "starting"
        case .started: "started"
        case .stopping: "stopping"
        case .failedToStart(let error): "failed to start: \(error.reason)"
        }
    }
}
