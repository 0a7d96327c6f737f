internal import Formats

/// An app that is to come back to the level it had.
struct LevelReturn: Hashable, Sendable {
    let key: AppKey
    /// The registration that it holds for.
    let serial: Int
    let level: AppLevel

    /// How long after the first of them levels come back (`ApplicationResumingTimeout`).
    static let delay = Duration.seconds(3)
}

// HMI-level resumption: an app that had FULL or LIMITED gets it back 3 s after its registration, whatever became of its
// data (head unit behaviour 6.4).
extension HeadUnitMachine {
    /// Plans an app's return to the level of its record; one timer serves all who come while it runs.
    mutating func planLevel(_ key: AppKey, of record: SavedApp) {
        guard let app = apps[key], record.level == .full || record.level == .limited else { return }
        if record.ignitionOffs > 0 {
            guard record.returnsToLevel, now - cycleStart <= SavedApp.ignitionWindow else { return }
        }
        if levelReturns.isEmpty { deadlines.set(.levels, to: now + LevelReturn.delay) }
        levelReturns.append(LevelReturn(key: key, serial: app.serial, level: record.level))
    }

    /// The driver or the system has decided about an app's level: what it had before counts no more.
    mutating func forgetLevel(of key: AppKey) {
        levelReturns.removeAll { $0.key == key }
        postponedReturns.removeAll { $0.key == key }
    }

    mutating func resumeLevels() {
        let due = levelReturns
        levelReturns = []
        for item in due { resumeLevel(item) }
    }

    /// A temporary state is over: returns that had to wait are made up for.
    mutating func makeUpForReturns() {
        let waiting = postponedReturns
        postponedReturns = []
        for item in waiting { resumeLevel(item) }
    }

    private mutating func resumeLevel(_ item: LevelReturn) {
        guard let app = apps[item.key], app.serial == item.serial, app.regularStatus.level == .none,
            !app.permissions.isRevoked, isAllowed(device: app.device)
        else { return }
        let traits = app.traits
        if traits.isPostponed(by: temporaryStates) {
            postponedReturns.append(item)
            return
        }
        guard let target = traits.level(returningTo: item.level, among: othersShown(than: item.key), temporaryStates)
        else {
            ask(.closeApplication, parameters: ["appID": .int(Int64(app.hmiAppID))], for: .none)
            save(item.key)
            return
        }
        if item.level == .limited {
            limit(item.key)
            tell(.onResumeAudioSource, parameters: ["appID": .int(Int64(app.hmiAppID))])
            return
        }
        var parameters: [String: JSONValue] = [
            "appID": .int(Int64(app.hmiAppID)), "priority": .string(app.permissions.priority),
        ]
        if target == .limited { parameters["level"] = "LIMITED" }
        ask(
            .bringToFront, parameters: .object(parameters),
            for: .bringToFront(item.key, registration: app.serial, level: target))
    }

    private func othersShown(than key: AppKey) -> [(traits: AppTraits, level: AppLevel)] {
        shown.compactMap { other in
            guard other != key, let app = apps[other] else { return nil }
            return (app.traits, app.regularStatus.level)
        }
    }

    /// Brings an app to LIMITED, beside whoever is in front.
    mutating func limit(_ key: AppKey) {
        guard let app = apps[key] else { return }
        setRegularStatus(of: key, to: app.traits.status(in: .limited, context: "MAIN"))
        displaceOthers(than: key)
    }
}

extension AppTraits {
    /// Whether a return to a level waits until the states are over.
    fileprivate func isPostponed(by states: Set<TemporaryState>) -> Bool {
        !states.isDisjoint(with: [.voiceSession, .emergency, .deactivatedHMI])
            || isMedia && states.contains(.phoneCall)
    }

    /// Whether two apps would be heard or seen in the same role.
    private func sharesRole(with other: AppTraits) -> Bool {
        isNavigation && other.isNavigation || isMedia && other.isMedia
            || types.contains("COMMUNICATION") && other.types.contains("COMMUNICATION")
            || types.contains("PROJECTION") && other.types.contains("PROJECTION")
    }

    /// The level to which an app comes back that had `level`; `nil` for the one it starts with.
    fileprivate func level(
        returningTo level: AppLevel, among others: [(traits: AppTraits, level: AppLevel)],
        _ states: Set<TemporaryState>
    ) -> AppLevel? {
        let isProjection = types.contains("PROJECTION")
        if states.contains(.embeddedNavigation), isNavigation || isProjection { return nil }
        if states.contains(.audioSource), isMedia { return nil }
        let isFrontTaken = others.contains { $0.level == .full }
        guard isAudio else { return level == .full && !isFrontTaken ? .full : nil }
        guard !others.contains(where: { sharesRole(with: $0.traits) }) else { return nil }
        if level == .limited || isFrontTaken { return .limited }
        let isOvershadowed =
            isNavigation && states.contains(.audioSource) || isMedia && states.contains(.embeddedNavigation)
        return isOvershadowed ? .limited : .full
    }
}
