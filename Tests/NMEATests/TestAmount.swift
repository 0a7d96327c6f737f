import FoundationEssentials

/// How much the tests with a free choice of amount do.
enum TestAmount {
    /// Whether all of it is wanted, however long it takes (`make deep` sets `DEEP`).
    static let isFull = ProcessInfo.processInfo.environment["DEEP"] != nil
}
