internal import Formats
internal import Navigation
internal import Simulator
internal import Transport
internal import Web

/// What the dashboard's server answers: files, the API, and the live WebSocket.
struct PageService: WebService {
    /// Most bytes of the body of most requests.
    static let bodyLimit = 8 << 20
    /// Most bytes of a request that brings a recording along.
    static let recordingLimit = 64 << 20
    /// Longer bodies are read on a thread that keeps nobody waiting.
    private static let shortBody = 16 << 10

    let unit: MockHeadUnit
    let feed: PositionFeed
    let files: PageFiles
    /// The answer to `GET /api/page`.
    let facts: [UInt8]
    let desk = PageDesk()
    let bulletin: Bulletin
    let readers: Readers
    let intake: Intake

    func refusal(ofSocket request: WebRequest) -> Int? { request.path == "/live" ? nil : 404 }

    func opened(_ socket: WebSocket, by request: WebRequest) {
        readers.add(socket, of: bulletin)
        // Corrections are asked for only while somebody looks.
        intake.changed()
    }

    func respond(to request: WebRequest, answer: WebAnswer) {
        if let refusal = refusal(of: request) { return answer(refusal) }
        guard request.path.hasPrefix("/api/") else {
            answer(files[request.path] ?? WebResponse(status: 404, text: "there is no such page"))
            return
        }
        let name = String(request.path.dropFirst(5))
        switch request.method {
        case .get, .head: get(name, request, answer)
        case .post: post(name, request, answer)
        case .other: break
        }
    }

    /// What can be told from the head of a request.
    private func refusal(of request: WebRequest) -> WebResponse? {
        guard request.path.hasPrefix("/api/") else {
            return request.method == .get || request.method == .head ? nil : Self.wrongMethod
        }
        // Pages of other sites may ask for images and the like without telling their origin.
        guard ["", "same-origin", "none"].contains(request.fetchSite) else {
            return Self.failure(ControlError("page", "not for pages of others"), status: 403)
        }
        switch request.method {
        case .get, .head: return nil
        case .post:
            guard request.contentType.lowercased().hasPrefix("application/json") else {
                return Self.failure(ControlError("body", "application/json is wanted"), status: 415)
            }
            return nil
        case .other: return Self.failure(ControlError("method", "only GET, HEAD, and POST"), status: 405)
        }
    }

    func refusal(of request: WebRequest, bodyBytes: Int) -> WebResponse? {
        if let refusal = refusal(of: request) { return refusal }
        let limit = request.path == "/api/source" ? Self.recordingLimit : Self.bodyLimit
        guard bodyBytes > limit else { return nil }
        return Self.failure(ControlError("body", "at most \(limit >> 20) MiB"), status: 413)
    }

    private static let wrongMethod = WebResponse(status: 405, text: "only GET and HEAD")

    // MARK: GET

    private func get(_ name: String, _ request: WebRequest, _ answer: WebAnswer) {
        switch name {
        case "page": answer(WebResponse(contentType: "application/json", body: facts))
        case "state": perform(["command": "state"], answer)
        case "log": logRow(request.queryValue("n"), answer)
        case "export":
            let rows = bulletin.withState { $0.log.keptRows }
            Task {
                let recording = await desk.recording(of: rows)
                answer(Self.file("recording.jsonl", "application/x-ndjson", recording))
            }
        case "route.gpx":
            Task {
                guard let route = await unit.routeProgress?.route, let gpx = try? route.gpx() else {
                    answer(WebResponse(status: 404, text: "there is no route"))
                    return
                }
                answer(Self.file("route.gpx", "application/gpx+xml", gpx))
            }
        default: answer(WebResponse(status: 404, text: "there is no such part of the API"))
        }
    }

    private static func file(_ name: String, _ type: String, _ body: [UInt8]) -> WebResponse {
        WebResponse(
            contentType: type, headers: [.init("content-disposition", "attachment; filename=\"\(name)\"")], body: body)
    }

