package import Formats

/// Does to a head unit what a driver, its navigation or its policy server would do.
package protocol Driver: Sendable {
    /// Carries out a command of the control (Docs/control.md).
    ///
    /// - Parameters:
    ///   - command: The command as JSON.
    ///   - request: The same for a person.
    /// - Returns: Why it was not done; `nil` when it was.
    func perform(_ command: JSONValue, _ request: String) async -> String?
}
