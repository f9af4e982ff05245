package struct LiquibaseVersion: Comparable, Sendable {
    private let numbers: [Int]

    package init(_ numbers: Int...) { self.numbers = numbers }

    /// Ignores text after the numbers, as in `4.31.0-rc1`; `nil` if there are fewer than two numbers.
    package init?(_ text: String) {
        let head = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        numbers = head.split(separator: ".").compactMap { Int($0) }
        guard numbers.count >= 2 else { return nil }
    }

    package static func < (one: Self, other: Self) -> Bool { one.numbers.lexicographicallyPrecedes(other.numbers) }
}

extension LiquibaseVersion: CustomStringConvertible {
    package var description: String { numbers.map(String.init).joined(separator: ".") }
}

/// The first versions with features that Liquibase gained after 4.6, the oldest supported version, according to the
/// sources of each version.
extension LiquibaseVersion {
    /// Files with the extension `.SQL` are changelogs (`FormattedSqlChangeLogParser`).
    static let capitalFileNames = LiquibaseVersion(4, 12)
    /// Unknown changes and preconditions in YAML or JSON are errors and not ignored (`ChangeSet.toChange`,
    /// `PreconditionLogic.toPrecondition`).
    static let knownChangesOnly = LiquibaseVersion(4, 14)
    /// `modifyChangeSets` around `include` and `includeAll` (`DatabaseChangeLog`).
    static let modifiedChangeSets = LiquibaseVersion(4, 18)
    /// An empty ID is an error (`ValidatingVisitor.areChangeSetAttributesValid`).
    static let neededIDs = LiquibaseVersion(4, 19)
    /// A repeated changeset is an error even if both are identical (`ChangeLogIterator`).
    static let refusedCopies = LiquibaseVersion(4, 20)
    /// The SQL header in upper case (`FormattedSqlChangeLogParser`).
    static let capitalHeader = LiquibaseVersion(4, 21)
    /// `includeAll` with `minDepth` and `maxDepth` (`DatabaseChangeLog`).
    static let includeDepths = LiquibaseVersion(4, 21)
    /// `include` with `errorIfMissing`; without it, a missing file of a `property` is an error (`DatabaseChangeLog`).
    static let optionalFiles = LiquibaseVersion(4, 23)
    /// Changesets with `ignore` are not validated (`ValidatingVisitor.visit`).
    static let ignoredChangeSets = LiquibaseVersion(4, 23)
    /// An empty `databaseChangeLog:` (`YamlChangeLogParser`).
    static let emptyChangelogs = LiquibaseVersion(4, 23)
    /// White space before the SQL header (`AbstractFormattedChangeLogParser`).
    static let indentedHeader = LiquibaseVersion(4, 24)
    /// `includeAll` with `endsWithFilter`, and `removeChangeSetProperty` (`DatabaseChangeLog`).
    static let filteredNames = LiquibaseVersion(4, 24)
    /// Schemas that are not in a jar are rejected instead of fetched (`LiquibaseEntityResolver`).
    static let noFetching = LiquibaseVersion(4, 9)
    /// `preconditions` in lower case in a changeset (`ChangeSet.handleChildNode`).
    static let smallPreconditions = LiquibaseVersion(4, 29)
    /// `@` before a context that a run must include (`ExpressionMatcher`).
    static let requiredContexts = LiquibaseVersion(4, 23)
    /// SQL is not split at a `;` between BEGIN and END (`StringUtil.processMultiLineSQL`).
    static let keptBlocks = LiquibaseVersion(4, 15)
    /// PostgreSQL's search path stays that of the default schema (`PostgresDatabase.rollback`).
    static let searchPath = LiquibaseVersion(4, 11)
    /// `rollbackEndDelimiter` does not also set `endDelimiter` (`AbstractFormattedChangeLogParser`).
    static let fullAttributeNames = LiquibaseVersion(4, 29)
    /// SQL lines that look like instructions are errors (`FormattedSqlChangeLogParser`).
    static let strictLines = LiquibaseVersion(4, 10)
    /// `/* liquibase rollback` on a separate line (`FormattedSqlChangeLogParser`).
    static let rollbackComments = LiquibaseVersion(4, 19)
    /// `--precondition-table-exists` and `--precondition-view-exists` (`FormattedSqlChangeLogParser`).
    static let tablePreconditions = LiquibaseVersion(4, 27)
}

extension LiquibaseRelease {
    /// Whether Liquibase accepts what earlier versions may reject; assumed for an unknown version.
    func has(_ feature: LiquibaseVersion) -> Bool { version.map { $0 >= feature } ?? true }

    /// Whether Liquibase rejects what earlier versions may accept; not assumed for an unknown version.
    func refuses(_ feature: LiquibaseVersion) -> Bool { version.map { $0 >= feature } ?? false }
}
