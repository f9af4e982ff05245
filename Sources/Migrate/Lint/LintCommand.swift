import ArgumentParser
import Changelogs
import DevtoolKit
import Policy
import SystemPackage

struct LintCommand: Plugin, GlobalOptionsAccepting {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Check changelogs without Java or a database.",
        usage: "devtool migrate lint [<options>] [<file> ...]",
        discussion: """
            Reads the named changelogs, or those in devtool.yml, with everything they include. \
            Reports what the project's version of Liquibase would reject and mistakes that it would \
            ignore. The exit status is 65 if there are errors; warnings do not change it.

            With --history, compares the changelog with the changesets applied to a database. The \
            file contains the rows of DATABASECHANGELOG as CSV with column names or as JSON.

            With --since, compares the changelog with its version in a commit and reports \
            changesets that have been edited, moved, reordered or removed since. If the branch does \
            not contain the commit, it uses their common ancestor.
            """)

    @Argument(
        help: ArgumentHelp("Check these changelogs instead of those in devtool.yml.", valueName: "file"),
        completion: .file(extensions: ["xml", "yaml", "yml", "json", "sql"])) var files: [String] = []

    @Option(
        help: ArgumentHelp("Compare with the changesets applied to a database.", valueName: "file"),
        completion: .file(extensions: ["csv", "json"])) var history: String?

    @Option(help: ArgumentHelp("Compare with the changesets in a commit, such as origin/main.", valueName: "commit"))
    var since: String?

    @Flag(help: "Also warn about changes that cannot be rolled back.") var rollback = false

    @Option(
        name: .customLong("known-change"),
        help: ArgumentHelp(
            "Accept this change type of an extension, in addition to 'known-changes'.", valueName: "name"))
    var knownChanges: [String] = []

    @Option(
        help: ArgumentHelp("Explain a rule or list the rules in a group, then exit.", valueName: "rule"),
        completion: .list(RuleCatalog.changelogs.names)) var explainRule: String?

    @Flag(help: "Treat warnings as errors.") var warningsAsErrors = false

    @Flag(help: "Print the findings as JSON.") var json = false

    @OptionGroup var globalOptions: GlobalOptions

    var printsReport: Bool { json }

    mutating func run(in context: Context) async throws {
        if let explainRule { return try context.explainRule(explainRule, of: MigrateCommand.self) }
        for file in files where context.path(file).isDirectory { throw Problem.folder(file) }
        let configuration = try context.configurationOrDefaults()
        let settings = LintSettings(configuration, in: context)
        let roots = try files.isEmpty ? settings.roots() : files.map(settings.root(named:))
        let applied = try history.map { name in
            try AppliedChangeSet.rows(in: Self.contents(of: name, in: context), file: name)
        }
        let (schemas, release, problem) = settings.schemas()
        if let problem, roots.contains(where: { $0.name.lowercased().hasSuffix(".xml") }) {
            context.console.report(
                Diagnostic(
                    "changelogs are not checked against Liquibase's schema: \(problem)", severity: .warning,
                    rule: .missingSchema))
        }
        var options = settings.options
        options.release = release
        options.knownChanges.formUnion(knownChanges)
        options.readsOperations = true
        options.keepsContent = since != nil
        var found: [Diagnostic] = []
        var (changeSets, fileCount) = (0, 0)
        for root in roots {
            let changelog = try Changelog.read(root: root.name, in: root.searchPath, schemas: schemas, options: options)
            if changelog.lacksXMLLibrary { throw Problem.noXMLLibrary }
            var others: [Diagnostic] = []
            if let applied {
                let (inHistory, uncompared) = changelog.comparison(with: applied)
                if uncompared > 0 { context.console.report(Self.uncompared(uncompared, of: applied.count)) }
                others = inHistory
            }
            var isPending: ((ChangeSet) -> Bool)?
            if let since {
                let file = files.isEmpty ? configuration.fileName : nil
                let earlier = try await EarlierChangelog(
                    of: root, at: since, configuredIn: file.map(context.path), in: context)
                if let comparison = earlier.comparison(with: changelog, options: options) {
                    others += comparison.findings
                    isPending = { comparison.newNames.contains($0.name) }
                }
            }
            let policy = settings.policy(for: root.name, raising: rollback ? [.noRollback] : [])
            let findings = policy.findings(in: changelog, and: others, isPending: isPending).map { finding in
                var finding = finding
                if warningsAsErrors, finding.severity == .warning { finding.severity = .error }
                return finding
            }
            findings.forEach(context.console.report)
            if policy.isForPostgreSQL, changelog.hasSQL, !PostgreSQLParser.isInstalled {
                context.console.report(Self.withoutParser)
            }
            found += findings
            changeSets += changelog.changeSets.count
            fileCount += changelog.fileNames.count
        }
        context.console.say(Self.summary(of: found, in: changeSets, inFiles: fileCount))
        if found.contains(where: { $0.severity == .error }) { throw ExitStatus.badData }
    }

    private static let withoutParser = Diagnostic(
        "libpg_query is not installed: SQL is only tokenized, so the rules find fewer problems", severity: .note,
        hint: "Debian: apt-get install \(PostgreSQLParser.package)", rule: .unreadSQL)

    private static func uncompared(_ count: Int, of rows: Int) -> Diagnostic {
        Diagnostic(
            "\(count) of \(rows) applied changesets \(count == 1 ? "was" : "were") found but not compared: devtool can "
                + "compute checksums only for SQL without parameters, in versions 8 and 9", severity: .note,
            rule: .changedChecksum)
    }

    private static func summary(of findings: [Diagnostic], in changeSets: Int, inFiles files: Int) -> String {
        let found = Diagnostic.Severity.counts { severity in findings.count { $0.severity == severity } }
        return "\(changeSets.counted("changeset")) in \(files.counted("file")): "
            + (found.isEmpty ? "no problems found" : found)
    }

    private static func contents(of name: String, in context: Context) throws -> [UInt8] {
        do { return try context.path(name).contents(isTyped: true) } catch { throw FileError(reading: name, error) }
    }
}

extension Problem {
    static let noXMLLibrary = noLibrary("libxml2", use: "check XML changelogs", package: "libxml2")

    static func noLibrary(_ library: String, use: String, package: String) -> Problem {
        Problem(
            .unavailable, "\(library) is required to \(use) but is not installed",
            hint: "Debian: apt-get install \(package)")
    }
}
