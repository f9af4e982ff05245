package import Reporting
package import SystemPackage

/// A changelog with everything it includes, as Liquibase would read it.
///
/// ```swift
/// let changelog = try Changelog.read(
///     root: "db/changelog.xml", in: SearchPath(directory: project), schemas: SchemaFolder(nil))
/// for finding in changelog.findings { console.report(finding) }
/// ```
package struct Changelog {
    /// The changesets in the order in which Liquibase runs them.
    package let changeSets: [ChangeSet]
    /// What is wrong, file by file.
    package let findings: [Diagnostic]
    /// The names of the changelogs that were read, as Liquibase sees them, in order; one that is included twice comes
    /// twice.
    package let fileNames: [String]
    /// How many files were read.
    package var fileCount: Int { fileNames.count }
    /// Where the preconditions of whole files stand, by the files' names.
    package let preconditions: [String: SourceLocation]
    /// Whether a changeset has SQL, where operations were read.
    package let hasSQL: Bool
    /// The comments that accept findings.
    package let allowed: AllowedFindings
    /// Whether files of XML were passed over, as libxml2 is not installed: then little of this counts.
    package let lacksXMLLibrary: Bool

    /// Reads a changelog.
    ///
    /// - Parameters:
    ///   - root: its name as Liquibase is given it, from the search path's first folder.
    ///   - searchPath: where the files are.
    ///   - schemas: the schemas of the Liquibase that is to run it.
    ///   - options: what the caller knows and wants.
    /// - Returns: the changelog, however much is wrong with it.
    /// - Throws: ``FileError`` when the root is not there or cannot be read.
    package static func read(
        root: String, in searchPath: SearchPath, schemas: SchemaFolder,
        options: ChangelogOptions = ChangelogOptions()
    ) throws -> Changelog {
        let reader = ChangelogReader(searchPath: searchPath, schemas: schemas, options: options)
        try reader.readRoot(root)
        reader.finish()
        return Changelog(
            changeSets: reader.changeSets, findings: reader.findings, fileNames: reader.fileNames,
            preconditions: reader.preconditions, hasSQL: reader.hasSQL, allowed: reader.allowed,
            lacksXMLLibrary: reader.lacksXMLLibrary)
    }

    /// An error because of which changesets may be missing; nil where all have been read.
    package var loss: Diagnostic? {
        let losses = [Rule.syntax, .missingFile, .includeCycle, .tooLarge, .unsupportedFile]
        return findings.first { finding in
            finding.severity == .error && losses.contains { $0.id == finding.rule?.id }
        }
    }

    /// The changeset with an id, an author and a file, as Liquibase names them.
    package func changeSet(id: String, author: String, file: String) -> ChangeSet? {
        changeSets.first { $0.id == id && $0.author == author && $0.file == file }
    }
}

/// The options for reading a changelog.
package struct ChangelogOptions: Sendable {
    /// The folder from which file names are shown; the search path's first one if none is given.
    package var shownFrom: FilePath?
    /// The parameters that Liquibase gets from outside, with their values; nil where one depends on more
    /// than is known.
    package var parameters: [String: String?] = [:]
    /// The Liquibase that is to run it, as far as it is known.
    package var release = LiquibaseRelease()
    /// The databases that it is for; none where they are not known.
    package var databases: [DatabaseProduct] = []
    /// The targets whose default schema SQL does not reach.
    package var strayingSchemas: [StrayingSchema] = []
    /// Whether the run is for some contexts only, or for some labels.
    package var isFiltered = (byContexts: false, byLabels: false)
    /// The changes that extensions of Liquibase add, beside those that its jars tell.
    package var knownChanges: Set<String> = []
    /// Whether preconditions, and what checksums are made of, are kept.
    package var keepsContent = false
    /// Whether it is wanted what the changesets do, which takes a look at all SQL.
    package var readsOperations = false

    /// Creates the default options.
    package init() {}
}
