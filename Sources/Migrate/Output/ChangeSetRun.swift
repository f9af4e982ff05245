import DevtoolKit

/// The result of one changeset in a run.
struct ChangeSetRun: Hashable, Sendable {
    /// How it ended.
    enum Result: Hashable, Sendable {
        /// It was run.
        case applied
        /// It was not run, but is noted as run; for this reason.
        case markedRan(String)
        /// It was not run, and will be tried again; for this reason.
        case skipped(String)
        /// It failed with this message, which `failOnError: false` allows; it will be tried again.
        case failureAllowed(String)
        /// It was undone.
        case rolledBack
    }

    let changeSet: ChangeSetIdentity
    /// How it ended.
    let result: Result
    /// How long it took, where Liquibase tells.
    let duration: Duration?

    /// Notes the end of a changeset.
    init(_ changeSet: ChangeSetIdentity, _ result: Result, took duration: Duration? = nil) {
        self.changeSet = changeSet
        self.result = result
        self.duration = duration
    }

    var line: String {
        switch result {
        case .applied:
            "applied \(changeSet)" + (duration.map { " in \($0.shortText)" } ?? "")
        case .markedRan(let reason): "marked as run \(changeSet): \(reason)"
        case .skipped(let reason): "skipped \(changeSet): \(reason)"
        case .failureAllowed(let reason): "failed \(changeSet), which is allowed: \(reason)"
        case .rolledBack: "rolled back \(changeSet)"
        }
    }
}

/// The identity of a changeset: its file, id and author, as Liquibase writes them in its messages and
/// its table of applied changesets.
struct ChangeSetIdentity: Hashable, Sendable, CustomStringConvertible {
    /// The changelog file, as Liquibase names it.
    let file: String
    let id: String
    let author: String

    /// Names a changeset.
    init(file: String, id: String, author: String) {
        self.file = file
        self.id = id
        self.author = author
    }

    /// Reads `file::id::author`; an id may hold `::`, files and authors do not.
    init?(_ text: some StringProtocol) {
        guard let first = text.firstRange(of: "::"),
            let last = text[first.upperBound...].lastRange(of: "::"),
            !text[..<first.lowerBound].isEmpty
        else { return nil }
        file = String(text[..<first.lowerBound])
        id = String(text[first.upperBound..<last.lowerBound])
        author = String(text[last.upperBound...])
    }

    /// `file::id::author`.
    var description: String { "\(file)::\(id)::\(author)" }
}

extension StringProtocol {
    fileprivate func lastRange(of other: String) -> Range<Index>? {
        ranges(of: other).last
    }
}

/// What an entry of Liquibase's log says about a changeset.
enum ChangeSetMessage {
    /// It has run.
    case ran(ChangeSetIdentity, took: Duration)
    /// Something that the lines behind may explain, and the beginning of that.
    case entry(Entry, text: String)

    /// An entry that may have several lines.
    enum Entry {
        case markedRan(ChangeSetIdentity)
        case skipped(ChangeSetIdentity)
        case preconditionIgnored(ChangeSetIdentity)
        case failureAllowed(ChangeSetIdentity)
    }

    /// Reads a message; nil where it tells of no changeset.
    init?(_ message: String) {
        if let match = message.firstMatch(
            of: #/^Change ?[Ss]et (.*) ran successfully in (\d+) ?ms/#),
            let changeSet = ChangeSetIdentity(match.1)
        {
            self = .ran(changeSet, took: .milliseconds(Int(match.2) ?? 0))
        } else if let match = message.firstMatch(
            of:
                #/^(Marking|Continuing past:?) (?:Change ?[Ss]et: )?"?(.*?)"? (as )?(ran )?despite/#
        ), let changeSet = ChangeSetIdentity(match.2) {
            self = .entry(
                match.1 == "Marking" ? .markedRan(changeSet) : .skipped(changeSet), text: "")
        } else if let match = message.firstMatch(
            of:
                #/^Change ?[Ss]et (.*) failed, (?:but|and) [^.]*failOnError[^.]* false\. *(?:Error: )?(.*)/#
        ), let changeSet = ChangeSetIdentity(match.1) {
            self = .entry(.failureAllowed(changeSet), text: String(match.2))
        } else if let match = message.firstMatch(
            of: #/^Executing (.*) despite precondition failure due to onFail='WARN':/#),
            let changeSet = ChangeSetIdentity(match.1)
        {
            self = .entry(.preconditionIgnored(changeSet), text: "")
        } else {
            return nil
        }
    }
}
