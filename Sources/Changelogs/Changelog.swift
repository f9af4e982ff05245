package import Reporting
package import SystemPackage

/// A changelog with all includes, as Liquibase reads it.
///
/// ```swift
/// let changelog = try Changelog.read(
///     root: "db/changelog.xml", in: SearchPath(directory: project), schemas: SchemaFolder(nil))
/// for finding in changelog.findings { console.report(finding) }
/// ```
package struct Changelog {
    package let changeSets: [ChangeSet]
    package let findings: [Diagnostic]
    /// The names of the changelogs in reading order, as in Liquibase; repeated includes are repeated.
    package let fileNames: [String]
    /// The locations of preconditions of whole files, by file name.
    package let preconditions: [String: SourceLocation]
    /// Whether a changeset has SQL; needs ``ChangelogOptions/readsOperations``.
    package let hasSQL: Bool
    package let allowed: AllowedFindings
    /// Whether XML files were skipped because libxml2 is not installed; the result is then incomplete.
    package let lacksXMLLibrary: Bool

    /// Reads a changelog and collects all problems.
    ///
    /// `root` is the name that Liquibase receives, relative to the search path's first folder. Throws ``FileError`` if
    /// the root cannot be read.
    package static func read(
        root: String, in searchPath: SearchPath, schemas: SchemaFolder, options: ChangelogOptions = ChangelogOptions()
    ) throws -> Changelog {
        let reader = ChangelogReader(searchPath: searchPath, schemas: schemas, options: options)
        try reader.readRoot(root)
        reader.finish()
        return Changelog(
            changeSets: reader.changeSets, findings: reader.findings, fileNames: reader.fileNames,
            preconditions: reader.preconditions, hasSQL: reader.hasSQL, allowed: reader.allowed,
            lacksXMLLibrary: reader.lacksXMLLibrary)
    }

    /// An error that may have hidden changesets.
    package var loss: Diagnostic? {
        let losses = [Rule.syntax, .missingFile, .includeCycle, .tooLarge, .unsupportedFile]
        return findings.first { finding in finding.severity == .error && losses.contains { $0.id == finding.rule?.id } }
    }
}

package struct ChangelogOptions: Sendable {
    /// The base for displayed file names; by default the search path's first folder.
    package var shownFrom: FilePath?
    /// External parameters; a value is `nil` if it cannot be determined.
    package var parameters: [String: String?] = [:]
    package var release = LiquibaseRelease()
    package var databases: [DatabaseProduct] = []
    /// Targets whose default schema does not apply to SQL.
    package var strayingSchemas: [StrayingSchema] = []
    package var isFiltered = (byContexts: false, byLabels: false)
    /// The changes of extensions, in addition to those found in jars.
    package var knownChanges: Set<String> = []
    /// Whether to keep preconditions and the input of checksums.
    package var keepsContent = false
    /// Whether to analyze what changesets do, which parses all SQL.
    package var readsOperations = false

    package init() {}
}
