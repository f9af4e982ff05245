import Changelogs
import DevtoolKit
import SystemPackage

/// Checks settings and changelogs before Liquibase starts, because Liquibase would continue despite these problems.
struct Preflight: Sendable {
    private let arguments: LiquibaseArguments
    private let context: Context

    init(_ arguments: LiquibaseArguments, in context: Context) {
        self.arguments = arguments
        self.context = context
    }

    /// Checks the settings, and reads the changelogs if the command applies them.
    ///
    /// - Throws: an `ExitStatus` after reporting errors, if it refuses them: 65 for a changelog, 78 for settings.
    func changelogs(of targets: [Target], refusingErrors refuses: Bool) throws -> [String: ChangelogIndex] {
        if refuses { try checkProperties(of: targets) }
        guard arguments.command?.appliesChanges == true else { return [:] }
        var indexes: [String: ChangelogIndex] = [:]
        var told: Set<Diagnostic> = []
        // Targets with the same changelog and settings share one index.
        var shared: [[[String]]: ChangelogIndex] = [:]
        for target in targets {
            guard let root = root(of: target) else { continue }
            let settings = LintSettings(of: target, in: context)
            let key = [
                [root], target.section[TargetSetting.searchPath], target.classpath,
                target.section[TargetSetting.parameters].map { "\($0.name)=\($0.text)" },
                target.section[TargetSetting.knownChanges], settings.databases.map { "\($0)" },
                ["\(target.section[TargetSetting.lintRules])"], ["\(options(from: settings).isFiltered)"],
                (try? settings.liquibase.get()).map { [$0.home.string] } ?? [],
            ]
            if let index = shared[key] {
                indexes[target.name] = index
                continue
            }
            // Liquibase reports a missing file.
            guard let changelog = read(root, with: settings) else { continue }
            if changelog.lacksXMLLibrary {
                if refuses { throw Problem.noXMLLibrary }
                continue
            }
            let index = ChangelogIndex(changelog)
            shared[key] = index
            indexes[target.name] = index
            if refuses {
                // Policy rules are about merging, so they must not block changesets that are already applied.
                let errors = settings.policy(for: root).findings(in: changelog, isPending: { _ in false }).filter {
                    $0.severity == .error
                }
                told.formUnion(report(errors, except: told))
            }
        }
        guard told.isEmpty else {
            context.console.say("the update was not run; use --no-lint to skip this check", at: .quiet)
            throw ExitStatus.badData
        }
        return indexes
    }

    func changelog(of target: Target) -> Changelog? {
        root(of: target).flatMap { read($0, with: LintSettings(of: target, in: context)) }
    }

    /// The changelog with the details that a plan needs, and its rules; `nil` if it cannot be read.
    func plannedChangelog(of target: Target) -> (Changelog, LintPolicy)? {
        guard let root = root(of: target) else { return nil }
        let settings = LintSettings(of: target, in: context)
        return read(root, with: settings, isPlanned: true).map { ($0, settings.policy(for: root)) }
    }

    private func root(of target: Target) -> String? { arguments.value(of: "--changelog-file") ?? target.changelog }

    private func read(_ root: String, with settings: LintSettings, isPlanned: Bool = false) -> Changelog? {
        // Without schemas, the other rules still apply.
        let (schemas, release, _) = settings.schemas()
        var options = options(from: settings)
        options.release = release
        options.keepsContent = isPlanned
        options.readsOperations = isPlanned || settings.section.isOfList
        return try? Changelog.read(root: root, in: settings.searchPath, schemas: schemas, options: options)
    }

    private func checkProperties(of targets: [Target]) throws {
        var told: Set<Diagnostic> = []
        for target in targets { told.formUnion(report(target.properties.findings, except: told)) }
        if told.contains(where: { $0.severity == .error }) { throw ExitStatus.badConfiguration }
    }

    private func report(_ findings: [Diagnostic], except told: Set<Diagnostic>) -> [Diagnostic] {
        let new = findings.filter { !told.contains($0) }
        new.forEach(context.console.report)
        return new
    }

    private func options(from settings: LintSettings) -> ChangelogOptions {
        var options = settings.options
        func isSaid(_ names: String...) -> Bool { names.contains { arguments.value(of: $0) != nil } }
        if isSaid("--contexts", "--context-filter") { options.isFiltered.byContexts = true }
        if isSaid("--labels", "--label-filter") { options.isFiltered.byLabels = true }
        return options
    }
}
