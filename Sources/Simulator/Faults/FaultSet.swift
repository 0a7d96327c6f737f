internal import Navigation

/// The faults that are on, with what their counts and chance have come to.
struct FaultSet: Sendable {
    /// The most faults at a time.
    static let limit = 64

    private struct Entry: Sendable {
        var fault: Fault
        /// Tells an old fault from a new one of the same name.
        var generation: Int
        var seen = 0
        var done = 0
        var random: SeededGenerator
    }

    /// A fault that is to happen now, with the random number that belongs to it.
    struct Hit: Sendable {
        let kind: Fault.Kind
        /// Whether the fault is kept to one RPC; else it concerns the connection as a whole.
        let isForOneRPC: Bool
        let random: UInt64
    }

    /// What a fault is asked about.
    struct Subject: Sendable {
        /// The name of the RPC; `nil` for control frames and unknown functions.
        var rpc: String?
        var isResponse: Bool
        /// Name, id and full id of the app, in lower case; empty before it registered.
        var app: Set<String>
    }

    private var entries: [Entry] = []
    private var nextGeneration = 1

    var faults: [Fault] { entries.map(\.fault) }
    var isEmpty: Bool { entries.isEmpty }

    /// Switches a fault on; false when there are too many.
    mutating func add(_ fault: Fault) -> Bool {
        let entry = Entry(fault: fault, generation: nextGeneration, random: SeededGenerator(seed: fault.seed))
        nextGeneration += 1
        if let place = entries.firstIndex(where: { $0.fault.id == fault.id }) {
            entries[place] = entry
            return true
        }
        guard entries.count < Self.limit else { return false }
        entries.append(entry)
        return true
    }

    /// Switches a fault off; false when there is none of that name.
    mutating func remove(_ id: String) -> Bool {
        guard let place = entries.firstIndex(where: { $0.fault.id == id }) else { return false }
        entries.remove(at: place)
        return true
    }

    mutating func removeAll() {
        entries.removeAll()
    }

    /// The faults of single messages that happen to this one, in the order in which they were switched on.
    mutating func hits(on subject: Subject) -> [Hit] {
        var hits: [Hit] = []
        for place in entries.indices where Self.concerns(entries[place].fault, subject) {
            if let hit = count(place) { hits.append(hit) }
        }
        return hits
    }

    /// Counts an occasion of one fault; `nil` when it goes well this time.
    private mutating func count(_ place: Int) -> Hit? {
        let fault = entries[place].fault
        entries[place].seen += 1
        let random = entries[place].random.next()
        guard entries[place].seen > fault.skip, entries[place].done < fault.times ?? .max else { return nil }
        // 53 bits make a number from 0 to below 1.
        guard Double(random >> 11) * 0x1p-53 < fault.probability else { return nil }
        entries[place].done += 1
        return Hit(kind: fault.kind, isForOneRPC: fault.rpc != nil, random: entries[place].random.next())
    }

    /// Whether a StartService may be refused.
    var refusesServices: Bool {
        entries.contains { if case .nak = $0.fault.kind { true } else { false } }
    }

    /// The refusal of a StartService, if one is on.
    mutating func refusal(ofService service: UInt8) -> (reason: String?, rejectedParams: [String])? {
        for place in entries.indices {
            guard case .nak(let wanted, let reason, let rejected) = entries[place].fault.kind,
                wanted == nil || wanted == service
            else { continue }
            if count(place) != nil { return (reason, rejected) }
        }
        return nil
    }

    /// The faults of a connection as a whole that hold for its app now, each with its generation.
    func standing(for app: Set<String>) -> [(kind: Fault.Kind, generation: Int)] {
        entries.compactMap { entry in
            guard !entry.fault.concernsMessages, Self.means(entry.fault, app) else { return nil }
            return (entry.fault.kind, entry.generation)
        }
    }

    private static func means(_ fault: Fault, _ app: Set<String>) -> Bool {
        fault.app.map { app.contains($0.lowercased()) } ?? true
    }

    private static func concerns(_ fault: Fault, _ subject: Subject) -> Bool {
        guard fault.concernsMessages, means(fault, subject.app) else { return false }
        if let rpc = fault.rpc {
            return rpc == subject.rpc && (subject.isResponse || !fault.needsResponse)
        }
        return subject.isResponse || !fault.concernsResponses
    }
}
