import DevtoolKit
import Scanning

extension Failure {
    /// Parses the list after `Validation Failed:`; the first heading decides the kind.
    ///
    /// ```
    /// Validation Failed:
    ///      1 change sets check sum
    ///           db/a.xml::1::ada was: 8:2d79… but is now: 8:8302…
    /// ```
    init(validation text: String) {
        // Later versions list the folders that they searched.
        let text = text.replacing(
            #/ was not found in the configured search path:(\n +- [^\n]*)*\nMore locations can be [^\n]*?parameter\./#,
            with: " was not found")
        let lines = text.split(separator: "\n").dropFirst().filter { line in
            !line.allSatisfy(\.isWhitespace) && !line.hasSuffix("     Preconditions Failed")
        }
        var kind: FailureKind?
        var current = FailureKind.changelogInvalid
        var heads: [String] = []
        var problems: [Problem] = []
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
        self.init(kind ?? .changelogInvalid, heads.isEmpty ? "the changelog is invalid" : heads.joined(separator: "\n"))
        self.problems = problems
        // Earlier versions check that the file exists before they validate.
        let isMissingFile = problems.allSatisfy {
            $0.message.hasPrefix("The file ") && $0.message.hasSuffix(" was not found")
        }
        if isMissingFile, !problems.isEmpty { self.kind = .changelogFileMissing }
        changeSet = problems.lazy.compactMap(\.changeSet).first
    }

    private static func head(_ text: String) -> FailureKind? {
        guard let words = text.firstMatch(of: #/^\d+ (change ?sets?|changes|preconditions) (.*)/#) else { return nil }
        if words.1 == "preconditions" { return .preconditionFailed }
        if words.2.contains("check sum") || words.2.contains("checksum") { return .checksumChanged }
        if words.2.contains("duplicate") { return .duplicateChangeSet }
        return .changelogInvalid
    }

    private static func problem(_ text: String, _ kind: FailureKind) -> Problem {
        if kind == .checksumChanged {
            if let match = text.firstMatch(of: #/^(.*) was: (\S+) but is now: (\S+)/#) {
                return Problem(
                    changeSet: ChangeSetIdentity(match.1),
                    message: "changeset \(match.1) was changed after it was applied "
                        + "(its checksum was \(match.2) and is now \(match.3))")
            }
        } else if kind == .duplicateChangeSet {
            if let changeSet = ChangeSetIdentity(text) {
                return Problem(
                    changeSet: changeSet, message: "several different changesets share the name \(changeSet)")
            }
        } else if let comma = text.ranges(of: ", ").last, let changeSet = ChangeSetIdentity(text[comma.upperBound...]) {
            // Without a comma, the text names no changeset: `db/a.xml : Table t does not exist`.
            return Problem(changeSet: changeSet, message: String(text[..<comma.lowerBound]))
        }
        return Problem(changeSet: nil, message: text)
    }
}
