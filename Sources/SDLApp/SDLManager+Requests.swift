internal import Formats

extension SDLManager {
    /// Sends a request and waits for its answer.
    ///
    /// Whether the head unit succeeded is decided by `success`; an answer with another code than SUCCESS asks for a look
    /// at `resultCode` and `info`, for example WARNINGS.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - timeout: How long to wait; nil means ``SDLConfiguration/requestTimeout``.
    /// - Returns: The answer.
    /// - Throws: ``SDLError/refused(_:)`` if `success` is false; every other reason why there is no answer.
    @discardableResult
    public nonisolated func send<Request: RPCRequest>(
        _ request: Request, timeout: Duration? = nil
    ) async throws(SDLError) -> Request.Response {
        try lastAnswer.response(of: await outcome(of: request, timeout: timeout), to: Request.self)
    }

    /// Sends a request and waits for what becomes of it.
    ///
    /// Writing the request and reading the answer is left to the caller's thread: the manager's has sockets to serve.
    nonisolated func outcome<Request: RPCRequest>(
        of request: Request, timeout: Duration?
    ) async throws(SDLError) -> RequestOutcome {
        let json = try Self.encode(request)
        return await wait { machine, number, now in
            machine.request(number, Request.functionID, json: json, timeout: timeout, now: now)
        }.outcome
    }

    static func encode<Request: RPCRequest>(_ request: Request) throws(SDLError) -> [UInt8] {
        do throws(JSONError) {
            return try request.encodedJSON()
        } catch {
            throw .invalidRequest(Request.functionID, error)
        }
    }
}

extension ManagerMachine.Completion {
    var outcome: RequestOutcome {
        switch self {
        case .answer(let json): .answer(json)
        case .failure(let error): .failure(error)
        case .ready, .capability, .done: .failure(.cancelled)
        }
    }
}
