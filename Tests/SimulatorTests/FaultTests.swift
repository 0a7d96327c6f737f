import Formats
import HeadUnit
import SDLProtocol
import SDLSpec
import Simulator
import Testing
import Transport

/// Each fault as the app sees it, on a real connection.
@Suite("Faults on the wire", .timeLimit(.minutes(1)))
struct FaultTests {
    private func fault(_ text: String) throws -> Fault {
        try Fault(json: try JSONValue(parsing: Array(text.utf8)))
    }

    /// Runs a body with an app in FULL on a head unit with a fault that was switched on then.
    private func withFault(_ text: String, _ body: (Bench, WireApp) async throws -> Void) async throws {
        let bench = try await Bench()
        let app = try await bench.activeApp()
        let fault = try fault(text)
        try await bench.unit.switchOn(fault)
        try await body(bench, app)
        await bench.stop()
    }

    @Test("Latency holds one RPC up and lets the others pass")
    func latency() async throws {
        try await withFault(#"{"fault":"latency","rpc":"GetWayPoints","milliseconds":150}"#) { (_, app) async throws in
            let start = app.reactor.now
            let slow = try await app.send("GetWayPoints", ["wayPointType": "ALL"])
            let quick = try await app.request("ListFiles")
            let late = try await app.response(slow)
            #expect(late.time - start >= .milliseconds(150))
            #expect(quick.time < late.time)
        }
    }

    @Test("Latency of a connection keeps its order, with jitter too")
    func jitter() async throws {
        try await withFault(#"{"fault":"latency","milliseconds":150,"jitter":100}"#) { (_, app) async throws in
            var ids: [Int32] = []
            let start = app.reactor.now
            for _ in 0..<10 { ids.append(try await app.send("ListFiles")) }
            _ = try await app.response(ids[9])
            let came = await app.messages.filter { ids.contains($0.correlationID) }
            #expect(came.map(\.correlationID) == ids)
            #expect(came.allSatisfy { $0.time - start >= .milliseconds(150) })
            #expect(Set(came.map(\.time)).count > 1, "not all equally late")
        }
    }

    @Test("A response that never comes leaves the next one alone")
    func noAnswer() async throws {
        try await withFault(#"{"fault":"noAnswer","rpc":"GetWayPoints","times":1}"#) { (_, app) async throws in
            let lost = try await app.send("GetWayPoints", ["wayPointType": "ALL"])
            let next = try await app.request("GetWayPoints", ["wayPointType": "ALL"])
            #expect(next.resultCode == "SUCCESS")
            #expect(await app.messages.allSatisfy { $0.correlationID != lost })
        }
    }

    @Test("Any result code, with its info")
    func resultCode() async throws {
        let text = #"{"fault":"resultCode","rpc":"SubscribeWayPoints","resultCode":"REJECTED","info":"busy"}"#
        try await withFault(text) { (_, app) async throws in
            let answer = try await app.request("SubscribeWayPoints")
            #expect(answer.json == ["resultCode": "REJECTED", "success": false, "info": "busy"])
            #expect(try await app.request("ListFiles").resultCode == "SUCCESS")
        }
    }

    @Test("A wrong correlation id")
    func correlationID() async throws {
        try await withFault(#"{"fault":"wrongCorrelationID","offset":1000,"rpc":"GetWayPoints"}"#) {
            (_, app) async throws in
            let id = try await app.send("GetWayPoints", ["wayPointType": "ALL"])
            #expect(try await app.response(id + 1000).name == "GetWayPoints")
        }
    }

    @Test("An answer that comes twice more")
    func duplicate() async throws {
        try await withFault(#"{"fault":"duplicate","copies":2,"rpc":"GetWayPoints"}"#) { (_, app) async throws in
            let id = try await app.send("GetWayPoints", ["wayPointType": "ALL"])
            _ = try await app.request("ListFiles")
            #expect(await app.messages.count { $0.correlationID == id } == 3)
        }
    }

