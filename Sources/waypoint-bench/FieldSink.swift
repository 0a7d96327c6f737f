import GNSS
import NMEA

/// Reads every field of every sentence as a number, so that nothing of the conversion can be left out.
struct FieldSink: NMEAVisitor {
    private(set) var sum = 0.0
    private(set) var sentences = 0
    private(set) var epochs = 0
    private(set) var satellites = 0

    var wantsOtherSentences: Bool { false }

    mutating func visit(_ epoch: Epoch) {
        epochs &+= 1
        sum += epoch.fix.coordinate?.latitude ?? 0
        satellites &+= epoch.satellites.count
    }

    mutating func visit(_ sentence: Sentence, bytes: Span<UInt8>, tags: TagBlock?) {
        sentences &+= 1
        switch sentence {
        case .gsv(let gsv): take(gsv)
        case .gsa(let gsa): take(gsa)
        case .gga(let gga): take(gga)
        case .rmc(let rmc): take(rmc)
        case .vtg(let vtg): take(vtg)
        case .gst(let gst): take(gst)
        default: break
        }
    }

    private mutating func add(_ number: DecimalNumber?) {
        if let number { sum += number.value }
    }

    private mutating func add(_ number: Int?) {
        if let number { satellites &+= number }
    }

    private mutating func add(_ position: ExactPosition?) {
        guard let position else { return }
        sum += position.latitude.degrees + position.longitude.degrees
    }

    private mutating func add(_ time: TimeOfDay?) {
        if let time { satellites &+= Int(truncatingIfNeeded: time.nanoseconds) }
    }

    private mutating func take(_ gsv: GSV) {
        satellites &+= gsv.total &+ gsv.number &+ Int(gsv.signalID ?? 0)
        add(gsv.satellitesInView)
        for index in 0..<gsv.entryCount {
            let entry = gsv.entry(index)
            add(entry.number)
            add(entry.elevation)
            add(entry.azimuth)
            add(entry.carrierToNoise)
        }
    }

    private mutating func take(_ gsa: GSA) {
        add(gsa.dimension?.rawValue)
        for index in 0..<gsa.satelliteCount { satellites &+= gsa.satelliteNumber(index) }
        add(gsa.pdop)
        add(gsa.hdop)
        add(gsa.vdop)
        satellites &+= Int(gsa.systemID ?? 0)
    }

    private mutating func take(_ gga: GGA) {
        add(gga.time)
        add(gga.position)
        add(gga.quality?.rawValue)
        add(gga.satellitesUsed)
        add(gga.hdop)
        add(gga.altitude)
        add(gga.geoidSeparation)
        add(gga.correctionAge)
        add(gga.referenceStation)
    }

    private mutating func take(_ rmc: RMC) {
        add(rmc.time)
        satellites &+= rmc.status == .valid ? 1 : 0
        add(rmc.position)
        add(rmc.speedInKnots)
        add(rmc.course)
        if let date = rmc.date { satellites &+= date.day &+ date.month &+ date.year }
        add(rmc.magneticVariation)
        satellites &+= Int(rmc.mode?.rawValue ?? 0) &+ Int(rmc.navigationalStatus?.rawValue ?? 0)
    }

    private mutating func take(_ vtg: VTG) {
        add(vtg.course)
        add(vtg.magneticCourse)
        add(vtg.speedInKnots)
        add(vtg.speedInKilometresPerHour)
        satellites &+= Int(vtg.mode?.rawValue ?? 0)
    }

    private mutating func take(_ gst: GST) {
        add(gst.time)
        add(gst.rangeResidual)
        add(gst.semiMajor)
        add(gst.semiMinor)
        add(gst.orientation)
        add(gst.latitudeError)
        add(gst.longitudeError)
        add(gst.altitudeError)
    }
}
