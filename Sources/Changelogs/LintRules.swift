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
    package static let correctness = RuleGroup("correctness", "Content that Liquibase rejects, ignores or misreads.")
    package static let format = RuleGroup(
        "format", "Pitfalls of SQL changelogs in the version of Liquibase that will run them.")
}

extension Rule {
    package static let syntax = Rule(
        "syntax", in: .correctness, "SyntaxError", "A changelog is not in the format that its name implies.",
        help: "Correct the XML, YAML or JSON at the reported position.")
    package static let schema = Rule(
        "schema", in: .correctness, "SchemaViolation", "An XML changelog does not conform to Liquibase's schema.",
        help: "Correct the element or attribute to match the schema, and declare the schema in the root element.")
    package static let missingSchema = Rule(
        "missing-schema", in: .correctness, "MissingSchema",
        "An XML changelog cannot be checked against Liquibase's schema.",
        help: "Declare a schema that comes with the installed Liquibase, or install Liquibase with "
            + "'devtool migrate install'.")
    package static let externalEntities = Rule(
        "external-entities", in: .correctness, "ExternalEntities",
        "The document type declaration of a changelog may refer to other files, which are not checked.",
        help: "Remove the declaration, and use 'include' for other changelogs.")
    package static let unsupportedFile = Rule(
        "unsupported-file", in: .correctness, "UnsupportedFile",
        "Liquibase does not recognize the extension of a file.",
        help: "Rename it to end in .xml, .yaml, .yml, .json or .sql, according to its format.")
    package static let missingFile = Rule(
        "missing-file", in: .correctness, "MissingFile", "A file that a changelog refers to cannot be found or read.",
        help: "Correct the path. It is relative to the search path, or to the changelog if "
            + "'relativeToChangelogFile' is set.")
    package static let includeCycle = Rule(
        "include-cycle", in: .correctness, "IncludeCycle",
        "A changelog includes itself, directly or through other files.", help: "Remove one include from the cycle.")
    package static let emptyFolder = Rule(
        "empty-folder", in: .correctness, "EmptyFolder", "An included folder does not exist or contains no files.",
        help: "Correct the path, or add a changelog to the folder.")
    package static let tooLarge = Rule(
        "too-large", in: .correctness, "TooLarge",
        "The changelogs exceed lint's limits, so some of them are not checked.",
        help: "Check them in smaller groups, and look for files that are included more than once.")
    package static let unknownKey = Rule(
        "unknown-key", in: .correctness, "UnknownKey", "A changelog has an unknown key, which Liquibase ignores.",
        help: "Correct the spelling, or remove the key.")
    package static let unknownChange = Rule(
        "unknown-change", in: .correctness, "UnknownChange", "A changeset has an unknown or empty change.",
        help: "Correct the spelling. For an extension, add its jar to 'classpath' or its changes to 'known-changes'.")
    package static let unknownAttribute = Rule(
        "unknown-attribute", in: .correctness, "UnknownAttribute",
        "An element has an unknown attribute, which Liquibase ignores.",
        help: "Correct the spelling, or remove the attribute.")
    package static let unknownPrecondition = Rule(
        "unknown-precondition", in: .correctness, "UnknownPrecondition",
        "A changelog has an unknown precondition, which Liquibase ignores.",
        help: "Correct the spelling, or remove the precondition.")
    package static let missingAttribute = Rule(
        "missing-attribute", in: .correctness, "MissingAttribute",
        "A change lacks a required attribute or text, or has two that are mutually exclusive.",
        help: "Add the missing attribute or text, or remove the extra one.")
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
        "Several changesets have the same id, author and file.", help: "Give each a unique id, or remove the copies.")
    package static let unknownChangeSet = Rule(
        "unknown-changeset", in: .correctness, "UnknownChangeSet",
        "A rollback refers to a changeset that is missing or comes later.",
        help: "Correct the id, author and path in the reference, or move the changeset that it names.")
    package static let undefinedParameter = Rule(
        "undefined-parameter", in: .correctness, "UndefinedParameter",
        "A parameter is not defined, so Liquibase leaves its '${…}' unchanged.",
        help: "Define it as a changelog property or in the environment.")
    package static let sqlHeader = Rule(
        "sql-header", in: .correctness, "SQLHeader",
        "An SQL file lacks the changelog header, so Liquibase runs it as one changeset.",
        help: "Make '--liquibase formatted sql' its first line.")
    package static let malformedChangeSet = Rule(
        "malformed-changeset", in: .correctness, "MalformedChangeSet",
        "A line looks like the start of a changeset, but Liquibase reads it as a comment.",
        help: "Write it as '--changeset AUTHOR:ID'.")
    package static let lostSQL = Rule(
        "lost-sql", in: .correctness, "LostSQL", "A file has SQL before its first changeset, which Liquibase ignores.",
        help: "Put '--changeset AUTHOR:ID' before it.")
    package static let noSQL = Rule(
        "no-sql", in: .correctness, "NoSQL", "An SQL changelog or changeset is empty.",
        help: "Add the SQL, or remove the file or changeset.")
    package static let malformedLine = Rule(
        "malformed-line", in: .correctness, "MalformedLine", "A Liquibase instruction in a comment is malformed.",
        help: "Write a precondition as '--precondition-sql-check expectedResult:VALUE SQL'. Follow '--ignoreLines:' "
            + "with a number, or use the pair 'start' and 'end'.")
    package static let appliedMissing = Rule(
        "applied-missing", in: .correctness, "AppliedMissing", "An applied changeset is no longer in the changelog.",
        help: "Restore it, unless it was removed on purpose.")
    package static let appliedMoved = Rule(
        "applied-moved", in: .correctness, "AppliedMoved",
        "An applied changeset has moved to another file, so Liquibase would run it again.",
        help: "Set 'logicalFilePath' on the changeset or its file to the former path.")
    package static let changedChecksum = Rule(
        "changed-checksum", in: .correctness, "ChangedChecksum",
        "A changeset was changed after it was applied, so Liquibase would reject it.",
        help: "Undo the change and add a new changeset, or accept the change with 'validCheckSum'.")
}
