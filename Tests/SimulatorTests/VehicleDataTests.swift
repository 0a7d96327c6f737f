import Formats
import GNSS
import HeadUnit
import Simulator
import Testing
import Transport

/// The vehicle's position on real sockets.
@Suite("Positions for apps", .timeLimit(.minutes(1)))
struct VehicleDataTests {
    private static func fix(_ number: Int) throws -> Fix {
        let place = try #require(GeodeticCoordinate(latitude: Double(number) / 1_000, longitude: 11.5))
        return Fix(coordinate: place, quality: .simulated, dimension: .threeDimensional)
    }

    @Test("An app that does not read costs one position, is not cut off, and gets the newest when it reads again")
    func slow() async throws {
        let bench = try await Bench {
            $0.connections.systemSendBuffer = 8_192
            $0.connections.unsentByteLimit = 16_384
        }
        let app = try await bench.activeApp()
        _ = try await app.request("SubscribeVehicleData", ["gps": true])
        await app.setReading(false)
        let count = 4_000
        var most = 0
        for number in 1...count {
            await bench.unit.setPosition(try Self.fix(number))
            most = max(most, await bench.unit.unsentByteCounts.values.max() ?? 0)
        }
        #expect(most > 0 && most < 2_000, "one position waits, not a queue of them: \(most)")
        await app.setReading(true)
        let last = await app.wait { app in
            app.messages.last { $0.json["gps"]?["latitudeDegrees"]?.doubleValue == Double(count) / 1_000 }
        }
        #expect(last != nil)
        let told = await app.messages.filter { $0.name == "OnVehicleData" }
        let places = told.compactMap { $0.json["gps"]?["latitudeDegrees"]?.doubleValue }
        #expect(places.count < count && places == places.sorted(), "\(places.count)")
        #expect(await bench.unit.apps.first?.vehicleDataSubscriptions == ["gps"])
        await bench.stop()
    }
}
