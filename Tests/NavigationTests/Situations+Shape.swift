import GNSS
import Navigation

extension Situation {
    private static let road: [Point] = [(0, 0), (500, 0), (500, 500), (1000, 500), (1500, 500)]
    private static let roadStops: [Point] = [(300, 0), (500, 300), (1000, 500), (1500, 500)]
    private static let outAndBack: [Point] = [(0, 0), (1000, 0), (0, 0)]
    private static let outAndBackStops: [Point] = [(500, 0), (1000, 0), (500, 0), (0, 0)]
    private static let loop: [Point] = [(0, 0), (400, 0), (400, 400), (0, 400), (0, 0)]
    /// Out and back again, with both stops on the part that is driven twice.
    private static let halfBack: [Point] = [(0, 0), (1000, 0), (300, 0)]
    private static let spur: [Point] = [(0, 0), (300, 0), (300, 100), (300, 0), (900, 0)]
    private static let straight: [Point] = [(0, 0), (900, 0)]
    /// Points so near to each other that a hole in reception spans thousands of them.
    private static let dense: [Point] = (0..<6).flatMap { leg -> [Point] in
        (0...6000).map { step -> Point in
            let east = Double(step) * 0.05
            return (leg.isMultiple(of: 2) ? east : 300 - east, Double(leg) * 70)
        }
    }
    private static let denseCorners: [Point] = (0..<6).flatMap { leg -> [Point] in
        let north = Double(leg) * 70
        return leg.isMultiple(of: 2) ? [(0, north), (300, north)] : [(300, north), (0, north)]
    }
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

    /// The circle of a stop lies on several parts of the road.
    static let ambiguous: [Situation] = [
        Situation(
            name: "a loop whose only stop is its end", expected: "A", stops: [(0, 0)], shape: loop, drive: loop,
            noise: 3),
        Situation(
            name: "standing where a loop begins and ends", expected: "", stops: [(0, 0)], shape: loop,
            drive: [(0, 0), (3, 0)], noise: 4, halt: 60),
        Situation(
            name: "on a loop, not yet round", expected: "", stops: [(0, 0)], shape: loop,
            drive: [(0, 0), (400, 0), (400, 400), (0, 400), (0, 100)]),
        Situation(
            name: "a loop whose only stop is its end, the wrong way round", expected: "A", stops: [(0, 0)],
            shape: loop, drive: loop.reversed()),
        Situation(
            name: "a loop driven the wrong way, not yet round", expected: "", stops: [(0, 0)], shape: loop,
            drive: [(0, 0), (0, 400), (400, 400), (400, 100)]),
        Situation(
            name: "a loop entered from beside its end", expected: "A", stops: [(0, 0)], shape: loop,
            drive: [(-200, 10)] + loop),
        Situation(
            name: "out and back with nothing but the end", expected: "A", stops: [(0, 0)], shape: outAndBack,
            drive: outAndBack, noise: 3),
        Situation(
            name: "out, with nothing but the end", expected: "", stops: [(0, 0)], shape: outAndBack,
            drive: [(0, 0), (1000, 0), (700, 0)], noise: 3),
        Situation(
            name: "a destination that is passed on the way out", expected: "p0 A", stops: [(100, 0), (300, 0)],
            shape: halfBack, drive: halfBack, noise: 3),
        Situation(
            name: "a destination that was passed on the way out only", expected: "p0",
            stops: [(100, 0), (300, 0)], shape: halfBack, drive: [(0, 0), (1000, 0), (400, 0)], noise: 3),
        Situation(
            name: "a destination on the way back, turned round early", expected: "p0 A",
            stops: [(100, 0), (300, 0)], shape: halfBack, drive: [(0, 0), (400, 0), (300, 0)], halt: 20),
        Situation(
            name: "halting on the way out where the destination is", expected: "p0",
            stops: [(100, 0), (300, 0)], shape: halfBack, drive: [(0, 0), (300, 0)], noise: 4, halt: 60),
        Situation(
            name: "a detour on the way out that comes back where the destination is", expected: "p0 off on",
            stops: [(100, 0), (300, 0)], shape: halfBack,
            drive: [(0, 0), (130, 0), (130, 150), (285, 150), (285, 0), (700, 0)]),
        Situation(
            name: "a short cut to the destination on the way back", expected: "p0 off A", stops: [(100, 0), (300, 0)],
            shape: halfBack, drive: [(0, 0), (800, 0), (800, 200), (300, 200), (300, 0)], halt: 30),
        Situation(
            name: "holes in reception on a road driven twice", expected: "p0 A", stops: [(100, 0), (300, 0)],
            shape: halfBack, drive: halfBack,
            change: { $0.enumerated().filter { $0.offset.isMultiple(of: 12) }.map(\.element) + $0.suffix(1) }),
    ]

