package import Reporting

/// What has become of a changeset since a commit, where databases that have applied it would not take that.
package enum SinceRule: String, SettableRule {
    case editedChangeSet = "edited-changeset"
    case movedChangeSet = "moved-changeset"
    case reorderedChangeSet = "reordered-changeset"
    case removedChangeSet = "removed-changeset"

    package var group: LintRule.Group { .correctness }
    package var level: RuleLevel? { .error }

    package var texts: RuleTexts {
        switch self {
        case .editedChangeSet:
            RuleTexts(
                "EditedSinceCommit",
                "A changeset was edited since the commit, so that its checksum differs.",
                help: "Undo the edit and add a changeset, or accept it with 'validCheckSum'; a "
                    + "changeset with 'runOnChange' may be edited.")
        case .movedChangeSet:
            RuleTexts(
                "MovedSinceCommit",
                "A changeset has another file, id or author since the commit, so that Liquibase "
                    + "would run it again.",
                help:
                    "Restore its id and author, and set 'logicalFilePath' of the changeset or its "
                    + "file to the former path.")
        case .reorderedChangeSet:
            RuleTexts(
                "ReorderedSinceCommit",
                "Changesets have another order since the commit.",
                help: "Restore the order, so that a new database becomes what others are, and add "
                    + "changesets at the end.")
        case .removedChangeSet:
            RuleTexts(
                "RemovedSinceCommit",
                "A changeset of the commit is gone, so that new databases lack what it did.",
                help: "Restore it, and undo it with a changeset of its own.")
        }
    }
}
