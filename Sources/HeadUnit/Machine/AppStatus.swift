internal import Formats

/// What OnHMIStatus tells an app about its main window.
struct AppStatus: Hashable, Sendable {
    var level = AppLevel.none
    var audio = AppAudio.notAudible
    var video = AppVideo.notStreamable
    var systemContext = "MAIN"

    /// The parameters of OnHMIStatus.
    var json: JSONValue {
        [
            "windowID": 0, "hmiLevel": .string(level.rawValue), "audioStreamingState": .string(audio.rawValue),
            "videoStreamingState": .string(video.rawValue), "systemContext": .string(systemContext),
        ]
    }
}

/// The kinds of an app that decide about sound and picture when several apps run.
struct AppTraits: Hashable, Sendable {
    var isMedia: Bool
    /// The granted `AppHMIType`s.
    var types: Set<String>

    /// Whether the app may be heard.
    var isAudio: Bool { isMedia || types.contains("COMMUNICATION") || isNavigation }
    /// Whether the app may stream video.
    var isVideo: Bool { isNavigation || types.contains("PROJECTION") }
    /// Whether the app navigates.
    var isNavigation: Bool { types.contains("NAVIGATION") }

    private enum AudioKind: Hashable {
        case navigation
        case communication
        case media
        case silent
    }

    private var audioKind: AudioKind {
        if isNavigation { return .navigation }
        if types.contains("COMMUNICATION") { return .communication }
        return isMedia ? .media : .silent
    }

    /// The status in FULL or LIMITED while nothing else interferes.
    func status(in level: AppLevel, context: String) -> AppStatus {
        let isShown = level == .full || level == .limited
        return AppStatus(
            level: level, audio: isShown && isAudio ? .audible : .notAudible,
            video: isShown && isVideo ? .streamable : .notStreamable, systemContext: context)
    }

    /// The status of this app after another one reached FULL or LIMITED; apps below LIMITED are not touched.
    func status(_ status: AppStatus, displacedBy other: AppTraits, reaching level: AppLevel) -> AppStatus {
        switch status.level {
        case .background, .none: return status
        case .full, .limited: break
        }
        var new = status
        new.audio = isAudio && audioKind != other.audioKind ? .audible : .notAudible
        new.video = isVideo && !other.isVideo ? .streamable : .notStreamable
        if new.audio == .audible || new.video == .streamable {
            if level == .full { new.level = .limited }
        } else if !(status.level == .full && level == .limited) {
            new.level = .background
        }
        return new
    }
}
