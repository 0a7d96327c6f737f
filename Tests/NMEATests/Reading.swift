import GNSS

@testable import NMEA

/// What a decoder makes of a few sentences given as text.
struct Reading {
    var sentences: [Sentence] = []
    var tags: TagBlock?
    var epochs: [Epoch] = []
    var route: NMEARoute?
    var statistics: NMEAStatistics

    init(_ text: String, checksums: ChecksumPolicy = .require, epochs: EpochOptions = EpochOptions()) {
        var decoder = NMEADecoder(options: .init(checksums: checksums, epochs: epochs))
        let events = decoder.decode(Array(text.utf8)) + decoder.finish()
        statistics = decoder.statistics
        var routes = RouteCollector()
        for event in events {
            switch event {
            case .sentence(let sentence, let tags):
                sentences.append(sentence)
                if let tags { self.tags = tags }
                if case .rte(let rte) = sentence { route = routes.add(rte) ?? route }
                if case .wpl(let wpl) = sentence { routes.add(wpl) }
            case .epoch(let epoch): self.epochs.append(epoch)
            case .frame, .discontinuity: break
            }
        }
    }

    /// A sentence of fields with its checksum.
    static func sentence(_ body: String) -> String {
        let checksum = body.utf8.reduce(0, ^)
        let digits = String(checksum, radix: 16, uppercase: true)
        return "$" + body + "*" + (digits.count == 1 ? "0" + digits : digits) + "\r\n"
    }

    var sentence: Sentence? { sentences.first }
    var fix: Fix? { epochs.last?.fix }

    var gga: GGA? { if case .gga(let value) = sentence { value } else { nil } }
    var rmc: RMC? { if case .rmc(let value) = sentence { value } else { nil } }
    var gsa: GSA? { if case .gsa(let value) = sentence { value } else { nil } }
    var gsv: GSV? { if case .gsv(let value) = sentence { value } else { nil } }
    var vtg: VTG? { if case .vtg(let value) = sentence { value } else { nil } }
    var gst: GST? { if case .gst(let value) = sentence { value } else { nil } }
    var gns: GNS? { if case .gns(let value) = sentence { value } else { nil } }
    var gll: GLL? { if case .gll(let value) = sentence { value } else { nil } }
    var wpl: WPL? { if case .wpl(let value) = sentence { value } else { nil } }
    var rte: RTE? { if case .rte(let value) = sentence { value } else { nil } }
    var rmb: RMB? { if case .rmb(let value) = sentence { value } else { nil } }
    var raw: RawSentence? { if case .other(let value) = sentence { value } else { nil } }

    var position: ExactPosition? { gga?.position ?? rmc?.position ?? gll?.position ?? wpl?.position }
    var knots: DecimalNumber? { rmc?.speedInKnots ?? vtg?.speedInKnots }

    /// Systems and numbers of a GSV, whatever its place in the group.
    var satellitesInView: [String] {
        guard let gsv else { return [] }
        return gsv.entries.compactMap(\.number).map {
            let satellite = SatelliteIdentity.satellite($0, talker: gsv.talker, systemID: gsv.systemID)
            return "\(satellite.constellation.name) \(satellite.number ?? 0)"
        }
    }

    /// Systems and numbers of the satellites that all GSA together call used, sorted.
    var used: [String] {
        var table = SatelliteTable()
        for case .gsa(let gsa) in sentences { table.add(gsa, at: 0) }
        return table.usedSatellites.members.map { "\($0.constellation.name) \($0.number ?? 0)" }.sorted()
    }
}

extension Sentence {
    /// The time of day in a sentence that has one.
    var time: TimeOfDay? {
        switch self {
        case .gga(let value): value.time
        case .rmc(let value): value.time
        case .gll(let value): value.time
        case .gns(let value): value.time
        case .gst(let value): value.time
        case .zda(let value): value.time
        default: nil
        }
    }

    /// The date in a sentence that has one.
    var date: CalendarDate? {
        switch self {
        case .rmc(let value): value.date
        case .zda(let value): value.date
        default: nil
        }
    }
}
