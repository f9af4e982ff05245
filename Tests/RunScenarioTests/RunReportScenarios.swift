import TestSupport
import Testing

/// `devtool run` at the end: reports, GitHub's runner, and the summary.
@Suite struct RunReportScenarios {
    private static let project = """
        tasks:
          both: {needs: [ok, plat, bad]}
          ok: {run: echo ok}
          bad: {run: echo bad; exit 3}
          plat: {platforms: windows, run: x}
        """

    @Test func jUnitHasATestCaseForEachTask() async throws {
        let outcome = try await Scenario().config(Self.project).run("--report", "junit=j.xml", "run", "-j1", "both")
        outcome.exits(3)
        let report = try #require(outcome.folder.text("j.xml")).replacing(#/(time|timestamp)="[^"]*"/#) {
            "\($0.1)=\"\""
        }
        let expected = """
                <testcase name="ok" classname="devtool.yml" time=""/>
                <testcase name="plat" classname="devtool.yml" time="">
                  <skipped message="only for windows"/>
                </testcase>
                <testcase name="bad" classname="devtool.yml" time="">
                  <failure message="the task &apos;bad&apos; failed: exit status 3" type="error">exit status 3&#10;&#10;bad&#10;</failure>
                </testcase>
                <testcase name="both" classname="devtool.yml" time="">
                  <skipped message="not run"/>
                </testcase>
                <system-out>
            """
        #expect(report.replacing("&apos;", with: "'").contains(expected.replacing("&apos;", with: "'")), "\(report)")
        #expect(report.contains(#"tests="4" failures="1" errors="0" skipped="2""#))
    }

    @Test func jSONHasThemToo() async throws {
        let outcome = try await Scenario().config(Self.project).run("--report", "json=j.json", "run", "-j1", "both")
        let report = try #require(outcome.folder.text("j.json")).replacing(
            #/"seconds": [-0-9.e]+/#, with: "\"seconds\": 0")
        #expect(
            report.hasSuffix(
                """
                  "status": 3,
                  "diagnostics": [
                    {
                      "severity": "error",
                      "message": "the task 'bad' failed: exit status 3",
                      "rule": "task",
                      "file": "devtool.yml",
                      "line": 4,
                      "column": 3
                    }
                  ],
                  "tests": [
                    {
                      "name": "ok",
                      "group": "devtool.yml",
                      "seconds": 0,
                      "outcome": "passed"
                    },
                    {
                      "name": "plat",
                      "group": "devtool.yml",
                      "seconds": 0,
                      "outcome": "skipped",
                      "message": "only for windows"
                    },
                    {
                      "name": "bad",
                      "group": "devtool.yml",
                      "seconds": 0,
                      "outcome": "failed",
                      "message": "the task 'bad' failed: exit status 3",
                      "details": "exit status 3"
                    },
                    {
                      "name": "both",
                      "group": "devtool.yml",
                      "seconds": 0,
                      "outcome": "skipped",
                      "message": "not run"
                    }
                  ]
                }

                """), "\(report)")
    }

    @Test func sARIFHasThePlaceOfTheFailedTask() async throws {
        let outcome = try await Scenario().config(Self.project).run("--report", "sarif=s.json", "run", "-j1", "both")
        let report = try #require(outcome.folder.text("s.json"))
        #expect(report.contains(#""text": "the task 'bad' failed: exit status 3""#))
        #expect(report.contains(#""uri": "devtool.yml""#))
        #expect(report.contains(#""startLine": 4"#))
    }

    @Test func gitHubHasAGroupForEachTaskAndAnAnnotation() async throws {
        let outcome = try await Scenario().config(Self.project).variable("GITHUB_ACTIONS", "true").variable(
            "GITHUB_STEP_SUMMARY", "summary.md"
        ).file("summary.md", "").run("run", "-j1", "both")
        outcome.stdout("ok\nbad\n").exits(3)
        let lines = outcome.timelessErrorText.split(separator: "\n").filter { !$0.hasPrefix("::error") }
        #expect(
            lines.joined(separator: "\n") == """
                ::group::ok
                ok: echo ok
                ::endgroup::
                ::group::bad
                bad: echo bad; exit 3
                devtool.yml:4:3: the task 'bad' failed: exit status 3
                ::endgroup::
                TASK  RESULT                     TIME
                ok    ok                         TIME
                plat  skipped: only for windows
                bad   failed: exit status 3      TIME
                both  not run
                1 ok, 1 skipped, 1 failed, 1 not run in TIME
                """)
        #expect(
            outcome.errorText.contains(
                "::error file=devtool.yml,line=4,col=3,title=task::the task 'bad' failed: exit status 3\n"))
        let summary = outcome.folder.text("summary.md")?.replacing(#/[0-9]+(\.[0-9]+)? (ms|s)/#, with: "TIME")
        #expect(
            summary == """
                ### devtool run

                | Task | Result | Time |
                | - | - | -: |
                | ok | ok | TIME |
                | plat | skipped&#58; only for windows |  |
                | bad | failed&#58; exit status 3 | TIME |
                | both | not run |  |

                """)
    }

    @Test func aLongRunListsWhatIsWrong() async throws {
        let names = (1...30).map { "t\($0)" }
        let tasks = names.map { "  \($0): {run: \($0 == "t7" ? "exit 2" : "\"true\"")}\n" }.joined()
        let outcome = try await Scenario().config("tasks:\n" + tasks).run(["run", "-k", "-j1"] + names)
        outcome.exits(2)
        #expect(
            outcome.timelessErrorText.hasSuffix(
                """
                t30: true
                TASK  RESULT                 TIME
                t7    failed: exit status 2  TIME
                29 ok, 1 failed in TIME

                """), "\(outcome.errorText)")
    }

    /// Whoever reads the report wants to know why; alone, and beside others.
    @Test(arguments: [["bad"], ["ok", "bad"]]) func jUnitHasWhatAFailedTaskHasWritten(tasks: [String]) async throws {
        let outcome = try await Scenario().config(
            """
            migrate: {targets: {a: {url: "jdbc:h2:mem:a", password: {env: PASSWORD}}}}
            tasks:
              ok: {run: echo fine}
              bad: {run: "seq 100000; echo \\"a < $PASSWORD\\" >&2; exit 3"}
            """
        ).variable("PASSWORD", "hunter22").run(["--report", "junit=j.xml", "run", "-q"] + tasks)
        outcome.exits(3)
        let report = try #require(outcome.folder.text("j.xml"))
        #expect(report.contains(">exit status 3&#10;&#10;…&#10;"))
        #expect(report.contains("&#10;100000&#10;a &lt; ***&#10;</failure>"))
        #expect(!report.contains("hunter22") && !report.contains("fine"))
        #expect(report.utf8.count < 1 << 18)
    }
}