    @Test("GenericResponse in place of the response")
    func genericResponse() async throws {
        try await withFault(#"{"fault":"genericResponse","rpc":"GetWayPoints"}"#) { (_, app) async throws in
            let answer = try await app.request("GetWayPoints", ["wayPointType": "ALL"])
            #expect(answer.name == "GenericResponse")
            #expect(answer.json == ["success": false, "resultCode": "INVALID_DATA"])
        }
    }

    @Test("A notification that overtakes the response it belongs to")
    func notificationFirst() async throws {
        try await withFault(#"{"fault":"notificationFirst","rpc":"SubscribeWayPoints"}"#) { (_, app) async throws in
            let id = try await app.send("SubscribeWayPoints")
            _ = try await app.response(id)
            let order = await app.messages.suffix(2).map(\.name)
            #expect(order == ["OnHashChange", "SubscribeWayPoints"])
        }
    }

    @Test("A truncated frame swallows the beginning of the next one")
    func truncate() async throws {
        try await withFault(#"{"fault":"truncate","bytes":5,"rpc":"GetWayPoints","times":1}"#) {
            (_, app) async throws in
            let before = await app.reads.count
            let id = try await app.send("GetWayPoints", ["wayPointType": "ALL"])
            let isThere: Bool? = await app.wait { $0.reads.count > before ? true : nil }
            #expect(isThere == true)
            _ = try await app.send("ListFiles")
            let third = try await app.request("ListFiles")
            #expect(third.resultCode == "SUCCESS")
            #expect(await app.malformed == 1)
            let broken = try await app.response(id)
            #expect(broken.json == .null)
        }
    }

    @Test("Changed bytes of a body, and of a header", arguments: [false, true])
    func corrupt(isInHeader: Bool) async throws {
        let place = isInHeader ? "header" : "payload"
        let text = #"{"fault":"corrupt","bytes":12,"where":"\#(place)","rpc":"GetWayPoints","times":1}"#
        try await withFault(text) { (_, app) async throws in
            let before = await app.messages.count
            let reads = await app.reads.count
            _ = try await app.send("GetWayPoints", ["wayPointType": "ALL"])
            let isThere: Bool? = await app.wait { $0.reads.count > reads ? true : nil }
            #expect(isThere == true)
            if isInHeader {
                // The frame is not to be recognised any more.
                let isBroken: Bool? = await app.wait { $0.malformed > 0 ? true : nil }
                #expect(isBroken == true)
            } else {
                let good = try await app.request("GetWayPoints", ["wayPointType": "ALL"])
                let came = await app.messages[before...]
                #expect(good.resultCode == "SUCCESS")
                #expect(came.count { $0.name == "GetWayPoints" && $0.json == good.json } == 1)
                #expect(await app.malformed == 0)
            }
        }
    }