    /// A row of the log with the lines behind it.
    private func logRow(_ number: String?, _ answer: WebAnswer) {
        guard let number = number.flatMap(Int.init), let row = bulletin.withState({ $0.log.row(number) }) else {
            answer(WebResponse(status: 404, text: "that row is not there any more"))
            return
        }
        var body = Array("{\"row\":".utf8) + row.brief + Array(",\"lines\":[".utf8)
        for (index, line) in row.lines.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += line.text
        }
        answer(WebResponse(contentType: "application/json", body: body + Array("]}".utf8)))
    }

    // MARK: POST

    private func post(_ name: String, _ request: WebRequest, _ answer: WebAnswer) {
        if request.body.count <= Self.shortBody {
            carryOut(name, Self.members(of: request.body), answer)
        } else {
            Task { carryOut(name, await desk.members(of: request.body), answer) }
        }
    }

    /// The members of a body; `nil` when it is no object.
    static func members(of body: [UInt8]) -> [String: JSONValue]? {
        guard !body.isEmpty else { return [:] }
        let options = JSONOptions(maximumBytes: recordingLimit)
        guard let json = try? JSONValue(parsing: body, options: options), case .object(let members) = json else {
            return nil
        }
        return members
    }

    private func carryOut(_ name: String, _ members: [String: JSONValue]?, _ answer: WebAnswer) {
        guard let members else {
            return answer(Self.failure(ControlError("body", "a JSON object is wanted"), status: 400))
        }
        switch name {
        case "source": startSource(members, answer)
        case "reset":
            Task {
                let result = await feed.resetResult()
                Self.answer(result, answer)
            }
        default:
            var request = members
            request["command"] = .string(name)
            perform(.object(request), answer)
        }
    }

    private func perform(_ json: JSONValue, _ answer: WebAnswer) {
        Task {
            do throws(ControlError) {
                let request = try ControlRequest(json: json)
                Self.answer(.success(try await unit.perform(request)), answer)
            } catch {
                Self.answer(.failure(error), answer)
            }
            // What a command changes need not show on the wire.
            intake.changed()
        }
    }

    private func startSource(_ members: [String: JSONValue], _ answer: WebAnswer) {
        Task {
            do throws(ControlError) {
                if let text = members["sentences"]?.stringValue {
                    let name = members["name"]?.stringValue ?? "recording"
                    try await feed.play(recording: name, sentences: Array(text.utf8))
                } else if let source = members["source"]?.stringValue {
                    try await feed.start(source)
                } else {
                    throw ControlError("source", "the name of a source is missing")
                }
                Self.answer(.success(.null), answer)
            } catch {
                Self.answer(.failure(error), answer)
            }
            intake.changed()
        }
    }

    /// The answer as the control gives it; one that was understood is a 200, also when it could not be done.
    private static func answer(_ result: Result<JSONValue, ControlError>, _ answer: WebAnswer) {
        answer(response(to: result))
    }

    private static func failure(_ error: ControlError, status: Int) -> WebResponse {
        response(to: .failure(error), status: status)
    }

    private static func response(to result: Result<JSONValue, ControlError>, status: Int = 200) -> WebResponse {
        WebResponse(
            status: status, contentType: "application/json", body: JSONValue.object(result.controlAnswer).serialized())
    }
}

/// Does what takes a while, one after the other, on a thread that nobody waits for.
actor PageDesk {
    private let executor = BlockingExecutor(name: "page")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func members(of body: [UInt8]) -> [String: JSONValue]? { PageService.members(of: body) }

    func recording(of rows: ArraySlice<TrafficLog.Row>) -> [UInt8] { TrafficLog.recording(of: rows) }
}

extension PositionFeed {
    fileprivate func resetResult() -> Result<JSONValue, ControlError> {
        do throws(ControlError) {
            try reset()
            return .success(.null)
        } catch {
            return .failure(error)
        }
    }
}
