/// What became of a request.
enum RequestOutcome: Hashable, Sendable {
    /// The JSON text of the answer, not looked at yet.
    case answer([UInt8])
    case failure(SDLError)
}

extension RequestOutcome {
    /// Reads the answer to a request of a type.
    ///
    /// - Throws: ``SDLError/refused(_:)`` if `success` is false, ``SDLError/invalidResponse(_:_:)``, or the failure.
    func response<Request: RPCRequest>(to request: Request.Type) throws(SDLError) -> Request.Response {
        switch self {
        case .failure(let error):
            throw error
        case .answer(let json):
            let response: Request.Response
            do throws(RPCDecodingError) {
                response = try Request.Response(jsonBytes: json, options: .fromHeadUnit)
            } catch {
                throw .invalidResponse(Request.functionID, error)
            }
            guard response.success else { throw .refused(RPCFailure(response, function: Request.functionID)) }
            return response
        }
    }
}
