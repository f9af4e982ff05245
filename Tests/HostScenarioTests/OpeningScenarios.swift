import Foundation
import SystemPackage
import TestSupport
import Testing

/// What a project names, or a clone brings, must be a regular file.
///
/// A pipe without a writer and a device without an end are errors at once. What the user types may be a pipe.
@Suite struct OpeningScenarios {
    /// A file of a project, and a command that reads it.
    struct Reader: CustomTestStringConvertible, Sendable {
        let file: String
        let command: String
        /// What precedes the reason in the error.
        let message: String
        let status: Int32
        /// What else the project has.
        var files: [String: String] = [:]

        var testDescription: String { "\(file): \(command)" }
    }

    private static let config = ["devtool.yml": "tasks: {a: echo a}\n"]

    static let readers = [
        Reader(file: "devtool.yml", command: "run a", message: "cannot read 'devtool.yml': ", status: 78),
        Reader(file: ".env", command: "run a", message: "cannot read '.env': ", status: 78, files: config),
        Reader(
            file: "more.yml", command: "run a", message: "cannot read 'more.yml': ", status: 78,
            files: ["devtool.yml": "tasks: {a: echo a}\nincludes: {more: more.yml}\n"]),
        Reader(
            file: "my.env", command: "run a", message: "cannot read 'my.env': ", status: 78,
            files: ["devtool.yml": "dotenv: my.env\ntasks: {a: echo a}\n"]),
        Reader(
            file: "liquibase.properties", command: "migrate update", message: "cannot read 'liquibase.properties': ",
            status: 78, files: ["devtool.yml": "migrate: {targets: {a: {url: 'jdbc:h2:mem:x'}}}\n"]),
        Reader(file: "justfile", command: "init --from justfile", message: "cannot read 'justfile': ", status: 66),
        Reader(
            file: "boards/b.json", command: "cards --check boards", message: "cannot read 'boards/b.json': ",
            status: 66, files: ["boards/c.txt": ""]),
    ]

    private func project(_ reader: Reader) throws -> Scenario {
        try reader.files.reduce(Scenario()) { try $0.file($1.key, $1.value) }
    }

    @Test(arguments: readers, ["ln -s /dev/zero", "ln -s pipe", "mkfifo"]) func whatIsNoRegularFile(
        reader: Reader, maker: String
    ) async throws {
        let scenario = try project(reader)
        let outcome = try await scenario.withinDeadline {
            try await scenario.shell(
                "mkfifo pipe \(reader.file.contains("/") ? "boards/pipe" : "")\n"
                    + "\(maker) \(reader.file); $devtool \(reader.command)")
        }
        if maker == "mkfifo", reader.file.hasPrefix("boards/") {
            // Only what may be an export is looked into.
            outcome.exits(66)
            return
        }
        outcome.exits(reader.status)
        #expect(outcome.errorText.contains("\(reader.message)it is not a regular file\n"), "\(outcome.errorText)")
    }

    /// Or the project above would count.
    @Test(arguments: ["mkdir", "ln -s gone"]) func aConfigurationThatIsNoFile(maker: String) async throws {
        let outcome = try await Scenario().config("tasks: {default: echo above}\n").shell(
            "mkdir sub; cd sub; \(maker) devtool.yml; $devtool run"
        ).stdout("").exits(78)
        #expect(outcome.errorText.contains("cannot read 'devtool.yml': "), "\(outcome.errorText)")
    }

    /// Completion reads the project, too, and has nothing to offer.
    @Test(arguments: ["ln -s /dev/zero", "mkfifo"], ["devtool.yml", ".env"]) func completion(
        maker: String, file: String
    ) async throws {
        let scenario = try Scenario().file("other.yml", "tasks: {a: echo a}\n")
        try await scenario.withinDeadline {
            try await scenario.shell(
                """
                [ \(file) = devtool.yml ] || mv other.yml devtool.yml
                \(maker) \(file); $devtool __complete zsh run ''
                """)
        }.stderr("")
    }

    /// What a Makefile includes must lie in the project, wherever links lead.
    @Test func aFileOutsideOfTheProject() async throws {
        let outcome = try await Scenario().file("outside/x.mk", "secret:\n\techo secret\n").file(
            "p/in.mk", "inside:\n\techo inside\n"
        ).file("p/Makefile", "include sub/x.mk\ninclude link.mk\nall:\n\techo all\n").shell(
            """
            cd p; ln -s ../outside sub; ln -s in.mk link.mk
            $devtool init --from Makefile; cat devtool.yml
            """)
        #expect(!outcome.outputText.contains("echo secret"), "\(outcome.outputText)")
        #expect(outcome.outputText.contains("\n  inside:"), "\(outcome.outputText)")
    }

