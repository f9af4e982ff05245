import DevtoolKit
import Testing

@testable import Migrate

@Suite struct KnownPropertiesTests {
    private static func findings(_ text: String) -> [Diagnostic] {
        PropertiesFile(Array(text.utf8), shownAs: "l.properties").findings
    }

    @Test(arguments: [
        "changeLogFile=a", "changelog-file: a", "liquibase.command.url=a", "liquibase.command.update.contexts=a",
        "liquibase.hub.mode=off", "logLevel=info", "parameter.table=a", "flyway.url=b", "LABELS=a",
        "defaultSchemaName=a",
    ]) func takesWhatLiquibaseTakes(line: String) { #expect(Self.findings(line).isEmpty) }

    @Test(
        arguments: [
            ("a=b\nchangelogFlie=c", Diagnostic.Severity.warning, 1, nil),
            ("# x\nusrname=c", .error, 2, "did you mean 'username'?"),
            ("pasword=c", .error, 1, "did you mean 'password'?"),
        ] as [(String, Diagnostic.Severity, Int, String?)]) func saysWhatLiquibaseIgnores(
            text: String, severity: Diagnostic.Severity, line: Int, hint: String?
        ) throws
    {
        let finding = try #require(Self.findings(text).first)
        #expect(finding.severity == severity)
        #expect(finding.location?.line == line)
        #expect(finding.hint == hint)
        #expect(!finding.message.contains("=c"))
    }
}
