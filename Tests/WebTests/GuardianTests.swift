import Testing

@testable import Web

@Suite("Who may talk to a server")
struct GuardianTests {
    private func status(_ guardian: WebGuardian, isSocket: Bool = false, _ change: (inout WebRequest) -> Void) -> Int {
        var request = WebRequest(host: "localhost:8080")
        change(&request)
        switch guardian.decide(about: request, isSocket: isSocket) {
        case .allow: return 200
        case .refuse(let response): return response.status
        }
    }

    @Test("pages of the same authority, over TLS before a proxy too, and no others")
    func origins() {
        let guardian = WebGuardian()
        for (origin, expected) in [
            ("", 200), ("http://localhost:8080", 200), ("https://localhost:8080", 200), ("HTTP://LOCALHOST:8080", 200),
            ("http://localhost", 403), ("ftp://localhost:8080", 403), ("null", 403), ("http://evil.example", 403),
        ] {
            #expect(status(guardian) { $0.origin = origin } == expected, "\(origin)")
        }
    }

    @Test("by numeric addresses, localhost and the names it was given, and by any name where a token is asked for")
    func hosts() {
        let plain = WebGuardian()
        let named = WebGuardian(names: ["headunit"])
        let secret = WebGuardian(token: "secret")
        for (host, one, two) in [
            ("localhost", 200, 200), ("192.168.1.7:8080", 200, 200), ("[::1]:8080", 200, 200),
            ("headunit:8080", 403, 200),
            ("HeadUnit", 403, 200), ("evil.example", 403, 403), ("localhost.evil.example", 403, 403), ("", 403, 403),
        ] {
            #expect(status(plain) { $0.host = host } == one, "\(host)")
            #expect(status(named) { $0.host = host } == two, "\(host)")
            #expect(status(secret) { $0.host = host } == 401, "\(host)")
            let isLetIn = status(secret) {
                $0.host = host
                $0.authorization = "Bearer secret"
            }
            #expect(isLetIn == 200, "\(host)")
        }
    }

    @Test("a token lets in as a header and as a cookie with the port, and its address sets that cookie")
    func token() {
        let guardian = WebGuardian(token: "secret")
        #expect(status(guardian) { $0.authorization = "Bearer secret" } == 200)
        #expect(status(guardian) { $0.authorization = "Bearer secreT" } == 401)
        #expect(status(guardian) { $0.authorization = "secret" } == 401)
        #expect(status(guardian) { $0.cookie = "other=1; waypoint-sim-8080=secret" } == 200)
        #expect(status(guardian, isSocket: true) { $0.cookie = "waypoint-sim-8080=secret" } == 200)
        #expect(status(guardian) { $0.cookie = "waypoint-sim-8081=secret" } == 401)
        #expect(status(guardian, isSocket: true) { $0.query = "token=secret" } == 401)
        #expect(status(guardian) { $0.query = "token=secre" } == 401)
        var request = WebRequest(query: "token=secret", host: "localhost:8080")
        // Also where the cookie is there already: the address must not stay.
        request.cookie = "waypoint-sim-8080=secret"
        guard case .refuse(let response) = guardian.decide(about: request, isSocket: false) else {
            Issue.record("the token stays in the address")
            return
        }
        #expect(response.status == 303)
        #expect(response.headers.contains(.init("location", "/")))
        let cookie = "waypoint-sim-8080=secret; Path=/; HttpOnly; SameSite=Lax"
        #expect(response.headers.contains(.init("set-cookie", cookie)))
    }

    @Test(
        "the cookie is named by the port",
        arguments: [
            ("localhost:8080", "waypoint-sim-8080"), ("localhost", "waypoint-sim"), ("[::1]:99", "waypoint-sim-99"),
            ("10.0.0.1", "waypoint-sim"), ("", "waypoint-sim"), ("host:", "waypoint-sim"),
        ])
    func cookieName(host: String, name: String) {
        #expect(WebGuardian.sessionCookie(for: host) == name)
    }
}
