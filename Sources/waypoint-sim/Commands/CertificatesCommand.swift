internal import Transport

/// `certificates`: an authority of one's own and what it issued, for tests of protected services.
struct CertificatesCommand: Command {
    static let description = CommandDescription(
        name: "certificates", summary: "Make an authority and certificates for tests of protected services.",
        operands: ["FOLDER"],
        options: [
            .init("--app-id", "ID", "The one app that may use the app's certificate (default: any)."),
            .init("--app-name", "NAME", "The name of the app in it, for head units like sdl_core (default Test app)."),
            .init("--days", "N", "How long the certificates hold (default 365)."),
        ],
        details: [
            "FOLDER, which must exist, gets authority.pem, and a certificate (.pem) with its key (.key) for each of: "
                + "head-unit and app, which are good; app-expired, app-self-signed and app-of-a-stranger, which a head "
                + "unit must refuse. The keys are on the curve P-256 and not protected: they are for tests alone."
        ])

    private let folder: String
    private let appID: String?
    private let appName: String
    private let days: Int
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        guard let folder = arguments.operands.first else {
            throw UsageError("certificates", "name the FOLDER that gets the files")
        }
        self.folder = folder
        appID = arguments.text("--app-id")
        appName = arguments.text("--app-name") ?? "Test app"
        days = try arguments.integer("--days", in: 1...36_500) ?? 365
        self.console = console
    }

    func run() async throws(UsageError) -> ExitStatus {
        do throws(TransportError) {
            let authority = try CertificateAuthority(.init("Waypoint test authority", validUntil: days))
            let stranger = try CertificateAuthority(.init("Another authority", validUntil: days))
            let app = CertificateAuthority.Subject(
                appName, appID: appID, role: .app, validUntil: days)
            var expired = app
            expired.validFrom = -30
            expired.validUntil = -1
            let identities = [
                ("head-unit", try authority.issue(.init("Test head unit", role: .headUnit, validUntil: days))),
                ("app", try authority.issue(app)), ("app-expired", try authority.issue(expired)),
                ("app-self-signed", try CertificateAuthority.selfSigned(app)),
                ("app-of-a-stranger", try stranger.issue(app)),
            ]
            try await write(authority.identity.certificate, "authority.pem")
            for (name, identity) in identities {
                try await write(identity.certificate, "\(name).pem")
                try await write(identity.key, "\(name).key", isPrivate: true)
            }
            return .success
        } catch {
            throw UsageError("certificates", "\(error)")
        }
    }

    private func write(_ bytes: [UInt8], _ name: String, isPrivate: Bool = false) async throws(TransportError) {
        let path = "\(folder)/\(name)"
        let writer = try FileWriter(path: path, isPrivate: isPrivate)
        writer.append(bytes)
        _ = try await writer.finish()
        console.print(path)
    }
}
