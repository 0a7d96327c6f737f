import Formats
import SDLProtocol
import Testing

@testable import HeadUnit

@Suite("Devices and services as the HMI hears of them", .timeLimit(.minutes(1)))
struct DeviceTests {
    @Test("A device's id is the SHA-256 of its name")
    func id() {
        var devices = DeviceList()
        let isNew = devices.add("127.0.0.1:12345")
        #expect(isNew)
        let id = "c17d9e6f098bf334afc8862a6cb543a48d85f885d38788b2a818662b239aa6c6"
        #expect(devices.id(of: "127.0.0.1:12345") == id)
        #expect(devices.name(ofID: id) == "127.0.0.1:12345")
    }

    /// The names of the devices in each list the HMI was told since the last call.
    private func lists(_ rig: inout Rig) -> [[String]] {
        rig.takeToHMI().filter { $0.method == .updateDeviceList }.map { entry in
            (entry.parameters["deviceList"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
        }
    }

    @Test("The list of devices is told when one comes or goes, not for every connection")
    func deviceList() {
        var rig = Rig()
        let first = rig.connect()
        #expect(lists(&rig) == [["127.0.0.1:12345"]])
        let second = rig.connect()
        #expect(lists(&rig) == [])
        let other = rig.connect(from: "127.0.0.2")
        #expect(lists(&rig) == [["127.0.0.2:12345", "127.0.0.1:12345"]])
        rig.disconnect(first)
        #expect(lists(&rig) == [])
        rig.disconnect(second)
        rig.disconnect(other)
        #expect(lists(&rig) == [["127.0.0.2:12345"], []])
    }

    @Test("Where each connection is a device of its own, ids and names of apps are free on each")
    func deviceOfEachConnection() {
        var rig = Rig.changed { $0.deviceRule = .connection }
        for _ in 0..<3 {
            let link = rig.connect()
            let session = rig.startSession(on: link)
            rig.request("RegisterAppInterface", Rig.registration(), session: session, on: link)
            #expect(rig.log(link).first == "RegisterAppInterface SUCCESS/true")
        }
        #expect(lists(&rig).last?.count == 3)
        #expect(rig.machine.inconsistencies == [])
    }

    @Test("Session ids can be numbered on each connection; the apps do not hear of each other")
    func sessionsOfEachConnection() {
        var rig = Rig.changed {
            $0.sessionNumbering = .perConnection
            $0.messageIDs = .counting
        }
        let first = rig.app()
        let second = rig.secondApp()
        #expect([rig.session(first), rig.session(second)] == [1, 1])
        rig.request("SubscribeWayPoints", on: second)
        rig.forgetHeard()
        rig.tellWayPoints()
        #expect(rig.log(first) == [])
        #expect(rig.log(second) == ["OnWayPointChange Destination, Stop 1, Stop 2"])
        rig.endSession(1, on: first)
        #expect(rig.outcome("GetWayPoints", Rig.all, on: second) == "SUCCESS/true +wayPoints")
        #expect(rig.machine.inconsistencies == [])
    }

    @Test("The HMI hears of each wish for a service and what became of it, with the id of a registered app")
    func services() {
        var rig = Rig()
        func told(_ rig: inout Rig) -> [String] {
            rig.takeToHMI().filter { $0.method == .onServiceUpdate }.map { entry in
                let text = ["serviceType", "serviceEvent"].compactMap { entry.parameters[$0]?.stringValue }
                return text.joined(separator: " ") + (entry.parameters["appID"] == nil ? "" : " of an app")
            }
        }
        let link = rig.connect()
        rig.control(.startService, protocolVersion: "5.4.1", on: link)
        #expect(told(&rig) == ["RPC REQUEST_RECEIVED", "RPC REQUEST_ACCEPTED"])
        rig.control(.startService, protocolVersion: "4.0.0", on: link)
        #expect(told(&rig) == ["RPC REQUEST_RECEIVED", "RPC REQUEST_REJECTED"])
        rig.control(.startService, service: .video, session: 1, on: link)
        #expect(told(&rig) == ["VIDEO REQUEST_RECEIVED", "VIDEO REQUEST_REJECTED"])
        rig.request("RegisterAppInterface", Rig.registration(), session: 1, on: link)
        rig.activate(link)
        _ = told(&rig)
        for service in [ServiceType.video, .audio] {
            rig.control(.startService, service: service, session: 1, on: link)
        }
        #expect(
            told(&rig) == [
                "VIDEO REQUEST_RECEIVED of an app", "VIDEO REQUEST_ACCEPTED of an app",
                "AUDIO REQUEST_RECEIVED of an app", "AUDIO REQUEST_ACCEPTED of an app",
            ])
        rig.control(.startService, session: 1, protocolVersion: "5.4.1", isEncrypted: true, on: link)
        #expect(told(&rig) == ["RPC REQUEST_RECEIVED of an app", "RPC REQUEST_REJECTED of an app"])
    }
}