    @Test(
        "Only the app that is meant ends, and nothing of it lasts when the fault is off",
        arguments: ["IGNITION_OFF", "MASTER_RESET", "FACTORY_DEFAULTS", "LANGUAGE_CHANGE"])
    func unregisterOne(reason: String) async throws {
        let bench = try await Bench()
        let first = try await bench.activeApp()
        let second = try await bench.activeApp("Other", id: "4711")
        let before = await second.messages.count
        try await bench.unit.switchOn(try fault(#"{"fault":"unregister","reason":"\#(reason)","app":"8675309"}"#))
        #expect(try await first.notification("OnAppInterfaceUnregistered").json == ["reason": .string(reason)])
        #expect(try await second.request("ListFiles").resultCode == "SUCCESS")
        #expect(await second.messages.count == before + 1, "nothing but its answer")
        #expect(await bench.unit.apps.map(\.name) == ["Other"])
        try await bench.unit.switchOff(nil)
        await first.close()
        let again = try await bench.activeApp()
        #expect(try await again.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "SUCCESS")
        #expect(
            await again.messages.allSatisfy { !["OnAppInterfaceUnregistered", "OnLanguageChange"].contains($0.name) })
        #expect(await bench.unit.apps.count == 2)
        await bench.stop()
    }

    @Test("What is sent comes in pieces")
    func splitWrites() async throws {
        try await withFault(#"{"fault":"splitWrites","bytes":3,"milliseconds":1}"#) { (_, app) async throws in
            let before = await app.reads.count
            let answer = try await app.request("ListFiles")
            #expect(answer.resultCode == "SUCCESS")
            let pieces = await app.reads[before...]
            #expect(pieces.allSatisfy { $0 <= 30 } && pieces.count > 10, "\(pieces)")
        }
    }

    @Test("The connection is cut after so many messages, counted from now")
    func disconnect() async throws {
        try await withFault(#"{"fault":"disconnect","messages":4}"#) { (bench, app) async throws in
            #expect(try await app.request("ListFiles").resultCode == "SUCCESS")
            #expect(await app.closure == nil)
            #expect(try await app.request("ListFiles").resultCode == "SUCCESS")
            #expect(try await app.end() == .endOfStream)
            #expect(await bench.unit.apps.isEmpty)
        }
    }

    @Test("On a half-open link nothing comes, and nothing ends")
    func halfOpen() async throws {
        try await withFault(#"{"fault":"halfOpen"}"#) { (bench, app) async throws in
            let id = try await app.send("ListFiles")
            let isSilent: Bool? = await app.wait(.milliseconds(150)) { app in
                app.messages.contains { $0.correlationID == id } || app.closure != nil ? false : nil
            }
            #expect(isSilent == nil)
            #expect(await bench.unit.apps.count == 1)
            try await bench.unit.switchOff(nil)
            #expect(try await app.request("ListFiles").resultCode == "SUCCESS")
        }
    }

    @Test("A slow reader takes a big message only bit by bit")
    func slowReader() async throws {
        try await withFault(#"{"fault":"slowReader","bytesPerSecond":20000}"#) { (_, app) async throws in
            let start = app.reactor.now
            let text = String(repeating: "x", count: 4000)
            let answer = try await app.request("SendLocation", ["locationName": .string(text)])
            #expect(answer.resultCode == "INVALID_DATA")  // longer than 500, but read to its end
            #expect(answer.time - start > .milliseconds(120))
        }
    }

    @Test("A slow writer needs its time for an answer")
    func slowWriter() async throws {
        try await withFault(#"{"fault":"slowWriter","bytesPerSecond":2000}"#) { (_, app) async throws in
            let start = app.reactor.now
            let answer = try await app.request("GetWayPoints", ["wayPointType": "ALL"])
            #expect(answer.resultCode == "SUCCESS")
            #expect(answer.time - start > .milliseconds(150))
        }
    }

    @Test("StartService is refused with a reason, and granted again afterwards", arguments: [false, true])
    func nak(isCut: Bool) async throws {
        let bench = try await Bench()
        let refusal = #"{"fault":"nak","reason":"not today","rejectedParams":["protocolVersion"],"times":1}"#
        try await bench.unit.switchOn(try fault(refusal))
        if isCut { try await bench.unit.switchOn(try fault(#"{"fault":"slowReader","bytesPerSecond":5000}"#)) }
        let app = try await bench.app()
        let answer = try await app.startService()
        #expect(answer.header.controlInfo == .startServiceNAK && answer.header.sessionID == 0)
        let payload = ControlPayload.Refusal(parsing: answer.payload, headerVersion: answer.header.version)
        #expect(payload.reason == "not today" && payload.rejectedParams == ["protocolVersion"])
        #expect(try await app.register().resultCode == "SUCCESS")
        await bench.stop()
    }

    @Test("A member that no version knows")
    func unknownField() async throws {
        let text =
            #"{"fault":"unknownField","rpc":"GetSystemCapability","field":"systemCapability.flying","value":[1]}"#
        try await withFault(text) { (_, app) async throws in
            let answer = try await app.request("GetSystemCapability", ["systemCapabilityType": "NAVIGATION"])
            #expect(answer.json["systemCapability"]?["flying"] == [1])
            #expect(answer.json["systemCapability"]?["navigationCapability"]?["getWayPointsEnabled"] == true)
        }
    }

    @Test("A value of an enum that no version knows, and a member taken away")
    func unknownEnumValue() async throws {
        try await withFault(#"{"fault":"unknownEnumValue","rpc":"OnHMIStatus","field":"hmiLevel"}"#) {
            (bench, app) async throws in
            let members = #"{"fault":"members","rpc":"OnHMIStatus","members":{"windowID":null}}"#
            try await bench.unit.switchOn(try fault(members))
            try await bench.unit.exit("Way App")
            let status = try await app.notification("OnHMIStatus", number: 3)
            #expect(status.json["hmiLevel"] == "FROM_THE_FUTURE" && status.json["windowID"] == nil)
        }
    }

    @Test(
        "OnAppInterfaceUnregistered with any reason",
        arguments: RPCSpec.embedded.enums["AppInterfaceUnregisteredReason"]?.elements.map(\.name) ?? [])
    func unregister(reason: String) async throws {
        try await withFault(#"{"fault":"unregister","reason":"\#(reason)","milliseconds":20}"#) {
            (bench, app) async throws in
            let farewell = try await app.notification("OnAppInterfaceUnregistered")
            #expect(farewell.json == ["reason": .string(reason)])
            let unit = bench.unit
            // The app hears of it before the head unit has put everything away.
            for _ in 0..<100 where await !unit.apps.isEmpty { _ = try? await app.response(-1, .milliseconds(10)) }
            #expect(await unit.apps.isEmpty)
        }
    }

    @Test("A level that flaps, until it is switched off")
    func levelFlapping() async throws {
        try await withFault(#"{"fault":"levelFlapping","milliseconds":10,"times":4}"#) { (_, app) async throws in
            _ = try await app.notification("OnHMIStatus", number: 6)
            let levels = await app.messages.filter { $0.name == "OnHMIStatus" }.map { $0.json["hmiLevel"] }
            #expect(levels == ["NONE", "FULL", "NONE", "FULL", "NONE", "FULL"])
        }
    }

    @Test("A fault kept to one app leaves the other alone, and can be skipped the first times")
    func scope() async throws {
        let text = #"{"fault":"resultCode","resultCode":"ABORTED","app":"4711","skip":1,"times":1}"#
        try await withFault(text) { bench, first in
            let second = try await bench.activeApp("Other", id: "4711")  // its registration is the one that is skipped
            #expect(try await first.request("ListFiles").resultCode == "SUCCESS")
            #expect(try await second.request("ListFiles").resultCode == "ABORTED")
            #expect(try await second.request("ListFiles").resultCode == "SUCCESS")
        }
    }
}

@Suite("The catalog of faults")
struct FaultCatalogTests {
    /// Something of that kind; the refusals of values are not those of kinds.
    private func sample(_ kind: FaultDescription.Kind) -> JSONValue {
        switch kind {
        case .text: "1111"
        case .number: 20
        case .flag: true
        case .list: ["one"]
        case .object: ["name": 1]
        case .any: "anything"
        }
    }

    @Test("says of each member what it is in JSON", arguments: FaultDescription.all.map(\.name))
    func kinds(name: String) throws {
        let fault = try #require(FaultDescription.all.first { $0.name == name })
        for member in fault.members + FaultDescription.common where member.name != "fault" {
            var json: [String: JSONValue] = [
                "fault": .string(name), "milliseconds": 20, "resultCode": "REJECTED", "messages": 1,
                "bytesPerSecond": 1,
                "field": "x", "members": [:], "reason": "IGNITION_OFF",
            ].filter { entry in entry.key == "fault" || fault.members.contains { $0.name == entry.key } }
            json[member.name] = member.name == "probability" ? 1 : sample(member.kind)
            do {
                _ = try Fault(json: .object(json))
            } catch {
                let words = ["a text", "a number", "an integer", "true or false", "a list", "an object", "a whole"]
                #expect(!words.contains { error.expectation.hasPrefix($0) }, "\(member.name): \(error.expectation)")
            }
        }
    }
}
