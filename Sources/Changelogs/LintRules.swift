package import Reporting

extension RuleCatalog {
    package static let lint = RuleCatalog([
        .syntax, .schema, .missingSchema, .externalEntities, .unsupportedFile, .missingFile, .includeCycle,
        .emptyFolder, .tooLarge, .unknownKey, .unknownChange, .unknownAttribute, .unknownPrecondition,
        .missingAttribute, .invalidValue, .missingID, .missingAuthor, .duplicateChangeSet, .unknownChangeSet,
        .undefinedParameter, .sqlHeader, .malformedChangeSet, .lostSQL, .noSQL, .malformedLine, .appliedMissing,
        .appliedMoved, .changedChecksum, .splitStatement, .clientCommand, .misreadAttribute, .literalContext,
        .sqlOutsideSchema, .unpaddedName,
    ])
}

extension RuleGroup {
    package static let correctness = RuleGroup("correctness", "What Liquibase refuses, ignores or misreads.")
    package static let format = RuleGroup(
        "format", "Pitfalls of Liquibase's SQL format, in the version that will run it.")
}

extension Rule {
    package static let syntax = Rule(
        "syntax", in: .correctness, "SyntaxError", "A changelog is not in the format that its name implies.",
        help: "Correct the XML, YAML or JSON at the place shown.")
    package static let schema = Rule(
        "schema", in: .correctness, "SchemaViolation", "An XML changelog does not conform to Liquibase's schema.",
        help: "Correct the element or attribute to match the schema, and declare the schema in the root element.")
    package static let missingSchema = Rule(
        "missing-schema", in: .correctness, "MissingSchema",
        "An XML changelog cannot be checked against Liquibase's schema.",
        help: "Declare a schema of the installed Liquibase, or install Liquibase with 'devtool migrate install'.")
    package static let externalEntities = Rule(
        "external-entities", in: .correctness, "ExternalEntities",
        "The document type of a changelog may refer to other files, which are not checked.",
        help: "Remove the document type, and include other changelogs with 'include'.")
    package static let unsupportedFile = Rule(
        "unsupported-file", in: .correctness, "UnsupportedFile",
        "A file is not of a kind that Liquibase reads as a changelog.",
        help: "Give it a name that ends in .xml, .yaml, .yml, .json or .sql, according to its format.")
    package static let missingFile = Rule(
        "missing-file", in: .correctness, "MissingFile", "A file that a changelog names cannot be found or read.",
        help: "Correct the path: it is relative to the search path, or with "
            + "'relativeToChangelogFile' to the changelog.")
    package static let includeCycle = Rule(
        "include-cycle", in: .correctness, "IncludeCycle",
        "A changelog includes itself, directly or through other files.",
        help: "Remove one of the inclusions of the cycle.")
    package static let emptyFolder = Rule(
        "empty-folder", in: .correctness, "EmptyFolder", "A folder to include does not exist or has no files.",
        help: "Correct the path, or add a changelog to the folder.")
    package static let tooLarge = Rule(
        "too-large", in: .correctness, "TooLarge",
        "The changelogs exceed the limits of the lint, so not all of them are checked.",
        help: "Check parts of them separately, and look for files that are included repeatedly.")
    package static let unknownKey = Rule(
        "unknown-key", in: .correctness, "UnknownKey",
        "A changelog has a key that Liquibase does not know and ignores.",
        help: "Correct the spelling, or remove the key.")
    package static let unknownChange = Rule(
        "unknown-change", in: .correctness, "UnknownChange",
        "A changeset has a change that Liquibase does not know, or one without content.",
        help: "Correct the spelling; add the jars of extensions to 'classpath', or their changes "
            + "to 'known-changes'.")
    package static let unknownAttribute = Rule(
        "unknown-attribute", in: .correctness, "UnknownAttribute",
        "An element has an attribute that Liquibase does not know and ignores.",
        help: "Correct the spelling, or remove the attribute.")
    package static let unknownPrecondition = Rule(
        "unknown-precondition", in: .correctness, "UnknownPrecondition",
        "A changelog has a precondition that Liquibase does not know and ignores.",
        help: "Correct the spelling, or remove the precondition.")
    package static let missingAttribute = Rule(
        "missing-attribute", in: .correctness, "MissingAttribute",
        "A change lacks a required attribute or text, or has two where only one is allowed.",
        help: "Add the missing attribute or text, or remove the superfluous one.")
    package static let invalidValue = Rule(
        "invalid-value", in: .correctness, "InvalidValue", "An attribute has an invalid value.",
        help: "Use one of the values that Liquibase documents for the attribute.")
    package static let missingID = Rule(
        "missing-id", in: .correctness, "MissingID", "A changeset has no id.",
        help: "Give the changeset an 'id' that is unique for its author and file.")
    package static let missingAuthor = Rule(
        "missing-author", in: .correctness, "MissingAuthor", "A changeset has no author.",
        help: "Give the changeset an 'author'.")
    package static let duplicateChangeSet = Rule(
        "duplicate-changeset", in: .correctness, "DuplicateChangeSet",
        "Several changesets have the same id, author and file.",
        help: "Give all but one a different id, or remove the copies.")
    package static let unknownChangeSet = Rule(
        "unknown-changeset", in: .correctness, "UnknownChangeSet",
        "A changeset does not come before the one that refers to it.",
        help: "Correct the id, author and path of the reference, or move the changeset that it names.")
    package static let undefinedParameter = Rule(
        "undefined-parameter", in: .correctness, "UndefinedParameter",
        "A parameter is not defined, and Liquibase leaves its '${…}' unchanged.",
        help: "Define it with a property of the changelog, or in the environment.")
    package static let sqlHeader = Rule(
        "sql-header", in: .correctness, "SQLHeader",
        "An SQL file does not begin as a changelog, so Liquibase runs it as one changeset.",
        help: "Make '--liquibase formatted sql' its first line.")
    package static let malformedChangeSet = Rule(
        "malformed-changeset", in: .correctness, "MalformedChangeSet",
        "A line looks like the beginning of a changeset but is only a comment to Liquibase.",
        help: "Write it as '--changeset AUTHOR:ID'.")
    package static let lostSQL = Rule(
        "lost-sql", in: .correctness, "LostSQL", "SQL before the first changeset of a file is ignored by Liquibase.",
        help: "Put '--changeset AUTHOR:ID' before it.")
    package static let noSQL = Rule(
        "no-sql", in: .correctness, "NoSQL", "An SQL changelog or changeset is empty.",
        help: "Add the SQL, or remove the file or changeset.")
    package static let malformedLine = Rule(
        "malformed-line", in: .correctness, "MalformedLine", "An instruction to Liquibase in a comment is malformed.",
        help: "Correct it: a precondition is '--precondition-sql-check expectedResult:VALUE SQL', "
            + "and '--ignoreLines:' takes a number, or 'start' and 'end'.")
    package static let appliedMissing = Rule(
        "applied-missing", in: .correctness, "AppliedMissing", "An applied changeset is no longer in the changelog.",
        help: "Restore it, unless it was removed on purpose.")
    package static let appliedMoved = Rule(
        "applied-moved", in: .correctness, "AppliedMoved",
        "An applied changeset is in another file now, so Liquibase would run it again.",
        help: "Set 'logicalFilePath' of the changeset or its file to the former path.")
    package static let changedChecksum = Rule(
        "changed-checksum", in: .correctness, "ChangedChecksum",
        "A changeset was changed after it was applied, so Liquibase would refuse it.",
        help: "Undo the change and add a new changeset, or accept the change with 'validCheckSum'.")
}
