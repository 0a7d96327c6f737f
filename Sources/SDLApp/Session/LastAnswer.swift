internal import Synchronization

/// The last long answer that was read, for the next one with the same text.
///
/// An app that polls, GetWayPoints above all, gets the same text until the route changes, and reading it costs more than
/// sending, waiting and waking together. The same text reads the same, so only one that differs is read anew.
final class LastAnswer: Sendable {
    private struct Entry {
        let json: [UInt8]
        let response: any Sendable
    }

    /// Shorter texts are read faster than looked for, longer ones are not kept.
    private static let sizes = 256...(64 << 10)
    private let last = Mutex<Entry?>(nil)

    /// Reads the answer to a request, unless the last one had the same text and was read as the same type.
    ///
    /// - Throws: What ``RequestOutcome/response(to:)`` throws.
    func response<Request: RPCRequest>(
        of outcome: RequestOutcome, to request: Request.Type
    ) throws(SDLError) -> Request.Response {
        guard case .answer(let json) = outcome, Self.sizes.contains(json.count) else {
            return try outcome.response(to: request)
        }
        // Compared and read outside of the lock: other callers have answers to read too.
        let known = last.withLock { $0 }
        if let known, known.json == json, let response = known.response as? Request.Response { return response }
        let response = try outcome.response(to: request)
        last.withLock { $0 = Entry(json: json, response: response) }
        return response
    }
}
