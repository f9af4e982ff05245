/// What the lint finds, by the names that reports have.
enum Rule: String {
    /// The file is not in its format.
    case syntax
    /// The XML is not as Liquibase's schema has it.
    case schema
    /// The schema that the file names is not in Liquibase's jar.
    case missingSchema = "missing-schema"
    /// The document type names other files.
    case externalEntities = "external-entities"
    /// No reader of Liquibase takes the file.
    case unsupportedFile = "unsupported-file"
    /// A file that is named is not there.
    case missingFile = "missing-file"
    /// A file includes itself.
    case includeCycle = "include-cycle"
    /// A folder to include has no changelog.
    case emptyFolder = "empty-folder"
    /// There is more than the lint reads.
    case tooLarge = "too-large"
    /// A key that Liquibase does not know.
    case unknownKey = "unknown-key"
    /// A change that Liquibase does not know.
    case unknownChange = "unknown-change"
    /// An attribute that a change does not have.
    case unknownAttribute = "unknown-attribute"
    /// A precondition that Liquibase does not know.
    case unknownPrecondition = "unknown-precondition"
    /// A change lacks what it needs.
    case missingAttribute = "missing-attribute"
    /// A value that an attribute cannot have.
    case invalidValue = "invalid-value"
    /// A changeset without an id.
    case missingID = "missing-id"
    /// A changeset without an author.
    case missingAuthor = "missing-author"
    /// Two changesets of one name.
    case duplicateChangeSet = "duplicate-changeset"
    /// A changeset that is referred to is not there.
    case unknownChangeSet = "unknown-changeset"
    /// A parameter that nothing defines.
    case undefinedParameter = "undefined-parameter"
    /// A change that cannot be rolled back.
    case noRollback = "no-rollback"
    /// A file of SQL that does not begin as a changelog does.
    case sqlHeader = "sql-header"
    /// A line that ought to begin a changeset and does not.
    case malformedChangeSet = "malformed-changeset"
    /// SQL that belongs to no changeset.
    case lostSQL = "lost-sql"
    /// A changeset without SQL.
    case noSQL = "no-sql"
    /// A line that ought to tell Liquibase something, and does not.
    case malformedLine = "malformed-line"
    /// A changeset that has been applied is in no changelog.
    case appliedMissing = "applied-missing"
    /// A changeset that has been applied is in another file.
    case appliedMoved = "applied-moved"
    /// A changeset that has been applied is not what it was.
    case changedChecksum = "changed-checksum"
}
