import Formats
import Testing

@testable import HeadUnit

private let gps = "{\"gps\":true}"
private let both = "{\"gps\":true,\"speed\":true}"
private let confirmed = ["dataType": JSONValue.string("VEHICLEDATA_GPS"), "resultCode": "SUCCESS"]
private let speedConfirmed = ["dataType": JSONValue.string("VEHICLEDATA_SPEED"), "resultCode": "SUCCESS"]

/// What the rows of the conformance cases leave open about vehicle data (head unit behaviour 11).
@Suite("Vehicle data")
struct VehicleDataTests {
    private static func rig(_ change: (inout HeadUnitConfiguration) -> Void = { _ in }) -> (Rig, LinkID) {
        var rig = Rig.changed(change)
        let answer = HMIAnswer.success(["gps": .object(confirmed), "speed": .object(speedConfirmed)])
        rig.answers[.subscribeVehicleData] = answer
        rig.answers[.unsubscribeVehicleData] = answer
        let app = rig.app()
        return (rig, app)
    }

    private static func news(at latitude: Double) -> JSONValue {
        ["gps": ["latitudeDegrees": .double(latitude), "longitudeDegrees": 11.5]]
    }

    private static func latitudes(_ rig: inout Rig, _ app: LinkID) -> [Double] {
        rig.told("OnVehicleData", app).compactMap { $0["gps"]?["latitudeDegrees"]?.doubleValue }
    }

    @Test(
        "GetVehicleData tells what the HMI answers",
        arguments: [
            (HMIAnswer.error(code: 9, message: "m"), "VEHICLE_DATA_NOT_AVAILABLE/false: m"),
            (
                .result(code: 9, members: ["gps": ["latitudeDegrees": 1, "longitudeDegrees": 2]]),
                "VEHICLE_DATA_NOT_AVAILABLE/true +gps"
            ),
            (.result(code: 9, members: [:]), "VEHICLE_DATA_NOT_AVAILABLE/false"),
            (.success(), "GENERIC_ERROR/false: Failed to retrieve data from vehicle"),
            (.success(["speed": 3.0]), "GENERIC_ERROR/false: Failed to retrieve data from vehicle"),
            (.success(["gps": [:]]), "GENERIC_ERROR/false: Invalid message received from vehicle"),
            (.success(["gps": ["latitudeDegrees": 1, "longitudeDegrees": 2], "speed": 3.0]), "SUCCESS/true +gps"),
            (.success(["gps": ["latitudeDegrees": 1, "longitudeDegrees": 2, "dimension": "4D"]]), "SUCCESS/true +gps"),
            (.error(code: 4, message: "m"), "REJECTED/false: m"),
        ])
    func answers(answer: HMIAnswer, expected: String) {
        var (rig, app) = Self.rig()
        rig.answers[.getVehicleData] = answer
        #expect(rig.outcome("GetVehicleData", gps, on: app) == expected)
    }

    @Test("Requests that ask for nothing, and a vehicle that is silent")
    func nothing() {
        var (rig, app) = Self.rig()
        #expect(rig.outcome("GetVehicleData", "{}", on: app) == "INVALID_DATA/false")
        #expect(rig.outcome("GetVehicleData", "{\"gps\":false,\"nose\":true}", on: app) == "INVALID_DATA/false")
        #expect(rig.outcome("SubscribeVehicleData", "{}", on: app) == "INVALID_DATA/false: No data in the request")
        #expect(rig.outcome("UnsubscribeVehicleData", "{}", on: app) == "INVALID_DATA/false: No data in the request.")
        #expect(rig.outcome("GetVehicleData", "{\"gps\":123}", on: app).hasPrefix("INVALID_DATA/false: RPC."))
        for (name, method) in [
            ("GetVehicleData", HMIMethod.getVehicleData), ("SubscribeVehicleData", .subscribeVehicleData),
        ] {
            rig.answers[method] = .some(nil)
            rig.request(name, gps, on: app)
            rig.wait(.seconds(11))
            #expect(rig.log(app).last == "\(name) GENERIC_ERROR/false: VehicleInfo component does not respond")
        }
    }

