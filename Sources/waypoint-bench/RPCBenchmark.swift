import CJSONC
import Formats
import SDLRPC
import SDLSpec

/// A GetWayPoints response with ten full waypoints, typed, beside json-c alone on the same text.
enum RPCBenchmark {
    static func comparisons() -> [Comparison] {
        let response = response()
        guard let text = try? response.encodedJSON(), (try? GetWayPointsResponse(jsonBytes: text)) == response else {
            return []
        }
        let styled = response.json.styled()
        return [
            comparison("compact", text: text, response: response),
            comparison("in sdl_core's style", text: styled, response: nil),
        ]
    }

    private static func comparison(_ name: String, text: [UInt8], response: GetWayPointsResponse?) -> Comparison {
        var comparison = Comparison("GetWayPoints response, ten waypoints, \(text.count) bytes, \(name)")
        let parse = comparison.add("json-c parses and frees") { parsed(text) }
        comparison.add("the same with one parser for all texts", against: parse) { unsafe parsed(text, with: kept) }
        comparison.add("typed decode", against: parse, aim: .ratioAtMost(1.5)) {
            (try? GetWayPointsResponse(jsonBytes: text))?.wayPoints?.count ?? 0
        }
        comparison.add("JSONDocument: guarded, parsed, freed", against: parse) { guarded(text) }
        comparison.add("JSONValue: a tree of Swift values", against: parse) {
            (try? JSONValue(parsing: text))?.objectValue?.count ?? 0
        }
        guard let response else { return comparison }
        let tree = unsafe tree(of: text)
        let print = comparison.add("json-c prints") { unsafe printed(tree) }
        comparison.add("typed encode", against: print, aim: .ratioAtMost(1.5)) {
            (try? response.encodedJSON())?.count ?? 0
        }
        let value = response.json
        comparison.add("JSONValue made of the typed message", against: print) { response.json.objectValue?.count ?? 0 }
        comparison.add("JSONValue printed", against: print) { value.serialized().count }
        let view = RPCSpec.embedded.view(at: RPCVersion(8, 0, 0))
        comparison.add("JSONValue judged by the spec", against: print) {
            view.validate(value, function: "GetWayPoints", kind: .response) == .valid(value, warnings: []) ? 1 : 0
        }
        return comparison
    }

    /// Decodes the same response again and again.
    static func profile(rounds: Int) {
        let text = (try? response().encodedJSON()) ?? []
        var sum = 0
        for _ in 0..<rounds { sum += (try? GetWayPointsResponse(jsonBytes: text))?.wayPoints?.count ?? 0 }
        Swift.print(sum)
    }

    // MARK: - Work

    private static func guarded(_ text: [UInt8]) -> Int {
        guard let document = try? JSONDocument(parsing: text) else { return 0 }
        return document.root.count
    }

    /// A parser for the life of the program, which measures on one thread.
    nonisolated(unsafe) private static let kept = unsafe json_tokener_new()

    private static func tree(of text: [UInt8]) -> OpaquePointer? {
        guard let tokener = unsafe json_tokener_new() else { return nil }
        defer { unsafe json_tokener_free(tokener) }
        return unsafe tree(of: text, with: tokener)
    }

    private static func tree(of text: [UInt8], with tokener: UnsafeMutablePointer<json_tokener>) -> OpaquePointer? {
        unsafe text.withUnsafeBytes { buffer in
            unsafe json_tokener_parse_ex(
                tokener, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count))
        }
    }

    private static func parsed(_ text: [UInt8], with tokener: UnsafeMutablePointer<json_tokener>?) -> Int {
        guard let tokener = unsafe tokener else { return 0 }
        unsafe json_tokener_reset(tokener)
        let tree = unsafe tree(of: text, with: tokener)
        defer { unsafe json_object_put(tree) }
        return Int(unsafe json_object_object_length(tree))
    }

    private static func parsed(_ text: [UInt8]) -> Int {
        let tree = unsafe tree(of: text)
        defer { unsafe json_object_put(tree) }
        return Int(unsafe json_object_object_length(tree))
    }

    /// The text stays with the tree, which json-c prints into again and again.
    private static func printed(_ tree: OpaquePointer?) -> Int {
        var length = 0
        _ = unsafe json_object_to_json_string_length(
            tree, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE, &length)
        return length
    }

    private static func response() -> GetWayPointsResponse {
        let places = (0..<10).map { index in
            LocationDetails(
                coordinate: Coordinate(
                    latitudeDegrees: 48.137_154 + Double(index) / 1000,
                    longitudeDegrees: 11.576_124 - Double(index) / 700),
                locationName: "Waypoint number \(index) of the route",
                addressLines: ["Marienplatz \(index)", "80331 Muenchen", "Upper Bavaria", "Germany"],
                locationDescription: "A place with a description of some length, as navigation systems write it",
                phoneNumber: "+49 89 1234567\(index)",
                searchAddress: OASISAddress(
                    countryName: "Germany", countryCode: "DE", postalCode: "8033\(index)",
                    administrativeArea: "Bavaria", subAdministrativeArea: "Upper Bavaria", locality: "Muenchen",
                    subLocality: "Altstadt-Lehel", thoroughfare: "Marienplatz", subThoroughfare: "\(index)"))
        }
        return GetWayPointsResponse(success: true, resultCode: .success, wayPoints: places)
    }
}
