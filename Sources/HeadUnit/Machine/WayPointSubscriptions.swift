internal import Formats

/// Who wants to hear about waypoints, and what the head unit knows (head unit behaviour 5 and 6.1).
struct WayPointSubscriptions: Sendable {
    var subscribers = AppKeySet()
    /// Whether the HMI was asked to send changes and agreed.
    var isHMISubscribed = false
    /// The last valid list, kept while somebody is subscribed.
    var cached: JSONValue?
    /// The last list of an app that provides the navigation, whoever is subscribed.
    var provided: JSONValue?

    /// Takes an app out.
    ///
    /// - Returns: Whether it was the last one.
    mutating func remove(_ app: AppKey) -> Bool {
        guard subscribers.remove(app), subscribers.isEmpty else { return false }
        cached = nil
        return true
    }
}