    @Test("A part of what is asked for is subscribed already")
    func partly() {
        var (rig, app) = Self.rig()
        rig.request("SubscribeVehicleData", gps, on: app)
        _ = rig.log(app)
        rig.request("SubscribeVehicleData", both, on: app)
        let text = "Already subscribed on some provided VehicleData."
        #expect(rig.log(app) == ["SubscribeVehicleData IGNORED/true: \(text) +gps +speed", "OnHashChange"])
        rig.request("UnsubscribeVehicleData", gps, on: app)
        _ = rig.log(app)
        rig.request("UnsubscribeVehicleData", both, on: app)
        let missing = "Some provided VehicleData was not subscribed."
        #expect(rig.log(app) == ["UnsubscribeVehicleData IGNORED/true: \(missing) +gps +speed", "OnHashChange"])
    }

    @Test(
        "Codes of items are passed on, but only SUCCESS subscribes",
        arguments: [
            "TRUNCATED_DATA", "DISALLOWED", "USER_DISALLOWED", "INVALID_ID", "VEHICLE_DATA_NOT_AVAILABLE",
            "DATA_ALREADY_SUBSCRIBED", "DATA_NOT_SUBSCRIBED", "IGNORED",
        ])
    func itemCodes(code: String) {
        var (rig, app) = Self.rig()
        rig.answers[.subscribeVehicleData] = .success([
            "gps": ["dataType": "VEHICLEDATA_GPS", "resultCode": .string(code)]
        ])
        let answer = rig.body("SubscribeVehicleData", gps, on: app)
        #expect(answer["resultCode"] == "SUCCESS" && answer["success"] == true)
        #expect(answer["gps"]?["resultCode"]?.stringValue == code)
        rig.notify(.onVehicleData, Self.news(at: 48))
        #expect(Self.latitudes(&rig, app) == [])
    }

