package import Reporting

/// A rule of the lint about changelogs, declared in the file whose code reports it; those that several files report are
/// here.
package struct LintRule: Hashable, Sendable {
    /// What settings, reports and `--explain` have of it.
    package let description: RuleDescription
    /// What people read of it.
    package let texts: RuleTexts

    package var id: String { description.id }

    /// The groups of these rules.
    package enum Group: String, RuleGroup {
        case correctness, format

        package var summary: String {
            switch self {
            case .correctness: "What Liquibase refuses, ignores or runs otherwise than it reads."
            case .format: "Pitfalls of Liquibase's own format, in the version that is to run it."
            }
        }
    }

    /// Declares a rule.
    ///
    /// - Parameters:
    ///   - id: its name in settings and comments.
    ///   - group: what it is set with.
    ///   - level: the default severity; nil if each finding has its own, which depends on the version of Liquibase.
    ///   - title: its name in SARIF.
    ///   - summary: what it finds.
    ///   - consequence: what happens as a result; nil if the summary says it.
    ///   - help: what to do about it.
    ///   - source: where that is documented.
    init(
        _ id: String, in group: Group = .correctness, level: RuleLevel? = nil, _ title: String,
        _ summary: String, because consequence: String? = nil, help: String, source: String? = nil
    ) {
        texts = RuleTexts(title, summary, because: consequence, help: help, source: source)
        description = RuleDescription(id: id, group: group.rawValue, level: level, texts: texts)
    }

    /// All rules, in the order of the documentation.
    package static let all: [LintRule] = [
        .syntax, .schema, .missingSchema, .externalEntities, .unsupportedFile, .missingFile,
        .includeCycle, .emptyFolder, .tooLarge, .unknownKey, .unknownChange, .unknownAttribute,
        .unknownPrecondition, .missingAttribute, .invalidValue, .missingID, .missingAuthor,
        .duplicateChangeSet, .unknownChangeSet, .undefinedParameter, .sqlHeader,
        .malformedChangeSet, .lostSQL, .noSQL, .malformedLine, .appliedMissing, .appliedMoved,
        .changedChecksum,
        .splitStatement, .clientCommand, .misreadAttribute, .literalContext, .sqlOutsideSchema,
        .unpaddedName,
        .editedChangeSet, .movedChangeSet, .reorderedChangeSet, .removedChangeSet, .outOfOrder,
    ]

    /// All rules, for settings, `--explain` and reports.
    package static let catalog = RuleCatalog {
        (all.map(\.description), Group.allCases.map { ($0.rawValue, $0.summary) })
    }
}

