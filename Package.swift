// swift-tools-version: 6.3
import PackageDescription

// The floors of the house and what each module may import are in Docs/architecture.md; `make lint` holds the imports of
// the sources to that table, and the builds of the Makefile refuse an import that is not declared here.

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
    .enableUpcomingFeature("ImmutableWeakCaptures"),  // SE-0481
    .strictMemorySafety(),  // SE-0458
    .treatAllWarnings(as: .error),  // SE-0480
    .treatWarning("ExplicitSendable", as: .error),
]

let package = Package(
    name: "sdl-waypoints",
    products: [
        .library(name: "GNSS", targets: ["GNSS"]),
        .library(name: "NMEA", targets: ["NMEA"]),
        .library(name: "RTCM", targets: ["RTCM"]),
        .library(name: "Navigation", targets: ["Navigation"]),
        .library(name: "Positioning", targets: ["Positioning"]),
        .library(name: "SDLRPC", targets: ["SDLRPC"]),
        .library(name: "SDLApp", targets: ["SDLApp"]),
        .library(name: "HeadUnit", targets: ["HeadUnit"]),
        .library(name: "Simulator", targets: ["Simulator"]),
        .library(name: "waypoint-simulator", type: .dynamic, targets: ["CInterface"]),
        .executable(name: "waypoint-sim", targets: ["waypoint-sim"]),
    ],
    targets: [
        // C libraries and shims
        .systemLibrary(name: "CJSONC", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"])]),
        .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CLinux"),
        .target(name: "CLanes"),
        .target(name: "CSpec"),
        .target(name: "CMocks"),
        .target(name: "CMallocCount"),
        .target(name: "CWaypoint"),
        .target(name: "CPage"),
        .target(name: "CWebSockets", linkerSettings: [.linkedLibrary("websockets")]),

        // Floor 0
        .target(name: "GNSS"),
        .target(
            name: "Formats", dependencies: ["CJSONC", "CXML"],
            swiftSettings: [.enableExperimentalFeature("Lifetimes")]  // borrowed JSON cursors that cannot escape
        ),
        .target(name: "Log"),

        // Floor 1
        .target(
            name: "NMEA", dependencies: ["GNSS", "CLanes"],
            swiftSettings: [.enableExperimentalFeature("Lifetimes")]),  // a view of borrowed bytes as a struct
        .target(name: "RTCM", dependencies: ["GNSS"]),
        .target(name: "SDLProtocol"),
        .target(name: "SDLSpec", dependencies: ["Formats", "CSpec"]),
        .target(name: "Transport", dependencies: ["CLinux", "COpenSSL", "Log"]),

        // Floor 2
        .target(name: "SDLRPC", dependencies: ["SDLSpec", "Formats"]),
        .target(name: "Navigation", dependencies: ["GNSS", "NMEA", "Formats"]),
        .target(name: "SDLSecurity", dependencies: ["SDLProtocol", "Transport"]),
        .target(name: "Web", dependencies: ["CWebSockets", "Transport"]),

        // Floor 3
        .target(
            name: "Positioning", dependencies: ["GNSS", "NMEA", "RTCM", "Navigation", "Transport", "Formats", "Log"]),
        .target(
            name: "SDLApp",
            dependencies: ["SDLProtocol", "SDLSecurity", "SDLSpec", "SDLRPC", "Transport", "Formats", "Log"]),
        .target(
            name: "HeadUnit",
            dependencies: [
                "SDLProtocol", "SDLSecurity", "SDLSpec", "SDLRPC", "Transport", "Formats", "Log", "CSQLite",
            ]),

        // Floor 4
        .target(
            name: "Simulator",
            dependencies: [
                "GNSS", "NMEA", "Navigation", "Positioning", "SDLProtocol", "SDLSecurity", "SDLSpec", "SDLRPC",
                "SDLApp", "HeadUnit",
                "Transport",
                "Formats", "Log", "CMocks",
            ]),

        // Floor 5
        .target(
            name: "CInterface",
            dependencies: ["CWaypoint", "Formats", "HeadUnit", "Navigation", "Positioning", "Simulator", "Transport"],
            // --static-swift-stdlib is for programs alone; Scripts/install wants a library that needs no Swift beside it.
            linkerSettings: Context.environment["WAYPOINT_STATIC_LIBRARY"] == nil
                ? [] : [.unsafeFlags(["-static-stdlib"])]),
        .target(
            name: "WebLinks",
            dependencies: [
                "HeadUnit", "Simulator", "Web",
                "Transport", "Formats", "Log",
            ]),
        .target(
            name: "Dashboard",
            dependencies: [
                "GNSS", "Navigation", "Positioning", "HeadUnit", "Simulator", "Web", "Transport", "Formats", "CPage",
            ]),
        .target(
            name: "Conformance",
            dependencies: ["Simulator", "HeadUnit", "SDLProtocol", "SDLSpec", "Transport", "Formats", "Log"]),

        // Floor 6
        .executableTarget(
            name: "waypoint-sim",
            dependencies: [
                "GNSS", "NMEA", "RTCM", "Navigation", "Positioning", "SDLProtocol", "SDLSecurity", "SDLSpec", "SDLRPC",
                "SDLApp", "HeadUnit", "Simulator", "Conformance", "Web", "Dashboard", "WebLinks", "Transport",
                "Formats", "Log",
            ]),

        // Tools
        .executableTarget(name: "spec-generator", dependencies: ["SDLSpec", "Formats"]),
        .executableTarget(
            name: "waypoint-bench",
            dependencies: [
                "CJSONC", "CLinux", "CMallocCount", "GNSS", "NMEA", "RTCM", "Navigation", "Positioning", "SDLProtocol",
                "SDLSpec", "SDLRPC", "SDLApp", "HeadUnit", "Simulator", "Transport", "Formats", "TestKit",
            ]),
        .executableTarget(
            name: "waypoint-soak",
            dependencies: [
                "Navigation", "RTCM", "SDLProtocol", "SDLSpec", "Simulator", "Transport", "Web", "Formats", "TestKit",
            ]),
        .target(name: "TestKit", dependencies: ["CLinux", "Formats"]),
        .target(
            name: "FuzzKit",
            dependencies: [
                "GNSS", "NMEA", "RTCM", "Positioning", "SDLProtocol", "SDLSecurity", "SDLSpec", "SDLRPC", "HeadUnit",
                "Web", "WebLinks", "Transport", "Formats", "CSpec", "TestKit",
            ]),

        // Tests
        .testTarget(name: "GNSSTests", dependencies: ["GNSS", "TestKit"]),
        .testTarget(name: "FormatsTests", dependencies: ["Formats", "TestKit", "CJSONC"]),
        .testTarget(name: "NMEATests", dependencies: ["NMEA", "GNSS", "Formats", "TestKit"]),
        .testTarget(name: "RTCMTests", dependencies: ["RTCM", "GNSS", "Formats", "TestKit"]),
        .testTarget(name: "SDLProtocolTests", dependencies: ["SDLProtocol", "Formats", "TestKit"]),
        .testTarget(name: "SDLSpecTests", dependencies: ["SDLSpec", "SDLProtocol", "Formats", "TestKit"]),
        .testTarget(
            name: "SDLRPCTests", dependencies: ["SDLRPC", "SDLSpec", "Formats", "TestKit", "spec-generator"]),
        .testTarget(name: "TransportTests", dependencies: ["Transport", "TestKit"]),
        .testTarget(
            name: "SDLSecurityTests",
            dependencies: [
                "SDLSecurity", "SDLProtocol", "SDLApp", "SDLRPC", "HeadUnit", "Simulator", "Transport", "Formats",
                "TestKit",
            ]),
        .testTarget(
            name: "WebLinksTests",
            dependencies: [
                "WebLinks", "Web", "SDLApp", "SDLProtocol", "SDLRPC", "SDLSpec", "HeadUnit", "Simulator", "Navigation",
                "GNSS", "Transport", "Formats", "TestKit",
            ]),
        .testTarget(name: "WebTests", dependencies: ["Web", "Transport", "TestKit"]),
        .testTarget(name: "NavigationTests", dependencies: ["Navigation", "GNSS", "NMEA", "Formats", "TestKit"]),
        .testTarget(
            name: "PositioningTests",
            dependencies: ["Positioning", "Navigation", "GNSS", "NMEA", "RTCM", "Transport", "Formats", "TestKit"]),
        .testTarget(
            name: "SDLAppTests",
            dependencies: ["SDLApp", "SDLProtocol", "SDLRPC", "SDLSpec", "Transport", "Formats", "TestKit"]
        ),
        .testTarget(
            name: "HeadUnitTests",
            dependencies: [
                "HeadUnit", "Simulator", "SDLProtocol", "SDLRPC", "SDLSpec", "Transport", "Formats", "TestKit",
            ]),
        .testTarget(
            name: "SimulatorTests",
            dependencies: [
                "Simulator", "HeadUnit", "SDLApp", "SDLProtocol", "SDLRPC", "SDLSpec", "Navigation", "Positioning",
                "GNSS",
                "NMEA", "Transport", "Formats", "TestKit",
            ]),
        .testTarget(
            name: "DashboardTests",
            dependencies: [
                "Dashboard", "Web", "Simulator", "HeadUnit", "SDLApp", "Positioning", "Navigation", "GNSS", "Transport",
                "Formats", "TestKit",
            ]),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "Conformance", "Simulator", "HeadUnit", "SDLApp", "SDLProtocol", "SDLRPC", "SDLSpec", "Transport",
                "Formats", "TestKit",
            ]),
        .testTarget(
            name: "SoakTests",
            dependencies: ["waypoint-soak", "SDLProtocol", "SDLSpec", "Transport", "Web", "Formats", "TestKit"]),
        .testTarget(name: "FuzzTests", dependencies: ["FuzzKit", "TestKit"]),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "waypoint-sim", "Web", "SDLProtocol", "Simulator", "HeadUnit", "SDLApp", "SDLRPC", "Positioning",
                "RTCM", "NMEA", "GNSS",
                "Transport", "Formats", "Log", "TestKit",
            ]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x
)

// libFuzzer brings the main function of these, so they exist only on demand: Scripts/fuzz builds them.
if Context.environment["FUZZ"] != nil {
    for name in [
        "FuzzFrames", "FuzzControl", "FuzzRPC", "FuzzRTCM", "FuzzNTRIP", "FuzzSourceTable", "FuzzSecurity",
        "FuzzWebSocket", "FuzzNMEA",
    ] {
        package.targets.append(
            .executableTarget(
                name: name, dependencies: ["FuzzKit"], swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
    }
}

for target in package.targets where [.regular, .test, .executable].contains(target.type) {
    target.swiftSettings = (target.swiftSettings ?? []) + strict  // C targets ignore Swift settings
}
