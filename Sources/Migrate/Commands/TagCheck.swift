import Changelogs
import DevtoolKit

/// Checks that the tag of a command exists, because Liquibase would silently continue to the end of the changelog.
struct TagCheck {
    private let job: LiquibaseJob
    private let context: Context

    init(of job: LiquibaseJob, in context: Context) {
        self.job = job
        self.context = context
    }

    /// Searches the changelogs, then the databases.
    ///
    /// - Throws: ``MigrateError`` if neither contains the tag.
    func run(on targets: [Target]) async throws {
        guard let tag = job.arguments.lastTag, let command = job.arguments.command else { return }
        for target in targets {
            let preflight = Preflight(job.arguments, refuses: false, in: context)
            // An unreadable changelog may contain the tag.
            guard let changelog = preflight.changelog(of: target), changelog.loss == nil, !changelog.lacksXMLLibrary
            else { continue }
            let tags = changelog.changeSets.flatMap(\.tags)
            let mayHave = tags.contains { $0 == tag || $0.contains("${") }
            if mayHave { continue }
            if try await isKnown(tag, to: target) { continue }
            throw MigrateError.unknownTag(tag, command: command.description)
        }
    }

    /// Whether the database has the tag or cannot be queried.
    private func isKnown(_ tag: String, to target: Target) async throws -> Bool {
        var job = job
        job.arguments = try LiquibaseArguments(["tag-exists", "--tag=\(tag)"])
        let run = try await TargetRun(job, on: target, isAlone: true, in: context)
        let termination = try await run.launch.run(run.run) { run.answer?.receive($0) }
        return termination != .exited(0) || run.answer?.isNo == false
    }
}
