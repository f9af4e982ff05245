import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// `devtool migrate lint --since COMMIT`.
@Suite struct SinceScenarios {
    private static let sql = "--liquibase formatted sql\n\n--changeset ada:1\nselect 1;\n"

    /// Every third commit edits a changeset, one changes only its white space, and one moves it to another file.
    @Test func aHistoryOfThirtyEdits() async throws {
        func text(_ number: Int, isEdited: Bool) -> String {
            let select =
                switch (isEdited, number % 3) {
                case (true, 0): "select -\(number)"
                case (true, 1): "select\n  \(number)"
                default: "select \(number)"
                }
            return "--liquibase formatted sql\n\n--changeset ada:\(number)\n\(select);\n"
        }
        func name(_ number: Int, isEdited: Bool) -> String {
            isEdited && number % 3 == 2 ? "db/z\(number).sql" : "db/a\(number).sql"
        }
        var root = "databaseChangeLog:\n"
        for number in 10..<40 {
            for isEdited in number % 3 == 2 ? [false, true] : [false] {
                let file = name(number, isEdited: isEdited)
                root += "- include: {file: \(file), errorIfMissing: false}\n"
            }
        }
        var commits: [[String: String?]] = [["root.yaml": root]]
        for number in 10..<40 { commits[0][name(number, isEdited: false)] = text(number, isEdited: false) }
        for number in 10..<40 {
            var commit: [String: String?] = [:]
            if number % 3 == 2 { commit[name(number, isEdited: false)] = .some(nil) }
            commit[name(number, isEdited: true)] = text(number, isEdited: true)
            commits.append(commit)
        }
        let scenario = try await Scenario().withHistory(commits)
        for count in [0, 1, 2, 3, 14, 30] {
            let outcome = try await scenario.run("migrate", "lint", "--since", "HEAD~\(count)", "root.yaml")
            let edited = (40 - count..<40)
            let moves = edited.count { $0 % 3 == 2 }
            let edits = edited.count { $0 % 3 == 0 }
            outcome.exits(edits + moves > 0 ? 65 : 0)
            #expect(outcome.errorText.matches(of: /has been edited since HEAD~\d+/).count == edits)
            #expect(outcome.errorText.matches(of: /has been moved to 'db\/z\d+.sql'/).count == moves)
            let last = edits + moves == 0 ? "no problems found" : "\(edits + moves) error"
            #expect(outcome.errorText.contains("30 changesets in 31 files: \(last)"), "\(outcome.errorText)")
        }
    }

    // See: audit of 0.2.0, L8.
    @Test func noProgramOfTheRepositoryRuns() async throws {
        let scenario = try await Scenario().withHistory([["a.sql": Self.sql]]).file(
            ".gitattributes", "*.sql filter=evil\n"
        ).file("a.sql", Self.sql + "select 2;\n").file("evil", "#!/bin/sh\ntouch ran\ncat\n").file(
            "hooks/post-index-change", "#!/bin/sh\ntouch ran\n")
        for name in ["evil", "hooks/post-index-change"] { try scenario.makeExecutable(name) }
        for (name, value) in [
            ("core.fsmonitor", "./evil"), ("core.hooksPath", "hooks"), ("filter.evil.clean", "./evil"),
            ("filter.evil.process", "./evil"), ("filter.evil.required", "true"),
        ] { try await scenario.git("config", name, value) }
        let outcome = try await scenario.run("migrate", "lint", "--since", "HEAD", "a.sql")
        #expect(outcome.errorText.contains("has been edited since HEAD"), "\(outcome.errorText)")
        outcome.file("ran", nil)
    }

    @Test func anEditIsShownWithWhatAccepted() async throws {
        let scenario = try await Scenario().withHistory([["a.sql": Self.sql]]).file(
            "a.sql", Self.sql.replacing("select 1", with: "select 2"))
        try await scenario.run("migrate", "lint", "--since", "main", "a.sql").stdout("").stderr(
            """
            a.sql:3:1: 'a.sql::1::ada' has been edited since main, so Liquibase rejects it on databases that have applied it
            --changeset ada:1
            ^
              hint: undo the edit and add a new changeset, or accept the edit with validCheckSum
            1 changeset in 1 file: 1 error

            """
        ).exits(65)
    }

