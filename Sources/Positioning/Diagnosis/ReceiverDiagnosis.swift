internal import NMEA

/// Says why a receiver is not heard, from what was observed.
public struct ReceiverDiagnosis: Hashable, Sendable {
    /// Something worth saying about a receiver.
    public struct Finding: Hashable, Sendable {
        /// What kind of finding it is.
        public let kind: Kind
        /// What was found, in words.
        public let text: String
        /// What to do; `nil` when nothing is to be done.
        public let remedy: String?
    }

    /// The kinds of findings.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// This user may not open the device.
        case missingRights
        /// Another program holds it.
        case portInUse
        /// There is no such device, file, host or accessory.
        case notFound
        /// It could not be opened for another reason.
        case cannotOpen
        /// ModemManager has the port open, or may probe it.
        case modemManager
        /// Nothing arrives.
        case silent
        /// Bytes arrive at another speed than expected.
        case wrongSpeed
        /// Bytes arrive, but no sentences.
        case noSentences
        /// Many sentences are damaged.
        case badChecksums
        /// gpsd answers, but has no receiver.
        case noDevice
        /// Sentences arrive, but there is no position yet.
        case noFix
        /// The connection ended.
        case ended
        /// It works.
        case healthy
    }

    /// What was found, the gravest first; never empty.
    public let findings: [Finding]

    /// Whether positions arrive.
    public var isHealthy: Bool { findings.contains { $0.kind == .healthy } }

    /// Judges observations.
    public init(_ seen: ReceiverObservations) {
        var findings: [Finding] = []
        if let error = seen.openError {
            findings.append(Self.opening(error, seen))
        } else {
            findings += Self.hearing(seen)
        }
        if let finding = Self.modemManager(seen) { findings.append(finding) }
        self.findings = findings
    }

    private static func opening(_ error: LocationSourceError, _ seen: ReceiverObservations) -> Finding {
        let kind: Kind =
            switch error.code {
            case .permissionDenied: .missingRights
            case .busy: .portInUse
            case .notFound, .unreachable: .notFound
            case .badSource, .wrongDevice, .lost, .silent, .unreadable, .other: .cannotOpen
            }
        var text = error.description
        var remedy = error.remedy
        if kind == .portInUse, !seen.holders.isEmpty {
            text += "; it is open in \(seen.holders.joined(separator: ", "))"
        }
        if kind == .missingRights, let group = seen.missingGroup {
            remedy = "add the user to the group \(group) (`sudo adduser $USER \(group)`) and log in again"
        }
        return Finding(kind: kind, text: text, remedy: remedy)
    }

    private static func hearing(_ seen: ReceiverObservations) -> [Finding] {
        let framing = seen.statistics.framing
        let seconds = seen.duration.components.seconds
        var findings: [Finding] = []
        if seen.gpsdDevices == 0 {
            return [
                Finding(
                    kind: .noDevice, text: "gpsd answers, but has no receiver",
                    remedy: "plug the receiver in, or name its port to gpsd: `gpsdctl add /dev/ttyACM0`")
            ]
        }
        if let finding = portShared(seen) { findings.append(finding) }
        if seen.bytes == 0 {
            let text = "nothing arrived in \(seconds) s"
            let remedy =
                seen.isSerial
                ? "check power and cable, and that the receiver sends on this port"
                : "check that the other side has a receiver and sends"
            findings.append(Finding(kind: .silent, text: text, remedy: remedy))
        } else if let better = seen.betterBaud {
            findings.append(
                Finding(
                    kind: .wrongSpeed,
                    text: "at \(seen.baud ?? 0) baud only noise arrives, at \(better) baud sentences do",
                    remedy: "use ?baud=\(better)"))
        } else if framing.sentences == 0, seen.epochs == 0 {
            findings.append(noSentences(seen))
        } else {
            let damaged = framing.rejected(.badChecksum) + framing.rejected(.cut) + framing.rejected(.badCharacter)
            if damaged * 10 > framing.sentences {
                findings.append(
                    Finding(
                        kind: .badChecksums,
                        text: "\(damaged) sentences are damaged, \(framing.sentences) are good",
                        remedy: seen.isSerial
                            ? "a slow line loses bytes: raise the speed or switch sentences off; check the cable, and "
                                + "that no other program reads the port"
                            : "something between here and the receiver loses bytes"))
            }
            if seen.fixes == 0 {
                findings.append(noFix(seen))
            } else {
                findings.append(
                    Finding(
                        kind: .healthy,
                        text: "\(seen.fixes) positions in \(seconds) s, \(seen.satellitesInView) satellites in view",
                        remedy: nil))
            }
        }
        if seen.endedEarly {
            findings.append(
                Finding(
                    kind: .ended, text: "the other side ended the connection",
                    remedy: "another program may have taken it over; some receivers serve one client only"))
        }
        return findings
    }

    /// Other programs that read the same port: each byte goes to one of them only.
    private static func portShared(_ seen: ReceiverObservations) -> Finding? {
        let others = seen.holders.filter { !$0.hasPrefix(modemManagerName) }
        guard !others.isEmpty else { return nil }
        return Finding(
            kind: .portInUse,
            text:
                "the port is also open in \(others.joined(separator: ", ")), and what one program reads the other misses",
            remedy: "end the other program, or read from it instead (gpsd://, tcp://)")
    }

    private static func noSentences(_ seen: ReceiverObservations) -> Finding {
        let framing = seen.statistics.framing
        if framing.foreignFrames > 0 {
            return Finding(
                kind: .noSentences,
                text: "\(framing.foreignFrames) binary frames arrive, but no NMEA sentences",
                remedy: "switch NMEA output on in the receiver")
        }
        if framing.rejected(.missingChecksum) > 0 {
            return Finding(
                kind: .noSentences, text: "sentences arrive without checksums",
                remedy: "switch checksums on in the receiver")
        }
        // At a wrong speed about half of the bytes have their highest bit set; text has none.
        if seen.isSerial, seen.highBytes * 5 > seen.bytes {
            return Finding(
                kind: .wrongSpeed,
                text: "\(seen.bytes) bytes of noise arrive; the usual speeds were tried and none gives sentences",
                remedy: "look up the speed of the receiver's port and give it as ?baud=")
        }
        return Finding(
            kind: .noSentences, text: "\(seen.bytes) bytes arrive, but no NMEA sentences",
            remedy: "check that this is the receiver's port and that it sends NMEA")
    }

    private static func noFix(_ seen: ReceiverObservations) -> Finding {
        let text = "sentences arrive, but there is no position yet"
        if seen.satellitesInView == 0 {
            return Finding(
                kind: .noFix, text: text + ", and no satellite is in view",
                remedy: "connect the antenna and give it a view of the sky")
        }
        let signal = seen.bestSignal.map { ", the best signal has \($0) dBHz" } ?? ", none of them is heard"
        let isWeak = (seen.bestSignal ?? 0) < 30
        return Finding(
            kind: .noFix, text: text + ": \(seen.satellitesInView) satellites in view\(signal)",
            remedy: isWeak
                ? "give the antenna a better view of the sky" : "wait: a cold start takes about a minute outdoors")
    }

    /// How ModemManager begins among the holders.
    private static let modemManagerName = "ModemManager "

    private static func modemManager(_ seen: ReceiverObservations) -> Finding? {
        let holds = seen.holders.contains { $0.hasPrefix(modemManagerName) }
        guard holds || (seen.hasModemManager && seen.isSerial) else { return nil }
        return Finding(
            kind: .modemManager,
            text: holds
                ? "ModemManager has the port open"
                : "ModemManager runs on this machine and probes new ports with modem commands for some seconds",
            remedy: "tell it to leave the receiver alone: a udev rule that sets ENV{ID_MM_DEVICE_IGNORE}=\"1\" for it")
    }
}
