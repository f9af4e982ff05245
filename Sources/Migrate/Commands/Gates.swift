import Changelogs
import DevtoolKit

struct Approval {
    let command: CommandName
    let isGiven: Bool

    /// Asks for confirmation if necessary.
    ///
    /// - Throws: ``Problem`` if a protected target requires confirmation without a terminal; `ConfirmationError`.
    func obtain(for targets: [Target], on console: Console) throws {
        guard let question = question(for: targets) else { return }
        if let target = targets.first(where: \.isProtected), !console.canConfirm {
            throw Problem.protectedTarget(target, command: command)
        }
        try console.confirm(question)
    }

    func question(for targets: [Target]) -> String? {
        guard !isGiven, command.effect != .reads, command.effect == .destroys || targets.contains(where: \.isProtected)
        else { return nil }
        let names = targets.map { target in
            let url = target.url.map { " (\($0.hidingURLPassword))" } ?? ""
            let words = target.protectedNamesake.map { ", which shares its database with the protected target '\($0)'" }
            return "'\(target.name)'\(url)" + (words ?? (target.isProtected ? ", which is protected" : ""))
        }
        return "Run \(command) on \(names.joined(separator: ", "))?"
    }
}

/// Waits for a database server to start, such as a service container of a CI job.
struct ServerWait {
    let limit: Duration

    private static let pause = Duration.milliseconds(250)

    /// Waits until the server of each target responds, in its own protocol if devtool knows it.
    ///
    /// - Throws: ``Problem`` at the time limit.
    func run(for targets: [Target], in context: Context) async throws {
        let clock = context.clock
        let deadline = clock.now + limit
        for target in targets {
            guard let address = target.url.flatMap(DatabaseAddress.init(url:)) else { continue }
            let name = "\(address.host):\(address.port)"
            try await context.console.withProgress("Waiting for \(name)") { _ in
                try await context.cancellingOnSignals {
                    while let refusal = await address.refusal(until: deadline) {
                        if clock.now + Self.pause >= deadline { throw Problem.noServer(name, refusal) }
                        try await clock.sleep(for: Self.pause)
                    }
                }
            }
        }
    }
}

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
    /// - Throws: ``Problem`` if neither contains the tag.
    func run(on targets: [Target]) async throws {
        guard let tag = job.arguments.lastTag, let command = job.arguments.command else { return }
        for target in targets {
            // An unreadable changelog may contain the tag.
            guard let changelog = job.preflight.changelog(of: target), changelog.loss == nil, !changelog.lacksXMLLibrary
            else { continue }
            let tags = changelog.changeSets.flatMap(\.tags)
            let mayHave = tags.contains { $0 == tag || $0.contains("${") }
            if mayHave { continue }
            if try await isKnown(tag, to: target) { continue }
            throw Problem.unknownTag(tag, command: command)
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

extension Problem {
    fileprivate static func protectedTarget(_ target: Target, command: CommandName) -> Problem {
        let state =
            target.protectedNamesake.map { "shares its database with the protected target '\($0)'" } ?? "is protected"
        return Problem(
            .usage, "the target '\(target.name)' \(state), and \(command) writes to it",
            hint: "use --yes to skip confirmation prompts")
    }

    static func noServer(_ address: String, _ refusal: ServerRefusal) -> Problem {
        switch refusal {
        case .noAnswer(let reason):
            Problem(
                .unavailable, "cannot connect to \(address): \(reason)",
                hint: "start the database, or correct the url in devtool.yml")
        case .notReady(let reason):
            Problem(
                .unavailable, "the server at \(address) is not ready: \(reason)",
                hint: "wait for it with --wait, or correct the url in devtool.yml")
        }
    }

    /// Neither the changelog nor the database has the tag at which to stop.
    fileprivate static func unknownTag(_ tag: String, command: CommandName) -> Problem {
        Problem(
            .badData,
            "neither the changelog nor the database has the tag '\(tag)', so \(command) would "
                + "apply every changeset", hint: "correct the tag, or use '\(command.description.dropLast(7))' instead")
    }
}
