import Changelogs
import Policy
import DevtoolKit
import SystemPackage
import TestSupport

/// Files of a changelog in a folder of their own.
struct ScratchChangelog {
    let folder = TemporaryFolder()
    let root: String
    var options: ChangelogOptions
    var schemas: FilePath?

    /// Writes the files; the first is the root, and a Liquibase of some version, by default the oldest, is
    /// to run it.
    init(_ files: KeyValuePairs<String, String>, version: LiquibaseVersion? = LiquibaseVersion(4, 6, 2)) throws {
        root = files.first?.key ?? ""
        options = ChangelogOptions()
        options.release = LiquibaseRelease(version: version)
        for (name, text) in files { try folder.write(text, to: name) }
    }

    /// Reads the changelog.
    func read() throws -> Changelog {
        try Changelog.read(
            root: root, in: SearchPath(directory: folder.path), schemas: SchemaFolder(schemas), options: options)
    }

    /// The findings as `file:line:column severity rule`.
    func findings() throws -> [String] { try read().findings.map(Self.line) }

    /// What the policy rules find on an engine, as `file:line:column severity rule`.
    func policy(
        on engine: String?, _ levels: [String: RuleLevel] = [:], patterns: ChangeSetPatterns = ChangeSetPatterns(),
        isPending: ((ChangeSet) -> Bool)? = nil
    ) throws -> [String] {
        try policyFindings(on: engine, levels, patterns: patterns, isPending: isPending).map {
            Self.line($0.diagnostic)
        }
    }

    /// What the policy rules find on an engine.
    func policyFindings(
        on engine: String?, _ levels: [String: RuleLevel] = [:], patterns: ChangeSetPatterns = ChangeSetPatterns(),
        after earlier: [ChangeSet] = [], isPending: ((ChangeSet) -> Bool)? = nil
    ) throws -> [ChangeFinding] {
        let check = PolicyCheck(for: Self.databases(engine), levels: RuleLevels(levels), patterns: patterns)
        return check.findings(in: earlier + (try changeSets(on: engine)), isPending: isPending)
    }

    /// The changesets with their operations on an engine.
    func changeSets(on engine: String?) throws -> [ChangeSet] {
        var scratch = self
        scratch.options.readsOperations = true
        scratch.options.databases = Self.databases(engine)
        return try scratch.read().changeSets
    }

    private static func databases(_ engine: String?) -> [DatabaseProduct] {
        [engine.flatMap { DatabaseProduct(url: "jdbc:\($0)://h/d") }].compactMap(\.self)
    }

    /// A finding in short.
    static func line(_ finding: Diagnostic) -> String {
        "\(finding.location.map { "\($0)" } ?? "-") \(finding.severity) \(finding.rule?.id ?? "")"
    }

    /// A changelog of XML with these elements in it, each on a line of its own from the third on.
    static func xml(_ elements: String...) -> String {
        """
        <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
         xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-4.6.xsd">
        \(elements.joined(separator: "\n"))
        </databaseChangeLog>
        """
    }

    /// A schema of changelogs that may have these elements.
    static func schema(_ elements: String) -> String {
        """
        <s:schema xmlns:s="http://www.w3.org/2001/XMLSchema"
            targetNamespace="http://www.liquibase.org/xml/ns/dbchangelog"
            xmlns="http://www.liquibase.org/xml/ns/dbchangelog" elementFormDefault="qualified">
          <s:element name="databaseChangeLog"><s:complexType><s:sequence>
        \(elements)
          </s:sequence></s:complexType></s:element>
        </s:schema>
        """
    }

    /// A changelog of YAML with one changeset, whose change is in line 6, from column 9 on.
    static func yaml(_ changes: String) -> String {
        """
        databaseChangeLog:
          - changeSet:
              id: 1
              author: ada
              changes:
                \(changes)
        """
    }
}
