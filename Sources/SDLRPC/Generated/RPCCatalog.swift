// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// All messages of the spec as Swift types.
public enum RPCCatalog: Sendable {
    /// The types, in the order of the spec.
    public static let messages: [any RPCMessage.Type] = [
        RegisterAppInterface.self, RegisterAppInterfaceResponse.self, UnregisterAppInterface.self,
        UnregisterAppInterfaceResponse.self, GenericResponse.self, GetWayPoints.self, GetWayPointsResponse.self,
        SubscribeWayPoints.self, SubscribeWayPointsResponse.self, UnsubscribeWayPoints.self,
        UnsubscribeWayPointsResponse.self, GetSystemCapability.self, GetSystemCapabilityResponse.self, OnHMIStatus.self,
        OnAppInterfaceUnregistered.self, OnDriverDistraction.self, OnPermissionsChange.self, OnSystemRequest.self,
        OnHashChange.self, OnWayPointChange.self, OnSystemCapabilityUpdated.self,
    ]
}
