import Changelogs
import DevtoolKit

/// Whether a command that goes through the changelog up to a tag can come to it: Liquibase goes on to the end where it
/// meets none of the name, and says nothing.
struct TagCheck {
    private let job: LiquibaseJob
    private let context: Context

    /// Prepares the look.
    init(of job: LiquibaseJob, in context: Context) {
        self.job = job
        self.context = context
    }

    /// Looks for the tag in the changelogs of targets, and in their databases where that does not have it.
    ///
    /// - Throws: ``MigrateError`` where neither has it, and what starting Liquibase throws.
    func run(on targets: [Target]) async throws {
        guard let tag = job.arguments.lastTag, let command = job.arguments.command else { return }
        for target in targets {
            let preflight = Preflight(job.arguments, refuses: false, in: context)
            // What cannot be read may have it.
            guard let changelog = preflight.changelog(of: target),
                changelog.loss == nil, !changelog.lacksXMLLibrary
            else { continue }
            let tags = changelog.changeSets.flatMap(\.tags)
            let mayHave = tags.contains { $0 == tag || $0.contains("${") }
            if mayHave { continue }
            if try await isKnown(tag, to: target) { continue }
            throw MigrateError.unknownTag(tag, command: command.description)
        }
    }

    /// Whether the database has the tag, or cannot be asked.
    private func isKnown(_ tag: String, to target: Target) async throws -> Bool {
        var job = job
        job.arguments = try LiquibaseArguments(["tag-exists", "--tag=\(tag)"])
        let run = try await TargetRun(job, on: target, isAlone: true, in: context)
        let termination = try await run.launch.run(run.run) { run.answer?.receive($0) }
        return termination != .exited(0) || run.answer?.isNo == false
    }
}
