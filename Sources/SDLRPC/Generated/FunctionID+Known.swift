// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

extension FunctionID {
    /// The function RegisterAppInterface.
    public static let registerAppInterface = FunctionID(rawValue: 1)
    /// The function UnregisterAppInterface.
    public static let unregisterAppInterface = FunctionID(rawValue: 2)
    /// The function SetGlobalProperties.
    public static let setGlobalProperties = FunctionID(rawValue: 3)
    /// The function ResetGlobalProperties.
    public static let resetGlobalProperties = FunctionID(rawValue: 4)
    /// The function AddCommand.
    public static let addCommand = FunctionID(rawValue: 5)
    /// The function DeleteCommand.
    public static let deleteCommand = FunctionID(rawValue: 6)
    /// The function AddSubMenu.
    public static let addSubMenu = FunctionID(rawValue: 7)
    /// The function DeleteSubMenu.
    public static let deleteSubMenu = FunctionID(rawValue: 8)
    /// The function CreateInteractionChoiceSet.
    public static let createInteractionChoiceSet = FunctionID(rawValue: 9)
    /// The function PerformInteraction.
    public static let performInteraction = FunctionID(rawValue: 10)
    /// The function DeleteInteractionChoiceSet.
    public static let deleteInteractionChoiceSet = FunctionID(rawValue: 11)
    /// The function Alert.
    public static let alert = FunctionID(rawValue: 12)
    /// The function Show.
    public static let show = FunctionID(rawValue: 13)
    /// The function Speak.
    public static let speak = FunctionID(rawValue: 14)
    /// The function SetMediaClockTimer.
    public static let setMediaClockTimer = FunctionID(rawValue: 15)
    /// The function PerformAudioPassThru.
    public static let performAudioPassThru = FunctionID(rawValue: 16)
    /// The function EndAudioPassThru.
    public static let endAudioPassThru = FunctionID(rawValue: 17)
    /// The function SubscribeButton.
    public static let subscribeButton = FunctionID(rawValue: 18)
    /// The function UnsubscribeButton.
    public static let unsubscribeButton = FunctionID(rawValue: 19)
    /// The function SubscribeVehicleData.
    public static let subscribeVehicleData = FunctionID(rawValue: 20)
    /// The function UnsubscribeVehicleData.
    public static let unsubscribeVehicleData = FunctionID(rawValue: 21)
    /// The function GetVehicleData.
    public static let getVehicleData = FunctionID(rawValue: 22)
    /// The function ReadDID.
    public static let readDID = FunctionID(rawValue: 23)
    /// The function GetDTCs.
    public static let getDTCs = FunctionID(rawValue: 24)
    /// The function ScrollableMessage.
    public static let scrollableMessage = FunctionID(rawValue: 25)
    /// The function Slider.
    public static let slider = FunctionID(rawValue: 26)
    /// The function ShowConstantTBT.
    public static let showConstantTBT = FunctionID(rawValue: 27)
    /// The function AlertManeuver.
    public static let alertManeuver = FunctionID(rawValue: 28)
    /// The function UpdateTurnList.
    public static let updateTurnList = FunctionID(rawValue: 29)
    /// The function ChangeRegistration.
    public static let changeRegistration = FunctionID(rawValue: 30)
    /// The function GenericResponse.
    public static let genericResponse = FunctionID(rawValue: 31)
    /// The function PutFile.
    public static let putFile = FunctionID(rawValue: 32)
    /// The function DeleteFile.
    public static let deleteFile = FunctionID(rawValue: 33)
    /// The function ListFiles.
    public static let listFiles = FunctionID(rawValue: 34)
    /// The function SetAppIcon.
    public static let setAppIcon = FunctionID(rawValue: 35)
    /// The function SetDisplayLayout.
    public static let setDisplayLayout = FunctionID(rawValue: 36)
    /// The function DiagnosticMessage.
    public static let diagnosticMessage = FunctionID(rawValue: 37)
    /// The function SystemRequest.
    public static let systemRequest = FunctionID(rawValue: 38)
    /// The function SendLocation.
    public static let sendLocation = FunctionID(rawValue: 39)
    /// The function DialNumber.
    public static let dialNumber = FunctionID(rawValue: 40)
    /// The function ButtonPress.
    public static let buttonPress = FunctionID(rawValue: 41)
    /// The function GetInteriorVehicleData.
    public static let getInteriorVehicleData = FunctionID(rawValue: 43)
    /// The function SetInteriorVehicleData.
    public static let setInteriorVehicleData = FunctionID(rawValue: 44)
    /// The function GetWayPoints.
    public static let getWayPoints = FunctionID(rawValue: 45)
    /// The function SubscribeWayPoints.
    public static let subscribeWayPoints = FunctionID(rawValue: 46)
    /// The function UnsubscribeWayPoints.
    public static let unsubscribeWayPoints = FunctionID(rawValue: 47)
    /// The function GetSystemCapability.
    public static let getSystemCapability = FunctionID(rawValue: 48)
    /// The function SendHapticData.
    public static let sendHapticData = FunctionID(rawValue: 49)
    /// The function SetCloudAppProperties.
    public static let setCloudAppProperties = FunctionID(rawValue: 50)
    /// The function GetCloudAppProperties.
    public static let getCloudAppProperties = FunctionID(rawValue: 51)
    /// The function PublishAppService.
    public static let publishAppService = FunctionID(rawValue: 52)
    /// The function GetAppServiceData.
    public static let getAppServiceData = FunctionID(rawValue: 53)
    /// The function GetFile.
    public static let getFile = FunctionID(rawValue: 54)
    /// The function PerformAppServiceInteraction.
    public static let performAppServiceInteraction = FunctionID(rawValue: 55)
    /// The function UnpublishAppService.
    public static let unpublishAppService = FunctionID(rawValue: 56)
    /// The function CancelInteraction.
    public static let cancelInteraction = FunctionID(rawValue: 57)
    /// The function CloseApplication.
    public static let closeApplication = FunctionID(rawValue: 58)
    /// The function ShowAppMenu.
    public static let showAppMenu = FunctionID(rawValue: 59)
    /// The function CreateWindow.
    public static let createWindow = FunctionID(rawValue: 60)
    /// The function DeleteWindow.
    public static let deleteWindow = FunctionID(rawValue: 61)
    /// The function GetInteriorVehicleDataConsent.
    public static let getInteriorVehicleDataConsent = FunctionID(rawValue: 62)
    /// The function ReleaseInteriorVehicleDataModule.
    public static let releaseInteriorVehicleDataModule = FunctionID(rawValue: 63)
    /// The function SubtleAlert.
    public static let subtleAlert = FunctionID(rawValue: 64)
    /// The function OnHMIStatus.
    public static let onHMIStatus = FunctionID(rawValue: 32768)
    /// The function OnAppInterfaceUnregistered.
    public static let onAppInterfaceUnregistered = FunctionID(rawValue: 32769)
    /// The function OnButtonEvent.
    public static let onButtonEvent = FunctionID(rawValue: 32770)
    /// The function OnButtonPress.
    public static let onButtonPress = FunctionID(rawValue: 32771)
    /// The function OnVehicleData.
    public static let onVehicleData = FunctionID(rawValue: 32772)
    /// The function OnCommand.
    public static let onCommand = FunctionID(rawValue: 32773)
    /// The function OnTBTClientState.
    public static let onTBTClientState = FunctionID(rawValue: 32774)
    /// The function OnDriverDistraction.
    public static let onDriverDistraction = FunctionID(rawValue: 32775)
    /// The function OnPermissionsChange.
    public static let onPermissionsChange = FunctionID(rawValue: 32776)
    /// The function OnAudioPassThru.
    public static let onAudioPassThru = FunctionID(rawValue: 32777)
    /// The function OnLanguageChange.
    public static let onLanguageChange = FunctionID(rawValue: 32778)
    /// The function OnKeyboardInput.
    public static let onKeyboardInput = FunctionID(rawValue: 32779)
    /// The function OnTouchEvent.
    public static let onTouchEvent = FunctionID(rawValue: 32780)
    /// The function OnSystemRequest.
    public static let onSystemRequest = FunctionID(rawValue: 32781)
    /// The function OnHashChange.
    public static let onHashChange = FunctionID(rawValue: 32782)
    /// The function OnInteriorVehicleData.
    public static let onInteriorVehicleData = FunctionID(rawValue: 32783)
    /// The function OnWayPointChange.
    public static let onWayPointChange = FunctionID(rawValue: 32784)
    /// The function OnRCStatus.
    public static let onRCStatus = FunctionID(rawValue: 32785)
    /// The function OnAppServiceData.
    public static let onAppServiceData = FunctionID(rawValue: 32786)
    /// The function OnSystemCapabilityUpdated.
    public static let onSystemCapabilityUpdated = FunctionID(rawValue: 32787)
    /// The function OnSubtleAlertPressed.
    public static let onSubtleAlertPressed = FunctionID(rawValue: 32788)
    /// The function OnUpdateFile.
    public static let onUpdateFile = FunctionID(rawValue: 32789)
    /// The function OnUpdateSubMenu.
    public static let onUpdateSubMenu = FunctionID(rawValue: 32790)
    /// The function OnAppCapabilityUpdated.
    public static let onAppCapabilityUpdated = FunctionID(rawValue: 32791)
    /// The function EncodedSyncPData.
    public static let encodedSyncPData = FunctionID(rawValue: 65536)
    /// The function SyncPData.
    public static let syncPData = FunctionID(rawValue: 65537)
    /// The function OnEncodedSyncPData.
    public static let onEncodedSyncPData = FunctionID(rawValue: 98304)
    /// The function OnSyncPData.
    public static let onSyncPData = FunctionID(rawValue: 98305)

