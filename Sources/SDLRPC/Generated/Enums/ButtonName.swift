// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Hard buttons and their logical counterparts.
///
/// Since RPC 1.0.
public enum ButtonName: RPCEnumeration {
    /// The value `OK`.
    case ok
    /// The value `PLAY_PAUSE`.
    ///
    /// Since RPC 5.0.
    case playPause
    /// The value `SEEKLEFT`.
    case seekleft
    /// The value `SEEKRIGHT`.
    case seekright
    /// The value `TUNEUP`.
    case tuneup
    /// The value `TUNEDOWN`.
    case tunedown
    /// The value `PRESET_0`.
    case preset0
    /// The value `PRESET_1`.
    case preset1
    /// The value `PRESET_2`.
    case preset2
    /// The value `PRESET_3`.
    case preset3
    /// The value `PRESET_4`.
    case preset4
    /// The value `PRESET_5`.
    case preset5
    /// The value `PRESET_6`.
    case preset6
    /// The value `PRESET_7`.
    case preset7
    /// The value `PRESET_8`.
    case preset8
    /// The value `PRESET_9`.
    case preset9
    /// The value `CUSTOM_BUTTON`.
    case customButton
    /// The value `SEARCH`.
    case search
    /// The value `AC_MAX`.
    ///
    /// Since RPC 4.5.
    case acMax
    /// The value `AC`.
    ///
    /// Since RPC 4.5.
    case ac
    /// The value `RECIRCULATE`.
    ///
    /// Since RPC 4.5.
    case recirculate
    /// The value `FAN_UP`.
    ///
    /// Since RPC 4.5.
    case fanUp
    /// The value `FAN_DOWN`.
    ///
    /// Since RPC 4.5.
    case fanDown
    /// The value `TEMP_UP`.
    ///
    /// Since RPC 4.5.
    case tempUp
    /// The value `TEMP_DOWN`.
    ///
    /// Since RPC 4.5.
    case tempDown
    /// The value `DEFROST_MAX`.
    ///
    /// Since RPC 4.5.
    case defrostMax
    /// The value `DEFROST`.
    ///
    /// Since RPC 4.5.
    case defrost
    /// The value `DEFROST_REAR`.
    ///
    /// Since RPC 4.5.
    case defrostRear
    /// The value `UPPER_VENT`.
    ///
    /// Since RPC 4.5.
    case upperVent
    /// The value `LOWER_VENT`.
    ///
    /// Since RPC 4.5.
    case lowerVent
    /// The value `VOLUME_UP`.
    ///
    /// Since RPC 4.5.
    case volumeUp
    /// The value `VOLUME_DOWN`.
    ///
    /// Since RPC 4.5.
    case volumeDown
    /// The value `EJECT`.
    ///
    /// Since RPC 4.5.
    case eject
    /// The value `SOURCE`.
    ///
    /// Since RPC 4.5.
    case source
    /// The value `SHUFFLE`.
    ///
    /// Since RPC 4.5.
    case shuffle
    /// The value `REPEAT`.
    ///
    /// Since RPC 4.5.
    case `repeat`
    /// The value `NAV_CENTER_LOCATION`.
    ///
    /// Since RPC 6.0.
    case navCenterLocation
    /// The value `NAV_ZOOM_IN`.
    ///
    /// Since RPC 6.0.
    case navZoomIn
    /// The value `NAV_ZOOM_OUT`.
    ///
    /// Since RPC 6.0.
    case navZoomOut
    /// The value `NAV_PAN_UP`.
    ///
    /// Since RPC 6.0.
    case navPanUp
    /// The value `NAV_PAN_UP_RIGHT`.
    ///
    /// Since RPC 6.0.
    case navPanUpRight
    /// The value `NAV_PAN_RIGHT`.
    ///
    /// Since RPC 6.0.
    case navPanRight
    /// The value `NAV_PAN_DOWN_RIGHT`.
    ///
    /// Since RPC 6.0.
    case navPanDownRight
    /// The value `NAV_PAN_DOWN`.
    ///
    /// Since RPC 6.0.
    case navPanDown
    /// The value `NAV_PAN_DOWN_LEFT`.
    ///
    /// Since RPC 6.0.
    case navPanDownLeft
    /// The value `NAV_PAN_LEFT`.
    ///
    /// Since RPC 6.0.
    case navPanLeft
    /// The value `NAV_PAN_UP_LEFT`.
    ///
    /// Since RPC 6.0.
    case navPanUpLeft
    /// The value `NAV_TILT_TOGGLE`.
    ///
    /// Since RPC 6.0.
    case navTiltToggle
    /// The value `NAV_ROTATE_CLOCKWISE`.
    ///
    /// Since RPC 6.0.
    case navRotateClockwise
    /// The value `NAV_ROTATE_COUNTERCLOCKWISE`.
    ///
    /// Since RPC 6.0.
    case navRotateCounterclockwise
    /// The value `NAV_HEADING_TOGGLE`.
    ///
    /// Since RPC 6.0.
    case navHeadingToggle
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [ButtonName] = [
        .ok, .playPause, .seekleft, .seekright, .tuneup, .tunedown, .preset0, .preset1, .preset2, .preset3, .preset4,
        .preset5, .preset6, .preset7, .preset8, .preset9, .customButton, .search, .acMax, .ac, .recirculate, .fanUp,
        .fanDown, .tempUp, .tempDown, .defrostMax, .defrost, .defrostRear, .upperVent, .lowerVent, .volumeUp,
        .volumeDown, .eject, .source, .shuffle, .`repeat`, .navCenterLocation, .navZoomIn, .navZoomOut, .navPanUp,
        .navPanUpRight, .navPanRight, .navPanDownRight, .navPanDown, .navPanDownLeft, .navPanLeft, .navPanUpLeft,
        .navTiltToggle, .navRotateClockwise, .navRotateCounterclockwise, .navHeadingToggle,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "OK": self = .ok
        case "PLAY_PAUSE": self = .playPause
        case "SEEKLEFT": self = .seekleft
        case "SEEKRIGHT": self = .seekright
        case "TUNEUP": self = .tuneup
        case "TUNEDOWN": self = .tunedown
        case "PRESET_0": self = .preset0
        case "PRESET_1": self = .preset1
        case "PRESET_2": self = .preset2
        case "PRESET_3": self = .preset3
        case "PRESET_4": self = .preset4
        case "PRESET_5": self = .preset5
        case "PRESET_6": self = .preset6
        case "PRESET_7": self = .preset7
        case "PRESET_8": self = .preset8
        case "PRESET_9": self = .preset9
        case "CUSTOM_BUTTON": self = .customButton
        case "SEARCH": self = .search
        case "AC_MAX": self = .acMax
        case "AC": self = .ac
        case "RECIRCULATE": self = .recirculate
        case "FAN_UP": self = .fanUp
        case "FAN_DOWN": self = .fanDown
        case "TEMP_UP": self = .tempUp
        case "TEMP_DOWN": self = .tempDown
        case "DEFROST_MAX": self = .defrostMax
        case "DEFROST": self = .defrost
        case "DEFROST_REAR": self = .defrostRear
        case "UPPER_VENT": self = .upperVent
        case "LOWER_VENT": self = .lowerVent
        case "VOLUME_UP": self = .volumeUp
        case "VOLUME_DOWN": self = .volumeDown
        case "EJECT": self = .eject
        case "SOURCE": self = .source
        case "SHUFFLE": self = .shuffle
        case "REPEAT": self = .`repeat`
        case "NAV_CENTER_LOCATION": self = .navCenterLocation
        case "NAV_ZOOM_IN": self = .navZoomIn
        case "NAV_ZOOM_OUT": self = .navZoomOut
        case "NAV_PAN_UP": self = .navPanUp
        case "NAV_PAN_UP_RIGHT": self = .navPanUpRight
        case "NAV_PAN_RIGHT": self = .navPanRight
        case "NAV_PAN_DOWN_RIGHT": self = .navPanDownRight
        case "NAV_PAN_DOWN": self = .navPanDown
        case "NAV_PAN_DOWN_LEFT": self = .navPanDownLeft
        case "NAV_PAN_LEFT": self = .navPanLeft
        case "NAV_PAN_UP_LEFT": self = .navPanUpLeft
        case "NAV_TILT_TOGGLE": self = .navTiltToggle
        case "NAV_ROTATE_CLOCKWISE": self = .navRotateClockwise
        case "NAV_ROTATE_COUNTERCLOCKWISE": self = .navRotateCounterclockwise
        case "NAV_HEADING_TOGGLE": self = .navHeadingToggle
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .ok: "OK"
        case .playPause: "PLAY_PAUSE"
        case .seekleft: "SEEKLEFT"
        case .seekright: "SEEKRIGHT"
        case .tuneup: "TUNEUP"
        case .tunedown: "TUNEDOWN"
        case .preset0: "PRESET_0"
        case .preset1: "PRESET_1"
        case .preset2: "PRESET_2"
        case .preset3: "PRESET_3"
        case .preset4: "PRESET_4"
        case .preset5: "PRESET_5"
        case .preset6: "PRESET_6"
        case .preset7: "PRESET_7"
        case .preset8: "PRESET_8"
        case .preset9: "PRESET_9"
        case .customButton: "CUSTOM_BUTTON"
        case .search: "SEARCH"
        case .acMax: "AC_MAX"
        case .ac: "AC"
        case .recirculate: "RECIRCULATE"
        case .fanUp: "FAN_UP"
        case .fanDown: "FAN_DOWN"
        case .tempUp: "TEMP_UP"
        case .tempDown: "TEMP_DOWN"
        case .defrostMax: "DEFROST_MAX"
        case .defrost: "DEFROST"
        case .defrostRear: "DEFROST_REAR"
        case .upperVent: "UPPER_VENT"
        case .lowerVent: "LOWER_VENT"
        case .volumeUp: "VOLUME_UP"
        case .volumeDown: "VOLUME_DOWN"
        case .eject: "EJECT"
        case .source: "SOURCE"
        case .shuffle: "SHUFFLE"
        case .`repeat`: "REPEAT"
        case .navCenterLocation: "NAV_CENTER_LOCATION"
        case .navZoomIn: "NAV_ZOOM_IN"
        case .navZoomOut: "NAV_ZOOM_OUT"
        case .navPanUp: "NAV_PAN_UP"
        case .navPanUpRight: "NAV_PAN_UP_RIGHT"
        case .navPanRight: "NAV_PAN_RIGHT"
        case .navPanDownRight: "NAV_PAN_DOWN_RIGHT"
        case .navPanDown: "NAV_PAN_DOWN"
        case .navPanDownLeft: "NAV_PAN_DOWN_LEFT"
        case .navPanLeft: "NAV_PAN_LEFT"
        case .navPanUpLeft: "NAV_PAN_UP_LEFT"
        case .navTiltToggle: "NAV_TILT_TOGGLE"
        case .navRotateClockwise: "NAV_ROTATE_CLOCKWISE"
        case .navRotateCounterclockwise: "NAV_ROTATE_COUNTERCLOCKWISE"
        case .navHeadingToggle: "NAV_HEADING_TOGGLE"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
