import GNSS
import Navigation

extension Situation {
    private static let road: [Point] = [(0, 0), (500, 0), (500, 500), (1000, 500), (1500, 500)]
    private static let roadStops: [Point] = [(300, 0), (500, 300), (1000, 500), (1500, 500)]
    private static let outAndBack: [Point] = [(0, 0), (1000, 0), (0, 0)]
    private static let outAndBackStops: [Point] = [(500, 0), (1000, 0), (500, 0), (0, 0)]
    private static let loop: [Point] = [(0, 0), (400, 0), (400, 400), (0, 400), (0, 0)]
    private static let loopStops: [Point] = [(400, 0), (400, 400), (0, 400), (0, 0)]

    static let withShape: [Situation] = [
        Situation(
            name: "along the road", expected: "p0 p1 p2 A", stops: roadStops, shape: road, drive: road, noise: 3),
        Situation(
            name: "a stop 45 m beside the road", expected: "b0 p1 p2 A",
            stops: [(300, 45), (500, 300), (1000, 500), (1500, 500)], shape: road, drive: road),
        Situation(
            name: "a stop far beside the road is left out", expected: "s0 p1 p2 A",
            stops: [(200, -80), (500, 300), (1000, 500), (1500, 500)], shape: road, drive: road),
        Situation(
            name: "a visit to a stop far beside the road", expected: "off p0 on p1 p2 A",
            stops: [(250, -150), (500, 300), (1000, 500), (1500, 500)], shape: road,
            drive: [(0, 0), (250, 0), (250, -150), (250, 0)] + road.dropFirst()),
        Situation(
            name: "a detour round a stop", expected: "p0 off on s1 p2 A", stops: roadStops, shape: road,
            drive: [(0, 0), (400, 0), (400, 500), (1500, 500)]),
        Situation(
            name: "a detour that comes back before the next stop", expected: "off on p0 p1 p2 A", stops: roadStops,
            shape: road, drive: [(0, 0), (60, 0), (60, 150), (180, 150), (180, 0)] + road.dropFirst()),
        Situation(
            name: "a detour round two stops", expected: "p0 off on s1 s2 A", stops: roadStops, shape: road,
            drive: [(0, 0), (400, 0), (400, 700), (1200, 700), (1200, 500), (1500, 500)]),
        Situation(
            name: "crossing the road does not mean being on it again", expected: "p0 off", stops: roadStops,
            shape: road, drive: [(0, 0), (400, 0), (400, -400), (800, -400), (800, 900)]),
        Situation(
            name: "start in the middle", expected: "s0 s1 p2 A", stops: roadStops, shape: road,
            drive: [(700, 500), (1500, 500)]),
        Situation(
            name: "start in the middle, just before a stop", expected: "s0 s1 p2 A", stops: roadStops, shape: road,
            drive: [(970, 500), (1500, 500)]),
        Situation(
            name: "start away from the road", expected: "p0 p1 p2 A", stops: roadStops, shape: road,
            drive: [(-200, -300), (0, -300), (0, 0)] + road.dropFirst()),
        Situation(
            name: "driven backwards from the end: nothing is skipped, the first stop is next", expected: "p0",
            stops: roadStops, shape: road, drive: road.reversed(), halt: 3),
        Situation(
            name: "backwards, then round and forwards again", expected: "p0 p1 p2 A", stops: roadStops, shape: road,
            drive: [(900, 500), (500, 500), (500, 0), (0, 0)] + road.dropFirst()),
        Situation(
            name: "out and back on the same road", expected: "p0 p1 p2 A", stops: outAndBackStops, shape: outAndBack,
            drive: [(-50, 0)] + outAndBack.dropFirst(), noise: 3),
        Situation(
            name: "out and back, turned round before the turning point", expected: "p0 s1 p2 A",
            stops: outAndBackStops, shape: outAndBack, drive: [(-50, 0), (800, 0), (0, 0)]),
        Situation(
            name: "out and back from the middle of the way back", expected: "s0 s1 p2 A", stops: outAndBackStops,
            shape: outAndBack, drive: [(600, 0), (0, 0)]),
        Situation(
            name: "round a loop", expected: "p0 p1 p2 A", stops: loopStops, shape: loop, drive: loop, noise: 3),
        Situation(
            name: "round a loop the wrong way", expected: "p0", stops: loopStops, shape: loop, drive: loop.reversed()),
        Situation(
            name: "a loop joined half-way", expected: "s0 s1 p2 A", stops: loopStops, shape: loop,
            drive: [(300, 400), (0, 400), (0, 0)]),
        Situation(
            name: "a tunnel with a bend", expected: "p0 b1 p2 A", stops: roadStops, shape: road, drive: road,
            change: { $0.enumerated().filter { !(25...100 ~= $0.offset) }.map(\.element) }),
        Situation(
            name: "one fix far beside is no departure", expected: "p0 p1 p2 A", stops: roadStops, shape: road,
            drive: road, change: { $0.displaced(10...11, north: 90) }),
        Situation(
            name: "three fixes far beside are", expected: "off on p0 p1 p2 A", stops: roadStops, shape: road,
            drive: road, change: { $0.displaced(10...12, north: 90) }),
        Situation(
            name: "beyond the end of the road, past a destination beside it", expected: "p0 p1 p2 B",
            stops: Array(roadStops.dropLast()) + [(1500, 540)], shape: road, drive: road + [(1700, 500)]),
        Situation(
            name: "standing beside the road's bend with noise", expected: "p0", stops: roadStops, shape: road,
            drive: [(0, 0), (500, 0)], noise: 6, halt: 120),
    ]
}
