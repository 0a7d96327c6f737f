/// When an app may ask for capabilities.
public enum CapabilityQueryGate: Hashable, Sendable {
    /// When the level of the main window is known and not NONE, as the app guide demands.
    case hmiLevel
    /// When the head unit's policy permits GetSystemCapability in the current level; many permit it in NONE too.
    case byPermission

    func isOpen(_ facts: SessionFacts) -> Bool {
        switch self {
        case .hmiLevel: facts.hmiLevel.map { $0 != HMILevel.none } ?? false
        case .byPermission: facts.permissionSnapshot.isAllowed(FunctionID.getSystemCapability.name)
        }
    }
}
