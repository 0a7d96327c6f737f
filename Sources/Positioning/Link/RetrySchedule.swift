/// How long to wait before a lost receiver is tried again.
public struct RetrySchedule: Hashable, Sendable {
    /// The waits of successive failures; the last one holds from then on.
    ///
    /// Data from the receiver begins it anew.
    public var delays: [Duration]

    /// Makes a schedule; none of the waits is shorter than 100 ms, and without any it is 1 s.
    public init(_ delays: [Duration]) {
        self.delays = delays.isEmpty ? [.seconds(1)] : delays.map { max($0, .milliseconds(100)) }
    }

    /// For devices at this machine: 1, 2, 5, then every 10 s. (One that reappears is tried at once.)
    public static let local = RetrySchedule([.seconds(1), .seconds(2), .seconds(5), .seconds(10)])

    /// For peers over the network: 1, 2, 5, 10, then every 30 s.
    public static let network = RetrySchedule([.seconds(1), .seconds(2), .seconds(5), .seconds(10), .seconds(30)])

    func delay(after failures: Int) -> Duration {
        delays[min(max(failures - 1, 0), delays.count - 1)]
    }
}