    /// As is what a Taskfile includes, beside which a file would be written.
    @Test func aFolderOutsideOfTheProject() async throws {
        let scenario = try Scenario().file("outside/Taskfile.yml", "version: '3'\ntasks: {s: echo s}\n").file(
            "p/Taskfile.yml", "version: '3'\nincludes: {o: ./sub}\ntasks: {a: echo a}\n")
        _ = try await scenario.shell("cd p; ln -s ../outside sub; $devtool init --from Taskfile.yml")
        #expect(scenario.folder.path.appending("outside").names == ["Taskfile.yml"])
    }

    /// A configuration that the user names may come from a pipe.
    @Test func aConfigurationFromAPipe() async throws {
        try await Scenario().shell(
            """
            echo 'tasks: {a: echo a}' | $devtool -q --config /dev/fd/0 run a
            echo "migrate: {targets: {a: {url: 'jdbc:h2:mem:x'}}}" |
                $devtool migrate targets --config /dev/fd/0
            """
        ).stdout("a\nTARGET  URL\na       jdbc:h2:mem:x  default\n").stderr("").exits(0)
    }

    @Test func aConfigurationWithoutAnEnd() async throws {
        try await Scenario().run("--config", "/dev/zero", "run", "a").stdout("").exits(78).stderr(
            "devtool: cannot read '/dev/zero': it is larger than 16777216 bytes\n")
    }

    @Test func aSecretWithoutAnEnd() async throws {
        let config = "migrate: {targets: {a: {url: 'jdbc:h2:mem:x', password: {file: /dev/zero}}}}\n"
        let outcome = try await Scenario().config(config).withLiquibase().run("migrate", "update").exits(78)
        #expect(
            outcome.errorText.contains("cannot read '/dev/zero': it is larger than 1048576 bytes\n"),
            "\(outcome.errorText)")
    }

    @Test func aFileOfVariablesThatIsTooLarge() async throws {
        let text = "A=" + String(repeating: "x", count: 1 << 20) + "\n"
        let outcome = try await Scenario().config("tasks: {a: echo a}\n").file(".env", text).run("run", "a").exits(78)
        #expect(
            outcome.errorText.contains("cannot read '.env': it is larger than 1048576 bytes\n"), "\(outcome.errorText)")
    }

    /// In folders that devtool fills, a link is not where a file is to be, whatever it leads to.
    @Test(
        arguments: ["cards board.json --all --to markdown -o out", "favicon page.html --download out/"],
        ["mv \"$f\" precious/x; ln -s \"$PWD/precious/x\" \"$f\"", "rm \"$f\"; mkfifo \"$f\""])
    func whatIsInTheWayOfAFilledFolder(command: String, maker: String) async throws {
        let outcome = try await Scenario().file(
            "board.json", ##"{"name":"P","cards":[{"idShort":1,"idList":"l","name":"x"}]}"##
        ).file("page.html", "<link rel=icon href='\(WholePictures.dataURL)'>").file("precious/x", "x").shell(
            """
            mkdir out; $devtool -q \(command) >/dev/null 2>&1
            f=$(find out -type f); \(maker); echo changed >precious/x
            $devtool -q \(command) >/dev/null 2>error; echo $?; cat precious/x
            """
        ).stdout("73\nchanged\n").exits(0)
        let text = outcome.folder.text("error") ?? ""
        #expect(text.hasPrefix("devtool: cannot write 'out/"), "\(text)")
    }

    /// Folders can be deeper than paths can be long: what is in them is not passed over without a word.
    @Test(arguments: ["cards --check d", "favicon --check d"]) func whatIsDeeperThanAPath(command: String) async throws
    {
        let outcome = try await Scenario().file(
            "d/good.json", ##"{"name":"P #","cards":[{"idShort":1,"idList":"l","name":"#1 x"}]}"##
        ).file("d/good.html", "<link rel=icon href='\(WholePictures.dataURL)'>").shell(
            """
            level=12345678901234567890
            long=$(printf "/$level%.0s" $(seq 120))
            mkdir -p d$long e$long; mv e d$long/e
            $devtool \(command); status=$?; rm -r d
            exit $status
            """
        ).exits(66)
        #expect(outcome.errorText.contains(": File name too long\n"), "\(outcome.errorText)")
    }
}
