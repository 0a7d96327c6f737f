internal import Formats
internal import SDLProtocol

// What stock app libraries send by themselves while they start, answered as a head unit without files, menus and
// voice would: nothing of it reaches the HMI.
extension HeadUnitMachine {
    /// Free space for files that a stock head unit tells, in bytes.
    private static let spaceAvailable: Int64 = 104_857_600

    /// RPCs that succeed, and whether the app's hash changes with them.
    private static let accepted: [String: Bool] = [
        "CreateInteractionChoiceSet": true, "DeleteInteractionChoiceSet": true, "SetGlobalProperties": true,
        "ResetGlobalProperties": true, "SetAppIcon": false, "SetDisplayLayout": false, "Show": false,
        "ChangeRegistration": false, "CreateWindow": false, "SystemRequest": false,
    ]

    mutating func runStock(_ context: RequestContext, _ parameters: JSONValue) {
        switch context.name {
        case "ListFiles", "DeleteFile", "PutFile":
            respond(context, .success, members: ["spaceAvailable": .int(Self.spaceAvailable)])
        default:
            guard let changesHash = Self.accepted[context.name] else {
                respond(context, .failure("UNSUPPORTED_REQUEST"))
                return
            }
            respond(context, .success)
            if changesHash { changeHash(of: context.key) }
        }
    }
}
