/// The HMI level of an app's main window (`HMILevel` of the RPC spec, without unknown values).
public enum AppLevel: String, Hashable, Sendable, CaseIterable {
    /// On the screen, with the driver's input.
    case full = "FULL"
    /// Audible or shown in part, without the driver's input.
    case limited = "LIMITED"
    /// Neither shown nor audible, but started by the driver.
    case background = "BACKGROUND"
    /// Not started by the driver, or closed.
    case none = "NONE"
}

/// What of an app's audio is heard (`AudioStreamingState`).
public enum AppAudio: String, Hashable, Sendable {
    /// At full volume.
    case audible = "AUDIBLE"
    /// Lowered while something else speaks.
    case attenuated = "ATTENUATED"
    /// Not at all.
    case notAudible = "NOT_AUDIBLE"
}

/// Whether an app's video is shown (`VideoStreamingState`).
public enum AppVideo: String, Hashable, Sendable {
    /// It may stream.
    case streamable = "STREAMABLE"
    /// It may not.
    case notStreamable = "NOT_STREAMABLE"
}
