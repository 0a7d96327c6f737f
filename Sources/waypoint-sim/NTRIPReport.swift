internal import Formats
internal import GNSS
internal import Positioning
internal import RTCM

/// Words and objects for what an NTRIP client does.
enum NTRIPReport {
    static func words(_ state: NTRIPState) -> String {
        switch state {
        case .idle: "stopped"
        case .waitingForPosition: "waiting for a position to send to the caster"
        case .connecting: "connecting"
        case .handshaking: "asking"
        case .waitingForData: "accepted, waiting for corrections"
        case .streaming: "corrections are coming"
        case .degraded: "bytes are coming, but no good corrections"
        case .fallingBack(let failure, let wait): "\(failure); the other version of NTRIP in \(seconds(wait)) s"
        case .backingOff(let failure, let wait): "\(failure); again in \(seconds(wait)) s"
        case .failed(let failure): "\(failure)"
        case .finished: "done"
        }
    }

    static func name(_ state: NTRIPState) -> String {
        switch state {
        case .idle: "idle"
        case .waitingForPosition: "waitingForPosition"
        case .connecting: "connecting"
        case .handshaking: "handshaking"
        case .waitingForData: "waitingForData"
        case .streaming: "streaming"
        case .degraded: "degraded"
        case .fallingBack: "fallingBack"
        case .backingOff: "backingOff"
        case .failed: "failed"
        case .finished: "finished"
        }
    }

    /// The one line that shows a client at work.
    static func line(_ status: NTRIPStatus, sinks: [CorrectionsRelay.SinkStatus], now: Duration) -> String {
        var parts = [status.state == .streaming ? "corrections" : words(status.state)]
        if let version = status.version { parts[0] += ", NTRIP \(version.rawValue)" }
        let statistics = status.statistics
        if statistics.frameCount > 0 {
            parts.append("\(statistics.frameCount) messages, \(status.bytesIn) bytes")
            if let age = statistics.age(now: now) { parts.append("age \(seconds(age)) s") }
            switch status.epochAge(now: now) {
            case .known(let age): parts.append("epoch \(seconds(age)) s")
            case .clockWrong: parts.append("the clock is wrong")
            case nil: break
            }
            let systems = Constellation.allCases.compactMap { system in
                statistics.satelliteCounts[system].map { "\(system.name) \($0)" }
            }
            if !systems.isEmpty { parts.append(systems.joined(separator: " ")) }
            if let station = statistics.station, let place = station.geodetic?.coordinate {
                let decimals = (NMEAReport.decimal(place.latitude, 5), NMEAReport.decimal(place.longitude, 5))
                let distance = status.stationDistance.map { ", \(NMEAReport.decimal($0 / 1000, 1)) km away" } ?? ""
                parts.append("station \(station.station) at \(decimals.0), \(decimals.1)\(distance)")
            }
        }
        if status.checkFailures > 0 { parts.append("\(status.checkFailures) damaged") }
        if status.gaps > 0 { parts.append(status.gaps == 1 ? "1 gap" : "\(status.gaps) gaps") }
        if status.positionsSent > 0 { parts.append("\(status.positionsSent) positions sent") }
        for sink in sinks {
            let dropped = sink.droppedFrames > 0 ? ", \(sink.droppedFrames) dropped" : ""
            parts.append("\(sink.bytes) bytes to \(sink.name)\(sink.isConnected ? "" : " (away)")\(dropped)")
        }
        if let explanation = status.explanation { parts.append(explanation) }
        return parts.joined(separator: "  ")
    }

    /// What came by, a line a kind of message.
    static func summary(_ status: NTRIPStatus) -> [String] {
        status.statistics.messages.sorted { $0.key < $1.key }.map { identity, entry in
            let interval = entry.meanInterval.map { ", every \(seconds($0)) s" } ?? ""
            return "\(identity) \(identity.title): \(entry.count), \(entry.byteCount) bytes\(interval)"
        }
    }

