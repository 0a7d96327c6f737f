public import HeadUnit

/// What a head unit says to its HMI.
public enum HMIMessage: Hashable, Sendable {
    /// It asks, and waits for ``SimulatedHMI/answer(_:with:)``.
    case request(HMIRequest)
    /// It tells.
    case notification(HMINotification)
}

// Another program as the HMI: what is asked and told from then on goes to it.
extension SimulatedHMI {
    /// Hands requests and news over to somebody else from now on, who answers by ``answer(_:with:)``; `nil` takes them back.
    ///
    /// What was asked before, such as the questions of the start, is still answered here. Apps are not activated by
    /// themselves meanwhile.
    public func handOver(to substitute: (@Sendable (HMIMessage) -> Void)?) {
        self.substitute = substitute
        if substitute == nil { handedOver = [:] }
    }

    /// Answers a request that was handed over.
    ///
    /// - Parameters:
    ///   - id: Its id (`HMIRequest.id`).
    ///   - answer: The answer.
    /// - Returns: Whether such a request was open.
    @discardableResult
    public func answer(_ id: Int, with answer: HMIAnswer) -> Bool {
        guard let request = handedOver.removeValue(forKey: id), let headUnit else { return false }
        headUnit.hmiAnswers(request, with: answer)
        let code: Int64? =
            switch answer {
            case .result(let code, _): Int64(code)
            case .raw(let json): json["result"]?["code"]?.intValue
            case .error: nil
            }
        if let code, HMIResult(code: Int(clamping: code))?.isSuccess == true { noteSuccess(of: request) }
        return true
    }

    /// The most requests that are kept for a substitute that does not answer.
    static let handOverLimit = 10_000

    /// Hands a request over; one too many is left without an answer, as an HMI that is stuck leaves it.
    func handOver(_ request: HMIRequest, to substitute: (HMIMessage) -> Void) {
        guard handedOver.count < Self.handOverLimit else { return }
        handedOver[request.id] = request
        substitute(.request(request))
    }
}
