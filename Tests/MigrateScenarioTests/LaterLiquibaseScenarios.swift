import TestSupport
import Testing

/// Liquibase as it has become since 4.18, played by shell scripts: its launcher and its program read the settings
/// one after the other, variables and options for Java win over them, commands wait for the lock, and results
/// have a summary among them.
@Suite struct LaterLiquibaseScenarios {
    /// How Liquibase is started.
    enum Layout: CaseIterable {
        /// Java, with the jar in `internal/lib`.
        case jar
        /// Only a launcher is known, as that of a package manager.
        case launcher
    }

    /// What stands for Java: it keeps the system properties, and starts what stands for the program.
    private static let java = """
        #!/bin/sh
        case $* in *' Devtool session') exit 1 ;; esac
        : >properties
        for word in $JAVA_TOOL_OPTIONS $JDK_JAVA_OPTIONS; do printf '%s\\n' "${word#-D}" >>properties; done
        while [ $# -gt 0 ]; do
            case $1 in
            -D*) printf '%s\\n' "${1#-D}" >>properties ;;
            -cp) shift ;;
            *.LiquibaseCommandLine) shift; break ;;
            esac
            shift
        done
        """

    /// What stands for the program: a database is a file `NAME.db`, and a change a line in it.
    private static let program = """

        for word; do
            case $word in
            --defaults-file=*) file=${word#*=} ;;
            -D*) printf '%s\\n' "${word#-D}" >>properties ;;
            -*) ;;
            *) command=${command:-$word} ;;
            esac
        done
        echo "$command" >>commands
        cat "$file" >/dev/null
        cat "$file" >settings
        setting() {
            option=$(sed -n "s/^liquibase\\\\.command\\\\.$1=//p" properties | tail -n 1)
            written=$(sed -n "s/^$1=//p" settings | tr -d '\\\\')
            echo "${option:-${2:-$written}}"
        }
        url=$(setting url "$LIQUIBASE_COMMAND_URL")
        [ -n "$url" ] || { echo "Unexpected error running Liquibase: The option --url is required."; exit 1; }
        case $command in
        update)
            echo changed >>"${url##*:}.db"
            [ ! -e hold ] || { kill -INT $PPID; sleep 600 & wait; }
            if [ "$LIQUIBASE_LOG_LEVEL" != off ]; then
                log='[2026-11-21 18:24:00] INFO [liquibase.changelog]'
                echo "$log Table customer created" >&2
                echo "$log ChangeSet db/changelog.xml::1::ada ran successfully in 4ms" >&2
            fi
            grep -q showSummary=OFF properties || printf '\\nUPDATE SUMMARY\\nRun:                          1\\nTotal change sets:            1\\n\\n'
            echo "Liquibase command 'update' was executed successfully." >&2
            ;;
        tag) echo "$*" >words ;;
        *) sleep 600 ;;
        esac
        """

    /// A project whose target is `jdbc:mine`.
    private func scenario(_ layout: Layout, more: String = "") throws -> Scenario {
        let launcher = """
            #!/bin/sh
            for word; do
                case $word in --defaults-file=*) grep -q url= "${word#*=}" || exit 9 ;; esac
            done
            exec "$JAVA_HOME/bin/java" $JAVA_OPTS -cp . liquibase.integration.commandline.LiquibaseCommandLine "$@"
            """
        let jar = layout == .jar ? "liquibase/internal/lib/liquibase-core.jar" : "liquibase/x"
        let scenario = try Scenario().project("{url: 'jdbc:mine'\(more)}").file(
            "jdk/bin/java", Self.java + Self.program
        ).file("liquibase/liquibase", launcher).file(jar, "")
        for program in ["jdk/bin/java", "liquibase/liquibase"] { try scenario.makeExecutable(program) }
        let folder = scenario.folder.path
        return scenario.variable("JAVA_HOME", "\(folder)/jdk").variable("JAVA_OPTS", "").variable(
            "LIQUIBASE_HOME", "\(folder)/liquibase")
    }

    private static let applied = """
        applied db/changelog.xml::1::ada in TIME
        1 changeset applied in TIME

        """

    /// By all the ways in which another one could be named.
    @Test(
        arguments: Layout.allCases,
        [
            ("LIQUIBASE_COMMAND_URL", "jdbc:other"), ("LIQUIBASE_COMMAND_UPDATE_URL", "jdbc:other"),
            ("JAVA_OPTS", "-Dliquibase.command.url=jdbc:other"),
            ("JAVA_TOOL_OPTIONS", "-Dliquibase.command.url=jdbc:other"),
            ("JDK_JAVA_OPTIONS", "-Dliquibase.command.url=jdbc:other"), ("LIQUIBASE_DEFAULTS_FILE", "other.properties"),
            ("LIQUIBASE_LOG_LEVEL", "off"),
        ]) func theDatabaseThatIsMeantIsChanged(layout: Layout, way: (name: String, value: String)) async throws
    {
        let scenario = try scenario(layout).file("other.properties", "url: jdbc:other\n").file(
            "liquibase.properties", "url: jdbc:other\n")
        let outcome = try await scenario.variable(way.name, way.value).run(
            "migrate", "--target", "dev", "--no-lint", "update"
        ).exits(0).file("mine.db", "changed\n").file("other.db", nil)
        #expect(outcome.timelessErrorText.hasSuffix(Self.applied), "\(outcome.errorText)")
    }

    @Test(arguments: Layout.allCases) func parametersArriveAsTheyAre(layout: Layout) async throws {
        let scenario = try scenario(layout, more: #", parameters: {p: "x  y 'q' \"d\" * $HOME"}"#)
        try await scenario.run("migrate", "--no-lint", "update").exits(0).file("mine.db", "changed\n")
        let kept = try #require(scenario.folder.text("properties"))
        #expect(kept.contains("\np=x  y 'q' \"d\" * $HOME\n"), "\(kept)")
        // Commands that do not read the changelog refuse parameters.
        try await scenario.run("migrate", "tag", "v1").exits(0).file("words", "--defaults-file=/dev/stdin tag v1\n")
    }

    /// All commands of Liquibase would wait for the lock that the run has.
    @Test(arguments: Layout.allCases) func noCommandIsWaitedForAfterASignal(layout: Layout) async throws {
        let scenario = try scenario(layout).file("hold", "")
        try await scenario.run("migrate", "--no-lint", "update").stdout("").exits(130).file("commands", "update\n")
    }

    @Test(arguments: Layout.allCases) func theSummaryIsNoResult(layout: Layout) async throws {
        try await scenario(layout).run("migrate", "--no-lint", "update").stdout("").says(Self.applied).exits(0)
    }
}
