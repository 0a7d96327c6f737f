import FoundationEssentials
import SDLSecurity
import Transport

/// Certificates in files, for as long as it lives.
final class Certificates: Sendable {
    /// Which certificate an app or a head unit has.
    enum Kind: String, CaseIterable, Sendable {
        case good, expired, early, selfSigned, stranger, otherApp, anyApp, headUnit
    }

    let folder: String
    let authorities: String

    init() throws {
        folder = "/tmp/sdl-security-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        authorities = folder + "/authority.pem"
        let authority = try CertificateAuthority()
        try Self.write(authority.identity.certificate, authorities)
        let stranger = try CertificateAuthority(.init("Stranger"))
        let subject = CertificateAuthority.Subject("Way App", appID: "8675309", role: .app)
        for kind in Kind.allCases {
            var subject = subject
            let identity: CertificateAuthority.Identity
            switch kind {
            case .good: identity = try authority.issue(subject)
            case .expired:
                subject.role = nil  // so that either side can show it, and age is all that is wrong
                subject.validFrom = -10
                subject.validUntil = -1
                identity = try authority.issue(subject)
            case .early:
                subject.validFrom = 1
                identity = try authority.issue(subject)
            case .selfSigned: identity = try CertificateAuthority.selfSigned(subject)
            case .stranger: identity = try stranger.issue(subject)
            case .headUnit: identity = try authority.issue(.init("Head unit", role: .headUnit))
            case .anyApp:
                subject.appID = nil
                identity = try authority.issue(subject)
            case .otherApp:
                subject.appID = "1234567"
                identity = try authority.issue(subject)
            }
            try Self.write(identity.certificate, "\(folder)/\(kind.rawValue).pem")
            try Self.write(identity.key, "\(folder)/\(kind.rawValue).key")
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func write(_ bytes: [UInt8], _ path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }

    func identity(_ kind: Kind) -> ServiceProtection.Identity {
        ServiceProtection.Identity(
            certificate: "\(folder)/\(kind.rawValue).pem", key: "\(folder)/\(kind.rawValue).key")
    }

    func headUnit(
        _ kind: Kind? = .headUnit, version: ServiceProtection.Version = .tls12
    ) throws -> ServiceProtection {
        try .headUnit(identity: kind.map { identity($0) }, authorities: authorities, version: version)
    }

    func app(
        _ kind: Kind = .good, asks: Bool = false, version: ServiceProtection.Version = .tls12
    ) throws -> ServiceProtection {
        try .app(identity: identity(kind), authorities: asks ? authorities : nil, version: version)
    }
}
