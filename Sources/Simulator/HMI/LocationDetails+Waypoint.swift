internal import Formats
internal import GNSS
public import Navigation
public import SDLRPC

extension LocationDetails {
    /// A waypoint as apps are told of it.
    ///
    /// Texts that are longer than the RPC spec allows are cut (500 characters; four address lines; the parts of an
    /// address 200, country code 50, postal code 16), and empty ones left out, so that no message is refused for them.
    public init(_ waypoint: Waypoint) {
        let lines = waypoint.addressLines.compactMap { Self.text($0, limit: 500) }.prefix(4)
        self.init(
            coordinate: Coordinate(
                latitudeDegrees: waypoint.coordinate.latitude, longitudeDegrees: waypoint.coordinate.longitude),
            locationName: Self.text(waypoint.name, limit: 500),
            addressLines: lines.isEmpty ? nil : Array(lines),
            locationDescription: Self.text(waypoint.details, limit: 500),
            phoneNumber: Self.text(waypoint.phoneNumber, limit: 500),
            locationImage: waypoint.image.flatMap(Image.init),
            searchAddress: waypoint.searchAddress.flatMap(OASISAddress.init))
    }

    /// Cuts a text to a number of code points; `nil` when nothing is left.
    fileprivate static func text(_ text: String?, limit: Int) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return text.prefix(codePoints: limit)
    }
}

extension Image {
    fileprivate init?(_ image: Waypoint.Image) {
        guard !image.value.isEmpty, image.value.unicodeScalars.count <= 65_535 else { return nil }
        self.init(
            value: image.value, imageType: image.kind == .fixed ? .static : .dynamic, isTemplate: image.isTemplate)
    }
}

extension OASISAddress {
    fileprivate init?(_ address: Waypoint.SearchAddress) {
        guard !address.isEmpty else { return nil }
        self.init(
            countryName: LocationDetails.text(address.countryName, limit: 200),
            countryCode: LocationDetails.text(address.countryCode, limit: 50),
            postalCode: LocationDetails.text(address.postalCode, limit: 16),
            administrativeArea: LocationDetails.text(address.administrativeArea, limit: 200),
            subAdministrativeArea: LocationDetails.text(address.subAdministrativeArea, limit: 200),
            locality: LocationDetails.text(address.locality, limit: 200),
            subLocality: LocationDetails.text(address.subLocality, limit: 200),
            thoroughfare: LocationDetails.text(address.thoroughfare, limit: 200),
            subThoroughfare: LocationDetails.text(address.subThoroughfare, limit: 200))
    }
}
