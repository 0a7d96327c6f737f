public import HeadUnit
public import Transport

/// The faults of one head unit, shared by all its connections.
///
/// Faults are switched on and off here; connections made by ``wrap(_:number:observer:)`` follow at once. All calls come on the
/// reactor's thread.
public final class FaultBoard: @unchecked Sendable {
    // Sendable although it holds plain state: every member checks that it runs on the reactor's thread.

    private let reactor: Reactor
    var set = FaultSet()
    private var streams: [ObjectIdentifier: WeakStream] = [:]

    private struct WeakStream {
        weak var stream: FaultyStream?
    }

    /// Makes a board without faults.
    public init(reactor: Reactor) {
        self.reactor = reactor
    }

    /// The faults that are on.
    public var faults: [Fault] {
        reactor.checkIsolated()
        return set.faults
    }

    /// Switches a fault on, in the place of one of the same name.
    ///
    /// - Throws: ``FaultError`` when 64 are on already.
    public func add(_ fault: Fault) throws(FaultError) {
        reactor.checkIsolated()
        guard set.add(fault) else {
            throw FaultError(path: "", expectation: "at most \(FaultSet.limit) faults at a time")
        }
        tellStreams()
    }

    /// Switches a fault off.
    ///
    /// - Returns: Whether there was one of that name.
    @discardableResult
    public func remove(_ id: String) -> Bool {
        reactor.checkIsolated()
        guard set.remove(id) else { return false }
        tellStreams()
        return true
    }

    /// Switches all faults off.
    public func removeAll() {
        reactor.checkIsolated()
        set.removeAll()
        tellStreams()
    }

    /// Puts the faults between a head unit and a connection.
    ///
    /// - Parameters:
    ///   - stream: The connection, not started yet.
    ///   - number: The number that the head unit will give it.
    ///   - observer: Sees what is really on the wire, faults and all.
    public func wrap(_ stream: any ByteStream, number: Int = 0, observer: WireObserver? = nil) -> any ByteStream {
        reactor.checkIsolated()
        let faulty = FaultyStream(stream, number: number, board: self, observer: observer)
        streams[ObjectIdentifier(faulty)] = WeakStream(stream: faulty)
        return faulty
    }

    /// Cuts all connections, as if the cable was pulled.
    func cutAll() {
        reactor.checkIsolated()
        for case let stream? in streams.values.map(\.stream) { stream.cut() }
    }

    /// The bytes that wait for each app, by the number of the connection: in faults and for the system to take.
    var unsentByteCounts: [Int: Int] {
        reactor.checkIsolated()
        var counts: [Int: Int] = [:]
        for case let stream? in streams.values.map(\.stream) { counts[stream.number] = stream.unsentByteCount }
        return counts
    }

    func forget(_ stream: FaultyStream) {
        streams[ObjectIdentifier(stream)] = nil
    }

    private func tellStreams() {
        for entry in streams.values { entry.stream?.faultsChanged() }
    }
}

/// What is on the wire of one connection, after the faults.
public enum WireEvent: Sendable {
    /// Bytes as the app sent them.
    case received([UInt8])
    /// Bytes as the app gets them.
    case sent([UInt8])
    /// The connection is gone.
    case closed(by: HeadUnit.End)
}

/// Sees the wire of one connection, on the reactor's thread.
public typealias WireObserver = (WireEvent) -> Void

/// A fault that cannot be used, and where.
public struct FaultError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The member of its JSON; empty for the fault as a whole.
    public let path: String
    /// What was expected there.
    public let expectation: String

    /// Member and expectation.
    public var description: String { path.isEmpty ? "expected \(expectation)" : "\(path): expected \(expectation)" }
}
