import GNSS
import Navigation

extension Situation {
    private static let line: [Point] = [(300, 0), (600, 0), (900, 0)]

    static let stopsOnly: [Situation] = [
        Situation(name: "straight through", expected: "p0 p1 A", stops: line, drive: [(0, 0), (900, 0)]),
        Situation(
            name: "a first waypoint at the start is the origin", expected: "p1 A",
            stops: [(0, 0), (300, 0), (600, 0)], drive: [(10, 0), (600, 0)]),
        Situation(
            name: "a first waypoint outside the radius at the start is a stop", expected: "p0 p1 A",
            stops: [(45, 0), (300, 0), (600, 0)], drive: [(0, 0), (600, 0)]),
        Situation(name: "only a destination, far away", expected: "A", stops: [(500, 0)], drive: [(0, 0), (500, 0)]),
        Situation(name: "only a destination, at the start", expected: "A", stops: [(5, 0)], drive: [(0, 0), (500, 0)]),
        Situation(name: "a route without points", expected: "", stops: [], drive: [(0, 0), (500, 0)]),
        Situation(
            name: "fast and sparse fixes: only the piece between them comes near", expected: "p0 p1 A",
            stops: line, drive: [(0, 20), (950, 20)], speed: 40, interval: 5),
        Situation(
            name: "a hole in reception across two stops", expected: "p0 p1 A", stops: line,
            drive: [(0, 0), (900, 0)], change: { $0.enumerated().filter { !(20...60 ~= $0.offset) }.map(\.element) }),
        Situation(
            name: "a hole in reception up to the destination", expected: "p0 p1 A", stops: line,
            drive: [(0, 0), (900, 0)], change: { Array($0.prefix(5) + $0.suffix(1)) }),
        Situation(
            name: "standing at a stop with noise passes it once", expected: "p0 p1 A", stops: line,
            drive: [(0, 0), (275, 0), (600, 0), (900, 0)], noise: 4, halt: 60),
        Situation(
            name: "standing at the border of the circle with noise", expected: "p0", stops: line,
            drive: [(0, 0), (271, 0)], noise: 4, halt: 120),
        Situation(
            name: "standing at the destination after arrival", expected: "p0 p1 A", stops: line,
            drive: [(0, 0), (900, 0)], noise: 5, halt: 100),
        Situation(
            name: "driving on after arrival", expected: "p0 p1 A", stops: line, drive: [(0, 0), (900, 0), (0, 0)]),
        Situation(
            name: "two stops at one place need two visits", expected: "p0",
            stops: [(300, 0), (300, 0), (900, 0)], drive: [(0, 0), (300, 0), (300, 40)], noise: 3, halt: 30),
        Situation(
            name: "two stops at one place, visited twice", expected: "p0 p1 A",
            stops: [(300, 0), (300, 0), (900, 0)], drive: [(0, 0), (300, 0), (300, 100), (300, 0), (900, 0)]),
        Situation(
            name: "a destination twenty metres behind the last stop", expected: "p0 A", stops: [(300, 0), (320, 0)],
            drive: [(0, 0), (320, 0)], halt: 20),
        Situation(
            name: "a destination forty metres behind the last stop", expected: "p0 A", stops: [(300, 0), (340, 0)],
            drive: [(0, 0), (340, 0)], halt: 20),
        Situation(
            name: "the destination beside the way out is not reached on the way out", expected: "p0 p1",
            stops: [(600, 0), (900, 0), (300, 10)], drive: [(0, 0), (900, 0)]),
        Situation(
            name: "out and back: the destination counts on the way back", expected: "p0 p1 A",
            stops: [(600, 0), (900, 0), (300, 10)], drive: [(0, 0), (900, 0), (200, 0)]),
        Situation(
            name: "a loop ends where it began", expected: "p1 p2 A", stops: [(0, 0), (300, 0), (300, 300), (0, 0)],
            drive: [(0, 0), (300, 0), (300, 300), (0, 300), (0, 0)]),
        Situation(
            name: "a loop driven the wrong way round passes the stops that come in order", expected: "p1",
            stops: [(0, 0), (300, 0), (300, 300), (0, 300), (0, 0)],
            drive: [(0, 0), (0, 300), (300, 300), (300, 0), (0, 0)]),
        Situation(
            name: "driven backwards from the destination, only the first stop is next", expected: "p0",
            stops: line, drive: [(1000, 0), (0, 0)]),
        Situation(
            name: "passing beside a stop, 40 m away", expected: "b0 p1 A", stops: [(300, 40), (600, 0), (900, 0)],
            drive: [(0, 0), (900, 0)]),
        Situation(
            name: "passing beside the destination", expected: "p0 B", stops: [(300, 0), (600, 45)],
            drive: [(0, 0), (900, 0)]),
        Situation(
            name: "too far beside a stop: it stays next", expected: "", stops: [(300, 60), (900, 200)],
            drive: [(0, 0), (900, 0)]),
        Situation(
            name: "beside counts for nothing when switched off", expected: "", stops: [(300, 40), (900, 0)],
            drive: [(0, 0), (900, 0)], configuration: .with { $0.abeamDistance = 0 }),
        Situation(
            name: "a stop left out is skipped when the two after it have been passed", expected: "s0 p1 p2 A",
            stops: [(300, 300), (600, 0), (900, 0), (1200, 0)], drive: [(0, 0), (1200, 0)]),
        Situation(
            name: "start in the middle: the stops behind are skipped when two more have been passed",
            expected: "s0 p1 A", stops: line, drive: [(450, 0), (900, 0)]),
        Situation(
            name: "one later stop alone skips nothing", expected: "", stops: [(300, 300), (600, 0), (900, 300)],
            drive: [(0, 0), (900, 0)]),
        Situation(
            name: "turning round before a stop does not pass it", expected: "", stops: [(300, 0), (900, 0)],
            drive: [(0, 0), (255, 0), (0, 0)]),
        Situation(
            name: "turning round in a curve before a stop does not pass it", expected: "",
            stops: [(300, 0), (900, 0)], drive: [(0, 0), (245, 0), (253, 4), (253, 8), (245, 12), (0, 12)], speed: 3),
        Situation(
            name: "turning off before a stop does not pass it", expected: "", stops: [(300, 0), (900, 900)],
            drive: [(0, 0), (255, 0), (255, 600)]),
        Situation(
            name: "turning round before a stop and coming again passes it", expected: "b0",
            stops: [(300, 45), (900, 900)],
            drive: [(0, 0), (270, 0), (100, 0), (500, 0)]),
        Situation(
            name: "a stop 45 m inside a wide bend", expected: "b0 A", stops: [(300, 45), (400, 400)],
            drive: [(0, 0), (260, 0), (330, 10), (380, 60), (400, 130), (400, 400)]),
        Situation(
            name: "a smaller radius needs the piece between fixes", expected: "p0 p1 A", stops: line,
            drive: [(0, 4), (900, 4)], speed: 33, configuration: .with { $0.arrivalRadius = 5 }),
        Situation(
            name: "twenty fixes a second", expected: "p0 p1 A", stops: line, drive: [(0, 0), (900, 0)], interval: 0.05,
            noise: 0.3),
    ]
}

extension RouteProgress.Configuration {
    static func with(_ change: (inout Self) -> Void) -> Self {
        var configuration = Self()
        change(&configuration)
        return configuration
    }
}