    @Test("A subscription or its end that the HMI refuses, or answers without the item, does not happen")
    func refused() {
        var (rig, app) = Self.rig()
        rig.answers[.subscribeVehicleData] = .success()
        #expect(
            rig.outcome("SubscribeVehicleData", gps, on: app)
                == "GENERIC_ERROR/false: Subscription failed for some Vehicle data")
        rig.answers[.subscribeVehicleData] = .error(code: 4, message: "m")
        #expect(rig.outcome("SubscribeVehicleData", gps, on: app) == "REJECTED/false: m")
        rig.answers[.subscribeVehicleData] = .success(["gps": .object(confirmed)])
        #expect(rig.outcome("SubscribeVehicleData", gps, on: app) == "SUCCESS/true +gps")
        rig.answers[.unsubscribeVehicleData] = .error(code: 4, message: "m")
        #expect(rig.outcome("UnsubscribeVehicleData", gps, on: app) == "REJECTED/false: m")
        rig.answers[.unsubscribeVehicleData] = .success()
        #expect(
            rig.outcome("UnsubscribeVehicleData", gps, on: app)
                == "GENERIC_ERROR/false: Unsubscription failed for some Vehicle data")
        rig.notify(.onVehicleData, Self.news(at: 48))
        #expect(Self.latitudes(&rig, app) == [48])
    }

    @Test("Members go only to those who subscribed to them and may hear them")
    func filtered() {
        var (rig, app) = Self.rig()
        let second = rig.app(name: "Gps", id: "gps-only")
        rig.request("SubscribeVehicleData", both, on: app)
        rig.request("SubscribeVehicleData", gps, on: second)
        rig.forgetHeard()
        var news = Self.news(at: 48).objectValue ?? [:]
        news["speed"] = 13.5
        rig.notify(.onVehicleData, .object(news))
        #expect(rig.told("OnVehicleData", app).map { ($0.objectValue ?? [:]).keys.sorted() } == [["gps", "speed"]])
        #expect(rig.told("OnVehicleData", second).map { ($0.objectValue ?? [:]).keys.sorted() } == [["gps"]])
        rig.notify(.onVehicleData, ["speed": 14.0])
        #expect(rig.told("OnVehicleData", second).isEmpty)
        rig.notify(.onVehicleData, ["gps": ["latitudeDegrees": 91, "longitudeDegrees": 2]])
        #expect(rig.told("OnVehicleData", app).map { $0["gps"] } == [nil])
    }

    @Test("The last subscriber's end gives the items back, after the HMI heard that the app is gone")
    func end() {
        var (rig, app) = Self.rig()
        rig.request("SubscribeVehicleData", both, on: app)
        _ = rig.hmiLog()
        rig.disconnect(app)
        #expect(
            rig.hmiLog() == [
                "BasicCommunication.OnAppUnregistered unexpected true", "VehicleInfo.UnsubscribeVehicleData",
            ])
    }

    // MARK: Often, and to slow apps

    @Test("Positions at 20 Hz all go out; faster ones leave the newest for the next moment")
    func pace() {
        var (rig, app) = Self.rig { $0.vehicleDataInterval = .milliseconds(50) }
        rig.request("SubscribeVehicleData", gps, on: app)
        rig.forgetHeard()
        for number in 0..<10 {
            rig.notify(.onVehicleData, Self.news(at: Double(number)))
            rig.wait(.milliseconds(50))
        }
        #expect(Self.latitudes(&rig, app) == (0..<10).map(Double.init))
        for number in 10..<30 {
            rig.notify(.onVehicleData, Self.news(at: Double(number)))
            rig.wait(.milliseconds(10))
        }
        rig.wait(.seconds(1))
        let heard = Self.latitudes(&rig, app)
        #expect(heard == [10, 14, 19, 24, 29] || heard == [10, 15, 20, 25, 29], "\(heard)")
    }

    @Test("An app that does not read is owed the newest position, not all of them")
    func slow() {
        var (rig, app) = Self.rig()
        let second = rig.secondApp()
        for link in [app, second] { rig.request("SubscribeVehicleData", both, on: link) }
        rig.forgetHeard()
        rig.congested = [app]
        rig.notify(.onVehicleData, ["speed": 10.0])
        for number in 1...50 { rig.notify(.onVehicleData, Self.news(at: Double(number))) }
        #expect(Self.latitudes(&rig, second) == (1...50).map(Double.init))
        rig.wait(.seconds(1))
        #expect(rig.log(app) == [])
        rig.congested = []
        rig.wait(.milliseconds(60))
        let news = rig.told("OnVehicleData", app)
        #expect(news.count == 1 && news.first?["speed"] == 10.0)
        #expect(news.first?["gps"]?["latitudeDegrees"]?.doubleValue == 50)
        rig.notify(.onVehicleData, Self.news(at: 51))
        #expect(Self.latitudes(&rig, app) == [51])
    }

    @Test("What an app is owed goes with its subscription, its level and its end")
    func owed() {
        var (rig, app) = Self.rig()
        rig.request("SubscribeVehicleData", gps, on: app)
        rig.congested = [app]
        rig.notify(.onVehicleData, Self.news(at: 1))
        rig.request("UnsubscribeVehicleData", gps, on: app)
        rig.congested = []
        rig.forgetHeard()
        rig.wait(.seconds(1))
        #expect(Self.latitudes(&rig, app) == [])
        rig.request("SubscribeVehicleData", gps, on: app)
        rig.congested = [app]
        rig.notify(.onVehicleData, Self.news(at: 2))
        rig.exit(app)
        rig.congested = []
        rig.forgetHeard()
        rig.wait(.seconds(1))
        rig.activate(app)
        #expect(Self.latitudes(&rig, app) == [])
        rig.congested = [app]
        rig.notify(.onVehicleData, Self.news(at: 3))
        rig.disconnect(app)
        #expect(rig.machine.vehicleDataPace.owed.isEmpty && rig.machine.inconsistencies == [])
    }
}
