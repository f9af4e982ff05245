/// What an entry of Liquibase's log tells of a changeset.
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