    /// The functions that the spec names, by their numbers.
    public static let known: [FunctionID] = [
        .registerAppInterface, .unregisterAppInterface, .setGlobalProperties, .resetGlobalProperties, .addCommand,
        .deleteCommand, .addSubMenu, .deleteSubMenu, .createInteractionChoiceSet, .performInteraction,
        .deleteInteractionChoiceSet, .alert, .show, .speak, .setMediaClockTimer, .performAudioPassThru,
        .endAudioPassThru, .subscribeButton, .unsubscribeButton, .subscribeVehicleData, .unsubscribeVehicleData,
        .getVehicleData, .readDID, .getDTCs, .scrollableMessage, .slider, .showConstantTBT, .alertManeuver,
        .updateTurnList, .changeRegistration, .genericResponse, .putFile, .deleteFile, .listFiles, .setAppIcon,
        .setDisplayLayout, .diagnosticMessage, .systemRequest, .sendLocation, .dialNumber, .buttonPress,
        .getInteriorVehicleData, .setInteriorVehicleData, .getWayPoints, .subscribeWayPoints, .unsubscribeWayPoints,
        .getSystemCapability, .sendHapticData, .setCloudAppProperties, .getCloudAppProperties, .publishAppService,
        .getAppServiceData, .getFile, .performAppServiceInteraction, .unpublishAppService, .cancelInteraction,
        .closeApplication, .showAppMenu, .createWindow, .deleteWindow, .getInteriorVehicleDataConsent,
        .releaseInteriorVehicleDataModule, .subtleAlert, .onHMIStatus, .onAppInterfaceUnregistered, .onButtonEvent,
        .onButtonPress, .onVehicleData, .onCommand, .onTBTClientState, .onDriverDistraction, .onPermissionsChange,
        .onAudioPassThru, .onLanguageChange, .onKeyboardInput, .onTouchEvent, .onSystemRequest, .onHashChange,
        .onInteriorVehicleData, .onWayPointChange, .onRCStatus, .onAppServiceData, .onSystemCapabilityUpdated,
        .onSubtleAlertPressed, .onUpdateFile, .onUpdateSubMenu, .onAppCapabilityUpdated, .encodedSyncPData, .syncPData,
        .onEncodedSyncPData, .onSyncPData,
    ]