    /// Stops so near to each other that they could be confused.
    static let crowded: [Situation] = [
        Situation(
            name: "two stops at one place on a road need two visits", expected: "p0",
            stops: [(300, 0), (300, 0), (900, 0)], shape: straight, drive: [(0, 0), (300, 0), (300, 40)], noise: 3,
            halt: 30),
        Situation(
            name: "two stops at one place on a road, visited twice", expected: "p0 off p1 on A",
            stops: [(300, 0), (300, 0), (900, 0)], shape: straight,
            drive: [(0, 0), (300, 0), (300, 150), (300, 0), (900, 0)]),
        Situation(
            name: "two stops at one place, where the road comes by twice", expected: "p0 p1 A",
            stops: [(300, 0), (300, 0), (900, 0)], shape: spur, drive: spur, noise: 2),
        Situation(
            name: "two stops six metres apart on a road, halting", expected: "p0",
            stops: [(300, 0), (306, 0), (900, 0)], shape: straight, drive: [(0, 0), (298, 0)], noise: 4, halt: 120),
        Situation(
            name: "two stops six metres apart on a road, halting and going on", expected: "p0 s1 A",
            stops: [(300, 0), (306, 0), (900, 0)], shape: straight, drive: [(0, 0), (298, 0), (900, 0)], noise: 4,
            halt: 60),
        Situation(
            name: "a destination six metres behind the last stop on a road, halting", expected: "p0",
            stops: [(300, 0), (306, 0)], shape: straight, drive: [(0, 0), (298, 0)], noise: 4, halt: 120),
        Situation(
            name: "a destination twenty metres behind the last stop on a road", expected: "p0 A",
            stops: [(300, 0), (320, 0)], shape: [(0, 0), (320, 0)], drive: [(0, 0), (320, 0)], halt: 20),
        Situation(
            name: "a destination forty metres behind the last stop on a road", expected: "p0 A",
            stops: [(300, 0), (340, 0)], shape: [(0, 0), (340, 0)], drive: [(0, 0), (340, 0)], halt: 20),
        Situation(
            name: "stops on both sides of the road, one after the other", expected: "b0 b1 A",
            stops: [(300, 42), (306, -42), (900, 0)], shape: straight, drive: straight),
    ]

    static let onTheRoad: [Situation] = [
        Situation(
            name: "a destination 60 m from the end of the road", expected: "p0 B", stops: [(300, 0), (900, 60)],
            shape: straight, drive: straight, halt: 5),
        Situation(
            name: "a destination 95 m from the end of the road", expected: "p0 B", stops: [(300, 0), (900, -95)],
            shape: straight, drive: straight, noise: 2, halt: 5),
        Situation(
            name: "a destination 40 m from the end, stopping just before it", expected: "p0 B",
            stops: [(300, 0), (900, 40)], shape: straight, drive: [(0, 0), (895, 0)], halt: 5),
        Situation(
            name: "a destination 60 m from the end, not yet there", expected: "p0", stops: [(300, 0), (900, 60)],
            shape: straight, drive: [(0, 0), (800, 0)], halt: 5),
        Situation(
            name: "a winding road of many points and few fixes", expected: "p0 b1 A",
            stops: [(300, 0), (0, 210), (0, 350)], shape: dense, drive: denseCorners, speed: 27, interval: 5),
        Situation(
            name: "leaving the road in a hole that ends far away", expected: "p0 off", stops: roadStops, shape: road,
            drive: [(0, 0), (400, 0), (400, -3000)],
            change: { Array($0.prefix(33)) + $0.suffix(60).displaced(0...59, east: 30_000, north: 0) }),
        Situation(
            name: "a jump along a road driven twice stays on the way out", expected: "p0 s1 p2 A",
            stops: [(500, 0), (2500, 0), (3900, 0), (0, 0)], shape: [(0, 0), (4000, 0), (0, 0)],
            drive: [(0, 0), (4000, 0), (0, 0)],
            change: { Array($0.prefix(60) + $0.dropFirst(260)).retimed() }),
    ]
}
