import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// Where a password can be seen while `devtool migrate` runs, and after it.
@Suite(.takingTurns) struct LiquibaseSecretScenarios {
    /// Looks for words in the command lines and environments of all processes; writes where one was, but
    /// for devtool's own environment, which the test has given it.
    ///
    /// Java runs it in the middle of an update; the words are in a file, so that its own command line does
    /// not have them.
    private static let spy = """
        import glob, json, os
        words = [word.encode() for word in json.load(open("words.json"))]
        seen, chain, process = [], [], os.getppid()
        while process > 1:
            name = open(f"/proc/{process}/comm").read().strip()
            chain.append(name)
            if name == "devtool":
                break
            process = int(open(f"/proc/{process}/stat").read().rpartition(")")[2].split()[1])
        for path in glob.glob("/proc/[0-9]*/cmdline") + glob.glob("/proc/[0-9]*/environ"):
            try:
                text = open(path, "rb").read()
            except OSError:
                continue
            found = [word.decode() for word in words if word in text]
            if found and path != f"/proc/{process}/environ":
                seen.append([path, found])
            if path == f"/proc/{process}/environ" and len(found) != len(words):
                seen.append(["the spy does not see what it should", found])
        if "devtool" not in chain:
            seen.append(["not below devtool", chain])
        print(json.dumps(seen), os.getppid(), file=open("seen", "a"))
        """

    private static let changelog = Scenario.changelog.replacing(
        "</databaseChangeLog>",
        with: """
                <changeSet id="spy" author="eve">
                    <executeCommand executable="python3"><arg value="spy.py"/></executeCommand>
                </changeSet>
            </databaseChangeLog>
            """)

    private static func project(_ words: [String]) throws -> Scenario {
        try Scenario().withLiquibase().file("db/changelog.xml", changelog).file("spy.py", spy).file(
            "words.json", "\(words)")
    }

    /// What nobody may find in what a run has left behind: its output, and all files of its folder.
    private static func expectNoTrace(
        of words: [String], in outcome: Outcome, but given: Set<String> = ["words.json", ".env"]
    ) throws {
        // GitHub takes this for an order to hide the word, and does not show it.
        let said = outcome.errorText.replacing(/(?m)^::add-mask::.*$/, with: "")
        for word in words {
            #expect(!outcome.outputText.contains(word))
            #expect(!said.contains(word))
            let folder = URL(filePath: outcome.folder.path.string)
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            for case let file as URL in files ?? .init() where !given.contains(file.lastPathComponent) {
                guard let bytes = try? Data(contentsOf: file) else { continue }
                #expect(bytes.range(of: Data(word.utf8)) == nil, "\(file.path)")
            }
        }
    }

    /// With its lint, which unpacks Liquibase's schemas.
    @Test func nobodySeesThePasswordOfARun() async throws {
        let words = ["hunter-\(UInt32.random(in: 0...UInt32.max))", "platform-\(UInt32.random(in: 0...UInt32.max))"]
        let scenario = try Self.project(words).config(
            """
            migrate:
              changelog: db/changelog.xml
              targets: {dev: {url: 'jdbc:h2:./app', username: app, password: {env: DB_PASSWORD}}}

            """
        ).variable("DB_PASSWORD", words[0]).variable("SAME", words[0]).variable(
            "DATABASE_URL", "postgres://app:\(words[1])@db/app"
        ).variable("GITHUB_ACTIONS", "true")
        let outcome = try await scenario.variable(
            "GITHUB_STEP_SUMMARY", scenario.folder.path.appending("step.md").string
        ).run("--verbose", "--report", "junit=r.xml", "--report", "json=r.json", "migrate", "update").exits(0)
        #expect(outcome.folder.text("seen")?.hasPrefix("[] ") == true, "\(outcome.folder.text("seen") ?? "")")
        #expect(outcome.folder.text("step.md")?.contains("| spy | eve |") == true)
        #expect(outcome.folder.text("r.xml")?.contains("spy::eve") == true)
        try Self.expectNoTrace(of: words, in: outcome)
    }

