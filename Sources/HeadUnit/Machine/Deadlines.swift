/// When something is due, for many owners at once.
///
/// A heap with one entry an owner and moment. Moments that move later stay where they are until they are reached, so
/// that a busy connection costs nothing; the owner then says when it is really due.
struct Deadlines: Sendable {
    /// Who waits.
    enum Owner: Hashable, Sendable {
        case link(LinkID)
        case request(Int)
        case startUp
        case vehicleData
        case levels
        case passed(Int32)
    }

    private struct Entry: Sendable {
        var moment: Duration
        var owner: Owner
    }

    private var heap: [Entry] = []
    /// The earliest entry of each owner; others of it are out of date.
    private var earliest: [Owner: Duration] = [:]

    /// The next moment at which to look; some owners may turn out not to be due yet.
    var next: Duration? { heap.first?.moment }

    /// Notes that an owner is due at a moment, or at none.
    mutating func set(_ owner: Owner, to moment: Duration?) {
        guard let moment else {
            earliest[owner] = nil
            dropOutdated()
            return
        }
        if let known = earliest[owner], known <= moment { return }
        earliest[owner] = moment
        push(Entry(moment: moment, owner: owner))
    }

    /// Takes the owners whose moment has come, the earliest first; each must be set again if it waits on.
    mutating func takeDue(now: Duration) -> [Owner] {
        var due: [Owner] = []
        while let first = heap.first, first.moment <= now {
            pop()
            guard earliest[first.owner] == first.moment else { continue }
            earliest[first.owner] = nil
            due.append(first.owner)
        }
        dropOutdated()
        return due
    }

    private mutating func dropOutdated() {
        while let first = heap.first, earliest[first.owner] != first.moment { pop() }
    }

    private mutating func push(_ entry: Entry) {
        var place = heap.count
        heap.append(entry)
        while place > 0 {
            let parent = (place - 1) / 2
            guard heap[place].moment < heap[parent].moment else { return }
            heap.swapAt(place, parent)
            place = parent
        }
    }

    private mutating func pop() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        var place = 0
        while true {
            var smallest = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
                if heap[child].moment < heap[smallest].moment { smallest = child }
            }
            guard smallest != place else { return }
            heap.swapAt(place, smallest)
            place = smallest
        }
    }
}
