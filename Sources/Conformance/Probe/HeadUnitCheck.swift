internal import Formats
internal import SDLProtocol
internal import SDLSpec
package import Transport

/// Checks a head unit: connects as an app, walks through what rules look at, and gives the transcript.
package actor HeadUnitCheck: Waiting {
    /// How a check is made.
    package struct Options: Sendable {
        /// The app that it pretends to be; a head unit may know it in its policy.
        package var appName = "Waycheck"
        package var appID = "8675309"
        /// The second app, where several are needed.
        package var secondName = "Waycheck Two"
        package var secondID = "8675310"
        /// How long it waits.
        package var pace: Pace

        /// Makes options.
        package init(pace: Pace = .live) { self.pace = pace }
    }

    /// What came of it.
    package struct Outcome: Sendable {
        /// What passed.
        package let transcript: Transcript
        /// The walks that were not made, or not to their end, and why.
        package let skips: [String: String]
        /// The walks that the head unit kept from their end, or rules by id, and where it did.
        package let breaks: [String: BreakingPoint]
        /// Why there is nothing to judge; `nil` when there is.
        package let noConnection: String?
        /// Why the check did not come to its end, or could look at little; `nil` when it is whole.
        package let incomplete: String?
    }

    /// Makes a link to the head unit.
    package typealias Dial = @Sendable () async throws(TransportError) -> any ByteStream

    package nonisolated let reactor: Reactor
    let options: Options
    let driver: (any Driver)?
    private let dial: Dial
    let log: TranscriptLog
    private let onWalk: @Sendable (String) -> Void
    private var skips: [String: String] = [:]
    private var breaks: [String: BreakingPoint] = [:]
    private var links: [WireLink] = []
    /// When it ends, wherever it is; what a person takes to do something does not count.
    private var deadline = Duration.zero
    private var timer: Reactor.TimerID?
    private var isOverTime = false
    private var isDriving = false
    var waits = WaitList()
    /// Why later walks are left out, and where that showed; nowhere when nobody is to blame.
    private var refusal: (reason: String, place: BreakingPoint?)?
    private var noConnection: String?
    private var incomplete: String?
    /// Why nothing more can be tried: the head unit takes no links any more.
    private var isGone: (reason: String, place: BreakingPoint)?
    /// Whether heartbeats were answered, so that they can tell whether a session lives.
    var answersHeartbeats = false
    /// Whether the head unit brings apps to the front by itself; `nil` before it could show.
    private var bringsToFront: Bool?
    /// What the head unit told about itself.
    var protocolMajor: UInt16 = 0
    var rpcVersion: RPCVersion?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes a check.
    ///
    /// - Parameters:
    ///   - options: How it is made.
    ///   - driver: Who does what a driver would do; without, such rules are skipped.
    ///   - reactor: The thread to live on.
    ///   - onWalk: Is told each walk when it begins, on the reactor's thread.
    ///   - dial: Makes a link.
    package init(
        _ options: Options = Options(), driver: (any Driver)? = nil, on reactor: Reactor,
        onWalk: @escaping @Sendable (String) -> Void = { _ in }, dial: @escaping Dial
    ) {
        self.options = options
        self.driver = driver
        self.reactor = reactor
        self.onWalk = onWalk
        self.dial = dial
        log = TranscriptLog(reactor: reactor)
    }

    var pace: Pace { options.pace }

    /// Makes all walks.
    package func run() async -> Outcome {
        deadline = reactor.now + pace.total
        watchTime()
        for walk in HeadUnitWalk.all {
            guard noConnection == nil else { break }
            if let (reason, place) = obstacle(to: walk) {
                skips[walk.name] = reason
                breaks[walk.name] = place
                continue
            }
            onWalk(walk.name)
            do throws(WireLink.Stop) {
                try await walk.walk(self)
            } catch {
                skip(walk.name, reason: error.reason)
                // Where the check itself broke off, nobody else is to blame.
                if !isOverTime, !Task.isCancelled {
                    breaks[walk.name] = isGone?.place ?? (error.isRefusal ? nil : here)
                }
            }
            if isOverTime { skips[walk.name] = "not finished: the time is over" }
            if Task.isCancelled { skips[walk.name] = "interrupted" }
            for link in links { await link.close() }
            links = []
        }
        timer.map(reactor.cancel)
        if isOverTime { incomplete = "the time of \(pace.total.milliseconds / 1000) s is over" }
        if Task.isCancelled {
            incomplete = "interrupted"
            noConnection = nil
        }
        return Outcome(
            transcript: log.transcript(pace), skips: skips, breaks: breaks, noConnection: noConnection,
            incomplete: incomplete)
    }

    /// Why a walk is not made, and where that showed; nowhere when nobody is to blame.
    private func obstacle(to walk: HeadUnitWalk) -> (reason: String, place: BreakingPoint?)? {
        if Task.isCancelled { return ("not run: interrupted", nil) }
        if let isGone { return isGone }
        if isOverTime { return ("not run: the time is over", nil) }
        return walk.needsRegistration ? refusal : nil
    }

    /// Where the walk under way stands.
    private var here: BreakingPoint { BreakingPoint(links: Set(links.map(\.number)), entryCount: log.count) }

    /// Ends the walk under way when the time is over: each answer may come late, and there are many.
    private func watchTime() {
        // What a driver is about to take is not known before it is done.
        let next = isDriving ? max(deadline, reactor.now + .seconds(1)) : deadline
        timer = reactor.schedule(at: next) { [weak self] in self?.assumeIsolated { $0.timeCame() } }
    }

    private func timeCame() {
        guard !isDriving, reactor.now >= deadline else { return watchTime() }
        timer = nil
        isOverTime = true
        for link in links { link.assumeIsolated { $0.close() } }
        wake()
    }

    // MARK: Steps of walks

    /// Notes why a walk, a part of it or a rule was left out; the first reason stands.
    func skip(_ parts: String..., reason: String) {
        for part in parts where skips[part] == nil { skips[part] = reason }
    }

    /// Notes that a rule finds nothing to look at because of what happened on a link.
    func skip(_ rule: String, reason: String, on link: WireLink) {
        skip(rule, reason: reason)
        breaks[rule] = BreakingPoint(links: [link.number], entryCount: log.count)
    }

    /// Nothing can be judged: what answers there is no head unit.
    func giveUp(_ reason: String) -> WireLink.Stop {
        noConnection = reason
        return .refused(reason)
    }

    /// Registration does not work, so what needs it is left out.
    func refuseRest(for error: WireLink.Stop) {
        guard refusal == nil, !Task.isCancelled, !isOverTime else { return }
        let reason = "no app can be registered: \(error.reason)"
        // Some apps may be refused: that is no rule's failure.
        let isAllowed = error.isRefusal && Evidence.refusalsOfApp.contains { reason.hasSuffix(" is \($0)") }
        refusal = (reason, isAllowed ? nil : here)
        incomplete = reason
    }

    /// A new link.
    func open() async throws(WireLink.Stop) -> WireLink {
        guard !isOverTime else { throw .refused("the time is over") }
        do throws(TransportError) {
            return await begin(try await dial())
        } catch {
            if links.isEmpty, skips.isEmpty, protocolMajor == 0 { throw giveUp("\(error)") }
        }
        // It was there before: once more, for it may still be busy with the last link.
        let later = reactor.now + pace.control
        while !isOver(later), !isOverTime { await change(before: later) }
        guard !isOverTime else { throw .refused("the time is over") }
        do throws(TransportError) {
            return await begin(try await dial())
        } catch {
            guard !Task.isCancelled else { throw .refused("interrupted") }
            let number = log.unreachable("\(error)")
            let reason = "the head unit takes no links any more: \(error)"
            isGone = (reason, BreakingPoint(links: [number], entryCount: log.count))
            throw .refused(reason)
        }
    }

    private func begin(_ stream: any ByteStream) async -> WireLink {
        let link = WireLink(stream, number: log.open(), log: log, pace: pace)
        links.append(link)
        await link.begin()
        // It may have taken until the time was over, when the others were closed.
        if isOverTime { await link.close() }
        return link
    }

    /// A new link with a session.
    func openSession() async throws(WireLink.Stop) -> WireLink {
        let link = try await open()
        try await startSession(on: link)
        return link
    }

    /// Starts a session on a link.
    func startSession(on link: WireLink) async throws(WireLink.Stop) {
        guard let answer = await link.startService() else { throw await stop(link, "StartService") }
        guard answer.header.controlInfo == .startServiceACK else { throw .refused("StartService is refused") }
    }

    private func stop(_ link: WireLink, _ what: String) async -> WireLink.Stop {
        await link.isClosed ? .closed(what) : .silent(what)
    }

    /// The parameters of a registration.
    nonisolated func registration(name: String? = nil, id: String? = nil) -> JSONValue {
        [
            "syncMsgVersion": ["majorVersion": 8, "minorVersion": 0, "patchVersion": 0],
            "appName": .string(name ?? options.appName), "appID": .string(id ?? options.appID),
            "fullAppID": .string(id ?? options.appID), "isMediaApplication": false, "languageDesired": "EN-US",
            "hmiDisplayLanguageDesired": "EN-US", "appHMIType": ["NAVIGATION"],
        ]
    }

    /// Registers an app and waits for what follows.
    @discardableResult
    func register(
        on link: WireLink, name: String? = nil, id: String? = nil
    ) async throws(WireLink.Stop) -> WireLink.Message {
        let count = await link.messages.count
        let answer = try await link.ask("RegisterAppInterface", registration(name: name, id: id))
        guard answer.succeeded else { throw .refused("RegisterAppInterface is \(answer.resultCode ?? "refused")") }
        if let version = EvidenceReader.version(answer.json["syncMsgVersion"]) { rpcVersion = version }
        for name in ["OnHMIStatus", "OnPermissionsChange"] {
            _ = await link.notification(name, behind: count, within: pace.control)
        }
        return answer
    }

    /// A new link with a registered app.
    func openRegistered() async throws(WireLink.Stop) -> WireLink {
        let link = try await openSession()
        try await register(on: link)
        return link
    }

    /// A new link with an app in FULL, or as far as it comes.
    func openActive(_ walk: String) async throws(WireLink.Stop) -> WireLink {
        let link = try await openRegistered()
        await bringToFull(link, name: options.appName, walk)
        return link
    }

    /// Brings an app to FULL, by the driver where the head unit does not do it by itself.
    func bringToFull(_ link: WireLink, name: String, session: UInt8? = nil, _ walk: String) async {
        if bringsToFront != false {
            let isThere: Bool? = await link.wait(pace.level) { $0.level(session) == "FULL" ? true : nil }
            if isThere == true {
                bringsToFront = true
                return
            }
            bringsToFront = false
        }
        if await link.level(session) == "FULL" { return }
        let request = "Open the app \(name) on the head unit."
        guard await drive(["command": "activate", "app": .string(name)], request, .level(app: name, "FULL"), walk)
        else {
            return
        }
        let _: Bool? = await link.wait(pace.control) { $0.level(session) == "FULL" ? true : nil }
    }

    /// Has the driver do something, and notes it.
    ///
    /// - Returns: Whether it was done; the reason is kept for the walk otherwise.
    func drive(_ command: JSONValue, _ request: String, _ stimulus: Stimulus, _ walk: String) async -> Bool {
        guard let driver else {
            skip("driver: \(walk)", reason: "it takes a driver: give --control, or a terminal")
            return false
        }
        guard !Task.isCancelled, !isOverTime else { return false }
        // Before it is done: what follows may come before the answer of the control.
        let entry = log.stimulus(stimulus)
        let asked = reactor.now
        isDriving = true
        defer {
            isDriving = false
            deadline += reactor.now - asked
        }
        if let refused = await driver.perform(command, request) {
            log.withdraw(entry, reason: refused)
            skip("driver: \(walk)", reason: "the driver could not: \(refused)")
            return false
        }
        return true
    }

    /// Waits until nothing more can come of what was done.
    func settle(_ link: WireLink) async {
        await link.pause(pace.quiet)
        // Behind an answer nothing is left that was said before it.
        if await link.session != 0 { _ = await isAlive(link) }
    }

    /// Waits for the notification that has to come of what was done.
    func expect(_ name: String, on link: WireLink, behind count: Int, sessions: [UInt8]) async {
        for session in sessions {
            _ = await link.notification(name, behind: count, session: session, within: pace.answer)
        }
    }

    /// Whether a session still answers: to a heartbeat where the head unit answers those, or to a request.
    func isAlive(_ link: WireLink) async -> Bool {
        guard await !link.isClosed else { return false }
        if answersHeartbeats { return await link.control(.heartbeat, service: .control) != nil }
        let plain = plain
        do throws(WireLink.Stop) {
            try await link.ask(plain.name, plain.parameters)
            return true
        } catch {
            return false
        }
    }

    /// Why nobody did in a walk what a driver does; `nil` when somebody did.
    func driverReason(_ walk: String) -> String? { skips["driver: \(walk)"] }

    /// Says good-bye in order.
    func leave(_ link: WireLink) async throws(WireLink.Stop) {
        try await link.ask("UnregisterAppInterface")
        await link.endService()
        await link.close()
    }

    /// Whether the version agreed upon knows a function.
    func knows(_ function: String) -> Bool {
        guard let definition = RPCSpec.embedded.function(function, .request), let rpcVersion else { return false }
        return definition.exists(at: rpcVersion)
    }

    /// A request that any head unit takes.
    var plain: (name: String, parameters: JSONValue) {
        knows("ListFiles") ? ("ListFiles", [:]) : ("ResetGlobalProperties", ["properties": ["TIMEOUTPROMPT"]])
    }
}