    /// The rules of policy are for new changesets; what has been applied is not changed any more.
    @Test func rulesOfPolicyLookAtNewChangesets() async throws {
        let old = "--liquibase formatted sql\n\n--changeset ada:1\ndrop table old;\n"
        let scenario = try await Scenario().withHistory([["a.sql": old]]).file(
            "a.sql", old + "--changeset ada:2\ndrop table new;\n")
        let all = try await scenario.run("migrate", "lint", "a.sql").exits(0).errorText
        #expect(all.matches(of: /a\.sql:\d+:1: warning:/).count == 2, "\(all)")
        let new = try await scenario.run("migrate", "lint", "--since", "HEAD", "a.sql").exits(0).errorText
        #expect(new.hasPrefix("a.sql:6:1: warning: "), "\(new)")
        #expect(new.hasSuffix("2 changesets in 1 file: 1 warning\n"), "\(new)")
    }

    /// What is an error by itself can be set to a level.
    @Test func theRulesOfEditsHaveLevels() async throws {
        let scenario = try await Scenario().withHistory([["a.sql": Self.sql]]).file(
            "a.sql", Self.sql.replacing("select 1", with: "select 2")
        ).config("migrate: {changelog: a.sql, url: 'jdbc:h2:mem:x', lint: {rules: {edited-changeset: warning}}}\n")
        let outcome = try await scenario.run("migrate", "lint", "--since", "HEAD").exits(0)
        #expect(outcome.errorText.hasPrefix("a.sql:3:1: warning: 'a.sql::1::ada' has been edited"))
    }

    /// On a new database it runs before what others have; they run it afterwards.
    @Test func aNewChangesetBeforeAnOldOneIsAnError() async throws {
        func text(_ id: Int) -> String { "--liquibase formatted sql\n--changeset ada:\(id)\nselect \(id);\n" }
        let scenario = try await Scenario().withHistory([
            [
                "db/001.sql": text(1), "db/003.sql": text(3),
                "root.yaml": "databaseChangeLog:\n- includeAll: {path: db}\n",
            ]
        ])
        try await scenario.file("db/004.sql", text(4)).run("migrate", "lint", "--since", "main", "root.yaml").stdout("")
            .stderr("3 changesets in 4 files: no problems found\n").exits(0)
        try await scenario.file("db/002.sql", text(2)).run("migrate", "lint", "--since", "main", "root.yaml").stdout("")
            .stderr(
                """
                db/002.sql:2:1: 'db/002.sql::2::ada' is new and runs before 'db/003.sql::3::ada', which already \
                exists at main: databases that have the latter run the two in the opposite order
                --changeset ada:2
                ^
                  hint: rename the file so that it comes after 'db/003.sql': git mv db/002.sql db/004.sql
                4 changesets in 5 files: 1 error

                """
            ).exits(65)
    }