    /// One process runs both, and is told both passwords.
    @Test func nobodySeesThePasswordsOfSeveralTargets() async throws {
        let words = (0..<2).map { "hunter\($0)-\(UInt32.random(in: 0...UInt32.max))" }
        let scenario = try Self.project(words).config(
            """
            migrate:
              changelog: db/changelog.xml
              username: app
              targets:
                one: {url: 'jdbc:h2:./one', password: {env: FIRST}}
                two: {url: 'jdbc:h2:./two', password: {env: SECOND}}

            """
        ).variable("FIRST", words[0]).variable("SECOND", words[1])
        let outcome = try await scenario.run("migrate", "--all-targets", "update").exits(0)
        let seen = (outcome.folder.text("seen") ?? "").split(separator: "\n")
        #expect(seen.count == 2)
        #expect(seen.allSatisfy { $0.hasPrefix("[] ") }, "\(seen)")
        #expect(Set(seen).count == 1, "two processes: \(seen)")
        try Self.expectNoTrace(of: words, in: outcome)
        // They are the passwords of the databases now.
        let wrong = try await scenario.variable("SECOND", "wrong").run("migrate", "--all-targets", "--json", "status")
            .exits(77)
        let runs = try #require(JSONSerialization.jsonObject(with: Data(wrong.output)) as? [[String: Any]])
        #expect(runs.map { $0["status"] as? Int } == [0, 77])
    }

    /// A password in a URL cannot be kept from the driver, which repeats it when it does not like it.
    @Test func aDriverMayEchoTheURL() async throws {
        let urls = [
            "jdbc:postgresql://app:WORD@host.invalid/x", "jdbc:nonsense://host/x?user=a&password=WORD",
            "jdbc:oracle:thin:scott/WORD@host.invalid:1/x", "jdbc:postgresql://host.invalid/x?user=a&password=WORD",
        ]
        let word = "hunter%402-ö"
        let targets = urls.enumerated().map { number, url in
            "    t\(number): {url: '\(url.replacing("WORD", with: word))'}\n"
        }
        let scenario = try Scenario().withLiquibase().file("db/changelog.xml", Scenario.changelog).config(
            "migrate:\n  changelog: db/changelog.xml\n  targets:\n\(targets.joined())"
        ).variable("GITHUB_ACTIONS", "true")
        let outcome = try await scenario.variable(
            "GITHUB_STEP_SUMMARY", scenario.folder.path.appending("step.md").string
        ).run(
            "--verbose", "--report", "junit=r.xml", "--report", "json=r.json", "migrate", "--all-targets", "--json",
            "status"
        ).exits(69)
        for number in urls.indices {
            #expect(
                outcome.errorText.contains(try Regex("(?m)^.*\\bt\(number) \\| .*\\*\\*\\*")), "\(outcome.errorText)")
        }
        try Self.expectNoTrace(of: [word, "hunter@2-ö"], in: outcome, but: ["devtool.yml"])
    }

    /// The wrong host, with the password in the URL of an old properties file, and raw.
    @Test func aDriverMayEchoTheURLOfOldProperties() async throws {
        let scenario = try Scenario().withLiquibase().config("migrate: {}\n").file(
            "db/changelog.xml", Scenario.changelog
        ).file("liquibase.properties", "changeLogFile: db/changelog.xml\nurl: jdbc:nonsense://h/x?password=hunter2x\n")
        let outcome = try await scenario.run("migrate", "--raw", "status").exits(1)
        #expect(outcome.errorText.contains("jdbc:nonsense://h/x?password=***"))
        try Self.expectNoTrace(of: ["hunter2x"], in: outcome, but: ["liquibase.properties"])
        let given = try await scenario.withScriptedJava(
            """
            echo 'Unexpected error running Liquibase: java.lang.RuntimeException: Driver class was not \
            specified and could not be determined from the url (jdbc:nonsense://h/x?password=hunter3x)' >&2
            exit 1
            """
        ).run("migrate", "--url=jdbc:nonsense://h/x?password=hunter3x", "status").exits(69)
        #expect(given.errorText.contains("jdbc:nonsense://h/x?password=***"))
        try Self.expectNoTrace(of: ["hunter3x"], in: given, but: ["java"])
    }

    /// `--url` is read as the setting is, and is none of the words that others see; its password is hidden as it is
    /// written and as it is meant.
    @Test(arguments: [
        ("p%40ss%26w", "p@ss&w"), ("%68unter2x", "hunter2x"), ("hunter2y", "hunter2y"), ("p%2540x%2Fy", "p%40x/y"),
    ]) func noFormOfAPasswordOfTheCommandLineIsShown(written: String, meant: String) async throws {
        let scenario = try Scenario().project("{url: 'jdbc:x', username: other}").withScriptedJava(
            """
            echo "$*" >words; cat >settings
            echo 'cannot reach postgres://app:\(written)@db/x with \(meant)' >&2
            exit 1
            """)
        let url = "postgres://app:\(written)@127.0.0.1:1/x?a=b"
        let outcome = try await scenario.run("--verbose", "migrate", "--url", url, "validate").exits(1)
        #expect(outcome.errorText.contains("postgres://app:***@db/x with ***"), "\(outcome.errorText)")
        #expect(!(scenario.folder.text("words") ?? "").contains("--url"))
        let settings = scenario.folder.text("settings") ?? ""
        #expect(settings.contains("url=jdbc\\:postgresql\\://127.0.0.1\\:1/x?a\\=b"), "\(settings)")
        #expect(settings.contains("username=app\n"), "\(settings)")
        #expect(settings.contains("password="))
        try Self.expectNoTrace(of: [written, meant], in: outcome, but: ["java", "settings"])
        try await scenario.run("migrate", "--url", "mongodb://app:\(written)@db/x", "validate").stderr(
            """
            devtool: 'mongodb://app:***@db/x' is not a supported database URL
              hint: use a JDBC URL such as jdbc:postgresql://host/name or jdbc:sqlite:app.db

            """
        ).exits(64)
        let diff = try await scenario.run("migrate", "diff", "--reference-url=postgres://app:\(written)@db/y").exits(1)
        let compared = scenario.folder.text("settings") ?? ""
        #expect(compared.contains("referenceUrl=jdbc\\:postgresql\\://db/y\n"), "\(compared)")
        #expect(compared.contains("referenceUsername=app\nreferencePassword="), "\(compared)")
        try Self.expectNoTrace(of: [written, meant], in: diff, but: ["java", "settings"])
    }

    /// Liquibase tells of letters that are not ASCII, and quotes them.
    @Test func noLetterOfAPasswordIsQuoted() async throws {
        let outcome = try await Scenario().withLiquibase().project(
            "{url: 'jdbc:h2:./h', username: sa, password: {env: PW}}"
        ).variable("PW", "\u{F1}and\u{FA}\u{20AC}").run("migrate", "update").stdout("").exits(0)
        #expect(!outcome.errorText.contains("\u{F1}"), "\(outcome.errorText)")
        #expect(!outcome.errorText.contains("non-standard"), "\(outcome.errorText)")
    }
}

