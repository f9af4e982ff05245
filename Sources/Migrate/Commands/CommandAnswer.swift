import DevtoolKit
import Synchronization

/// The answer of a command that Liquibase ends with 0 whatever it is: whether a tag is there, and whether two databases
/// are alike.
final class CommandAnswer: Sendable {
    private let isOfDiff: Bool
    private let hasAnswer = Atomic(false)
    private let hasDenied = Atomic(false)

    /// Prepares to read the answer; nil for a command that is no question.
    ///
    /// - Parameters:
    ///   - arguments: the command.
    ///   - exitCode: whether the user asks for an exit status that tells whether databases differ.
    init?(to arguments: LiquibaseArguments, exitCode: Bool) {
        guard let command = arguments.command, !arguments.isAboutLiquibase,
            command == "tag-exists" || command == "diff" && exitCode
        else { return nil }
        isOfDiff = command == "diff"
    }

    /// Reads a line of Liquibase's output.
    func receive(_ line: OutputLine) {
        if isOfDiff {
            guard !line.isContinued, let match = line.text.prefixMatch(of: Self.comparison) else {
                return
            }
            hasAnswer.store(true, ordering: .relaxed)
            if match.1 != "NONE" { hasDenied.store(true, ordering: .relaxed) }
        } else if line.text.lowercased().contains("does not exist") {
            // "does NOT exist" in 4.6.
            hasDenied.store(true, ordering: .relaxed)
        }
    }

    // As in `Missing Foreign Key(s): NONE`; the objects follow on lines of their own.
    nonisolated(unsafe) private static let comparison =
        /(?:Missing|Unexpected|Changed) [^:]*\(s\): *(NONE)?/

    /// Whether the answer is no: the tag is missing, the databases differ.
    var isNo: Bool { hasDenied.load(ordering: .relaxed) }

    /// The warning if Liquibase compared nothing that devtool understands, so that nothing is known.
    var problem: Diagnostic? {
        guard isOfDiff, !hasAnswer.load(ordering: .relaxed) else { return nil }
        return Diagnostic(
            "cannot tell whether the databases differ: Liquibase printed no comparison",
            hint: "leave out '--output-file' and '--format'")
    }
}
