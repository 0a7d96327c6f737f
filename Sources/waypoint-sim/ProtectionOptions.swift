internal import SDLSecurity
internal import Transport

/// The options for protected services, of `serve` and `app`.
enum ProtectionOptions {
    static let headUnit = options("Protect services of apps whose certificates come from this authority.")
    static let app = options("Ask the head unit for a certificate, and believe those of this authority.")

    private static func options(_ authorities: String) -> [CommandDescription.Option] {
        [
            .init("--authorities", "FILE", "\(authorities) PEM."),
            .init("--certificate", "FILE", "The own certificate, with those between it and the authority. PEM."),
            .init("--key", "FILE", "The key of the certificate. PEM, without a passphrase."),
            .init("--tls", "1.2 or 1.3", "The newest TLS (default 1.2)."),
        ]
    }

    /// The head unit's side; nil where no option speaks of it.
    static func headUnit(_ arguments: Arguments) throws(UsageError) -> ServiceProtection? {
        let identity = try identity(arguments)
        let version = try version(arguments)
        guard let authorities = arguments.text("--authorities") else {
            guard identity == nil, version == nil else {
                throw UsageError("--authorities", "is needed: whose certificates are believed?")
            }
            return nil
        }
        return try naming("--authorities, --certificate, --key") { () throws(TransportError) in
            try .headUnit(identity: identity, authorities: authorities, version: version ?? .tls12)
        }
    }

    /// The app's side; nil where no option speaks of it.
    static func app(_ arguments: Arguments) throws(UsageError) -> ServiceProtection? {
        let version = try version(arguments)
        let authorities = arguments.text("--authorities")
        guard let identity = try identity(arguments) else {
            guard authorities == nil, version == nil else {
                throw UsageError("--certificate", "is needed, with --key: head units ask for it")
            }
            return nil
        }
        return try naming("--authorities, --certificate, --key") { () throws(TransportError) in
            try .app(identity: identity, authorities: authorities, version: version ?? .tls12)
        }
    }

    private static func identity(_ arguments: Arguments) throws(UsageError) -> ServiceProtection.Identity? {
        switch (arguments.text("--certificate"), arguments.text("--key")) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return ServiceProtection.Identity(certificate: certificate, key: key)
        case (nil, _?): throw UsageError("--key", "goes with --certificate FILE")
        case (_?, nil): throw UsageError("--certificate", "goes with --key FILE")
        }
    }

    private static func version(_ arguments: Arguments) throws(UsageError) -> ServiceProtection.Version? {
        let versions = ServiceProtection.Version.allCases.map(\.rawValue)
        return try arguments.choice("--tls", of: versions).flatMap { ServiceProtection.Version(rawValue: $0) }
    }

    private static func naming(
        _ options: String, _ make: () throws(TransportError) -> ServiceProtection
    ) throws(UsageError) -> ServiceProtection {
        do throws(TransportError) {
            return try make()
        } catch {
            throw UsageError(options, "\(error)")
        }
    }
}
