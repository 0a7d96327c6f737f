public import Formats
public import HeadUnit

/// What a ``SimulatedHMI`` is plugged into: our own head unit, or a link to another one.
///
/// All members but the configuration are called on the reactor of the HMI.
public protocol HMIPeer: AnyObject, Sendable {
    /// What the system is like that the HMI belongs to; answers the questions of a start.
    nonisolated var configuration: HeadUnitConfiguration { get }

    /// Takes the answer to a request.
    nonisolated func hmiAnswers(_ request: HMIRequest, with answer: HMIAnswer)

    /// Takes news.
    nonisolated func hmiTells(_ notification: HMINotification)

    /// Takes a request of the HMI, whose answer it does not wait for.
    nonisolated func hmiRequests(_ method: HMIMethod, parameters: JSONValue)
}

extension HeadUnit: HMIPeer {
    /// Takes an answer, on the reactor of both.
    public nonisolated func hmiAnswers(_ request: HMIRequest, with answer: HMIAnswer) {
        assumeIsolated { $0.answer(request, with: answer) }
    }

    /// Takes news, on the reactor of both.
    public nonisolated func hmiTells(_ notification: HMINotification) {
        assumeIsolated { $0.notify(notification) }
    }

    /// Takes a request, on the reactor of both.
    public nonisolated func hmiRequests(_ method: HMIMethod, parameters: JSONValue) {
        assumeIsolated { _ = $0.request(method, parameters: parameters) }
    }
}
