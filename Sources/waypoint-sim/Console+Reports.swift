internal import Simulator
internal import Transport

extension Console {
    /// Writes the files of a report that are wanted, JUnit's and the page; one that cannot be written is told.
    ///
    /// - Returns: Whether all of them are there.
    func write(_ report: TestReport, junit: String?, html: String?) -> Bool {
        var isComplete = true
        do {
            if let junit { try SmallFile.replace(junit, with: try report.junit()) }
        } catch {
            complain("--junit", "\(error)")
            isComplete = false
        }
        do {
            if let html { try SmallFile.replace(html, with: Array(report.html.utf8)) }
        } catch {
            complain("--html", "\(error)")
            isComplete = false
        }
        return isComplete
    }
}
