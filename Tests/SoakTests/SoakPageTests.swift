import Formats
import Synchronization
import Testing
import Transport
import Web

@testable import waypoint_soak

/// The readers of the soak, before a page of the test.
@Suite("Page readers of the soak", .timeLimit(.minutes(1)))
struct SoakPageTests {
    /// Tells each reader all that is known, and to the second and later ones what `extra` says.
    private final class Page: WebService {
        let extra: String?
        private let sockets = Mutex<[WebSocket]>([])

        init(extra: String?) { self.extra = extra }

        func respond(to request: WebRequest, answer: WebAnswer) { answer(WebResponse(status: 404, text: "no")) }
        func refusal(ofSocket request: WebRequest) -> Int? { request.path == "/live" ? nil : 404 }

        func opened(_ socket: WebSocket, by request: WebRequest) {
            socket.start(onMessage: { _ in }, onClosure: { _ in })
            for text in [
                #"{"route":{"stops":[{"name":"S4"}]}}"#, #"{"state":{"apps":[]}}"#,
                #"{"log":{"missed":0,"lost":0,"rows":[{"n":1},{"n":2}]}}"#,
            ] {
                socket.send(.text(Array(text.utf8)))
            }
            if let extra { socket.send(.text(Array(extra.utf8))) }
            sockets.withLock { $0.append(socket) }
        }
    }

    private struct Bench {
        let reactor: Reactor
        let server: WebServer
        let page: SoakPage

        init(extra: String? = nil) throws {
            reactor = try Reactor()
            server = try WebServer(serving: Page(extra: extra))
            page = try SoakPage(
                "http://\(server.address)/", secrets: [], stay: 10...50, seed: 4, on: reactor)
        }

        /// Lets the readers act until something is found, or so many snapshots were read.
        func found(orSnapshots wanted: Int) async -> [String] {
            while true {
                await page.beat(SoakPageView.Surroundings())
                let found = await page.takeViolations()
                let snapshots = await page.snapshots
                if !found.isEmpty || snapshots >= wanted { return found }
                await page.pause(.milliseconds(10))
            }
        }

        func stop() async {
            await page.end()
            await server.stop()
            reactor.stop()
        }
    }

    @Test("come, go and come again, and find nothing where all is well")
    func good() async throws {
        let bench = try Bench()
        #expect(await bench.found(orSnapshots: 9) == [])
        await bench.page.checkEnd(route: 4, apps: 0)
        await bench.page.end()
        #expect(await bench.page.takeViolations() == [])
        let counts = await bench.page.counts
        await bench.stop()
        #expect(counts["page readers that came", default: 0] >= 9)
        #expect(counts["rows of the log shown", default: 0] >= 18)
    }

    @Test("say who was told what must not be")
    func broken() async throws {
        let bench = try Bench(extra: #"{"log":{"missed":0,"lost":0,"rows":[{"n":2}]}}"#)
        let found = try #require(await bench.found(orSnapshots: 50).first)
        #expect(
            found.hasPrefix("page reader ") && found.hasSuffix("): row 2 of the log, where 3 was to come"), "\(found)")
        await bench.stop()
    }

    @Test("say who shows something else at the end, and that a page is gone")
    func gone() async throws {
        let bench = try Bench()
        _ = await bench.found(orSnapshots: 5)
        await bench.page.checkEnd(route: 5, apps: 0, patience: .zero)
        let wrong = await bench.page.takeViolations()
        #expect(wrong.contains("page reader 0 (steady) shows route 4 and 0 apps, not 5 and 0"), "\(wrong)")
        await bench.server.stop()
        let found = try #require(await bench.found(orSnapshots: .max).first)
        #expect(found.contains("was cut off") || found.contains("cannot connect"), "\(found)")
        await bench.stop()
    }
}