    static func object(_ status: NTRIPStatus, sinks: [CorrectionsRelay.SinkStatus], now: Duration) -> JSONValue {
        var object: [String: JSONValue] = [
            "event": .string("status"), "state": .string(name(status.state)), "bytesIn": whole(status.bytesIn),
            "bytesOut": whole(status.bytesOut), "messages": whole(status.statistics.frameCount),
            "damaged": whole(status.checkFailures), "skippedBytes": whole(status.skippedBytes),
            "reconnects": whole(status.reconnects), "gaps": whole(status.gaps),
            "positionsSent": whole(status.positionsSent),
            "types": .object(
                Dictionary(
                    uniqueKeysWithValues: status.statistics.messages.map { ("\($0.key)", whole($0.value.count)) })),
            "sinks": .array(
                sinks.map { sink in
                    .object([
                        "name": .string(sink.name), "connected": .bool(sink.isConnected), "bytes": whole(sink.bytes),
                        "messages": whole(sink.frames), "droppedMessages": whole(sink.droppedFrames),
                        "droppedBytes": whole(sink.droppedBytes),
                    ])
                }),
        ]
        if let explanation = status.explanation { object["explanation"] = .string(explanation) }
        if let version = status.version { object["version"] = whole(version.rawValue) }
        if let age = status.statistics.age(now: now) { object["age"] = .double(age / .seconds(1)) }
        switch status.epochAge(now: now) {
        case .known(let age): object["epochAge"] = .double(age / .seconds(1))
        case .clockWrong(let error): object["clockError"] = .double(error / .seconds(1))
        case nil: break
        }
        if let distance = status.stationDistance { object["stationDistance"] = .double(distance) }
        if let station = status.statistics.station, let place = station.geodetic {
            object["station"] = .object([
                "id": whole(station.station), "latitude": .double(place.coordinate.latitude),
                "longitude": .double(place.coordinate.longitude), "height": .double(place.height),
            ])
        }
        return .object(object)
    }

    static func object(_ state: NTRIPState) -> JSONValue {
        var object: [String: JSONValue] = ["event": .string("state"), "state": .string(name(state))]
        switch state {
        case .backingOff(let failure, let wait), .fallingBack(let failure, let wait):
            object["reason"] = .string("\(failure)")
            object["wait"] = .double(wait / .seconds(1))
        case .failed(let failure): object["reason"] = .string("\(failure)")
        case .idle, .waitingForPosition, .connecting, .handshaking, .waitingForData, .streaming, .degraded, .finished:
            break
        }
        return .object(object)
    }

    /// A table for people, nearest streams first when a place is given.
    static func lines(_ table: SourceTable, near place: GeodeticCoordinate?, filter: StreamFilter) -> [String] {
        let rows: [(StreamRecord, Double?, String?)] =
            if let place {
                table.nearest(to: place, filter: filter).map { ($0.stream, $0.distance, $0.warning) }
            } else {
                table.streams.filter { filter.takes($0) }.map { ($0, nil, nil) }
            }
        var lines: [String] = []
        if place == nil {
            lines += table.casters.map { caster in
                let address = "\(caster.host)\(caster.port.map { ":\($0)" } ?? "")"
                let fallback = caster.fallbackHost.map { host in
                    "else \(host)\(caster.fallbackPort.map { ":\($0)" } ?? "")"
                }
                return (["caster", address, caster.identifier, caster.operatorName, fallback] as [String?])
                    .compactMap { $0.map { DisplayText.cleaned($0) } }.joined(separator: "  ")
            }
            lines += table.networks.map { network in
                (["network", network.identifier, network.operatorName, network.networkPage] as [String?])
                    .compactMap { $0.map { DisplayText.cleaned($0) } }.joined(separator: "  ")
            }
        }
        lines += rows.map { stream, distance, warning in
            var parts = [stream.mountpoint]
            if let distance { parts.append("\(NMEAReport.decimal(distance / 1000, 1)) km") }
            parts += [stream.identifier, stream.format, stream.systems.joined(separator: "+")].compactMap { $0 }
            if stream.wantsPosition { parts.append("wants a position") }
            if let login = stream.authentication, login != .none { parts.append("login \(login.rawValue)") }
            if stream.hasFee == true { parts.append("fee") }
            if let warning { parts.append("far: \(warning)") }
            return parts.map { DisplayText.cleaned($0) }.filter { !$0.isEmpty }.joined(separator: "  ")
        }
        return lines
    }

    static func object(_ table: SourceTable, near place: GeodeticCoordinate?, filter: StreamFilter) -> JSONValue {
        func strings(_ fields: [String]) -> JSONValue { .array(fields.map { .string(DisplayText.cleaned($0)) }) }
        var object: [String: JSONValue] = [
            "event": .string("table"), "complete": .bool(table.isComplete),
            "casters": .array(table.casters.map { strings($0.rawFields) }),
            "networks": .array(table.networks.map { strings($0.rawFields) }),
            "streams": .array(table.streams.filter { filter.takes($0) }.map { strings($0.rawFields) }),
        ]
        if let place {
            object["nearest"] = .array(
                table.nearest(to: place, filter: filter).map { near in
                    .object(["mountpoint": .string(near.stream.mountpoint), "km": .double(near.distance / 1000)])
                })
        }
        return .object(object)
    }

    private static func whole(_ number: Int) -> JSONValue { .int(Int64(number)) }

    static func seconds(_ span: Duration) -> String {
        NMEAReport.decimal(span / .seconds(1), 1)
    }
}
