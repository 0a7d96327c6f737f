internal import Formats
internal import Navigation
internal import Simulator
internal import Web

/// What the dashboard's server answers: files, the API, and the live WebSocket.
struct PageService: WebService {
    let unit: MockHeadUnit
    let feed: PositionFeed
    let files: PageFiles
    /// The answer to `GET /api/page`.
    let facts: [UInt8]
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
        guard request.path.hasPrefix("/api/") else {
            guard request.method == .get || request.method == .head else { return answer(Self.wrongMethod) }
            answer(files[request.path] ?? WebResponse(status: 404, text: "there is no such page"))
            return
        }
        let name = String(request.path.dropFirst(5))
        switch request.method {
        case .get, .head: get(name, request, answer)
        case .post: post(name, request, answer)
        case .other: answer(Self.wrongMethod)
        }
    }

    private static let wrongMethod = WebResponse(status: 405, text: "only GET, HEAD, and POST below /api/")

    // MARK: GET

    private func get(_ name: String, _ request: WebRequest, _ answer: WebAnswer) {
        switch name {
        case "page": answer(WebResponse(contentType: "application/json", body: facts))
        case "state": perform(["command": "state"], answer)
        case "log": logRow(request.queryValue("n"), answer)
        case "export":
            let recording = bulletin.withState { $0.log.recording }
            answer(Self.file("recording.jsonl", "application/x-ndjson", recording))
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
            body += line
        }
        answer(WebResponse(contentType: "application/json", body: body + Array("]}".utf8)))
    }

    // MARK: POST

    private func post(_ name: String, _ request: WebRequest, _ answer: WebAnswer) {
        guard request.contentType.lowercased().hasPrefix("application/json") else {
            answer(WebResponse(status: 415, text: "application/json is wanted"))
            return
        }
        let members: [String: JSONValue]
        if request.body.isEmpty {
            members = [:]
        } else {
            guard let json = try? JSONValue(parsing: request.body), case .object(let object) = json else {
                Self.answer(.failure(ControlError("body", "a JSON object is wanted")), status: 400, answer)
                return
            }
            members = object
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
    private static func answer(_ result: Result<JSONValue, ControlError>, status: Int = 200, _ answer: WebAnswer) {
        var members: [String: JSONValue] = [:]
        switch result {
        case .success(let value):
            members["ok"] = true
            if !value.isNull { members["result"] = value }
        case .failure(let error):
            members["ok"] = false
            members["error"] = ["what": .string(error.what), "why": .string(error.why)]
        }
        answer(
            WebResponse(
                status: status, contentType: "application/json", body: JSONValue.object(members).serialized()))
    }
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
