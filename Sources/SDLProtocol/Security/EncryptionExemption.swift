/// The RPCs that travel in the clear whatever the policy says: certificates and permissions arrive by them, so they come
/// before any protection.
///
/// A stock sdl_core never demands their encryption, though its OnPermissionsChange may mark them.
package enum EncryptionExemption {
    /// The names of the functions.
    package static let functions: Set<String> = [
        "RegisterAppInterface", "SystemRequest", "PutFile", "OnPermissionsChange", "OnSystemRequest", "OnHMIStatus",
    ]
}