    /// Each of several files for several subjects grows at its end, and views that run again come last: no error.
    @Test func theEndOfAFileIsAPlaceForNewChangesets() async throws {
        func text(_ name: String, _ ids: ClosedRange<Int>, _ attributes: String = "") -> String {
            "--liquibase formatted sql\n"
                + ids.map { "--changeset ada:\(name)\($0) \(attributes)\nselect \($0);\n" }.joined()
        }
        let root = "databaseChangeLog:\n"
        let files = ["a", "b", "v"].map { "- include: {file: \($0).sql}\n" }.joined()
        let views = text("v", 1...1, "runOnChange:true")
        let scenario = try await Scenario().withHistory([
            ["root.yaml": root + files, "a.sql": text("a", 1...2), "b.sql": text("b", 1...1), "v.sql": views]
        ])
        try await scenario.file("b.sql", text("b", 1...2)).run("migrate", "lint", "--since", "main", "root.yaml")
            .stderr("5 changesets in 4 files: no problems found\n").exits(0)
        let appended = try await scenario.file("a.sql", text("a", 1...3)).run(
            "migrate", "lint", "--since", "main", "root.yaml"
        ).exits(0)
        #expect(appended.errorText.hasPrefix("a.sql:6:1: note: 'a.sql::a3::ada' is new and runs before"))
        // In the middle of a file, and in a new file that is included before an old one, it is an error.
        let inserted =
            text("a", 1...1) + "--changeset ada:new\nselect 0;\n"
            + text("a", 2...2).split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
        let middle = try await scenario.file("a.sql", inserted).run("migrate", "lint", "--since", "main", "root.yaml")
            .exits(65)
        #expect(
            middle.errorText.contains("'a.sql::new::ada' is new and runs before 'a.sql::a2::ada'")
                && middle.errorText.contains("hint: move it to the end of 'a.sql'"), "\(middle.errorText)")
        let included = try await scenario.file("a.sql", text("a", 1...2)).file("n.sql", text("n", 1...1)).file(
            "root.yaml", root + "- include: {file: n.sql}\n" + files
        ).run("migrate", "lint", "--since", "main", "root.yaml").exits(65)
        #expect(included.errorText.contains("hint: include 'n.sql' after "), "\(included.errorText)")
    }

    /// What another branch has added since does not count as removed.
    @Test func itComparesWithWhereTheBranchParted() async throws {
        let scenario = try await Scenario().withHistory([["a.sql": Self.sql]])
        let more = Self.sql + "\n--changeset ada:2\nselect 2;\n"
        try await scenario.git("checkout", "-q", "-b", "topic")
        _ = try scenario.file("b.sql", "")
        try await scenario.git("add", "b.sql")
        try await scenario.git("commit", "-q", "-m", "topic")
        try await scenario.git("checkout", "-q", "main")
        _ = try scenario.file("a.sql", more)
        try await scenario.git("commit", "-q", "-a", "-m", "main")
        try await scenario.git("checkout", "-q", "topic")
        try await scenario.run("migrate", "lint", "--since", "main", "a.sql").stdout("").stderr(
            "1 changeset in 1 file: no problems found\n"
        ).exits(0)
    }

    /// Files that git does not know yet were not there, deleted ones were; nothing in the repository changes.
    @Test func filesOfTheWorkingTreeCount() async throws {
        let scenario = try await Scenario().withHistory([
            ["db/a.sql": Self.sql, "root.yaml": "databaseChangeLog:\n- includeAll: {path: db}\n"]
        ])
        try FileManager.default.removeItem(atPath: scenario.folder.path.appending("db/a.sql").string)
        _ = try scenario.file("db/b.sql", Self.sql.replacing("select 1", with: "select 2"))
        let index = scenario.folder.path.appending(".git/index")
        let before = try #require(FileManager.default.contents(atPath: index.string))
        try await scenario.run("migrate", "lint", "--since", "HEAD", "root.yaml").stdout("").stderr(
            """
            db/b.sql:3:1: 'db/a.sql::1::ada' has been moved to 'db/b.sql' since HEAD, so Liquibase would run it again
            --changeset ada:1
            ^
              hint: set logicalFilePath:db/a.sql on the changeset or its file
            1 changeset in 2 files: 1 error

            """
        ).exits(65)
        #expect(FileManager.default.contents(atPath: index.string) == before)
        #expect(scenario.folder.text("db/a.sql") == nil)
    }

    @Test func filesThatGitIgnoresCountAsUnchanged() async throws {
        try await Scenario().withHistory([[".gitignore": "*.sql\n"]]).file("a.sql", Self.sql).run(
            "migrate", "lint", "--since", "HEAD", "a.sql"
        ).stdout("").stderr("1 changeset in 1 file: no problems found\n").exits(0)
    }

    /// A root that is renamed, or that takes the old one in, has the changesets of before.
    @Test func aRenamedOrWrappedRootIsCompared() async throws {
        let root = "databaseChangeLog:\n- include: {file: a.sql}\n# the project's changelog\n"
        let edited = Self.sql.replacing("select 1", with: "select 2")
        let finding = """
            a.sql:3:1: 'a.sql::1::ada' has been edited since HEAD~1, so Liquibase rejects it on databases that have applied it

            """
        for commit in [
            ["root.yaml": nil, "main.yaml": root, "a.sql": edited],
            ["main.yaml": "databaseChangeLog:\n- include: {file: root.yaml}\n", "a.sql": edited],
            ["root.yaml": nil, "main.yaml": root + String(repeating: "# more\n", count: 99), "a.sql": edited],
        ] {
            let outcome = try await Scenario().withHistory([["root.yaml": root, "a.sql": Self.sql], commit]).run(
                "migrate", "lint", "--since", "HEAD~1", "main.yaml"
            ).exits(65)
            #expect(outcome.errorText.hasPrefix(finding), "\(outcome.errorText)")
        }
        // Changesets of the file itself are others now, as its name is part of them.
        try await Scenario().withHistory([["a.sql": Self.sql], ["a.sql": nil, "b.sql": Self.sql]]).run(
            "migrate", "lint", "--since", "HEAD~1", "b.sql"
        ).exits(65).stderr(
            """
            b.sql:3:1: 'a.sql::1::ada' has been moved to 'b.sql' since HEAD~1, so Liquibase would run it again
            --changeset ada:1
            ^
              hint: set logicalFilePath:a.sql on the changeset or its file
            1 changeset in 1 file: 1 error

            """)
    }

    /// What only the changelog has that `devtool.yml` named before is gone.
    @Test func anotherRootInTheConfigurationIsCompared() async throws {
        func config(_ root: String) -> String {
            "migrate: {changelog: \(root), targets: {dev: {url: 'jdbc:h2:mem:x'}}}\n"
        }
        let all = "databaseChangeLog:\n- include: {file: a.sql}\n- include: {file: b.sql}\n"
        let outcome = try await Scenario().withHistory([
            ["devtool.yml": config("all.yaml"), "all.yaml": all, "a.sql": Self.sql, "b.sql": Self.sql]
        ]).config(config("a.sql")).run("migrate", "lint", "--since", "HEAD").exits(65)
        #expect(
            outcome.errorText.hasPrefix("b.sql:3:1: 'b.sql::1::ada' existed at HEAD but has been removed\n"),
            "\(outcome.errorText)")
        #expect(outcome.errorText.hasSuffix("1 changeset in 1 file: 1 error\n"))
    }

    @Test func aNewChangelogHasNothingToCompare() async throws {
        try await Scenario().withHistory([["README": ""]]).file("a.sql", Self.sql).run(
            "migrate", "lint", "--since", "HEAD", "a.sql"
        ).stdout("").stderr(
            """
            a.sql did not exist at HEAD: all its changesets are new
            1 changeset in 1 file: no problems found

            """
        ).exits(0)
    }

    @Test func aBrokenChangelogIsComparedAsFarAsItCouldBeRead() async throws {
        let root = "databaseChangeLog:\n- include: {file: a.sql}\n"
        try await Scenario().withHistory([["root.yaml": root]]).file("a.sql", Self.sql).run(
            "migrate", "lint", "--since", "HEAD", "root.yaml"
        ).stdout("").stderr(
            """
            devtool: warning: the changelog at HEAD cannot be read completely, so the comparison \
            is incomplete: root.yaml:2:13: file 'a.sql' not found
            1 changeset in 2 files: no problems found

            """
        ).exits(0)
    }

    @Test func withoutACommitItSaysSo() async throws {
        try await Scenario().withHistory([["a.sql": Self.sql]]).run(
            "migrate", "lint", "--since", "origin/main", "a.sql"
        ).stdout("").stderr(
            """
            devtool: commit 'origin/main' not found
              hint: fetch it, for example with 'git fetch origin main'; by default, CI systems fetch few commits (to fetch all, set fetch-depth: 0 on GitHub or GIT_DEPTH: 0 on GitLab)

            """
        ).exits(66)
        try await Scenario().file("a.sql", Self.sql).run("migrate", "lint", "--since", "HEAD", "a.sql").stdout("")
            .stderr(
                """
                devtool: '[DIR]' is not in a readable git repository: fatal: not a git repository (or any of the parent directories): .git

                """
            ).exits(66)
        try await Scenario().file("a.sql", Self.sql).variable("PATH", "/nowhere").run(
            "migrate", "lint", "--since", "HEAD", "a.sql"
        ).stdout("").stderr(
            """
            devtool: 'git' is required but not installed
              hint: Debian: apt-get install git

            """
        ).exits(69)
    }
}

