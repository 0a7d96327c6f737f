internal import Transport

extension SDLManager {
    /// Sends several requests at once, in their order, without waiting for answers in between.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - timeout: How long to wait for each; nil means ``SDLConfiguration/requestTimeout``.
    /// - Returns: What became of each request, in the order of the requests, as soon as the last one is decided. The
    ///   head unit may answer in any order.
    public func send(
        _ requests: [any RPCRequest], timeout: Duration? = nil
    ) async -> [Result<any RPCResponse, SDLError>] {
        guard !requests.isEmpty, !Task.isCancelled else { return requests.map { _ in .failure(.cancelled) } }
        let sendings = requests.map { Sending($0) }
        let numbers = requests.map { _ in nextNumber() }
        let outcomes = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                begin(sendings, numbers, timeout) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            Task { await self.cancel(numbers) }
        }
        return zip(sendings, outcomes).map { sending, outcome in sending.read(outcome) }
    }

    /// Sends several requests one after the other, each after the answer to the one before.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - stopOnFailure: Whether a request that fails keeps the following ones from being sent; they then count as
    ///     cancelled.
    ///   - timeout: How long to wait for each; nil means ``SDLConfiguration/requestTimeout``.
    /// - Returns: What became of each request, in the order of the requests.
    public func sendInSequence(
        _ requests: [any RPCRequest], stopOnFailure: Bool = true, timeout: Duration? = nil
    ) async -> [Result<any RPCResponse, SDLError>] {
        var results: [Result<any RPCResponse, SDLError>] = []
        for request in requests {
            guard let result = await send([request], timeout: timeout).first else { break }
            results.append(result)
            if case .failure = result, stopOnFailure { break }
        }
        let unsent = requests.count - results.count
        return results + Array(repeating: .failure(.cancelled), count: unsent)
    }

    private func begin(
        _ sendings: [Sending], _ numbers: [UInt64], _ timeout: Duration?,
        _ whenDone: @escaping ([RequestOutcome]) -> Void
    ) {
        var outcomes = sendings.map { _ in RequestOutcome.failure(.cancelled) }
        var open = sendings.count
        for (index, number) in numbers.enumerated() {
            callers[number] = { completion in
                outcomes[index] = completion.outcome
                open -= 1
                if open == 0 { whenDone(outcomes) }
            }
        }
        for (sending, number) in zip(sendings, numbers) {
            switch sending.json {
            case .success(let json):
                perform(machine.request(number, sending.function, json: json, timeout: timeout, now: reactor.now))
            case .failure(let error):
                perform([.complete(number, .failure(error))])
            }
        }
    }

    private func cancel(_ numbers: [UInt64]) {
        for number in numbers where callers[number] != nil { perform(machine.cancel(number, now: reactor.now)) }
    }
}

/// A request of any type, ready to be sent, and how its answer is read.
private struct Sending: Sendable {
    let function: FunctionID
    let json: Result<[UInt8], SDLError>
    let read: @Sendable (RequestOutcome) -> Result<any RPCResponse, SDLError>

    init<Request: RPCRequest>(_ request: Request) {
        function = Request.functionID
        json = Result { () throws(SDLError) in try SDLManager.encode(request) }
        read = { outcome in
            do throws(SDLError) {
                return .success(try outcome.response(to: Request.self))
            } catch {
                return .failure(error)
            }
        }
    }
}
