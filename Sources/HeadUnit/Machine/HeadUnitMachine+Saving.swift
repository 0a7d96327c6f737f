internal import Formats

// What is kept of apps for their return: records that follow every change, hashes that stand for them, ignition cycles
// (head unit behaviour 6.2 and 6.3).
extension HeadUnitMachine {
    /// Where an app's record is kept.
    func place(of app: RegisteredApp) -> Consents.AppOnDevice {
        Consents.AppOnDevice(device: app.device, policyID: app.policyID)
    }

    // MARK: Records

    /// Takes over what was kept by an earlier run.
    mutating func restore(_ state: StoredState) {
        for app in state.apps where app.ignitionOffs < SavedApp.lives { saved[app.place] = app }
        lastUse = state.apps.map(\.lastUse).max() ?? 0
        consents = state.consents
        // A table that was made from another one than the configured is not the owner's will any more.
        if let kept = state.policy, kept.base == configuration.policy.fingerprint { policy = kept.table }
        permissionCache.removeAll()
    }

    /// Brings an app's record up to date.
    ///
    /// - Returns: The token of a change that is on its way to the store; `nil` where none is.
    @discardableResult
    mutating func save(_ key: AppKey) -> Int? {
        // While an app is being restored, the record it is restored from stands.
        // Where each connection is a device of its own, no device ever comes back.
        guard let app = apps[key], resumptions[key] == nil, configuration.deviceRule == .address else {
            return nil
        }
        let place = place(of: app)
        let awaited = levelReturns.first { $0.key == key && $0.serial == app.serial }?.level
        var record = SavedApp(
            place: place, hash: app.hash, hmiAppID: app.hmiAppID, level: awaited ?? app.regularStatus.level,
            hearsWayPoints: wayPoints.subscribers.contains(key), vehicleData: vehicleData.items(of: key).sorted())
        record.lastUse = saved[place]?.lastUse ?? 0
        guard record != saved[place] else { return nil }
        keep(record)
        return isDurable ? lastStoreToken : nil
    }

    private mutating func keep(_ record: SavedApp) {
        var record = record
        lastUse += 1
        record.lastUse = lastUse
        saved[record.place] = record
        store(.app(record))
        guard saved.count > SavedApp.limit else { return }
        let present = Set(apps.values.map { place(of: $0) })
        let oldest = saved.values.filter { !present.contains($0.place) }.min { $0.lastUse < $1.lastUse }
        if let oldest { forgetRecord(oldest.place) }
    }

    mutating func forgetRecord(_ place: Consents.AppOnDevice) {
        vanished[place] = nil
        if saved.removeValue(forKey: place) != nil { store(.forgotten(place)) }
    }

    /// The app is going away; its record stays or goes with it.
    mutating func saveFarewell(of key: AppKey, keeps: Bool) {
        guard let app = apps[key] else { return }
        let place = place(of: app)
        if keeps {
            save(key)
            if saved[place] != nil { vanished[place] = now }
        } else {
            forgetRecord(place)
        }
        resumptions[key] = nil
        levelReturns.removeAll { $0.key == key }
        postponedReturns.removeAll { $0.key == key }
    }

    /// Hands a change to the store, where there is one.
    mutating func store(_ change: StateChange) {
        guard isDurable else { return }
        lastStoreToken += 1
        act(.store(change, token: lastStoreToken))
    }

    // MARK: Hashes

    /// Gives the app a new hash and tells it once what it stands for is kept, unless the system sleeps.
    mutating func changeHash(of key: AppKey) {
        guard let app = apps[key] else { return }
        let hash = random.hash()
        apps[key]?.hash = hash
        if let token = save(key) {
            hashesToTell.append(UntoldHash(token: token, key: key, serial: app.serial, hash: hash))
        } else {
            hashIsKept(of: key)
        }
    }

    /// All changes up to that one are stored, or cannot be: what waited for them is told.
    mutating func changesStored(upTo token: Int) {
        while let first = hashesToTell.first, first.token <= token {
            hashesToTell.removeFirst()
            // A hash that another one has replaced meanwhile would resume nothing.
            guard let app = apps[first.key], app.serial == first.serial, app.hash == first.hash else { continue }
            hashIsKept(of: first.key)
        }
        lastStoredToken = max(lastStoredToken, token)
        guard let awaited = tokenBeforeSleep, awaited <= token else { return }
        tokenBeforeSleep = nil
        tell(.onSDLPersistenceComplete, parameters: [:])
    }

    /// The system is about to sleep: it is told when everything that was changed so far is stored.
    mutating func completePersistence() {
        if isDurable, lastStoredToken < lastStoreToken {
            tokenBeforeSleep = lastStoreToken
        } else {
            tell(.onSDLPersistenceComplete, parameters: [:])
        }
    }

    private mutating func hashIsKept(of key: AppKey) {
        if isSuspended { apps[key]?.owesHash = true } else { tellHash(of: key) }
    }

    mutating func tellHash(of key: AppKey) {
        guard let hash = apps[key]?.hash else { return }
        apps[key]?.owesHash = false
        notify(key, "OnHashChange", ["hashID": .string(hash)])
    }

    // MARK: Ignition

    /// The ignition is off; apps that were there, or had just gone, may come back to their level.
    mutating func countIgnitionOff() {
        for (place, record) in saved.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            var record = record
            record.ignitionOffs += 1
            guard record.ignitionOffs < SavedApp.lives else {
                forgetRecord(place)
                continue
            }
            record.returnsToLevel = vanished[place].map { now - $0 <= SavedApp.ignitionWindow } ?? false
            saved[place] = record
            store(.app(record))
        }
    }

    /// The owner wants everything forgotten: records, consents, and the policy that updates left.
    mutating func forgetState() {
        saved = [:]
        vanished = [:]
        consents = Consents()
        policy = configuration.policy
        permissionCache.removeAll()
        store(.reset)
    }
}

/// A hash that is told when what it stands for is stored.
struct UntoldHash: Sendable {
    let token: Int
    let key: AppKey
    let serial: Int
    let hash: String
}
