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

/// Features that Liquibase gained after 4.6, the oldest supported version.
enum LiquibaseFeature {
    /// Files with the extension `.SQL` are changelogs (`FormattedSqlChangeLogParser`).
    case capitalFileNames
    /// Unknown changes and preconditions in YAML or JSON are errors and not ignored (`ChangeSet.toChange`,
    /// `PreconditionLogic.toPrecondition`).
    case knownChangesOnly
    /// `modifyChangeSets` around `include` and `includeAll` (`DatabaseChangeLog`).
    case modifiedChangeSets
    /// An empty ID is an error (`ValidatingVisitor.areChangeSetAttributesValid`).
    case neededIDs
    /// A repeated changeset is an error even if both are identical (`ChangeLogIterator`).
    case refusedCopies
    /// The SQL header in upper case (`FormattedSqlChangeLogParser`).
    case capitalHeader
    /// `includeAll` with `minDepth` and `maxDepth` (`DatabaseChangeLog`).
    case limitedDepth
    /// `include` with `errorIfMissing`; without it, a missing file of a `property` is an error (`DatabaseChangeLog`).
    case optionalFiles
    /// Changesets with `ignore` are not validated (`ValidatingVisitor.visit`).
    case ignoredChangeSets
    /// An empty `databaseChangeLog:` (`YamlChangeLogParser`).
    case emptyChangelogs
    /// White space before the SQL header (`AbstractFormattedChangeLogParser`).
    case indentedHeader
    /// `includeAll` with `endsWithFilter`, and `removeChangeSetProperty` (`DatabaseChangeLog`).
    case filteredNames
    /// Schemas that are not in a jar are rejected instead of fetched (`LiquibaseEntityResolver`).
    case noFetching
    /// `preconditions` in lower case in a changeset (`ChangeSet.handleChildNode`).
    case smallPreconditions
    /// `@` before a context that a run must include (`ExpressionMatcher`).
    case requiredContexts
    /// SQL is not split at a `;` between BEGIN and END (`StringUtil.processMultiLineSQL`).
    case keptBlocks
    /// PostgreSQL's search path stays that of the default schema (`PostgresDatabase.rollback`).
    case searchPath
    /// `rollbackEndDelimiter` does not also set `endDelimiter` (`AbstractFormattedChangeLogParser`).
    case wholeDelimiterNames
    /// SQL lines that look like instructions are errors (`FormattedSqlChangeLogParser`).
    case strictLines
    /// `/* liquibase rollback` on a separate line (`FormattedSqlChangeLogParser`).
    case rollbackComments
    /// `--precondition-table-exists` and `--precondition-view-exists` (`FormattedSqlChangeLogParser`).
    case tablePreconditions

    /// The first version with the feature, according to the sources of each version.
    fileprivate var since: LiquibaseVersion {
        switch self {
        case .capitalFileNames: LiquibaseVersion(4, 12)
        case .knownChangesOnly: LiquibaseVersion(4, 14)
        case .modifiedChangeSets: LiquibaseVersion(4, 18)
        case .neededIDs, .rollbackComments: LiquibaseVersion(4, 19)
        case .refusedCopies: LiquibaseVersion(4, 20)
        case .capitalHeader, .limitedDepth: LiquibaseVersion(4, 21)
        case .optionalFiles, .ignoredChangeSets, .emptyChangelogs, .requiredContexts: LiquibaseVersion(4, 23)
        case .keptBlocks: LiquibaseVersion(4, 15)
        case .searchPath: LiquibaseVersion(4, 11)
        case .indentedHeader, .filteredNames: LiquibaseVersion(4, 24)
        case .tablePreconditions: LiquibaseVersion(4, 27)
        case .noFetching: LiquibaseVersion(4, 9)
        case .strictLines: LiquibaseVersion(4, 10)
        case .smallPreconditions, .wholeDelimiterNames: LiquibaseVersion(4, 29)
        }
    }
}

extension LiquibaseRelease {
    /// Whether Liquibase accepts what earlier versions may reject; assumed for an unknown version.
    func has(_ feature: LiquibaseFeature) -> Bool { version.map { $0 >= feature.since } ?? true }

    /// Whether Liquibase rejects what earlier versions may accept; not assumed for an unknown version.
    func refuses(_ feature: LiquibaseFeature) -> Bool { version.map { $0 >= feature.since } ?? false }
}
