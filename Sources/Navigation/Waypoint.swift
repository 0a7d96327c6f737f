public import GNSS

/// A place on a route, with what a navigation system knows about it.
///
/// The members are those of the SDL struct `LocationDetails` (since RPC 4.1), so nothing is lost on the way to an app;
/// `links` and `comment` stay here. Lengths are not limited here; who writes a message cuts texts to what the message
/// allows.
public struct Waypoint: Hashable, Sendable {
    /// Where it is.
    public var coordinate: GeodeticCoordinate

    /// The name shown to the driver.
    public var name: String?

    /// A longer text.
    public var details: String?

    /// A remark beside the longer text, for whoever made the route; `LocationDetails` has no member for it.
    public var comment: String?

    /// The postal address as printed lines, outermost unit last.
    public var addressLines: [String]

    /// A telephone number as written.
    public var phoneNumber: String?

    /// A picture of the place or its kind.
    public var image: Image?

    /// The address in parts, for searching.
    public var searchAddress: SearchAddress?

    /// Addresses of pages about the place; `LocationDetails` has no member for them.
    public var links: [Link]

    /// Creates a waypoint; parts that are not known stay empty.
    public init(
        coordinate: GeodeticCoordinate,
        name: String? = nil,
        details: String? = nil,
        addressLines: [String] = [],
        phoneNumber: String? = nil,
        image: Image? = nil,
        searchAddress: SearchAddress? = nil,
        links: [Link] = [],
        comment: String? = nil
    ) {
        self.coordinate = coordinate
        self.name = name
        self.details = details
        self.addressLines = addressLines
        self.phoneNumber = phoneNumber
        self.image = image
        self.searchAddress = searchAddress
        self.links = links
        self.comment = comment
    }
}

extension Waypoint {
    /// A picture: the SDL struct `Image`.
    public struct Image: Hashable, Sendable {
        /// What `value` means.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// The number of an icon that the head unit knows.
            case fixed = "STATIC"

            /// The name of a file.
            case dynamic = "DYNAMIC"
        }

        /// The icon number or the file name.
        public var value: String

        /// What `value` means.
        public var kind: Kind

        /// Whether the head unit may recolour the picture.
        public var isTemplate: Bool?

        /// Creates a picture.
        public init(value: String, kind: Kind, isTemplate: Bool? = nil) {
            self.value = value
            self.kind = kind
            self.isTemplate = isTemplate
        }
    }

    /// An address in parts: the SDL struct `OASISAddress`.
    public struct SearchAddress: Hashable, Sendable {
        /// Name of the country.
        public var countryName: String?

        /// Code of the country (ISO 3166-1, two or three letters).
        public var countryCode: String?

        /// Postal code.
        public var postalCode: String?

        /// State, province or region.
        public var administrativeArea: String?

        /// County or district.
        public var subAdministrativeArea: String?

        /// City, town or village.
        public var locality: String?

        /// Part of the locality.
        public var subLocality: String?

        /// Street.
        public var thoroughfare: String?

        /// House number.
        public var subThoroughfare: String?

        /// Creates an address; parts that are not known stay empty.
        public init(
            countryName: String? = nil,
            countryCode: String? = nil,
            postalCode: String? = nil,
            administrativeArea: String? = nil,
            subAdministrativeArea: String? = nil,
            locality: String? = nil,
            subLocality: String? = nil,
            thoroughfare: String? = nil,
            subThoroughfare: String? = nil
        ) {
            self.countryName = countryName
            self.countryCode = countryCode
            self.postalCode = postalCode
            self.administrativeArea = administrativeArea
            self.subAdministrativeArea = subAdministrativeArea
            self.locality = locality
            self.subLocality = subLocality
            self.thoroughfare = thoroughfare
            self.subThoroughfare = subThoroughfare
        }

        /// Whether no part is known.
        public var isEmpty: Bool { self == SearchAddress() }
    }
}
