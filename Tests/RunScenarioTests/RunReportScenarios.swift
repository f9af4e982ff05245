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
                bad: echo bad; exit 3
                devtool.yml:4:3: the task 'bad' failed: exit status 3
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
        let summary = outcome.folder.text("summary.md")?.replacing(#/[0-9]+(\.[0-9]+)? (ms|s)\b/#, with: "TIME")
        #expect(
            summary == """
                ### devtool run both

                1 ok, 1 skipped, 1 failed, 1 not run in TIME

                **bad** failed&#58; exit status 3

                <pre>bad</pre>

                | Task | Result | Time |
                | - | - | -: |
                | bad | failed&#58; exit status 3 | TIME |
                | ok | ok | TIME |
                | plat | skipped&#58; only for windows |  |

                Not run: both

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

    /// Only a look at the log told of the attempts before.
    @Test func aTaskThatSucceededAfterARetryIsFlaky() async throws {
        let attempts = "{attempts: 4, delay: 1ms}"
        let outcome = try await Scenario().config(
            """
            tasks:
              late: {retry: \(attempts), run: "echo >>n; [ $(wc -l <n) = 3 ]"}
              never: {retry: \(attempts), run: exit 3}
              slow: {retry: 2, run: sleep 9, timeout: 1ms, ignore-error: true}
            """
        ).run("--report", "junit=j.xml", "--report", "json=j.json", "run", "-k", "-q", "late", "never").exits(3)
        let flaky =
            #"<flakyFailure message="exit status 1" type="error"><stackTrace>exit status 1</stackTrace></flakyFailure>"#
        let report = try #require(outcome.folder.text("j.xml"))
        #expect(report.contains(">\n      \(flaky)\n      \(flaky)\n    </testcase>\n"), "\(report)")
        #expect(report.contains(#"tests="2" failures="1" errors="0" skipped="0""#))
        #expect(report.contains("failed: exit status 3, after 4 attempts"))
        #expect(outcome.folder.text("j.json")?.contains(#""failedAttempts": ["#) == true)
        let again = try await Scenario().config(
            "tasks: {late: {retry: \(attempts), run: 'echo >>n; [ $(wc -l <n) = 3 ]'}, b: ':'}"
        ).run("run", "late", "b").exits(0)
        #expect(
            again.timelessErrorText.hasSuffix(
                """
                TASK  RESULT               TIME
                late  ok, attempt 3 of 4   TIME
                b     ok                   TIME
                2 ok in TIME

                """.replacing("RESULT  ", with: "RESULT ").replacing(" of 4   ", with: " of 4  ").replacing(
                    "ok                   ", with: "ok                  ")), "\(again.errorText)")
    }

    /// Two failures were counted for one, one of them as a test with the error's name.
    @Test(arguments: [
        ("a: {cards: no.json}, b: echo b", ["a"], ""), ("a: {run: [{task: c}]}, c: exit 3", ["c"], "a"),
        ("a: $d run c, c: {cards: no.json}", ["c"], "a"), ("a: {run: [{cards: no.json}], ignore-error: true}", [], "a"),
    ]) func aFailureCountsOnce(tasks: String, failed: [String], skipped: String) async throws {
        let outcome = try await Scenario().config("tasks: {\(tasks)}").variable("d", Scenario.devtool).run(
            "--report", "junit=j.xml", "run", "-q", "a")
        let report = try #require(outcome.folder.text("j.xml"))
        func names(_ element: String) -> [String] {
            report.matches(of: #/<testcase name="([^"]*)"[^>]*>\s*<(\w+)/#).filter { $0.2 == element }.map {
                String($0.1)
            }
        }
        #expect(names("failure") == failed, "\(report)")
        #expect(names("skipped") == (skipped.isEmpty ? [] : [skipped]), "\(report)")
        #expect(report.contains("failures=\"\(failed.count)\""))
        // The reason is with the failure.
        if tasks.contains("no.json"), !failed.isEmpty {
            #expect(
                report.contains("exit status 66&#10;&#10;devtool: cannot read 'no.json': No such file or directory"))
        }
    }

    /// A check of the doctor is a case.
    @Test func aTaskWithAFailedCaseIsSkipped() async throws {
        let outcome = try await Scenario().config("tasks: {a: {doctor: []}}").variable("XDG_CACHE_HOME", "/dev/null")
            .run("--report", "junit=j.xml", "run", "-q", "a").exits(1)
        let report = try #require(outcome.folder.text("j.xml"))
        #expect(report.contains(#/<testcase name="cache folder"[^>]*>\s*<failure /#), "\(report)")
        #expect(report.contains(#/<testcase name="a"[^>]*>\s*<skipped message="the task 'a' failed: exit status 1"/#))
    }

    /// Its output goes through the outer task.
    @Test func theOutputOfAFailedNestedRunIsThere() async throws {
        let outcome = try await Scenario().config(
            "tasks: {one: {run: 'echo out-one; exit 7'}, outer: {run: $d run one}}"
        ).variable("d", Scenario.devtool).run("--report", "junit=j.xml", "run", "-q", "outer").exits(7)
        let report = try #require(outcome.folder.text("j.xml"))
        #expect(report.contains(#"tests="2" failures="1" errors="0" skipped="1""#), "\(report)")
        #expect(report.contains(#/<system-out>[^<]*out-one/#), "\(report)")
    }

    @Test func theSummaryShowsLastLinesWithoutColours() async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              a:
                params: {n: 1}
                run: seq ${params.n}; printf '\\033[31m<b>\\033[0m\\n'; exit 2
            """
        ).variable("GITHUB_ACTIONS", "true").variable("GITHUB_STEP_SUMMARY", "s.md").run("run", "-q", "a", "n=100")
            .exits(2)
        let lines = (82...100).map { "\($0)" }.joined(separator: "<br>")
        let summary = outcome.folder.text("s.md")?.replacing(#/[0-9.]+ m?s\b/#, with: "TIME")
        #expect(
            summary == """
                ### devtool run a n=100

                1 failed in TIME

                **a(n=100)** failed&#58; exit status 2

                <pre>\(lines)<br>&lt;b&gt;</pre>

                | Task | Result | Time |
                | - | - | -: |
                | a(n=100) | failed&#58; exit status 2 | TIME |

                """)
    }

    /// Which of the tasks made it long could only be guessed.
    @Test func aLongRunNamesTheTasksThatTookLongest() async throws {
        let outcome = try await Scenario().config(
            """
            tasks:
              ci: {needs: [lint, test], finally: clean}
              test: {needs: build, run: sleep 1}
              build: sleep 0.1
              lint: ":"
              clean: sleep 0.1
            """
        ).run("run", "-j3", "ci").exits(0)
        let last = outcome.errorText.split(separator: "\n").last ?? ""
        #expect(last.wholeMatch(of: #/ci [0-9.]+ s: build [0-9.]+ m?s, test [0-9.]+ s/#) != nil, "\(outcome.errorText)")
    }

    @Test func commandsAndTheTableAreColoured() async throws {
        let outcome = try await Scenario().config("tasks: {a: {run: exit 3, ignore-error: true}, b: echo b, c: exit 4}")
            .run("--color", "always", "run", "a", "b", "c").stdout("b\n").exits(4)
        let text = outcome.timelessErrorText.replacing("\u{1B}", with: "^")
        #expect(
            text == """
                ^[35ma: exit 3^[0m
                ^[1mdevtool.yml:1:9:^[0m ^[1;33mwarning:^[0m the task 'a' failed: exit status 3 (ignored)
                ^[35mb: echo b^[0m
                ^[35mc: exit 4^[0m
                ^[1mdevtool.yml:1:58:^[0m ^[1;31mthe task 'c' failed: exit status 4^[0m
                TASK  RESULT                  TIME
                ^[1;33ma     ignored: exit status 3  TIME^[0m
                b     ok                      TIME
                ^[1;31mc     failed: exit status 4   TIME^[0m
                1 ok, 1 ignored, 1 failed in TIME

                """)
    }
}
