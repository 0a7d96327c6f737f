import GNSS

/// Where gpsd 3.22 is wrong, with the bytes that prove it: the one table of exceptions.
///
/// A row excuses a difference only where its proof stands in the lines of the very epoch (or in the log, for a row
/// about satellites or dates); `{time}` in a proof is that epoch's `hhmmss`. The judge of satellites is `SkyOracle`.
struct GPSDException: Sendable {
    var log: String
    /// `epoch`, `position`, `altitude`, `speed`, `mode`; `sky` for satellites.
    var fields: Set<String>
    /// Bytes that prove gpsd wrong.
    var proof: String
    var reason: String

    static let all: [GPSDException] = [
        GPSDException(
            log: "nmea/bt451", fields: ["epoch", "sky"], proof: ",091209,",
            reason: "two recordings joined: the time jumps back, gpsd counts a midnight; every date is 9 December"),
        GPSDException(
            log: "nmea/gp-320fw-2019-04-07-coldboot", fields: ["epoch", "sky"], proof: "$GPZDA,000427.00,22,08,1999",
            reason: "after a cold start the receiver's date is 1024 weeks early; gpsd keeps the date from before"),
        GPSDException(
            log: "nmea/tcp-torture", fields: ["position"], proof: "$GPGGA,{time}.00,2037.72792,N,08704.08478,W",
            reason: "gpsd reports the four decimals of RMC, GGA has five"),
        GPSDException(
            log: "nmea/telit-pls83-w", fields: ["mode"], proof: "$GNGSA,A,2,",
            reason: "GSA says two dimensions; gpsd concludes three from the altitude in GGA"),
        GPSDException(
            log: "drives/mount-rose", fields: ["mode"], proof: "$GPGSA,A,2,",
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
            log: "nmea/bundg_zeus_9", fields: ["position", "altitude", "speed"], proof: "$GPGGA,{time},",
            reason: "gpsd's cycle ends before this GGA, and the next begins after it: it is never reported"),
        GPSDException(
            log: "nmea/bundg_zeus_9", fields: ["speed"], proof: "$GPGLL,5250.8729,N,00518.5074,E,095004,A,A",
            reason: "the log ends after a GLL; gpsd computes a speed from positions"),
        GPSDException(
            log: "nmea/ublox-zed-f9p-nmea", fields: ["sky"], proof: "$GAGSV",
            reason: "Galileo 33 is read as SBAS; satellites used of Galileo and BeiDou are sought as GPS numbers"),
        GPSDException(
            log: "nmea/ublox-zed-f9t-ubx_nmea_l5", fields: ["sky"], proof: "$GAGSV",
            reason: "Galileo 36 is read as SBAS, and lists of UBX frames are mixed in"),
        GPSDException(
            log: "nmea/unicore-um621", fields: ["sky"], proof: "$GBGSV",
            reason: "BeiDou 33 and above are read as SBAS; used of Galileo and BeiDou as above"),
        GPSDException(
            log: "nmea/skytraq-PX1172RH_DS", fields: ["sky"], proof: "$GBGSV",
            reason: "BeiDou 36 and Galileo 34 are read as SBAS; used of Galileo and BeiDou as above"),
        GPSDException(
            log: "drives/mountain-view", fields: ["sky"], proof: "$GAGSV",
            reason: "Galileo 33 and BeiDou 37 are read as SBAS; used of Galileo and BeiDou as above"),
        GPSDException(
            log: "nmea/telit-pls83-w", fields: ["sky"], proof: "$GNGSA,A,2,33,",
            reason: "Galileo 33 is listed as used; gpsd's last list of a cycle lacks the GPS satellites"),
        GPSDException(
            log: "nmea/quectel-eg25-g", fields: ["sky"], proof: "$PQGSV",
            reason: "gpsd 3.22 does not know the talker PQ"),
        GPSDException(
            log: "nmea/isync", fields: ["sky"], proof: "$PTNTA",
            reason: "foreign sentences break rows of GSV; gpsd shows lists with rows missing"),
        GPSDException(
            log: "nmea/eXplorist210", fields: ["sky"], proof: "$GPGSV,3,1,12,09,76,287,,17,38,073,36",
            reason: "satellites before the first sentence with a time: there is no epoch that could hold them"),
    ]

    func excuses(_ mismatch: GPSDComparison.Mismatch, bytes: String) -> Bool {
        guard mismatch.fields.isSubset(of: fields) else { return false }
        let parts = mismatch.time.timeOfDay.description.prefix(8).split(separator: ":").joined()
        let proof = proof.replacing("{time}", with: parts)
        guard !fields.contains("epoch") else { return bytes.contains(proof) }
        return mismatch.lines.contains { $0.contains(proof) }
    }
}