extension LintRule {
    package static let syntax = LintRule(
        "syntax", "SyntaxError", "A changelog cannot be read in the format that its name promises.",
        help: "Correct the XML, YAML or JSON at the place shown.")
    package static let schema = LintRule(
        "schema", "SchemaViolation", "An XML changelog does not conform to Liquibase's schema.",
        help: "Correct the element or attribute to match the schema, and declare the schema in the "
            + "root element.")
    package static let missingSchema = LintRule(
        "missing-schema", "MissingSchema",
        "An XML changelog cannot be checked against Liquibase's schema.",
        help: "Declare a schema of the installed Liquibase, or install Liquibase with 'devtool "
            + "migrate install'.")
    package static let externalEntities = LintRule(
        "external-entities", "ExternalEntities",
        "The document type of a changelog may refer to other files, which are not checked.",
        help: "Remove the document type, and include other changelogs with 'include'.")
    package static let unsupportedFile = LintRule(
        "unsupported-file", "UnsupportedFile",
        "A file is not of a kind that Liquibase reads as a changelog.",
        help: "Give it a name that ends in .xml, .yaml, .yml, .json or .sql, according to its "
            + "format.")
    package static let missingFile = LintRule(
        "missing-file", "MissingFile", "A file that a changelog names cannot be found or read.",
        help: "Correct the path: it is relative to the search path, or with "
            + "'relativeToChangelogFile' to the changelog.")
    package static let includeCycle = LintRule(
        "include-cycle", "IncludeCycle",
        "A changelog includes itself, directly or through other files.",
        help: "Remove one of the inclusions of the cycle.")
    package static let emptyFolder = LintRule(
        "empty-folder", "EmptyFolder", "A folder to include does not exist or has no files.",
        help: "Correct the path, or add a changelog to the folder.")
    package static let tooLarge = LintRule(
        "too-large", "TooLarge",
        "The changelogs exceed the limits of the lint, so not all of them are checked.",
        help: "Check parts of them separately, and look for files that are included repeatedly.")
    package static let unknownKey = LintRule(
        "unknown-key", "UnknownKey",
        "A changelog has a key that Liquibase does not know and ignores.",
        help: "Correct the spelling, or remove the key.")
    package static let unknownChange = LintRule(
        "unknown-change", "UnknownChange",
        "A changeset has a change that Liquibase does not know, or one without content.",
        help: "Correct the spelling; add the jars of extensions to 'classpath', or their changes "
            + "to 'known-changes'.")
    package static let unknownAttribute = LintRule(
        "unknown-attribute", "UnknownAttribute",
        "An element has an attribute that Liquibase does not know and ignores.",
        help: "Correct the spelling, or remove the attribute.")
    package static let unknownPrecondition = LintRule(
        "unknown-precondition", "UnknownPrecondition",
        "A changelog has a precondition that Liquibase does not know and ignores.",
        help: "Correct the spelling, or remove the precondition.")
    package static let missingAttribute = LintRule(
        "missing-attribute", "MissingAttribute",
        "A change lacks a required attribute or text, or has two where only one is allowed.",
        help: "Add the missing attribute or text, or remove the superfluous one.")
    package static let invalidValue = LintRule(
        "invalid-value", "InvalidValue", "An attribute has an invalid value.",
        help: "Use one of the values that Liquibase documents for the attribute.")
    package static let missingID = LintRule(
        "missing-id", "MissingID", "A changeset has no id.",
        help: "Give the changeset an 'id' that is unique for its author and file.")
    package static let missingAuthor = LintRule(
        "missing-author", "MissingAuthor", "A changeset has no author.",
        help: "Give the changeset an 'author'.")
    package static let duplicateChangeSet = LintRule(
        "duplicate-changeset", "DuplicateChangeSet",
        "Several changesets have the same id, author and file.",
        help: "Give all but one a different id, or remove the copies.")
    package static let unknownChangeSet = LintRule(
        "unknown-changeset", "UnknownChangeSet",
        "A changeset that another one refers to does not come before it.",
        help: "Correct the id, author and path of the reference, or move the changeset that it "
            + "names.")
    package static let undefinedParameter = LintRule(
        "undefined-parameter", "UndefinedParameter",
        "A parameter is not defined, and Liquibase leaves its '${…}' unchanged.",
        help: "Define it with a property of the changelog, or in the environment.")
    package static let sqlHeader = LintRule(
        "sql-header", "SQLHeader",
        "An SQL file does not begin as a changelog, so Liquibase runs it as one changeset.",
        help: "Make '--liquibase formatted sql' its first line.")
    package static let malformedChangeSet = LintRule(
        "malformed-changeset", "MalformedChangeSet",
        "A line looks like the beginning of a changeset but is only a comment to Liquibase.",
        help: "Write it as '--changeset AUTHOR:ID'.")
    package static let lostSQL = LintRule(
        "lost-sql", "LostSQL", "SQL before the first changeset of a file is ignored by Liquibase.",
        help: "Put '--changeset AUTHOR:ID' before it.")
    package static let noSQL = LintRule(
        "no-sql", "NoSQL", "An SQL changelog or changeset is empty.",
        help: "Add the SQL, or remove the file or changeset.")
    package static let malformedLine = LintRule(
        "malformed-line", "MalformedLine", "An instruction to Liquibase in a comment is malformed.",
        help: "Correct it: a precondition is '--precondition-sql-check expectedResult:VALUE SQL', "
            + "and '--ignoreLines:' takes a number, or 'start' and 'end'.")
    package static let appliedMissing = LintRule(
        "applied-missing", "AppliedMissing", "An applied changeset is no longer in the changelog.",
        help: "Restore it, unless it was removed on purpose.")
    package static let appliedMoved = LintRule(
        "applied-moved", "AppliedMoved",
        "An applied changeset is in another file now, so Liquibase would run it again.",
        help: "Set 'logicalFilePath' of the changeset or its file to the former path.")
    package static let changedChecksum = LintRule(
        "changed-checksum", "ChangedChecksum",
        "A changeset was changed after it was applied, so Liquibase would refuse it.",
        help: "Undo the change and add a new changeset, or accept the change with 'validCheckSum'.")
}
