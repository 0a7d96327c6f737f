internal import GNSS
internal import Glibc

/// A simplified sky: satellites on circular orbits of the right height, inclination and number.
///
/// It is no almanac: where a satellite really is, it does not know. It shows what a receiver would: satellites rise, move
/// and set at the right speed, each constellation has its usual number in view, and the dilution of precision follows
/// from where they stand.
struct Sky: Sendable {
    /// A satellite above the horizon of a place.
    struct Sighting: Sendable {
        var constellation: Constellation
        /// Number within the constellation.
        var number: Int
        /// Degrees above the horizon.
        var elevation: Double
        /// Degrees from true north, 0..<360.
        var azimuth: Double
    }

    /// Circular orbits of one constellation.
    private struct Shell {
        var constellation: Constellation
        var planes: Int
        var slots: Int
        var radius: Double
        var inclination: Double
        /// Degrees between the first satellites of neighbouring planes.
        var phasing: Double
        /// The numbers of the satellites, plane by plane.
        var numbers: [Int]
    }

    private static let shells = [
        Shell(
            constellation: .gps, planes: 6, slots: 5, radius: 26_560e3, inclination: 55, phasing: 29,
            numbers: Array(1...30)),
        Shell(
            constellation: .glonass, planes: 3, slots: 8, radius: 25_508e3, inclination: 64.8, phasing: 15,
            numbers: Array(1...24)),
        Shell(
            constellation: .galileo, planes: 3, slots: 8, radius: 29_600e3, inclination: 56, phasing: 15,
            numbers: Array(1...24)),
        // None above 32: gpsd 3.22 takes some of them for augmentation satellites whatever the talker is.
        Shell(
            constellation: .beidou, planes: 3, slots: 8, radius: 27_906e3, inclination: 55, phasing: 15,
            numbers: Array(9...32)),
    ]

    /// Satellite-based augmentation: number and longitude of the place over the equator.
    private static let augmentation = [
        (number: 123, longitude: 31.5), (number: 136, longitude: 5.0), (number: 131, longitude: -117.0),
        (number: 133, longitude: -129.0), (number: 127, longitude: 55.0), (number: 128, longitude: 83.0),
        (number: 137, longitude: 145.0),
    ]

    private static let gravity = 3.986_004_418e14
    private static let rotation = 7.292_115e-5
    /// Radius of a stationary orbit in metres.
    private static let stationary = 42_164e3

    let constellations: Set<Constellation>
    /// Turns the whole sky, so that drives of different seeds see different satellites.
    let offset: Double

    /// The satellites above a place at an instant, the highest first within each constellation.
    ///
    /// - Parameter mask: Degrees above the horizon below which nothing is seen.
    func sightings(at place: GeodeticCoordinate, seconds: Double, mask: Double) -> [Sighting] {
        let frame = LocalFrame(at: place)
        let up = Sky.up(at: place)
        var result: [Sighting] = []
        func look(_ constellation: Constellation, _ number: Int, _ x: Double, _ y: Double, _ z: Double) {
            let satellite = EarthCentredPosition(x: x, y: y, z: z)
            let flat = frame.vector(to: satellite)
            let origin = frame.origin
            let height = (x - origin.x) * up.x + (y - origin.y) * up.y + (z - origin.z) * up.z
            let elevation = atan2(height, flat.length) * (180 / .pi)
            guard elevation >= mask else { return }
            let azimuth = atan2(flat.east, flat.north) * (180 / .pi)
            result.append(
                Sighting(
                    constellation: constellation, number: number, elevation: elevation,
                    azimuth: azimuth < 0 ? azimuth + 360 : azimuth))
        }
        for shell in Sky.shells where constellations.contains(shell.constellation) {
            let motion = (Sky.gravity / (shell.radius * shell.radius * shell.radius)).squareRoot()
            let tilt = shell.inclination * .pi / 180
            for (index, number) in shell.numbers.enumerated() {
                let (plane, slot) = index.quotientAndRemainder(dividingBy: shell.slots)
                let node = offset + Double(plane) * 2 * .pi / Double(shell.planes) - Sky.rotation * seconds
                let place =
                    Double(slot) * 2 * .pi / Double(shell.slots) + Double(plane) * shell.phasing * .pi / 180
                    + motion * seconds
                let (c, s) = (cos(place) * shell.radius, sin(place) * shell.radius)
                look(
                    shell.constellation, number, cos(node) * c - sin(node) * s * cos(tilt),
                    sin(node) * c + cos(node) * s * cos(tilt), s * sin(tilt))
            }
        }
        if constellations.contains(.sbas) {
            for satellite in Sky.augmentation {
                let angle = satellite.longitude * .pi / 180
                look(.sbas, satellite.number, cos(angle) * Sky.stationary, sin(angle) * Sky.stationary, 0)
            }
        }
        return result.sorted {
            ($0.constellation.rawValue, -$0.elevation, $0.number) < (
                $1.constellation.rawValue, -$1.elevation, $1.number
            )
        }
    }

    private static func up(at place: GeodeticCoordinate) -> EarthCentredPosition {
        let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
        return EarthCentredPosition(
            x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude), z: sin(latitude))
    }
}
