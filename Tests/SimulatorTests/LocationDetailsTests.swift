import Formats
import GNSS
import Navigation
import SDLRPC
import Simulator
import Testing

@Suite("Waypoints as apps are told of them")
struct LocationDetailsTests {
    private func waypoint(_ change: (inout Waypoint) -> Void = { _ in }) throws -> Waypoint {
        var waypoint = Waypoint(coordinate: try #require(GeodeticCoordinate(latitude: -33.5, longitude: 151.25)))
        change(&waypoint)
        return waypoint
    }

    @Test("All that is known is told")
    func members() throws {
        let details = LocationDetails(
            try waypoint {
                $0.name = "Opera"
                $0.details = "A house"
                $0.addressLines = ["Bennelong Point"]
                $0.phoneNumber = "+61 2 5550 100"
                $0.image = Waypoint.Image(value: "opera.png", kind: .dynamic)
                $0.searchAddress = Waypoint.SearchAddress(
                    countryName: "Australia", countryCode: "AU", locality: "Sydney")
            })
        #expect(details.coordinate?.latitudeDegrees == -33.5 && details.coordinate?.longitudeDegrees == 151.25)
        #expect(details.locationName == "Opera" && details.locationDescription == "A house")
        #expect(details.addressLines == ["Bennelong Point"] && details.phoneNumber == "+61 2 5550 100")
        #expect(details.locationImage?.value == "opera.png" && details.locationImage?.imageType == .dynamic)
        #expect(details.searchAddress?.countryCode == "AU" && details.searchAddress?.locality == "Sydney")
    }

    @Test("Texts that are too long are cut, empty ones and a fifth address line left out")
    func limits() throws {
        let long = String(repeating: "\u{E4}", count: 501)
        let details = LocationDetails(
            try waypoint {
                $0.name = long
                $0.details = ""
                $0.addressLines = ["1", "", "2", "3", "4", "5"]
                $0.searchAddress = Waypoint.SearchAddress(
                    countryCode: String(repeating: "x", count: 60), postalCode: String(repeating: "9", count: 20))
            })
        #expect(details.locationName?.unicodeScalars.count == 500)
        #expect(details.locationDescription == nil)
        #expect(details.addressLines == ["1", "2", "3", "4"])
        #expect(details.searchAddress?.countryCode?.count == 50 && details.searchAddress?.postalCode?.count == 16)
        // The head unit's own spec finds nothing to refuse.
        let view = RPCSpec.embedded.view(at: RPCVersion(8, 0))
        let outcome = view.validate(
            ["wayPoints": .array([details.json])], function: "OnWayPointChange", kind: .notification)
        guard case .valid(_, warnings: []) = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test("An empty address or image is none")
    func empty() throws {
        let details = LocationDetails(
            try waypoint {
                $0.searchAddress = Waypoint.SearchAddress()
                $0.image = Waypoint.Image(value: "", kind: .fixed)
            })
        #expect(details.searchAddress == nil && details.locationImage == nil && details.addressLines == nil)
    }
}
