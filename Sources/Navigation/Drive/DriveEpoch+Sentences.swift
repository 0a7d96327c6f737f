internal import GNSS
public import NMEA

extension DriveEpoch {
    /// The sentences of this epoch.
    ///
    /// - Parameters:
    ///   - kinds: Which, in this order.
    ///   - decimals: Digits behind the point of a minute of arc, 2...9.
    public func sentences(_ kinds: [DriveSentence], decimals: Int = 6) -> [Sentence] {
        var writer = DriveSentences(fix: fix, satellites: satellites, decimals: min(9, max(2, decimals)))
        for kind in kinds where kind != .gsv || hasSatelliteList { writer.write(kind) }
        return writer.sentences
    }

    /// The bytes of this epoch as its receiver sends them.
    ///
    /// - Parameter options: The options of the drive.
    public func bytes(_ options: DriveGenerator.Options = DriveGenerator.Options()) -> [UInt8] {
        sentences(options.sentences, decimals: options.positionDecimals).flatMap { $0.encoded() }
    }
}

/// Makes the sentences of an epoch.
private struct DriveSentences {
    let fix: Fix
    let satellites: [Satellite]
    let decimals: Int
    var sentences: [Sentence] = []

    private var position: ExactPosition? { fix.coordinate.flatMap { ExactPosition($0, decimals: decimals) } }
    private var mode: PositioningMode { PositioningMode(quality: fix.quality) }
    private var status: DataStatus { fix.coordinate != nil && fix.quality.isFix ? .valid : .void }
    private var knots: DecimalNumber? { number(fix.speed.map { $0 * 3600 / 1852 }, 3) }
    private var course: DecimalNumber? { direction(fix.course) }

    init(fix: Fix, satellites: [Satellite], decimals: Int) {
        self.fix = fix
        self.satellites = satellites
        self.decimals = decimals
    }

    private func number(_ value: Double?, _ decimals: Int) -> DecimalNumber? {
        value.flatMap { DecimalNumber($0, decimals: decimals) }
    }

    /// A direction in hundredths of a degree; what rounds up to 360 is 0.
    private func direction(_ value: Double?) -> DecimalNumber? {
        guard let number = number(value, 2) else { return nil }
        return number.mantissa >= 36_000 ? DecimalNumber(mantissa: 0, scale: 2) : number
    }

    mutating func write(_ kind: DriveSentence) {
        switch kind {
        case .rmc: writeRMC()
        case .gga: writeGGA()
        case .gsa: writeGSA()
        case .gsv: writeGSV()
        case .gst: writeGST()
        case .vtg: writeVTG()
        case .gll: writeGLL()
        case .gns: writeGNS()
        case .zda: writeZDA()
        }
    }

    private mutating func writeRMC() {
        var sentence = RMC(talker: .combined)
        sentence.time = fix.timeOfDay
        sentence.status = status
        sentence.position = position
        sentence.speedInKnots = knots
        sentence.course = course
        sentence.date = fix.time?.date
        sentence.mode = mode
        sentence.navigationalStatus = .notProvided
        sentences.append(.rmc(sentence))
    }

    private mutating func writeGGA() {
        var sentence = GGA(talker: .combined)
        sentence.time = fix.timeOfDay
        sentence.position = position
        sentence.quality = fix.quality
        sentence.satellitesUsed = min(99, fix.satellitesUsed ?? 0)
        sentence.hdop = number(fix.dilution.horizontal, 2) ?? DecimalNumber(mantissa: 9999, scale: 2)
        sentence.altitude = number(fix.altitude, 1)
        sentence.geoidSeparation = number(fix.geoidSeparation, 1)
        sentence.correctionAge = number(fix.correctionAge, 1)
        sentence.referenceStation = fix.referenceStation
        sentences.append(.gga(sentence))
    }

    /// The constellations with their talker and system id, in the order of the ids.
    private static let systems: [(constellation: Constellation, talker: Talker, id: UInt8)] = [
        (.gps, .gps, 1), (.glonass, .glonass, 2), (.galileo, .galileo, 3), (.beidou, .beidou, 4), (.qzss, .qzss, 5),
        (.navic, .navic, 6),
    ]

