import Formats
import SDLRPC
import SDLSpec
import Testing

@Suite("Typed messages", .timeLimit(.minutes(1)))
struct MessageCodingTests {
    static let place = LocationDetails(
        coordinate: Coordinate(latitudeDegrees: 48.1, longitudeDegrees: 11.5), locationName: "Office \"1\"",
        addressLines: ["1 Main Street", "Springfield"], phoneNumber: "+1",
        locationImage: Image(value: "a.png", imageType: .dynamic), searchAddress: OASISAddress(countryCode: "US"))

    @Test("Are written compactly, keys sorted, absent members left out")
    func writes() throws {
        let response = GetWayPointsResponse(success: true, resultCode: .success, wayPoints: [Self.place])
        let text = String(decoding: try response.encodedJSON(), as: UTF8.self)
        #expect(
            text == #"{"resultCode":"SUCCESS","success":true,"wayPoints":[{"addressLines":["1 Main Street","#
                + #""Springfield"],"coordinate":{"latitudeDegrees":48.1,"longitudeDegrees":11.5},"#
                + #""locationImage":{"imageType":"DYNAMIC","value":"a.png"},"locationName":"Office \"1\"","#
                + #""phoneNumber":"+1","searchAddress":{"countryCode":"US"}}]}"#)
        #expect(try GetWayPointsResponse(jsonBytes: response.encodedJSON()) == response)
        #expect(try GetWayPointsResponse(json: response.json) == response)
    }

    @Test("Know function, kind and name")
    func knowFunction() {
        #expect(GetWayPoints.functionID == FunctionID(rawValue: 45))
        #expect(GetWayPoints.functionName == "GetWayPoints")
        #expect(GetWayPoints.kind == .request)
        #expect(GetWayPoints.Response.kind == .response)
        #expect(OnWayPointChange.kind == .notification)
        #expect(FunctionID(name: "OnWayPointChange") == .onWayPointChange)
        #expect(FunctionID(name: "Nonsense") == nil)
        #expect(FunctionID(rawValue: 0x7777).description == "0x7777")
        #expect(!FunctionID(rawValue: 0x7777).isRecognized)
    }

    @Test("Unknown enum values and unknown keys survive")
    func unknownSurvives() throws {
        let text = Array(#"{"wayPointType":"NEXT","zeta":{"a":[1.5]},"alpha":null}"#.utf8)
        let (request, issues) = try GetWayPoints.decode(text)
        #expect(request.wayPointType == .unrecognized("NEXT"))
        #expect(request.unrecognizedMembers == ["zeta": ["a": [1.5]], "alpha": nil])
        #expect(issues == [RPCDecodingError(path: "wayPointType", problem: .unknownValue("NEXT"))])
        #expect(try JSONValue(parsing: request.encodedJSON()) == JSONValue(parsing: text))
        var twin = request
        twin.unrecognizedMembers = ["wayPointType": 5]
        #expect(twin.json == ["wayPointType": "NEXT"])
    }

    @Test("An optional member of a wrong type is left out and noted, the rest is kept")
    func optionalOfWrongType() throws {
        let text = #"""
            {"success":true,"resultCode":"SUCCESS","info":null,"wayPoints":[
            {"locationName":-1,"phoneNumber":"1","coordinate":{"latitudeDegrees":"x","longitudeDegrees":1},
            "addressLines":["a",5],"searchAddress":{"postalCode":[]}}]}
            """#
        let (response, issues) = try GetWayPointsResponse.decode(Array(text.utf8))
        #expect(
            response.wayPoints == [LocationDetails(phoneNumber: "1", searchAddress: OASISAddress())])
        #expect(response.info == nil)
        #expect(
            issues == [
                RPCDecodingError(path: "info", problem: .wrongType(expected: "string", found: .null)),
                RPCDecodingError(
                    path: "wayPoints.0.addressLines.1", problem: .wrongType(expected: "string", found: .int)),
                RPCDecodingError(
                    path: "wayPoints.0.coordinate.latitudeDegrees",
                    problem: .wrongType(expected: "number", found: .string)),
                RPCDecodingError(
                    path: "wayPoints.0.locationName", problem: .wrongType(expected: "string", found: .int)),
                RPCDecodingError(
                    path: "wayPoints.0.searchAddress.postalCode",
                    problem: .wrongType(expected: "string", found: .array)),
            ])
    }

    @Test(
        "A mandatory member missing or of a wrong type is an error with its path",
        arguments: [
            ("{}", "wayPoints", RPCDecodingError.Problem.missing),
            (#"{"wayPoints":5}"#, "wayPoints", .wrongType(expected: "array", found: .int)),
            (#"{"wayPoints":[{},7]}"#, "wayPoints.1", .wrongType(expected: "object", found: .int)),
            ("[]", "", .wrongType(expected: "object", found: .array)),
            ("{", "", .json(JSONError(.truncated, offset: 1))),
        ])
    func mandatoryFails(_ text: String, _ path: String, _ problem: RPCDecodingError.Problem) {
        #expect(throws: RPCDecodingError(path: path, problem: problem)) {
            try OnWayPointChange(jsonBytes: Array(text.utf8))
        }
    }

    @Test("Values out of range are kept and noted")
    func outOfRangeIsNoted() throws {
        let text = #"{"wayPoints":[{"coordinate":{"latitudeDegrees":91,"longitudeDegrees":-180},"locationName":""}]}"#
        let (change, issues) = try OnWayPointChange.decode(Array(text.utf8))
        #expect(change.wayPoints.first?.coordinate?.latitudeDegrees == 91)
        #expect(
            issues == [
                RPCDecodingError(path: "wayPoints.0.coordinate.latitudeDegrees", problem: .outOfRange),
                RPCDecodingError(path: "wayPoints.0.locationName", problem: .wrongLength(0)),
            ])
        let (empty, more) = try OnWayPointChange.decode(Array(#"{"wayPoints":[]}"#.utf8))
        #expect(empty.wayPoints == [])
        #expect(more == [RPCDecodingError(path: "wayPoints", problem: .wrongCount(0))])
    }

    @Test("Ordinals of enums are understood")
    func readsOrdinals() throws {
        #expect(try GetWayPoints(json: ["wayPointType": 1]).wayPointType == .destination)
        #expect(try GetWayPoints(json: ["wayPointType": 2]).wayPointType == .unrecognized("2"))
        #expect(LightName(ordinal: 0) == .frontLeftHighBeam)
        #expect(LightName(ordinal: -1) == nil)
    }

    @Test("A number that JSON cannot say is refused when writing")
    func refusesNaN() {
        let change = OnWayPointChange(
            wayPoints: [LocationDetails(coordinate: Coordinate(latitudeDegrees: .nan, longitudeDegrees: 0))])
        #expect(throws: JSONError(.notFinite, offset: 0)) { try change.encodedJSON() }
        #expect(change.json["wayPoints"]?[0]?["coordinate"]?["latitudeDegrees"] == .null)
    }

    @Test("Every enum reads back every value it names")
    func enumsReadBack() {
        func check<Value: RPCEnumeration>(_ type: Value.Type) {
            #expect(type.knownValues.allSatisfy { Value(rawValue: $0.rawValue) == $0 && $0.isRecognized })
            #expect(!Value(rawValue: "no such value").isRecognized)
            #expect(Value(rawValue: "no such value").rawValue == "no such value")
        }
        check(ResultCode.self)
        check(Language.self)
        check(SystemCapabilityType.self)
        check(LightName.self)
    }
}
