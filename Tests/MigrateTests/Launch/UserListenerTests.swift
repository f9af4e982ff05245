import DevtoolKit
import SystemPackage
import TestSupport
import Testing

@testable import Migrate

/// A listener of the user's own is made and called as Liquibase would do it.
@Suite(.takingTurns) struct UserListenerTests {
    private static func source(_ constructor: String) -> String {
        """
        import java.util.Properties;
        import liquibase.changelog.*;
        import liquibase.database.Database;
        public class Mine extends liquibase.changelog.visitor.AbstractChangeExecListener {
            private final String text;
            \(constructor)
            @Override public void ran(ChangeSet c, DatabaseChangeLog l, Database d, ChangeSet.ExecType t) {
                System.out.println(text + " " + c.getId() + " " + t);
            }
        }
        """
    }

    @Test(
        .enabled(if: JavaDevelopmentKit.isHere, "a JDK is needed"),
        arguments: [
            ("public Mine() { text = \"none\"; }", "none"),
            ("public Mine(Properties p) { text = p.getProperty(\"x\"); }", "y"),
            ("public Mine(Properties p, Database d) { text = p.getProperty(\"x\") + d.getShortName(); }", "ysqlite"),
        ]) func isCalled(constructor: String, text: String) async throws
    {
        let real = try RealLiquibase()
        try real.folder.write(Self.source(constructor), to: "Mine.java")
        try real.folder.write("x=y\n", to: "mine.properties")
        let javac = try #require(JavaDevelopmentKit.tool("javac"))
        let (compiled, _) = try await real.context.processes.output(
            of: Invocation(
                FilePath(javac), ["-cp", real.launch.liquibase.jar.string, "-d", "own", "Mine.java"],
                directory: real.folder.path))
        try #require(compiled == .exited(0))
        var run = real.run(
            ["update", "--change-exec-listener-properties-file=mine.properties"], url: "jdbc:sqlite:a.db")
        run.classPath = ["own"]
        run.reporting = JavaReporting(ofChangeSets: true, listener: "Mine")
        let outcome = try await real.outcome(of: run)
        #expect(outcome.termination == .exited(0))
        #expect(outcome.output == "\(text) 1 EXECUTED\n")
        let lines = outcome.error.split(separator: "\n").map { OutputLine(Array("\($0)\n".utf8), on: .error) }
        #expect(lines.compactMap { JavaReport($0) }.contains { $0.name == "ran" })
    }
}
