/// Reads the list that `Validation Failed:` begins.
///
/// ```
/// Validation Failed:
///      1 change sets check sum
///           db/a.xml::1::ada was: 8:2d79… but is now: 8:8302…
/// ```
struct ValidationText {
    private let lines: [Substring]

    /// Takes the list with its first line.
    init(_ text: String) {
        // Later versions list where they have looked for a file.
        let text = text.replacing(
            #/ was not found in the configured search path:(\n +- [^\n]*)*\nMore locations can be [^\n]*?parameter\./#,
            with: " was not found")
        lines = text.split(separator: "\n").dropFirst().filter { line in
            !line.allSatisfy(\.isWhitespace) && !line.hasSuffix("     Preconditions Failed")
        }
    }

    /// What failed; of several kinds the first, as one change repairs only what it is for.
    var failure: Failure {
        var kind: FailureKind?
        var current = FailureKind.changelogInvalid
        var heads: [String] = []
        var problems: [Failure.Problem] = []
        for line in lines {
            let text = String(line).trimmed
            if let head = Self.head(text) {
                current = head
                kind = kind ?? head
                heads.append(text)
            } else {
                problems.append(Self.problem(text, current))
            }
        }
        var failure = Failure(kind ?? .changelogInvalid, heads.joined(separator: "\n"))
        if failure.message.isEmpty { failure.message = "the changelog is not valid" }
        failure.problems = problems
        // Earlier versions look for the file before they validate.
        let isMissingFile = problems.allSatisfy {
            $0.message.hasPrefix("The file ") && $0.message.hasSuffix(" was not found")
        }
        if isMissingFile, !problems.isEmpty { failure.kind = .changelogFileMissing }
        failure.changeSet = problems.lazy.compactMap(\.changeSet).first
        return failure
    }

    /// The kind that a heading stands for, as in `2 changes have validation failures`.
    private static func head(_ text: String) -> FailureKind? {
        guard let words = text.firstMatch(of: #/^\d+ (change ?sets?|changes|preconditions) (.*)/#)
        else { return nil }
        if words.1 == "preconditions" { return .preconditionFailed }
        if words.2.contains("check sum") || words.2.contains("checksum") { return .checksumChanged }
        if words.2.contains("duplicate") { return .duplicateChangeSet }
        return .changelogInvalid
    }

    private static func problem(_ text: String, _ kind: FailureKind) -> Failure.Problem {
        switch kind {
        case .checksumChanged:
            if let match = text.firstMatch(of: #/^(.*) was: (\S+) but is now: (\S+)/#) {
                return Failure.Problem(
                    changeSet: ChangeSetIdentity(match.1),
                    message: "changeset \(match.1) was changed after it had been applied "
                        + "(its checksum was \(match.2), and is \(match.3))")
            }
        case .duplicateChangeSet:
            if let changeSet = ChangeSetIdentity(text) {
                return Failure.Problem(
                    changeSet: changeSet,
                    message: "there are several changesets \(changeSet), and they differ")
            }
        default:
            // Without a name there are no changesets in it: `db/a.xml : Table t does not exist`.
            if let comma = text.ranges(of: ", ").last,
                let changeSet = ChangeSetIdentity(text[comma.upperBound...])
            {
                return Failure.Problem(
                    changeSet: changeSet, message: String(text[..<comma.lowerBound]))
            }
        }
        return Failure.Problem(changeSet: nil, message: text)
    }
}
