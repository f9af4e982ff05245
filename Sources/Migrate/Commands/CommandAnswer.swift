import DevtoolKit
import Synchronization

/// The answer of commands that exit with 0 whatever they find: `tag-exists` and `diff`.
final class CommandAnswer: Sendable {
    private let isOfDiff: Bool
    private let hasAnswer = Atomic(false)
    private let hasDenied = Atomic(false)

    /// Fails for other commands, and for `diff` without `--exit-code`.
    init?(to arguments: LiquibaseArguments, exitCode: Bool) {
        isOfDiff = arguments.command == "diff"
        guard !arguments.isAboutLiquibase, arguments.command == "tag-exists" || isOfDiff && exitCode else { return nil }
    }

    func receive(_ line: OutputLine) {
        if isOfDiff {
            guard !line.isContinued, let match = line.text.prefixMatch(of: Self.comparison) else { return }
            hasAnswer.store(true, ordering: .relaxed)
            if match.1 != "Changed Catalog", match.2 != "NONE" { hasDenied.store(true, ordering: .relaxed) }
        } else if line.text.lowercased().contains("does not exist") {
            // Version 4.6 prints "does NOT exist".
            hasDenied.store(true, ordering: .relaxed)
        }
    }

    // For example `Missing Foreign Key(s): NONE`; any objects follow on separate lines. All that can change of a
    // catalog is the name of the database.
    nonisolated(unsafe) private static let comparison = /((?:Missing|Unexpected|Changed) [^:]*)\(s\): *(NONE)?/

    var isNo: Bool { hasDenied.load(ordering: .relaxed) }

    var problem: Diagnostic? {
        guard isOfDiff, !hasAnswer.load(ordering: .relaxed) else { return nil }
        return Diagnostic(
            "cannot tell whether the databases differ: Liquibase did not print a comparison",
            hint: "omit '--output-file' and '--format'")
    }
}
