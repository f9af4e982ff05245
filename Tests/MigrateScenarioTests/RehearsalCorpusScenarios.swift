import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// `devtool migrate rehearse` on a few of other people's changelogs; `Scripts/rehearse-corpus` rehearses all.
@Suite(.serialized) struct RehearsalCorpusScenarios {
    private static let folder = ProcessInfo.processInfo.environment["DEVTOOL_CORPUS"]

    @Test(.enabled(if: folder != nil, "set DEVTOOL_CORPUS to the folder of test data"))
    func aFewChangelogsAreRehearsed() async throws {
        let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let result = try await Subprocess.run(
            .path(FilePath(top.appending(path: "Scripts/rehearse-corpus").path)),
            arguments: [
                "--devtool", Scenario.devtool, "--jobs", "1", (Self.folder ?? "") + "/changelogs",
                "arness_generateChangelog_expectedChangeLog_addForeignKey_xml-6c357bca",
                "changelogs_common_included_sql-b7e0d3dd",
                "iquibase_harness_change_changelogs_mssql_createProcedure_xml-b291b660",
            ], output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        #expect(result.terminationStatus == .exited(0), "\(result.standardError)")
        let said = result.standardOutput
        #expect(
            said.replacing(#/[0-9.]+ s each/#, with: "TIME each") == """
                3 changelogs, TIME each: 2 findings, 1 no problems found
                    2 changelogs have rollback-failed
                    1 changelogs have nothing-run

                """)
    }
}
