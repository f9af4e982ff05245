import Foundation
import TestSupport
import Testing

/// `devtool migrate` on several targets, each with a process of its own, as a script in the place of Java
/// needs it.
@Suite struct MultiTargetScenarios {
    /// The script knows the target by its url.
    private static func severalTargets(_ script: String) throws -> Scenario {
        try Scenario().withScriptedJava("url=$(grep '^url=' | cut -d: -f2)\necho $url >>begun\n" + script).config(
            """
            migrate:
              targets:
                a: {url: jdbc:a}
                "b,c": {url: jdbc:bc}
                d: {url: jdbc:d}

            """)
    }

    /// Fails on the second target.
    private static let failing = """
        echo "data of $url"
        [ $url != bc ] || { echo "Unexpected error running Liquibase: Migration is off" >&2; exit 1; }
        """

    /// Standard error with every time as `T`.
    private static func said(_ outcome: Outcome) -> String {
        outcome.errorText.replacing(#/\b\d+(\.\d)? m?s\b/#, with: "T")
    }

    @Test func theOutputOfEachIsKeptApart() async throws {
        let outcome = try await Self.severalTargets(Self.failing).run("migrate", "--all-targets", "history").stdout(
            "a | data of a\nb,c | data of bc\nd | data of d\n"
        ).exits(1)
        #expect(
            Self.said(outcome) == """
                devtool: b,c | Migration is off
                TARGET  RESULT      CHANGESETS  TIME
                a       ok                      T
                b,c     failed (1)              T
                d       ok                      T

                """)
        try await Self.severalTargets(Self.failing).run("migrate", "--all-targets", "status").stdout(
            """
            a | data of a
            b,c | data of bc
            d | data of d
            TARGET  LAST CHANGESET  DATE  PENDING
            a                             ok
            b,c                           failed (1)
            d                             ok

            """
        ).stderr("devtool: b,c | Migration is off\n").exits(1)
    }

    @Test func theFirstFailureCanBeTheEnd() async throws {
        let outcome = try await Self.severalTargets(Self.failing).run(
            "migrate", "--all-targets", "--fail-fast", "history"
        ).stdout("a | data of a\nb,c | data of bc\n").exits(1).file("begun", "a\nbc\n")
        #expect(Self.said(outcome).contains("\nd       not run"))
    }

    /// All but the last were passed over.
    @Test func theOptionMayBeRepeated() async throws {
        try await Self.severalTargets("echo $url").run("migrate", "--target", "d", "--target=a", "history").exits(0)
            .stdout("d | d\na | a\n").file("begun", "d\na\n")
    }

    /// A name may hold a comma.
    @Test func someAreNamed() async throws {
        let scenario = try Self.severalTargets("echo $url")
        try await scenario.run("migrate", "--target", "d, a,d", "history").stdout("d | d\na | a\n").exits(0)
        try await scenario.run("migrate", "--target", "b,c", "status").stdout("bc\n").stderr("").exits(0)
        try await scenario.run("migrate", "--target", "a,else", "status").stdout("").stderr(
            "devtool: unknown target 'else'\n  hint: known: a, b,c, d\n"
        ).exits(64)
    }

    /// The first waits for the second, which it would do in vain were it alone.
    @Test func severalRunAtOnce() async throws {
        try await Self.severalTargets(
            """
            if [ $url = a ]; then
                for i in $(seq 600); do [ ! -e second ] || exit 0; sleep 0.05; done
                exit 9
            fi
            [ $url != bc ] || touch second
            """
        ).run("migrate", "--all-targets", "--jobs", "2", "history").stdout("").exits(0)
    }

    @Test(arguments: [("1/2", "a\nd\n"), ("2/2", "bc\n"), ("4/4", nil)] as [(String, String?)])
    func aShardIsAPartOfThem(shard: String, begun: String?) async throws {
        let outcome = try await Self.severalTargets("").run("migrate", "--all-targets", "--shard", shard, "history")
            .stdout("").exits(0).file("begun", begun)
        if begun == nil { outcome.stderr("no targets in shard 4/4\n") }
    }

    @Test func theSystemSaysWhichShardItIs() async throws {
        try await Self.severalTargets("").variable("CI_NODE_INDEX", "2").variable("CI_NODE_TOTAL", "3").run(
            "migrate", "--all-targets", "--shard", "auto", "history"
        ).stdout("").stderr("").exits(0).file("begun", "bc\n")
    }

    @Test func areAListInJSON() async throws {
        let outcome = try await Self.severalTargets(Self.failing).run(
            "--quiet", "migrate", "--all-targets", "--json", "status"
        ).exits(1)
        let runs = try #require(JSONSerialization.jsonObject(with: Data(outcome.output)) as? [[String: Any]])
        #expect(runs.map { $0["target"] as? String } == ["a", "b,c", "d"])
        #expect(runs.map { $0["status"] as? Int } == [0, 1, 0])
        #expect(runs[2]["output"] as? String == "data of d\n")
        #expect((runs[1]["failure"] as? [String: Any])?["message"] as? String == "Migration is off")
    }

    /// Two that fail alike have one status; of two kinds none is that of both.
    @Test(
        arguments: [
            ("Connection could not be created to jdbc:b with driver x.  refused", 69),
            ("Could not find tag v1 in the database", 1),
        ] as [(String, Int32)]) func oneStatusForAll(second: String, status: Int32) async throws
    {
        try await Self.severalTargets(
            """
            [ $url = d ] && exit 0
            said='Connection could not be created to jdbc:a with driver x.  refused'
            [ $url = a ] || said='\(second)'
            echo "Unexpected error running Liquibase: $said" >&2; exit 1
            """
        ).run("migrate", "--all-targets", "history").stdout("").exits(status)
    }

    @Test func whatIsWrongWithOneKeepsAllFromBeingRun() async throws {
        try await Self.severalTargets("").config(
            """
            migrate:
              targets:
                a: {url: jdbc:a}
                b: {url: jdbc:b, password: {env: NOT_SET}}

            """
        ).run("migrate", "--all-targets", "status").stdout("").exits(78).file("begun", nil)
    }
}
