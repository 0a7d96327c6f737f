internal import SDLProtocol

/// Names a connection; the number counts from 1 and is part of the hash ids on it.
struct LinkID: Hashable, Comparable, Sendable {
    let number: Int

    static func < (left: LinkID, right: LinkID) -> Bool { left.number < right.number }
}

/// A connection and where it comes from.
struct Link: Sendable {
    var connection: ModuleConnection
    let device: String
    /// How often the sessions have asked.
    var meters: [UInt8: RequestMeter] = [:]
    /// The module has closed the connection: what still arrives is lost.
    var isClosing = false
}

/// Names a session over all connections.
struct AppKey: Hashable, Comparable, Sendable {
    let link: LinkID
    let session: UInt8

    static func < (left: AppKey, right: AppKey) -> Bool {
        left.session != right.session ? left.session < right.session : left.link < right.link
    }
}

/// Apps in the order of their sessions.
struct AppKeySet: Sendable {
    private(set) var keys: [AppKey] = []

    var isEmpty: Bool { keys.isEmpty }
    var count: Int { keys.count }

    func contains(_ key: AppKey) -> Bool {
        let place = place(of: key)
        return place < keys.count && keys[place] == key
    }

    mutating func insert(_ key: AppKey) {
        let place = place(of: key)
        if place < keys.count, keys[place] == key { return }
        keys.insert(key, at: place)
    }

    /// Takes an app out.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    mutating func remove(_ key: AppKey) -> Bool {
        let place = place(of: key)
        guard place < keys.count, keys[place] == key else { return false }
        keys.remove(at: place)
        return true
    }

    /// The place of an app, or where it would be.
    private func place(of key: AppKey) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The ids and names that are taken, since each may be used once on a device (case does not matter).
struct NameClaims: Sendable {
    enum Kind: Hashable, Sendable {
        case appID
        case name
        case synonym
        case spoken
    }

    struct Claim: Hashable, Sendable {
        let device: String
        let kind: Kind
        let text: String

        init(_ kind: Kind, _ text: String, on device: String) {
            self.device = device
            self.kind = kind
            self.text = text.lowercased()
        }
    }

    private var counts: [Claim: Int] = [:]

    /// How many different names are taken.
    var count: Int { counts.count }

    func isTaken(_ kind: Kind, _ text: String, on device: String) -> Bool {
        counts[Claim(kind, text, on: device)] != nil
    }

    mutating func add(_ claims: [Claim]) {
        for claim in claims { counts[claim, default: 0] += 1 }
    }

    mutating func remove(_ claims: [Claim]) {
        for claim in claims {
            let count = (counts[claim] ?? 1) - 1
            counts[claim] = count > 0 ? count : nil
        }
    }
}
