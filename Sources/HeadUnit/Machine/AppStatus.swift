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

    /// Whether the level is FULL or LIMITED.
    var isShown: Bool { level == .full || level == .limited }

    /// Brings the level down to one that is not above `limit`.
    fileprivate mutating func lower(to limit: AppLevel) {
        switch (level, limit) {
        case (.full, .limited):
            level = .limited
        case (.full, .background), (.limited, .background):
            level = .background
            audio = .notAudible
            video = .notStreamable
        default:
            break
        }
    }
}

/// Something that takes sound, picture or level from apps while it lasts (BC.OnEventChanged and others).
enum TemporaryState: String, Hashable, Sendable, CaseIterable {
    case phoneCall = "PHONE_CALL"
    case emergency = "EMERGENCY_EVENT"
    case deactivatedHMI = "DEACTIVATE_HMI"
    case audioSource = "AUDIO_SOURCE"
    case embeddedNavigation = "EMBEDDED_NAVI"
    case voiceSession = "VR session"
    case speech = "TTS"
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

    /// The status at a level while nothing else interferes.
    func status(in level: AppLevel, context: String) -> AppStatus {
        let isShown = level == .full || level == .limited
        return AppStatus(
            level: level, audio: isShown && isAudio ? .audible : .notAudible,
            video: isShown && isVideo ? .streamable : .notStreamable, systemContext: context)
    }

    /// The status of this app after another one reached FULL or LIMITED; apps below LIMITED are not touched.
    func status(_ status: AppStatus, displacedBy other: AppTraits, reaching level: AppLevel) -> AppStatus {
        guard status.isShown else { return status }
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

    /// The status while temporary states last.
    func status(_ status: AppStatus, during states: Set<TemporaryState>, mixesAudio: Bool) -> AppStatus {
        var new = status
        for state in TemporaryState.allCases where states.contains(state) {
            switch state {
            case .phoneCall, .voiceSession:
                new.audio = .notAudible
            case .emergency:
                new.audio = .notAudible
                new.video = .notStreamable
            case .deactivatedHMI:
                new.lower(to: .background)
            case .audioSource:
                let isLimited = isNavigation || types.contains("COMMUNICATION") || types.contains("PROJECTION")
                new.lower(to: isLimited ? .limited : .background)
            case .embeddedNavigation:
                new.lower(to: audioKind == .media || audioKind == .communication ? .limited : .background)
                new.video = .notStreamable
            case .speech:
                if new.audio == .audible { new.audio = mixesAudio ? .attenuated : .notAudible }
            }
        }
        return new
    }

    /// Whether an activation has to wait until the states are over.
    func mustWait(during states: Set<TemporaryState>) -> Bool {
        states.contains(.embeddedNavigation) && isNavigation
            || states.contains(.audioSource) && audioKind == .media
    }
}
