import Formats
import Testing

@testable import HeadUnit

@Suite("States that take sound, picture or level from apps while they last")
struct TemporaryStateTests {
    /// A kind of app: its types, whether it is a media app, and its status at FULL.
    enum Kind: String, CaseIterable, Sendable {
        case media
        case navigation
        case communication
        case projection
        case other

        var types: [String] {
            switch self {
            case .media: ["MEDIA"]
            case .navigation: ["NAVIGATION"]
            case .communication: ["COMMUNICATION"]
            case .projection: ["PROJECTION"]
            case .other: ["DEFAULT"]
            }
        }

        var full: String {
            switch self {
            case .media, .communication: "FULL AUDIBLE NOT_STREAMABLE"
            case .navigation: "FULL AUDIBLE STREAMABLE"
            case .projection: "FULL NOT_AUDIBLE STREAMABLE"
            case .other: "FULL NOT_AUDIBLE NOT_STREAMABLE"
            }
        }
    }

    private static let background = "BACKGROUND NOT_AUDIBLE NOT_STREAMABLE"

    /// The status of each kind at FULL while a state lasts; kinds that are not named notice nothing.
    private static let states: [(name: String, status: [Kind: String])] = [
        (
            "PHONE_CALL",
            [
                .media: "FULL NOT_AUDIBLE NOT_STREAMABLE", .navigation: "FULL NOT_AUDIBLE STREAMABLE",
                .communication: "FULL NOT_AUDIBLE NOT_STREAMABLE",
            ]
        ),
        (
            "EMERGENCY_EVENT",
            [
                .media: "FULL NOT_AUDIBLE NOT_STREAMABLE", .navigation: "FULL NOT_AUDIBLE NOT_STREAMABLE",
                .communication: "FULL NOT_AUDIBLE NOT_STREAMABLE", .projection: "FULL NOT_AUDIBLE NOT_STREAMABLE",
            ]
        ),
        (
            "DEACTIVATE_HMI",
            [
                .media: background, .navigation: background, .communication: background, .projection: background,
                .other: background,
            ]
        ),
        (
            "AUDIO_SOURCE",
            [
                .media: background, .navigation: "LIMITED AUDIBLE STREAMABLE",
                .communication: "LIMITED AUDIBLE NOT_STREAMABLE", .projection: "LIMITED NOT_AUDIBLE STREAMABLE",
                .other: background,
            ]
        ),
        (
            "EMBEDDED_NAVI",
            [
                .media: "LIMITED AUDIBLE NOT_STREAMABLE", .navigation: background,
                .communication: "LIMITED AUDIBLE NOT_STREAMABLE", .projection: background, .other: background,
            ]
        ),
        (
            "VR",
            [
                .media: "FULL NOT_AUDIBLE NOT_STREAMABLE", .navigation: "FULL NOT_AUDIBLE STREAMABLE",
                .communication: "FULL NOT_AUDIBLE NOT_STREAMABLE",
            ]
        ),
        (
            "TTS",
            [
                .media: "FULL ATTENUATED NOT_STREAMABLE", .navigation: "FULL ATTENUATED STREAMABLE",
                .communication: "FULL ATTENUATED NOT_STREAMABLE",
            ]
        ),
    ]

    private func set(_ name: String, _ isActive: Bool, _ rig: inout Rig) {
        switch name {
        case "VR": rig.notify(isActive ? .onVRStarted : .onVRStopped, [:])
        case "TTS": rig.notify(isActive ? .onTTSStarted : .onTTSStopped, [:])
        default: rig.event(name, isActive)
        }
    }

    private func app(_ kind: Kind, _ rig: inout Rig) -> LinkID {
        rig.app(name: kind.rawValue, id: "media", types: kind.types, isMedia: kind == .media)
    }

    @Test("Each state has its effect on each kind of app, and its end takes it back", arguments: states.indices)
    func effect(index: Int) {
        let (name, wanted) = Self.states[index]
        for kind in Kind.allCases {
            var rig = Rig()
            let app = app(kind, &rig)
            set(name, true, &rig)
            let status = wanted[kind]
            #expect(rig.log(app) == (status.map { ["OnHMIStatus \($0) MAIN"] } ?? []), "\(kind) during \(name)")
            set(name, false, &rig)
            #expect(rig.log(app) == (status == nil ? [] : ["OnHMIStatus \(kind.full) MAIN"]), "\(kind) after \(name)")
        }
    }

    @Test("Where audio is not mixed, apps are silent while the system speaks")
    func withoutMixing() {
        var rig = Rig(answers: [.mixingAudioSupported: .success(["attenuatedSupported": false])])
        let app = rig.app()
        set("TTS", true, &rig)
        #expect(rig.log(app) == ["OnHMIStatus FULL NOT_AUDIBLE STREAMABLE MAIN"])
    }

    @Test("An app that the state keeps from the front comes there when it ends; others come at once")
    func postponed() {
        let cases: [(name: String, waiting: Kind, going: Kind)] = [
            ("AUDIO_SOURCE", .media, .navigation), ("EMBEDDED_NAVI", .navigation, .media),
        ]
        for (name, waiting, going) in cases {
            var rig = Rig()
            let app = app(waiting, &rig)
            rig.exit(app)
            set(name, true, &rig)
            rig.forgetAll()
            guard case .result(code: 0, _) = rig.request(.activateApp, ["appID": rig.hmiID(app)]) else {
                Issue.record("\(name): refused")
                continue
            }
            #expect(rig.log(app) == [])
            set(name, false, &rig)
            #expect(rig.hmiLog() == ["BasicCommunication.ActivateApp"])
            #expect(rig.log(app) == ["OnHMIStatus \(waiting.full) MAIN"])

            var other = Rig()
            let second = self.app(going, &other)
            other.exit(second)
            set(name, true, &other)
            other.forgetAll()
            other.activate(second)
            #expect(other.log(second).count == 1)
        }
    }
}
