// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// All messages of the spec as Swift types.
public enum RPCCatalog: Sendable {
    /// The types, in the order of the spec.
    public static let messages: [any RPCMessage.Type] = [
        RegisterAppInterface.self, RegisterAppInterfaceResponse.self, UnregisterAppInterface.self,
        UnregisterAppInterfaceResponse.self, SetGlobalProperties.self, SetGlobalPropertiesResponse.self,
        ResetGlobalProperties.self, ResetGlobalPropertiesResponse.self, CreateInteractionChoiceSet.self,
        CreateInteractionChoiceSetResponse.self, DeleteInteractionChoiceSet.self,
        DeleteInteractionChoiceSetResponse.self, Show.self, ShowResponse.self, SubscribeVehicleData.self,
        SubscribeVehicleDataResponse.self, UnsubscribeVehicleData.self, UnsubscribeVehicleDataResponse.self,
        GetVehicleData.self, GetVehicleDataResponse.self, ShowConstantTBT.self, ShowConstantTBTResponse.self,
        AlertManeuver.self, AlertManeuverResponse.self, UpdateTurnList.self, UpdateTurnListResponse.self,
        ChangeRegistration.self, ChangeRegistrationResponse.self, GenericResponse.self, PutFile.self,
        PutFileResponse.self, DeleteFile.self, DeleteFileResponse.self, ListFiles.self, ListFilesResponse.self,
        SetAppIcon.self, SetAppIconResponse.self, SetDisplayLayout.self, SetDisplayLayoutResponse.self,
        SystemRequest.self, SystemRequestResponse.self, SendLocation.self, SendLocationResponse.self, GetWayPoints.self,
        GetWayPointsResponse.self, SubscribeWayPoints.self, SubscribeWayPointsResponse.self, UnsubscribeWayPoints.self,
        UnsubscribeWayPointsResponse.self, GetSystemCapability.self, GetSystemCapabilityResponse.self,
        PublishAppService.self, PublishAppServiceResponse.self, GetAppServiceData.self, GetAppServiceDataResponse.self,
        PerformAppServiceInteraction.self, PerformAppServiceInteractionResponse.self, UnpublishAppService.self,
        UnpublishAppServiceResponse.self, CreateWindow.self, CreateWindowResponse.self, DeleteWindow.self,
        DeleteWindowResponse.self, OnHMIStatus.self, OnAppInterfaceUnregistered.self, OnVehicleData.self,
        OnTBTClientState.self, OnDriverDistraction.self, OnPermissionsChange.self, OnLanguageChange.self,
        OnSystemRequest.self, OnHashChange.self, OnWayPointChange.self, OnAppServiceData.self,
        OnSystemCapabilityUpdated.self,
    ]
}
