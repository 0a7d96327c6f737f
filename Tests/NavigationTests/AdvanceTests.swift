import GNSS
import Navigation
import Testing

@Suite("Advancing a route by hand") struct AdvanceTests {
    private static let base = Situation(
        name: "", expected: "", stops: [(0, 0), (300, 0), (600, 0)], drive: [(0, 0), (600, 0)])

    private static func drive(_ progress: inout RouteProgress) throws -> String {
        var events: [RouteEvent] = []
        for fix in try base.fixes() { events += progress.fixReceived(fix) }
        return Situation.text(events)
    }

    @Test("A first waypoint that was advanced is no origin afterwards")
    func origin() throws {
        var progress = RouteProgress(route: try Self.base.route())
        #expect(progress.advance() == .waypointPassed(index: 0, by: .radius))
        #expect(progress.originIndex == nil && progress.nextIndex == 1)
        #expect(try Self.drive(&progress) == "p1 A")
        #expect(progress.originIndex == nil)
    }

    @Test("A stop at the start is passed when the one before it was advanced")
    func nextAtStart() throws {
        var situation = Self.base
        situation.stops = [(5000, 0), (5, 0), (600, 0)]
        var progress = RouteProgress(route: try situation.route())
        _ = progress.advance()
        #expect(try Self.drive(&progress) == "p1 A")
    }

    @Test("In the middle of a drive the place on the road and the judgement of fixes are kept")
    func middle() throws {
        var situation = Self.base
        situation.stops = [(200, 400), (500, 0), (600, 0)]
        situation.shape = [(0, 0), (600, 0)]
        var progress = RouteProgress(route: try situation.route())
        let fixes = try situation.fixes()
        var events: [RouteEvent] = []
        for fix in fixes.prefix(10) { events += progress.fixReceived(fix) }
        #expect(progress.isOnRoute == true)
        #expect(progress.advance() == .waypointPassed(index: 0, by: .radius))
        #expect(progress.isOnRoute == true)
        #expect(progress.fixReceived(fixes[5]).isEmpty && progress.lastRefusal == .stale)
        for fix in fixes.dropFirst(10) { events += progress.fixReceived(fix) }
        #expect(Situation.text(events) == "p1 A")
    }

    @Test("The last advance arrives, and then nothing is left")
    func arrival() throws {
        var progress = RouteProgress(route: try Self.base.route())
        #expect([progress.advance(), progress.advance()].compactMap(\.?.removedStop) == [0, 1])
        #expect(progress.advance() == .arrived(by: .radius))
        #expect(progress.hasArrived && progress.remaining.isEmpty)
        #expect(progress.advance() == nil)
    }

    @Test("A place that is certain is believed however far away, and passes what lies on the way")
    func certain() throws {
        var situation = Self.base
        situation.stops = [(3000, 0), (9000, 0)]
        var progress = RouteProgress(route: try situation.route())
        let fixes = try [0.0, 3000, 9000].map { east in
            Fix(
                coordinate: try situation.coordinate((east, 0)), quality: .simulated, dimension: .threeDimensional)
        }
        var events: [RouteEvent] = []
        for fix in fixes { events += progress.fixReceived(fix, isCertain: true) }
        #expect(Situation.text(events) == "p0 A")
    }
}
