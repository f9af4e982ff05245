import SystemPackage
import TestSupport
import Testing

/// `devtool migrate new`.
@Suite struct NewChangeSetScenarios {
    private static func project(_ files: [String: String]) async throws -> Scenario {
        let root = files.keys.contains("root.yaml") ? "root.yaml" : files.keys.sorted()[0]
        return try await Scenario().withHistory([files]).config(
            "migrate: {changelog: \(root), targets: {dev: {url: 'jdbc:h2:mem:x'}}}\n")
    }

    @Test func theNextChangesetIsAddedInTheProjectsFormat() async throws {
        let head = Scenario.changelog.components(before: "</databaseChangeLog>")
        for (name, before, after, id) in [
            (
                "db/a.xml", Scenario.changelog,
                head + """
                        <changeSet id="4" author="ada">
                            <comment>add &lt;e> &amp; &quot;mail&quot;</comment>
                            <sql></sql>
                            <rollback>TODO: undo it</rollback>
                        </changeSet>
                    </databaseChangeLog>
                    """, "4"
            ),
            (
                "db/a.sql", "--liquibase formatted sql\n\n--changeset ada:009\nselect 1;",
                """
                --liquibase formatted sql

                --changeset ada:009
                select 1;

                --changeset ada:010
                --comment add <e> & "mail"

                --rollback TODO: undo it

                """, "010"
            ),
            (
                "db/a.yaml",
                "databaseChangeLog:\n  - changeSet: {id: create-x, author: ada, changes: [{sql: {sql: a}}]}\n",
                #"""
                databaseChangeLog:
                  - changeSet: {id: create-x, author: ada, changes: [{sql: {sql: a}}]}
                  - changeSet:
                      id: "add-e-mail"
                      author: "ada"
                      comment: "add <e> & \"mail\""
                      changes:
                      - sql: {sql: ""}
                      rollback: "TODO: undo it"

                """#, "add-e-mail"
            ),
        ] {
            let scenario = try await Self.project([name: before])
            let outcome = try await scenario.run("migrate", "new", "add <e>  & \"mail\"").stderr(
                "added \(name)::\(id)::ada; now write its SQL and rollback\n"
            ).exits(0).file(name, after)
            #expect(outcome.outputText.hasPrefix("\(name):"), "\(outcome.outputText)")
            // Until the SQL is there, the lint stops an update; another can be added.
            try await scenario.run("migrate", "lint").exits(65)
            try await scenario.run("migrate", "new", "more", "--author", "grace").exits(0)
        }
    }

    /// Outside a repository, git's global settings count; without git, the author has to be named.
    @Test func theAuthorOutsideOfARepository() async throws {
        let scenario = try Scenario().file("a.sql", "--liquibase formatted sql\n--changeset ada:1\nselect 1;\n").file(
            "global", "[user]\n\tname = Grace Hopper\n"
        ).config("migrate: {changelog: a.sql, targets: {dev: {url: 'jdbc:h2:mem:x'}}}\n")
        let global = scenario.folder.path.appending("global").string
        try await scenario.variable("GIT_CONFIG_GLOBAL", global).run("migrate", "new", "b").stderr(
            "added a.sql::2::grace; now write its SQL and rollback\n"
        ).exits(0)
        try await scenario.variable("PATH", "/nonexistent").run("migrate", "new", "c").stdout("").stderr(
            """
            devtool: the author is unknown because git is not installed
              hint: use --author

            """
        ).exits(78)
    }

    /// A disk on which the second reading of the changelog fails.
    private static let brokenDisk = try? PreloadedLibrary(
        """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <string.h>
        #include <unistd.h>

        static int count, broken = -1;
        #define NEXT(function, result, ...) ((result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #function))
        #define OPEN(function) int function(const char *path, int flags, ...) { \\
            va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list); \\
            int file = NEXT(function, int, const char *, int, ...)(path, flags, mode); \\
            if (strstr(path, "changelog.xml") && !(flags & O_ACCMODE) && ++count == 2) broken = file; \\
            return file; \\
        }
        OPEN(open)
        OPEN(open64)
        ssize_t read(int file, void *bytes, size_t length) {
            if (file == broken) { errno = EIO; return -1; }
            return NEXT(read, ssize_t, int, void *, size_t)(file, bytes, length);
        }
        """)

    // See: audit of 0.2.0, E12.
    @Test(.enabled(if: SystemCallTrap.shared != nil, "no C compiler")) func aChangelogThatCannotBeReadAgain()
        async throws
    {
        try await Scenario().file("db/changelog.xml", Scenario.changelog).config(
            "migrate: {changelog: db/changelog.xml, targets: {dev: {url: 'jdbc:h2:mem:x'}}}\n"
        ).preloading(#require(Self.brokenDisk)).run("migrate", "new", "b", "--author", "me").stdout("").stderr(
            "devtool: cannot read 'db/changelog.xml': Input/output error\n"
        ).exits(74).file("db/changelog.xml", Scenario.changelog)
    }

    // See: audit of 0.2.0, E18.
    @Test(arguments: ["a\nb", "a \"b\"", "", " ", "a\tb", "a\u{1B}[1m", "a\u{85}b", "a\u{2028}b"])
    func anAuthorIsANameInOneLine(author: String) async throws {
        let text = "--liquibase formatted sql\n--changeset ada:1\nselect 1;\n"
        try await Scenario().file("a.sql", text).config(
            "migrate: {changelog: a.sql, targets: {dev: {url: 'jdbc:h2:mem:x'}}}\n"
        ).run("migrate", "new", "b", "--author", author).stdout("").stderr(
            "devtool: the author must be a single line without control characters or double quotes\n"
        ).exits(64).file("a.sql", text)
    }

    @Test func theChangelogIsThatOfATarget() async throws {
        let sql = "--liquibase formatted sql\n--changeset ada:1\nselect 1;\n"
        let scenario = try await Scenario().withHistory([["a.sql": sql, "b.sql": sql]])
        func config(_ more: String) throws -> Scenario {
            try scenario.config(
                """
                migrate:
                  \(more)
                  targets:
                    a: {url: 'jdbc:h2:mem:x', changelog: a.sql}
                    b: {url: 'jdbc:h2:mem:x', changelog: b.sql}

                """)
        }
        for (more, words, file) in [("default-target: b", [], "b"), ("", ["--target", "a"], "a")] {
            try await config(more).run(["migrate", "new", "c"] + words).stderr(
                "added \(file).sql::2::ada; now write its SQL and rollback\n"
            ).exits(0)
        }
        try await config("").run("migrate", "new", "c").stdout("").stderr(
            """
            devtool: the targets have several changelogs: a.sql, b.sql
              hint: choose a target with --target, or set 'default-target'

            """
        ).exits(64)
        try await config("").run("migrate", "new", "c", "--target", "x").stdout("").exits(64)
    }

    @Test func aFormThatCannotBeAddedToIsNotChanged() async throws {
        let flow = "databaseChangeLog: [{changeSet: {id: 1, author: ada, changes: []}}]\n"
        try await Self.project(["a.yaml": flow]).run("migrate", "new", "b").stdout("").stderr(
            """
            devtool: cannot add to 'a.yaml': unsupported formatting
              hint: write the changeset by hand, or put each list item on its own line

            """
        ).exits(65).file("a.yaml", flow)
    }

    @Test func aFolderOfFilesGetsANewOne() async throws {
        let root = "databaseChangeLog:\n- includeAll: {path: db}\n"
        func file(_ id: Int) -> String {
            "--liquibase formatted sql\n\n--changeset Ada Lovelace:\(id)\nselect \(id);\n"
        }
        try await Self.project(["root.yaml": root, "db/001_a.sql": file(1), "db/002_b.sql": file(2)]).run(
            "migrate", "new", "Add Email"
        ).stdout("db/003_add_email.sql:3\n").stderr(
            "added db/003_add_email.sql::3::Ada in a new file; now write its SQL and rollback\n"
        ).exits(0).file(
            "db/003_add_email.sql",
            """
            --liquibase formatted sql

            --changeset Ada:3
            --comment Add Email

            --rollback TODO: undo it

            """)
        // Names that are words must come in order.
        try await Self.project(["root.yaml": root, "db/zebra.sql": file(1)]).run("migrate", "new", "Add Email").stdout(
            ""
        ).stderr(
            """
            devtool: a changeset added to the end of 'db/add-email.sql' would not be the last in the changelog
              hint: write it by hand

            """
        ).exits(65).file("db/add-email.sql", nil)
    }

    @Test func whatCannotBeContinuedIsRefused() async throws {
        try await Self.project(["a.yaml": "databaseChangeLog: []\n"]).run("migrate", "new", "x").stdout("").stderr(
            """
            devtool: 'a.yaml' has no changeset to copy the file, format and naming from
              hint: write the first one by hand

            """
        ).exits(65)
        try await Self.project(["a.yaml": "databaseChangeLog:\n- include: {file: b.yaml}\n"]).run("migrate", "new", "x")
            .stdout("").stderr(
                """
                devtool: cannot add to 'a.yaml', which has errors: file 'b.yaml' not found
                  hint: see 'devtool migrate lint'

                """
            ).exits(65)
        try await Self.project(["a.sql": "--liquibase formatted sql\n\n--changeset ada:1\nselect 1;\n"]).run(
            "migrate", "new", " "
        ).stdout("").stderr("devtool: the title is empty\n").exits(64)
    }

    @Test func aDryRunPrintsTheFile() async throws {
        let sql = "--liquibase formatted sql\n\n--changeset ada:1\nselect 1;\n"
        try await Self.project(["a.sql": sql]).run("migrate", "new", "--dry-run", "x").stdout(
            sql + "\n--changeset ada:2\n--comment x\n\n--rollback TODO: undo it\n"
        ).stderr("").exits(0).file("a.sql", sql)
    }

    @Test func changelogsAreNotConverted() async throws {
        try await Scenario().run("migrate", "convert", "a.xml").stdout("").stderr(
            """
            devtool: changelogs cannot be converted: the file is part of a changeset's identity, so databases \
            would run all changesets again
              hint: a changelog can include files in different formats: keep the old files \
            and write new changesets in the new format

            """
        ).exits(64)
    }
}

extension String {
    /// What comes before a text.
    fileprivate func components(before text: String) -> String {
        firstRange(of: text).map { String(self[..<$0.lowerBound]) } ?? self
    }
}
