public import SDLProtocol
public import Transport

/// Keys, certificates and trust of one side of protected SDL services: what makes its TLS channels.
///
/// A head unit is made by ``headUnit(identity:authorities:version:)``, an app by ``app(identity:authorities:version:)``.
/// The files are read once, when it is made.
public struct ServiceProtection: Sendable {
    /// The files of a certificate.
    public struct Identity: Hashable, Sendable {
        /// A PEM file with the certificate, and behind it those that lead to the authority.
        public var certificate: String
        /// A PEM file with the key, without a passphrase; may be the same file.
        public var key: String

        /// Names the files.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The newest TLS that is spoken.
    public enum Version: String, Hashable, Sendable, CaseIterable {
        /// TLS 1.2 alone, as peers speak it.
        case tls12 = "1.2"
        /// TLS 1.3, and 1.2 with peers that know no more.
        case tls13 = "1.3"
    }

    private let context: TLSContext

    /// Makes the head unit's side: the TLS client, which asks the app for its certificate.
    ///
    /// - Parameters:
    ///   - identity: The certificate that apps may ask for; nil for none.
    ///   - authorities: A PEM file with those whose certificates are believed.
    ///   - version: The newest TLS.
    /// - Throws: `TransportError` when a file cannot be used.
    public static func headUnit(
        identity: Identity? = nil, authorities: String, version: Version = .tls12
    ) throws(TransportError) -> ServiceProtection {
        ServiceProtection(
            context: try TLSContext.service(
                isServer: false, identity: identity.map { ($0.certificate, $0.key) }, authorities: authorities,
                allowsTLS13: version == .tls13))
    }

    /// Makes the app's side: the TLS server.
    ///
    /// - Parameters:
    ///   - identity: The certificate that head units ask for.
    ///   - authorities: A PEM file with those whose certificates are believed; nil does not ask the head unit for one.
    ///   - version: The newest TLS.
    /// - Throws: `TransportError` when a file cannot be used.
    public static func app(
        identity: Identity, authorities: String? = nil, version: Version = .tls12
    ) throws(TransportError) -> ServiceProtection {
        ServiceProtection(
            context: try TLSContext.service(
                isServer: true, identity: (identity.certificate, identity.key), authorities: authorities,
                allowsTLS13: version == .tls13))
    }

    /// Makes the channel of a session.
    ///
    /// - Parameters:
    ///   - appID: On the head unit's side the app's id: a certificate that names another app in the serial number of
    ///     its subject is refused. One that names none is good for any app.
    ///   - appName: The app's name, where the certificate has to name the app, as sdl_core demands: this as the common
    ///     name of its subject, and the id as the serial number, neither left out. Case does not matter.
    /// - Throws: A fault when there is no memory for it.
    public func makeChannel(
        appID: String? = nil, appName: String? = nil
    ) throws(SecureChannelFault) -> any SecureChannel {
        do throws(TransportError) {
            return TLSChannel(engine: try TLSEngine(service: context), appID: appID, appName: appName)
        } catch {
            throw SecureChannelFault(.internalError, reason: "\(error)")
        }
    }
}
