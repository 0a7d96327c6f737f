import SDLSpec
extension RPCSpec {
    static let embeddedHMI: RPCSpec = {
        let xml = """
            <interfaces name="HMI"><interface name="Common" version="1.0" date="2020-01-01">
            <struct name="Coordinate"><param name="latitudeDegrees" type="Float" minvalue="-90" maxvalue="90" mandatory="true"/><param name="longitudeDegrees" type="Float" minvalue="-180" maxvalue="180" mandatory="true"/></struct>
            <struct name="LocationDetails"><param name="coordinate" type="Common.Coordinate" mandatory="false"/><param name="locationName" type="String" maxlength="500" mandatory="false"/><param name="addressLines" type="String" maxlength="500" minsize="0" maxsize="4" array="true" mandatory="false"/><param name="locationDescription" type="String" maxlength="500" mandatory="false"/><param name="phoneNumber" type="String" maxlength="500" mandatory="false"/><param name="searchAddress" type="Common.OASISAddress" mandatory="false"/></struct>
            <struct name="OASISAddress"><param name="countryName" type="String" minlength="0" maxlength="200" mandatory="false"/><param name="countryCode" type="String" minlength="0" maxlength="50" mandatory="false"/><param name="postalCode" type="String" minlength="0" maxlength="16" mandatory="false"/><param name="administrativeArea" type="String" minlength="0" maxlength="200" mandatory="false"/><param name="locality" type="String" minlength="0" maxlength="200" mandatory="false"/><param name="thoroughfare" type="String" minlength="0" maxlength="200" mandatory="false"/><param name="subThoroughfare" type="String" minlength="0" maxlength="200" mandatory="false"/></struct>
            </interface><interface name="Navigation" version="1.0" date="2020-01-01">
            <function name="GetWayPoints" messagetype="response"><param name="appID" type="Integer" mandatory="true"/><param name="wayPoints" type="Common.LocationDetails" minsize="1" maxsize="10" array="true" mandatory="false"/></function>
            <function name="SubscribeWayPoints" messagetype="response"></function>
            <function name="UnsubscribeWayPoints" messagetype="response"></function>
            <function name="OnWayPointChange" messagetype="notification"><param name="wayPoints" type="Common.LocationDetails" minsize="1" maxsize="10" array="true" mandatory="true"/></function>
            </interface></interfaces>
            """
        do { return try RPCSpec(xml: Array(xml.utf8)) } catch { print(error); return RPCSpec.embedded }
    }()
}
