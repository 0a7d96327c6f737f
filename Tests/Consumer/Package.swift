// swift-tools-version: 6.3
import PackageDescription

// A package of somebody else: it sees the public products only.
let package = Package(
    name: "consumer",
    dependencies: [.package(name: "sdl-waypoints", path: "../..")],
    targets: [
        .executableTarget(
            name: "SmallHeadUnit",
            dependencies: [
                .product(name: "HeadUnit", package: "sdl-waypoints"),
                .product(name: "SDLApp", package: "sdl-waypoints"),
            ]),
        .executableTarget(
            name: "SmallRover",
            dependencies: [
                .product(name: "Positioning", package: "sdl-waypoints"),
                .product(name: "RTCM", package: "sdl-waypoints"),
            ]),
        // The README's app, word for word.
        .executableTarget(
            name: "TenLineApp", dependencies: [.product(name: "SDLApp", package: "sdl-waypoints")]),
    ],
    swiftLanguageModes: [.v6]
)
