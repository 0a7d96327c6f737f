extension HMIMethod {
    // MARK: Navigation

    /// Asks for the destination or the whole list of waypoints.
    public static let getWayPoints: HMIMethod = "Navigation.GetWayPoints"
    /// Asks for notifications of changes of the waypoints.
    public static let subscribeWayPoints: HMIMethod = "Navigation.SubscribeWayPoints"
    /// Ends the notifications of changes of the waypoints.
    public static let unsubscribeWayPoints: HMIMethod = "Navigation.UnsubscribeWayPoints"
    /// Tells the changed list of waypoints, the destination first.
    public static let onWayPointChange: HMIMethod = "Navigation.OnWayPointChange"
    /// Hands a place over to the navigation.
    public static let sendLocation: HMIMethod = "Navigation.SendLocation"
    /// Shows the next manoeuvre.
    public static let showConstantTBT: HMIMethod = "Navigation.ShowConstantTBT"
    /// Calls attention to the next manoeuvre.
    public static let alertManeuver: HMIMethod = "Navigation.AlertManeuver"
    /// Speaks the text that an app gave with a manoeuvre.
    public static let speak: HMIMethod = "TTS.Speak"
    /// Shows the list of turns.
    public static let updateTurnList: HMIMethod = "Navigation.UpdateTurnList"
    /// The navigation tells what it wants of guidance apps.
    public static let onTBTClientState: HMIMethod = "Navigation.OnTBTClientState"
    /// Asks whether a video of that form can be shown.
    public static let setVideoConfig: HMIMethod = "Navigation.SetVideoConfig"
    /// Asks the HMI to take an app's video.
    public static let startStream: HMIMethod = "Navigation.StartStream"
    /// Ends an app's video.
    public static let stopStream: HMIMethod = "Navigation.StopStream"
    /// Asks the HMI to take an app's audio.
    public static let startAudioStream: HMIMethod = "Navigation.StartAudioStream"
    /// Ends an app's audio.
    public static let stopAudioStream: HMIMethod = "Navigation.StopAudioStream"
    /// Tells whether video data arrives.
    public static let onVideoDataStreaming: HMIMethod = "Navigation.OnVideoDataStreaming"
    /// Tells whether audio data arrives.
    public static let onAudioDataStreaming: HMIMethod = "Navigation.OnAudioDataStreaming"

    // MARK: Vehicle

    /// Asks for make, model, year and trim.
    public static let getVehicleType: HMIMethod = "VehicleInfo.GetVehicleType"
    /// Asks for items of vehicle data once.
    public static let getVehicleData: HMIMethod = "VehicleInfo.GetVehicleData"
    /// Asks for notifications of items of vehicle data.
    public static let subscribeVehicleData: HMIMethod = "VehicleInfo.SubscribeVehicleData"
    /// Ends the notifications of items of vehicle data.
    public static let unsubscribeVehicleData: HMIMethod = "VehicleInfo.UnsubscribeVehicleData"
    /// Tells new values of vehicle data.
    public static let onVehicleData: HMIMethod = "VehicleInfo.OnVehicleData"

    // MARK: Apps

    /// Tells that an app registered.
    public static let onAppRegistered: HMIMethod = "BasicCommunication.OnAppRegistered"
    /// Tells that an app is gone.
    public static let onAppUnregistered: HMIMethod = "BasicCommunication.OnAppUnregistered"
    /// Tells the list of registered apps.
    public static let updateAppList: HMIMethod = "BasicCommunication.UpdateAppList"
    /// Tells the list of connected devices.
    public static let updateDeviceList: HMIMethod = "BasicCommunication.UpdateDeviceList"
    /// Tells that an app wants a service, and whether it got it.
    public static let onServiceUpdate: HMIMethod = "BasicCommunication.OnServiceUpdate"
    /// The HMI wants devices to be looked for.
    ///
    /// Without effect: apps come to this head unit, it looks for none.
    public static let onFindApplications: HMIMethod = "BasicCommunication.OnFindApplications"
    /// The user chose a device.
    ///
    /// Without effect, for the same reason.
    public static let onDeviceChosen: HMIMethod = "BasicCommunication.OnDeviceChosen"
    /// Asks the HMI to close an app on its screen.
    public static let closeApplication: HMIMethod = "BasicCommunication.CloseApplication"
    /// Asks the HMI to bring an app to the front, for an activation that had to wait.
    public static let bringToFront: HMIMethod = "BasicCommunication.ActivateApp"
    /// The driver chose an app: the request of the HMI that brings it to FULL.
    public static let activateApp: HMIMethod = "SDL.ActivateApp"
    /// An app came to the front without a request.
    public static let onAppActivated: HMIMethod = "BasicCommunication.OnAppActivated"
    /// An app left the front.
    public static let onAppDeactivated: HMIMethod = "BasicCommunication.OnAppDeactivated"
    /// The driver or the system closed an app.
    public static let onExitApplication: HMIMethod = "BasicCommunication.OnExitApplication"
    /// The system ends all apps, or lets them sleep.
    public static let onExitAllApplications: HMIMethod = "BasicCommunication.OnExitAllApplications"
    /// The system wakes up after it let apps sleep.
    public static let onAwakeSDL: HMIMethod = "BasicCommunication.OnAwakeSDL"
    /// A call, another audio source, the built-in navigation … began or ended.
    public static let onEventChanged: HMIMethod = "BasicCommunication.OnEventChanged"

    // MARK: System

    /// Asks for software, hardware and language of the system.
    public static let getSystemInfo: HMIMethod = "BasicCommunication.GetSystemInfo"
    /// Asks whether apps can be lowered while the system speaks.
    public static let mixingAudioSupported: HMIMethod = "BasicCommunication.MixingAudioSupported"
    /// The HMI has registered its components.
    public static let onReady: HMIMethod = "BasicCommunication.OnReady"
    /// The HMI needs more time for a request.
    public static let onResetTimeout: HMIMethod = "BasicCommunication.OnResetTimeout"
    /// The clock of the system is right.
    ///
    /// Without effect: certificates are judged by the clock of this machine.
    public static let onSystemTimeReady: HMIMethod = "BasicCommunication.OnSystemTimeReady"
    /// One more cycle of the ignition is over.
    ///
    /// Without effect: it counts towards the next exchange of policies, which this head unit leaves to its owner.
    public static let onIgnitionCycleOver: HMIMethod = "BasicCommunication.OnIgnitionCycleOver"
    /// A capability of the system changed.
    public static let onSystemCapabilityUpdated: HMIMethod = "BasicCommunication.OnSystemCapabilityUpdated"
    /// Tells that everything is stored: the system may sleep.
    public static let onSDLPersistenceComplete: HMIMethod = "BasicCommunication.OnSDLPersistenceComplete"
    /// Tells that an app's sound may go on, as it had LIMITED before it was lost.
    public static let onResumeAudioSource: HMIMethod = "BasicCommunication.OnResumeAudioSource"
    /// Tells that the head unit ends.
    public static let onSDLClose: HMIMethod = "BasicCommunication.OnSDLClose"
    /// The context of the screen changed for the active app.
    public static let onSystemContext: HMIMethod = "UI.OnSystemContext"
    /// The driver must not, or may again, be distracted.
    public static let onDriverDistraction: HMIMethod = "UI.OnDriverDistraction"
    /// The language of the screen changed.
    public static let onUILanguageChange: HMIMethod = "UI.OnLanguageChange"
    /// The language of voice recognition changed.
    public static let onVRLanguageChange: HMIMethod = "VR.OnLanguageChange"
    /// The language of speech changed.
    public static let onTTSLanguageChange: HMIMethod = "TTS.OnLanguageChange"
    /// Voice recognition listens.
    public static let onVRStarted: HMIMethod = "VR.Started"
    /// Voice recognition listens no more.
    public static let onVRStopped: HMIMethod = "VR.Stopped"
    /// The system speaks.
    public static let onTTSStarted: HMIMethod = "TTS.Started"
    /// The system speaks no more.
    public static let onTTSStopped: HMIMethod = "TTS.Stopped"
    /// Asks for display, buttons on it and what the system can do.
    public static let getUICapabilities: HMIMethod = "UI.GetCapabilities"
    /// Asks for the language of the screen.
    public static let getUILanguage: HMIMethod = "UI.GetLanguage"
    /// Asks for the languages the screen can show.
    public static let getUILanguages: HMIMethod = "UI.GetSupportedLanguages"
    /// Asks what voice recognition can do.
    public static let getVRCapabilities: HMIMethod = "VR.GetCapabilities"
    /// Asks for the language of voice recognition.
    public static let getVRLanguage: HMIMethod = "VR.GetLanguage"
    /// Asks for the languages voice recognition knows.
    public static let getVRLanguages: HMIMethod = "VR.GetSupportedLanguages"
    /// Asks what speech can do.
    public static let getTTSCapabilities: HMIMethod = "TTS.GetCapabilities"
    /// Asks for the language of speech.
    public static let getTTSLanguage: HMIMethod = "TTS.GetLanguage"
    /// Asks for the languages speech knows.
    public static let getTTSLanguages: HMIMethod = "TTS.GetSupportedLanguages"
    /// Asks for the hard buttons.
    public static let getButtonCapabilities: HMIMethod = "Buttons.GetCapabilities"
    /// Asks for what apps may control in the vehicle.
    public static let getRCCapabilities: HMIMethod = "RC.GetCapabilities"

    // MARK: Policy

    /// The HMI has the file of a policy update.
    ///
    /// The head unit reads no files of the HMI: who plugs it in reads them and calls ``HeadUnit/updatePolicy(_:)``.
    public static let onReceivedPolicyUpdate: HMIMethod = "SDL.OnReceivedPolicyUpdate"
    /// Hands the file of a policy exchange to the HMI.
    ///
    /// Never asked: exchanges of policies are begun by the owner of the head unit.
    public static let policyUpdate: HMIMethod = "BasicCommunication.PolicyUpdate"
    /// The user allows or forbids apps of a device.
    public static let onAllowSDLFunctionality: HMIMethod = "SDL.OnAllowSDLFunctionality"
    /// The HMI asks which groups of an app need the user's consent.
    public static let getListOfPermissions: HMIMethod = "SDL.GetListOfPermissions"
    /// The user answered the question about groups.
    public static let onAppPermissionConsent: HMIMethod = "SDL.OnAppPermissionConsent"

    /// The question whether a component of the HMI works.
    public static func isReady(_ interface: String) -> HMIMethod { HMIMethod(rawValue: interface + ".IsReady") }
}
