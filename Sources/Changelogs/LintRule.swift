package import Reporting

/// The findings of what Liquibase would refuse or misunderstand, each with a description of its rule.
package enum LintRule: String, SettableRule {
    case syntax
    case schema
    case missingSchema = "missing-schema"
    case externalEntities = "external-entities"
    case unsupportedFile = "unsupported-file"
    case missingFile = "missing-file"
    case includeCycle = "include-cycle"
    case emptyFolder = "empty-folder"
    case tooLarge = "too-large"
    case unknownKey = "unknown-key"
    case unknownChange = "unknown-change"
    case unknownAttribute = "unknown-attribute"
    case unknownPrecondition = "unknown-precondition"
    case missingAttribute = "missing-attribute"
    case invalidValue = "invalid-value"
    case missingID = "missing-id"
    case missingAuthor = "missing-author"
    case duplicateChangeSet = "duplicate-changeset"
    case unknownChangeSet = "unknown-changeset"
    case undefinedParameter = "undefined-parameter"
    case sqlHeader = "sql-header"
    case malformedChangeSet = "malformed-changeset"
    case lostSQL = "lost-sql"
    case noSQL = "no-sql"
    case malformedLine = "malformed-line"
    case appliedMissing = "applied-missing"
    case appliedMoved = "applied-moved"
    case changedChecksum = "changed-checksum"

    /// The group of these rules.
    package enum Group: String, RuleGroup {
        case correctness

        package var summary: String {
            "What Liquibase refuses, ignores or runs otherwise than it reads."
        }
    }

    package var group: Group { .correctness }

    /// Each finding tells how bad it is, by the Liquibase that is to run the changelog.
    package var level: RuleLevel? { nil }

    package var texts: RuleTexts {
        switch self {
        case .syntax:
            RuleTexts(
                "SyntaxError", "A changelog cannot be read in the format that its name promises.",
                help: "Correct the XML, YAML or JSON at the place shown.")
        case .schema:
            RuleTexts(
                "SchemaViolation", "An XML changelog does not conform to Liquibase's schema.",
                help: "Correct the element or attribute to match the schema, and declare the "
                    + "schema in the root element.")
        case .missingSchema:
            RuleTexts(
                "MissingSchema", "An XML changelog cannot be checked against Liquibase's schema.",
                help: "Declare a schema of the installed Liquibase, or install Liquibase with "
                    + "'devtool migrate install'.")
        case .externalEntities:
            RuleTexts(
                "ExternalEntities",
                "The document type of a changelog may refer to other files, which are not "
                    + "checked.",
                help: "Remove the document type, and include other changelogs with 'include'.")
        case .unsupportedFile:
            RuleTexts(
                "UnsupportedFile", "A file is not of a kind that Liquibase reads as a changelog.",
                help: "Give it a name that ends in .xml, .yaml, .yml, .json or .sql, "
                    + "according to its format.")
        case .missingFile:
            RuleTexts(
                "MissingFile", "A file that a changelog names cannot be found or read.",
                help: "Correct the path: it is relative to the search path, or with "
                    + "'relativeToChangelogFile' to the changelog.")
        case .includeCycle:
            RuleTexts(
                "IncludeCycle", "A changelog includes itself, directly or through other files.",
                help: "Remove one of the inclusions of the cycle.")
        case .emptyFolder:
            RuleTexts(
                "EmptyFolder", "A folder to include does not exist or has no files.",
                help: "Correct the path, or add a changelog to the folder.")
        case .tooLarge:
            RuleTexts(
                "TooLarge",
                "The changelogs exceed the limits of the lint, so not all of them are checked.",
                help: "Check parts of them separately, and look for files that are included "
                    + "repeatedly.")
        case .unknownKey:
            RuleTexts(
                "UnknownKey", "A changelog has a key that Liquibase does not know and ignores.",
                help: "Correct the spelling, or remove the key.")
        case .unknownChange:
            RuleTexts(
                "UnknownChange",
                "A changeset has a change that Liquibase does not know, or one without content.",
                help: "Correct the spelling; add the jars of extensions to 'classpath', or their "
                    + "changes to 'known-changes'.")
        case .unknownAttribute:
            RuleTexts(
                "UnknownAttribute",
                "An element has an attribute that Liquibase does not know and ignores.",
                help: "Correct the spelling, or remove the attribute.")
        case .unknownPrecondition:
            RuleTexts(
                "UnknownPrecondition",
                "A changelog has a precondition that Liquibase does not know and ignores.",
                help: "Correct the spelling, or remove the precondition.")
        case .missingAttribute:
            RuleTexts(
                "MissingAttribute",
                "A change lacks a required attribute or text, or has two where only one is "
                    + "allowed.",
                help: "Add the missing attribute or text, or remove the superfluous one.")
        case .invalidValue:
            RuleTexts(
                "InvalidValue", "An attribute has an invalid value.",
                help: "Use one of the values that Liquibase documents for the attribute.")
        case .missingID:
            RuleTexts(
                "MissingID", "A changeset has no id.",
                help: "Give the changeset an 'id' that is unique for its author and file.")
        case .missingAuthor:
            RuleTexts(
                "MissingAuthor", "A changeset has no author.",
                help: "Give the changeset an 'author'.")
        case .duplicateChangeSet:
            RuleTexts(
                "DuplicateChangeSet", "Several changesets have the same id, author and file.",
                help: "Give all but one a different id, or remove the copies.")
        case .unknownChangeSet:
            RuleTexts(
                "UnknownChangeSet",
                "A changeset that another one refers to does not come before it.",
                help: "Correct the id, author and path of the reference, or move the "
                    + "changeset that it names.")
        case .undefinedParameter:
            RuleTexts(
                "UndefinedParameter",
                "A parameter is not defined, and Liquibase leaves its '${…}' unchanged.",
                help: "Define it with a property of the changelog, or in the environment.")
        case .sqlHeader:
            RuleTexts(
                "SQLHeader",
                "An SQL file does not begin as a changelog, so Liquibase runs it as one "
                    + "changeset.",
                help: "Make '--liquibase formatted sql' its first line.")
        case .malformedChangeSet:
            RuleTexts(
                "MalformedChangeSet",
                "A line looks like the beginning of a changeset but is only a comment to "
                    + "Liquibase.",
                help: "Write it as '--changeset AUTHOR:ID'.")
        case .lostSQL:
            RuleTexts(
                "LostSQL", "SQL before the first changeset of a file is ignored by Liquibase.",
                help: "Put '--changeset AUTHOR:ID' before it.")
        case .noSQL:
            RuleTexts(
                "NoSQL", "An SQL changelog or changeset is empty.",
                help: "Add the SQL, or remove the file or changeset.")
        case .malformedLine:
            RuleTexts(
                "MalformedLine",
                "An instruction to Liquibase in a comment is malformed.",
                help: "Correct it: a precondition is '--precondition-sql-check "
                    + "expectedResult:VALUE SQL', and '--ignoreLines:' takes a number, or "
                    + "'start' and 'end'.")
        case .appliedMissing:
            RuleTexts(
                "AppliedMissing",
                "An applied changeset is no longer in the changelog.",
                help: "Restore it, unless it was removed on purpose.")
        case .appliedMoved:
            RuleTexts(
                "AppliedMoved",
                "An applied changeset is in another file now, so Liquibase would run it again.",
                help: "Set 'logicalFilePath' of the changeset or its file to the former path.")
        case .changedChecksum:
            RuleTexts(
                "ChangedChecksum",
                "A changeset was changed after it was applied, so Liquibase would refuse it.",
                help: "Undo the change and add a new changeset, or accept the change with "
                    + "'validCheckSum'.")
        }
    }
}