    private func satellites(of constellation: Constellation) -> [Satellite] {
        // Satellite-based augmentation is sent among GPS.
        satellites.filter {
            $0.constellation == constellation || (constellation == .gps && $0.constellation == .sbas)
        }
    }

    private mutating func writeGSA() {
        for system in Self.systems {
            let used = satellites(of: system.constellation).filter(\.isUsed).map(\.rawNumber)
            let isHeard = !satellites(of: system.constellation).isEmpty
            guard isHeard || system.constellation == .gps else { continue }
            var rest = used[...]
            repeat {
                var sentence = GSA(talker: .combined)
                sentence.isAutomatic = true
                sentence.dimension = fix.dimension
                sentence.satelliteNumbers = Array(rest.prefix(12))
                sentence.pdop = number(fix.dilution.position, 2) ?? DecimalNumber(mantissa: 9999, scale: 2)
                sentence.hdop = number(fix.dilution.horizontal, 2) ?? DecimalNumber(mantissa: 9999, scale: 2)
                sentence.vdop = number(fix.dilution.vertical, 2) ?? DecimalNumber(mantissa: 9999, scale: 2)
                sentence.systemID = system.id
                sentences.append(.gsa(sentence))
                rest = rest.dropFirst(12)
            } while !rest.isEmpty
        }
    }

    private mutating func writeGSV() {
        for system in Self.systems {
            let seen = satellites(of: system.constellation)
            guard !seen.isEmpty || system.constellation == .gps else { continue }
            let total = max(1, (seen.count + 3) / 4)
            for number in 1...total {
                var sentence = GSV(talker: system.talker, total: total, number: number)
                sentence.satellitesInView = seen.count
                sentence.hasSignalField = true
                sentence.signalID = seen.first?.signal?.rawValue ?? 1
                sentence.entries = seen.dropFirst((number - 1) * 4).prefix(4).map {
                    GSV.Entry(
                        number: $0.rawNumber, elevation: $0.elevation, azimuth: $0.azimuth,
                        carrierToNoise: $0.carrierToNoise)
                }
                sentences.append(.gsv(sentence))
            }
        }
    }

    private mutating func writeGST() {
        var sentence = GST(talker: .combined)
        sentence.time = fix.timeOfDay
        if let accuracy = fix.accuracy {
            sentence.rangeResidual = number(accuracy.horizontal, 1)
            sentence.latitudeError = number(accuracy.latitude, 2)
            sentence.longitudeError = number(accuracy.longitude, 2)
            sentence.altitudeError = number(accuracy.vertical, 2)
        }
        sentences.append(.gst(sentence))
    }

    private mutating func writeVTG() {
        var sentence = VTG(talker: .combined)
        sentence.course = course
        sentence.speedInKnots = knots
        sentence.speedInKilometresPerHour = number(fix.speed.map { $0 * 3.6 }, 3)
        sentence.mode = mode
        sentences.append(.vtg(sentence))
    }

    private mutating func writeGLL() {
        var sentence = GLL(talker: .combined)
        sentence.position = position
        sentence.time = fix.timeOfDay
        sentence.status = status
        sentence.mode = mode
        sentences.append(.gll(sentence))
    }

    private mutating func writeGNS() {
        var sentence = GNS(talker: .combined)
        sentence.time = fix.timeOfDay
        sentence.position = position
        sentence.modes = Self.systems.prefix(4).map { system in
            satellites(of: system.constellation).contains(where: \.isUsed) ? mode : .notValid
        }
        sentence.satellitesUsed = min(99, fix.satellitesUsed ?? 0)
        sentence.hdop = number(fix.dilution.horizontal, 2) ?? DecimalNumber(mantissa: 9999, scale: 2)
        sentence.altitude = number(fix.altitude, 1)
        sentence.geoidSeparation = number(fix.geoidSeparation, 1)
        sentence.correctionAge = number(fix.correctionAge, 1)
        sentence.referenceStation = fix.referenceStation
        sentence.navigationalStatus = .notProvided
        sentences.append(.gns(sentence))
    }

    private mutating func writeZDA() {
        var sentence = ZDA(talker: .combined)
        sentence.time = fix.timeOfDay
        sentence.date = fix.time?.date
        sentence.zoneHours = 0
        sentence.zoneMinutes = 0
        sentences.append(.zda(sentence))
    }
}