    var knownName: String? {
        switch rawValue {
        case 1: "RegisterAppInterface"
        case 2: "UnregisterAppInterface"
        case 3: "SetGlobalProperties"
        case 4: "ResetGlobalProperties"
        case 5: "AddCommand"
        case 6: "DeleteCommand"
        case 7: "AddSubMenu"
        case 8: "DeleteSubMenu"
        case 9: "CreateInteractionChoiceSet"
        case 10: "PerformInteraction"
        case 11: "DeleteInteractionChoiceSet"
        case 12: "Alert"
        case 13: "Show"
        case 14: "Speak"
        case 15: "SetMediaClockTimer"
        case 16: "PerformAudioPassThru"
        case 17: "EndAudioPassThru"
        case 18: "SubscribeButton"
        case 19: "UnsubscribeButton"
        case 20: "SubscribeVehicleData"
        case 21: "UnsubscribeVehicleData"
        case 22: "GetVehicleData"
        case 23: "ReadDID"
        case 24: "GetDTCs"
        case 25: "ScrollableMessage"
        case 26: "Slider"
        case 27: "ShowConstantTBT"
        case 28: "AlertManeuver"
        case 29: "UpdateTurnList"
        case 30: "ChangeRegistration"
        case 31: "GenericResponse"
        case 32: "PutFile"
        case 33: "DeleteFile"
        case 34: "ListFiles"
        case 35: "SetAppIcon"
        case 36: "SetDisplayLayout"
        case 37: "DiagnosticMessage"
        case 38: "SystemRequest"
        case 39: "SendLocation"
        case 40: "DialNumber"
        case 41: "ButtonPress"
        case 43: "GetInteriorVehicleData"
        case 44: "SetInteriorVehicleData"
        case 45: "GetWayPoints"
        case 46: "SubscribeWayPoints"
        case 47: "UnsubscribeWayPoints"
        case 48: "GetSystemCapability"
        case 49: "SendHapticData"
        case 50: "SetCloudAppProperties"
        case 51: "GetCloudAppProperties"
        case 52: "PublishAppService"
        case 53: "GetAppServiceData"
        case 54: "GetFile"
        case 55: "PerformAppServiceInteraction"
        case 56: "UnpublishAppService"
        case 57: "CancelInteraction"
        case 58: "CloseApplication"
        case 59: "ShowAppMenu"
        case 60: "CreateWindow"
        case 61: "DeleteWindow"
        case 62: "GetInteriorVehicleDataConsent"
        case 63: "ReleaseInteriorVehicleDataModule"
        case 64: "SubtleAlert"
        case 32768: "OnHMIStatus"
        case 32769: "OnAppInterfaceUnregistered"
        case 32770: "OnButtonEvent"
        case 32771: "OnButtonPress"
        case 32772: "OnVehicleData"
        case 32773: "OnCommand"
        case 32774: "OnTBTClientState"
        case 32775: "OnDriverDistraction"
        case 32776: "OnPermissionsChange"
        case 32777: "OnAudioPassThru"
        case 32778: "OnLanguageChange"
        case 32779: "OnKeyboardInput"
        case 32780: "OnTouchEvent"
        case 32781: "OnSystemRequest"
        case 32782: "OnHashChange"
        case 32783: "OnInteriorVehicleData"
        case 32784: "OnWayPointChange"
        case 32785: "OnRCStatus"
        case 32786: "OnAppServiceData"
        case 32787: "OnSystemCapabilityUpdated"
        case 32788: "OnSubtleAlertPressed"
        case 32789: "OnUpdateFile"
        case 32790: "OnUpdateSubMenu"
        case 32791: "OnAppCapabilityUpdated"
        case 65536: "EncodedSyncPData"
        case 65537: "SyncPData"
        case 98304: "OnEncodedSyncPData"
        case 98305: "OnSyncPData"
        default: nil
        }
    }
}
