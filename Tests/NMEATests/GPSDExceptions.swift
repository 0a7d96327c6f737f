import GNSS

/// Where gpsd 3.22 is wrong, with the bytes that prove it: the one table of exceptions.
///
/// A row excuses a difference of a report only where its proof stands in the lines of the very epoch, or, where there is
/// no epoch, at the times that it names; `{time}` in a proof is that epoch's `hhmmss`. A row about satellites says which
/// kinds of difference it excuses. Every row says how many differences it excuses, and that number has to be exact. The
/// judge of satellites is `SkyOracle`.
struct GPSDException: Sendable {
    var log: String
    /// `epoch`, `position`, `altitude`, `speed`, `mode`; of satellites `missing`, `extra`, `values`, `used`.
    var fields: Set<String>
    /// Bytes that prove gpsd wrong.
    var proof: String
    /// Times of reports without an epoch.
    var times: Set<String> = []
    /// How many differences the row excuses.
    var count = 1
    var reason: String

    /// Whether the row is about satellites.
    var isSky: Bool { !fields.isDisjoint(with: ["missing", "extra", "values", "used"]) }

    static let all: [GPSDException] = [
        GPSDException(
            log: "nmea/bt451", fields: ["epoch"], proof: ",091209,", times: ["2009-12-10T14:33:06Z"],
            reason: "two recordings joined: the time jumps back, gpsd counts a midnight; every date is 9 December"),
        GPSDException(
            log: "nmea/gp-320fw-2019-04-07-coldboot", fields: ["epoch"], proof: "$GPZDA,000427.00,22,08,1999",
            times: ["2019-04-07T00:04:27Z"],
            reason: "after a cold start the receiver's date is 1024 weeks early; gpsd keeps the date from before"),
        GPSDException(
            log: "nmea/tcp-torture", fields: ["position"], proof: "$GPGGA,{time}.00,2037.72792,N,08704.08478,W",
            reason: "gpsd reports the four decimals of RMC, GGA has five"),
        GPSDException(
            log: "nmea/telit-pls83-w", fields: ["mode"], proof: "$GNGSA,A,2,", count: 10,
            reason: "GSA says two dimensions; gpsd concludes three from the altitude in GGA"),
        GPSDException(
            log: "drives/mount-rose", fields: ["mode"], proof: "$GPGSA,A,2,", count: 33,
            reason: "GSA says two dimensions; gpsd concludes three from the altitude when GLL comes"),
        GPSDException(
            log: "drives/mount-rose", fields: ["altitude"],
            proof: "$GPGGA,235234,3925.9702,N,11945.9354,W,1,10,0.8,1378.6,M",
            reason: "gpsd's first cycle shows the altitude of PGRMZ in whole feet"),
        GPSDException(
            log: "drives/mountain-view", fields: ["speed"], proof: "$GNGLL,3725.05256,N,12204.68823,W,{time}.00",
            reason: "of this epoch only a GLL exists; gpsd computes a speed from positions"),
        GPSDException(
            log: "nmea/ublox-zed-f9t-ubx_nmea_l5", fields: ["altitude"],
            proof: "$GNGGA,{time}.00,4404.13124,N,12118.84810,W,1,12,0.62,1139.9,M",
            reason: "GGA says 1139.9; gpsd reports the UBX frame's height in millimetres"),
        GPSDException(
            log: "nmea/bundg_zeus_9", fields: ["position", "altitude", "speed"], proof: "$GPGGA,{time},", count: 25,
            reason: "gpsd's cycle ends before this GGA, and the next begins after it: it is never reported"),
        GPSDException(
            log: "nmea/bundg_zeus_9", fields: ["speed"], proof: "$GPGLL,5250.8729,N,00518.5074,E,095004,A,A",
            reason: "the log ends after a GLL; gpsd computes a speed from positions"),
        GPSDException(
            log: "nmea/ublox-zed-f9t-ubx_nmea_l5", fields: ["missing"],
            proof: "$GPGSV,3,3,12,32,62,186,48,44,39,174,41,46,39,191,38,48,39,185,42,1*6A", count: 17,
            reason: "the list of a UBX frame replaces that of the rows, or the rows of one system are missing in it"),
        GPSDException(
            log: "drives/mountain-view", fields: ["values"],
            proof: "$GGLGSV,2,2,08,82,15,031,35,83,64,033,40,84,51,208,44,,,,52,3*40",
            reason: "the second row of a set is damaged; gpsd lists the first row, though the set is not complete"),
        GPSDException(
            log: "nmea/telit-pls83-w", fields: ["missing"], proof: "$GPGSV,3,1,", count: 9,
            reason: "the last list of gpsd's cycle lacks all satellites of GPS, which the rows hold"),
        GPSDException(
            log: "nmea/quectel-eg25-g", fields: ["missing", "extra", "values"], proof: "$PQGSV", count: 25,
            reason: "gpsd 3.22 does not know the talker PQ, whose rows end its list"),
        GPSDException(
            log: "nmea/isync", fields: ["missing", "values"], proof: "$PTNTA", count: 6,
            reason: "foreign sentences break rows of GSV; gpsd shows lists with rows missing or of two epochs"),
        GPSDException(
            log: "nmea/eXplorist210", fields: ["missing", "extra", "values"],
            proof: "$GPGSV,3,1,12,09,76,287,,17,38,073,36",
            reason: "satellites before the first sentence with a time: there is no epoch that could hold them"),
    ]

    func excuses(_ mismatch: GPSDComparison.Mismatch, bytes: String) -> Bool {
        guard !isSky, mismatch.fields.isSubset(of: fields) else { return false }
        let parts = mismatch.time.timeOfDay.description.prefix(8).split(separator: ":").joined()
        let proof = proof.replacing("{time}", with: parts)
        guard !fields.contains("epoch") else {
            return times.contains(mismatch.time.description) && bytes.contains(proof)
        }
        return mismatch.lines.contains { $0.contains(proof) }
    }

    func excuses(_ mismatch: GPSDComparison.SkyMismatch, bytes: String) -> Bool {
        isSky && mismatch.kinds.isSubset(of: fields) && bytes.contains(proof)
    }
}
