import Changelogs
import DevtoolKit
import Foundation
import SystemPackage
import Testing

/// Compares the lint with what Liquibase 4.6.2 did with other people's changelogs.
@Suite struct CorpusTests {
    static let folder = ProcessInfo.processInfo.environment["DEVTOOL_CORPUS"].map { $0 + "/changelogs" }
    static let isThere =
        folder.map { FileManager.default.fileExists(atPath: $0) } == true && LiquibaseSchemas.folder != nil

    @Test(.enabled(if: isThere, "needs DEVTOOL_CORPUS, and Liquibase")) func lintAgreesWithLiquibase() throws {
        let folder = try #require(Self.folder)
        let schemas = SchemaFolder(LiquibaseSchemas.folder)
        var options = ChangelogOptions()
        options.release = try #require(LiquibaseSchemas.release)
        var refused = 0
        var accepted = 0
        var hidden: [String: String] = [:]
        var otherwise: [String: Int] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)/unit.json"))
            let unit = try JSONDecoder().decode(CorpusUnit.self, from: data)
            let changelog = try Changelog.read(
                root: unit.root, in: SearchPath(directory: FilePath("\(folder)/\(name)/root")), schemas: schemas,
                options: options)
            let errors = changelog.findings.filter { $0.severity == .error }
            switch (unit.isRefused, !errors.isEmpty) {
            case (true, true): refused += 1
            case (false, false):
                accepted += 1
                for reason in CorpusUnit.otherReasons where unit.reasons.contains(where: { $0.contains(reason.text) }) {
                    otherwise[reason.why, default: 0] += 1
                }
            case (false, true) where CorpusUnit.hiddenMistakes[unit.id] != nil:
                hidden[unit.id] = CorpusUnit.hiddenMistakes[unit.id]
            default: Issue.record("\(unit.id): Liquibase \(unit.reasons), lint \(errors.map(\.message))")
            }
        }
        print("the lint and Liquibase refuse \(refused) changelogs, and accept \(accepted); of these")
        for (why, count) in otherwise.sorted(by: { $0.key < $1.key }) { print("    \(count) fail, for \(why)") }
        print("the lint alone refuses \(hidden.count):")
        for (unit, why) in hidden.sorted(by: { $0.key < $1.key }) { print("    \(unit): Liquibase \(why)") }
        // An explanation that explains nothing is wrong.
        #expect(Set(hidden.keys) == Set(CorpusUnit.hiddenMistakes.keys))
        #expect(refused > 0 && accepted > 0)
    }
}