/// The same of the programs that devtool starts beside Liquibase, each of them a script that tells what it
/// was given.
@Suite struct MigrateHelperSecretScenarios {
    /// Tells what it was given, and what devtool was; then works as what it stands for.
    private static func telling(_ then: String) -> String {
        """
        #!/bin/sh
        { printf '%s\\n' "$0" "$@"; env; tr '\\0' '\\n' </proc/$PPID/cmdline; } >>told
        \(then)

        """
    }

    /// A lock that is waited for is looked at by another Java.
    @Test func theKeeperOfTheLockGetsNone() async throws {
        let scenario = try Scenario().config(
            """
            migrate:
              lock-timeout: 1s
              targets:
                dev: {url: 'jdbc:derby:x?password=hunter2', password: {env: SECRET}}
                other: {url: jdbc:y, password: {env: OTHER}}

            """
        ).withScriptedJava(
            """
            { printf '%s\\n' "$@"; env; tr '\\0' '\\n' </proc/$PPID/cmdline; } >>told
            case $* in
            *' Devtool session')
               exec 3<&0
               cat <&3 >>asked &
               done='\\000\\035DTdone\\037\\n'
               printf "$done$done"
               # It is over soon after the last answer.
               until grep -q password asked; do sleep 0.01; done
               lock='\\000\\035DTrow\\037=true\\037=me\\037=2026-01-31\\037\\n'$done
               printf "$lock$lock$lock$lock"
               wait ;;
            *) cat >>settings
               entry='[2026-11-21 18:21:28] INFO [liquibase.lockservice]'
               echo "$entry Waiting for changelog lock...." >&2
               sleep 600 ;;
            esac
            """, connects: true
        ).variable("SECRET", "hunter3").variable("OTHER", "hunter4").variable(
            "DATABASE_URL", "postgres://a:hunter5@h/d")
        let outcome = try await scenario.run("migrate", "--target", "dev", "tag", "x").stdout("").exits(75)
        let told = try #require(outcome.folder.text("told"))
        #expect(told.contains("\ntag\nx\n") && told.contains("\nDevtool\nsession\n"))
        #expect(!told.contains("hunter"))
        #expect(!outcome.errorText.contains("hunter"))
        #expect(outcome.errorText.contains("it is held by me since 2026-01-31\n"))
        #expect(outcome.folder.text("settings")?.contains("password=hunter3\n") == true)
        #expect(outcome.folder.text("asked")?.contains("password\0hunter3\0") == true)
    }
}