extension Scenario {
    /// Makes a git repository of the folder, with commits on `main` of which each writes files or, where there is no
    /// text, removes them, and checks out the last.
    func withHistory(_ commits: [[String: String?]]) async throws -> Scenario {
        var stream = ""
        for (number, commit) in commits.enumerated() {
            stream += "commit refs/heads/main\ncommitter Ada <ada@example.com> \(1_700_000_000 + number) +0000\n"
            stream += "data 0\n"
            for (name, text) in commit.sorted(by: { $0.key < $1.key }) {
                if let text {
                    stream += "M 100644 inline \(name)\ndata \(text.utf8.count)\n\(text)\n"
                } else {
                    stream += "D \(name)\n"
                }
            }
        }
        try await git("init", "-q", "-b", "main")
        try await git("config", "user.name", "Ada")
        try await git("config", "user.email", "ada@example.com")
        try await git("fast-import", "--quiet", input: stream)
        try await git("reset", "-q", "--hard")
        return self
    }

    /// Runs git in the folder.
    func git(_ arguments: String..., input: String = "") async throws {
        let result = try await Subprocess.run(
            .name("git"), arguments: Arguments(arguments), environment: .inherit.updating(["HOME": folder.path.string]),
            workingDirectory: folder.path, input: .string(input), output: .discarded, error: .string(limit: 1 << 16))
        #expect(result.terminationStatus == .exited(0), "\(result.standardError)")
    }
}
