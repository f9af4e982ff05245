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
            let namesake = target.protectedNamesake
            let state = namesake.map { "shares its database with the protected target '\($0)'" } ?? "is protected"
            throw Problem(
                .usage, "the target '\(target.name)' \(state), and \(command) writes to it",
                hint: "use --yes to skip confirmation prompts")
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

extension [Target] {
    /// Waits until the server of each target responds, in its own protocol if devtool knows it.
    ///
    /// Such a server may be a service container of a CI job.
    ///
    /// - Throws: ``Problem`` at the time limit.
    func waitForServers(upTo limit: Duration, in context: Context) async throws {
        let clock = context.clock
        let pause = Duration.milliseconds(250)
        let deadline = clock.now + limit
        for target in self {
            guard let address = target.url.flatMap(DatabaseAddress.init(url:)) else { continue }
            let name = "\(address.host):\(address.port)"
            try await context.console.withProgress("Waiting for \(name)") { _ in
                try await context.cancellingOnSignals {
                    while let refusal = await address.refusal(until: deadline) {
                        if clock.now + pause >= deadline { throw Problem.noServer(name, refusal) }
                        try await clock.sleep(for: pause)
                    }
                }
            }
        }
    }
}

extension LiquibaseJob {
    /// Checks that the tag of a command exists, because Liquibase would silently continue to the end of the changelog.
    ///
    /// - Throws: ``Problem`` if neither the changelogs nor the databases contain the tag.
    func checkTag(on targets: [Target], in context: Context) async throws {
        guard let tag = arguments.lastTag, let command = arguments.command else { return }
        for target in targets {
            // An unreadable changelog may contain the tag.
            guard let changelog = preflight.changelog(of: target), changelog.loss == nil, !changelog.lacksXMLLibrary
            else { continue }
            let tags = changelog.changeSets.flatMap(\.tags)
            let mayHave = tags.contains { $0 == tag || $0.contains("${") }
            if mayHave { continue }
            if try await isKnown(tag, to: target, in: context) { continue }
            throw Problem(
                .badData,
                "neither the changelog nor the database has the tag '\(tag)', so \(command) would "
                    + "apply every changeset",
                hint: "correct the tag, or use '\(command.description.dropLast(7))' instead")
        }
    }

    /// Whether the database has the tag or cannot be queried.
    private func isKnown(_ tag: String, to target: Target, in context: Context) async throws -> Bool {
        var job = self
        job.arguments = try LiquibaseArguments(["tag-exists", "--tag=\(tag)"])
        let run = try await TargetRun(job, on: target, isAlone: true, in: context)
        let termination = try await run.launch.run(run.run) { run.answer?.receive($0) }
        return termination != .exited(0) || run.answer?.isNo == false
    }
}

extension Problem {
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
}
