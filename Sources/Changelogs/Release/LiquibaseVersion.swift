/// A Liquibase version, such as 4.29.2.
package struct LiquibaseVersion: Comparable, Sendable {
    private let numbers: [Int]

    /// Creates a version from its numbers.
    package init(_ numbers: Int...) { self.numbers = numbers }

    /// Parses a version; anything after its numbers is ignored, as in `4.31.0-rc1`.
    ///
    /// - Returns: nil where it does not begin with two numbers.
    package init?(_ text: String) {
        let head = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        numbers = head.split(separator: ".").compactMap { Int($0) }
        guard numbers.count >= 2 else { return nil }
    }

    package static func < (one: Self, other: Self) -> Bool {
        one.numbers.lexicographicallyPrecedes(other.numbers)
    }
}

extension LiquibaseVersion: CustomStringConvertible {
    package var description: String { numbers.map(String.init).joined(separator: ".") }
}

/// Features for changelogs that Liquibase gained after 4.6, the oldest supported version.
enum LiquibaseFeature {
    /// Files whose names end in `.SQL` are changelogs (`FormattedSqlChangeLogParser`).
    case capitalFileNames
    /// A change in YAML or JSON that is not known is refused, and so is a precondition (`ChangeSet.toChange`,
    /// `PreconditionLogic.toPrecondition`); before, it is passed over.
    case knownChangesOnly
    /// `modifyChangeSets` around `include` and `includeAll` (`DatabaseChangeLog`).
    case modifiedChangeSets
    /// An empty id is refused (`ValidatingVisitor.areChangeSetAttributesValid`).
    case neededIDs
    /// A changeset that comes twice is refused, also where both are the same (`ChangeLogIterator`).
    case refusedCopies
    /// The header of SQL in capital letters (`FormattedSqlChangeLogParser`).
    case capitalHeader
    /// `includeAll` with `minDepth` and `maxDepth` (`DatabaseChangeLog`).
    case limitedDepth
    /// `include` with `errorIfMissing`, and a missing file of a `property` is refused but for that
    /// (`DatabaseChangeLog`).
    case optionalFiles
    /// Changesets with `ignore` are not validated (`ValidatingVisitor.visit`).
    case ignoredChangeSets
    /// `databaseChangeLog:` without anything in it (`YamlChangeLogParser`).
    case emptyChangelogs
    /// White space before the header of SQL (`AbstractFormattedChangeLogParser`).
    case indentedHeader
    /// `includeAll` with `endsWithFilter`, and `removeChangeSetProperty` (`DatabaseChangeLog`).
    case filteredNames
    /// What is in no jar is not fetched, but refused (`LiquibaseEntityResolver`).
    case noFetching
    /// `preconditions` in a changeset in small letters (`ChangeSet.handleChildNode`).
    case smallPreconditions
    /// `@` before a context that a run must be for (`ExpressionMatcher`).
    case requiredContexts
    /// No cut at a `;` between BEGIN and END (`StringUtil.processMultiLineSQL`).
    case keptBlocks
    /// PostgreSQL's search path stays that of the default schema (`PostgresDatabase.rollback`).
    case searchPath
    /// `rollbackEndDelimiter` is not taken for `endDelimiter`, too (`AbstractFormattedChangeLogParser`).
    case wholeDelimiterNames
    /// Lines of SQL that look like instructions, and are none, are refused (`FormattedSqlChangeLogParser`).
    case strictLines
    /// `/* liquibase rollback` on a line of its own (`FormattedSqlChangeLogParser`).
    case rollbackComments
    /// `--precondition-table-exists` and `--precondition-view-exists` (`FormattedSqlChangeLogParser`).
    case tablePreconditions

    /// The first version that does so, found in the sources of each.
    fileprivate var since: LiquibaseVersion {
        switch self {
        case .capitalFileNames: LiquibaseVersion(4, 12)
        case .knownChangesOnly: LiquibaseVersion(4, 14)
        case .modifiedChangeSets: LiquibaseVersion(4, 18)
        case .neededIDs, .rollbackComments: LiquibaseVersion(4, 19)
        case .refusedCopies: LiquibaseVersion(4, 20)
        case .capitalHeader, .limitedDepth: LiquibaseVersion(4, 21)
        case .optionalFiles, .ignoredChangeSets, .emptyChangelogs, .requiredContexts:
            LiquibaseVersion(4, 23)
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
    /// Whether this Liquibase takes what an earlier one may refuse; one of unknown version may, too.
    func has(_ feature: LiquibaseFeature) -> Bool {
        version.map { $0 >= feature.since } ?? true
    }

    /// Whether this Liquibase refuses what an earlier one may take; one of unknown version may take it.
    func refuses(_ feature: LiquibaseFeature) -> Bool {
        version.map { $0 >= feature.since } ?? false
    }
}
