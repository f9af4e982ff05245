import Foundation
import SystemPackage
import TestSupport
import Testing

/// Words that are completed while they are typed, in the shells themselves.
@Suite struct CompletionScenarios {
    private static let config = """
        migrate:
          changelog: changes.xml
          targets:
            db:staging: {url: "jdbc:h2:mem:a"}
            db:prod: {url: "jdbc:h2:mem:b"}
            two words: {url: "jdbc:h2:mem:c"}
            it's: {url: "jdbc:h2:mem:d"}

        """

    private func project() throws -> Scenario {
        try Scenario().config(Self.config).file("my file.xml", "").file("rules.yml", "").file("other.txt", "").file(
            "sub/inner.xml", ""
        ).file("sub/devtool.yml", "tasks: {called: echo}\n")
    }

    private static let typed = [
        ("devtool sch\t", "[schema]"), ("devtool --color=al\t", "[--color=always]"),
        ("devtool --color al\tconf\tge\t", "[--color][always][config][get]"),
        ("devtool migrate --target db:sta\t", "[migrate][--target][db:staging]"),
        ("devtool migrate --target=db:sta\t", "[migrate][--target=db:staging]"),
        ("devtool migrate --target \"db:sta\t", "[migrate][--target][db:staging]"),
        ("devtool migrate --target 'two\t", "[migrate][--target][two words]"),
        ("devtool migrate --target two\\ w\t", "[migrate][--target][two words]"),
        ("devtool migrate --target tw\t", "[migrate][--target][two words]"),
        ("devtool migrate --target it\t", "[migrate][--target][it's]"),
        ("devtool migrate --target \"it\t", "[migrate][--target][it's]"),
        ("devtool migrate update-te\t", "[migrate][update-testing-rollback]"),
        ("devtool migrate lint my\t", "[migrate][lint][my file.xml]"),
        ("devtool migrate lint --config=ru\t", "[migrate][lint][--config=rules.yml]"),
        ("devtool --config \"ru\t", "[--config][rules.yml]"), ("devtool -C sub run ca\t", "[-C][sub][run][called]"),
        ("devtool run -C sub ca\t", "[run][-C][sub][called]"), ("devtool migrate train-c\t", "[migrate][train-c]"),
        ("devtool note\t", "[notes]"), ("devtool notes my\t", "[notes][my file.xml]"),
        // The cursor goes back before the last word.
        ("devtool sch last\u{1B}b\u{2}\t", "[schema][last]"),
        // A broken file has no targets, and no word about it disturbs the line.
        ("devtool --config bad.yml config get migrate.ch\t", "[--config][bad.yml][config][get][migrate.ch]"),
    ]

    @Test(arguments: CompletingShell.installed) func aTabCompletes(shell: CompletingShell) async throws {
        let outcome = try await project().file("bad.yml", "migrate: [").plugin("notes", "touch executed").typing(
            Self.typed.map(\.0).joined(separator: "\r"), in: shell)
        let seen = "\(outcome.outputText)\(outcome.errorText)"
        #expect(outcome.typedArguments == Self.typed.map(\.1), "\(seen)")
        outcome.file("executed", nil)
    }

    @Test(arguments: CompletingShell.allCases) func theShellIsHere(shell: CompletingShell) throws {
        if shell.path == nil { try Test.cancel("\(shell) is not installed: its completions are not tested") }
        #expect(CompletingShell.installed.contains(shell))
    }

    @Test(arguments: CompletingShell.installed) func aSecondTabShowsWhatThereIs(shell: CompletingShell) async throws {
        let outcome = try await project().typing("devtool config \t\t\u{15}", in: shell)
        for line in ["Report every problem in the configuration.", "Print one value or all values in a section."] {
            #expect(outcome.outputText.contains(line), "\(outcome.outputText)")
        }
    }

    @Test(.enabled(if: CompletingShell.bash.path != nil, "bash is not installed"))
    func theFunctionOfBashAnswersWithoutATerminal() async throws {
        try await project().script(
            #"""
            eval "$(devtool completions bash)"
            COMP_WORDBREAKS=$' \t\n"\'><=;|&(:' COMP_TYPE=9
            for COMP_LINE in 'devtool ca' 'devtool migrate --target db:' 'devtool migrate --target=t' \
                'devtool --config r' 'devtool migrate lint m' 'devtool odd '; do
                COMP_POINT=${#COMP_LINE}
                _devtool_completions devtool "${COMP_LINE##* }" ''
                printf '%s:' "$COMP_LINE"
                printf ' [%s]' "${COMPREPLY[@]}"
                echo
            done
            """#, in: .bash
        ).stdout(
            """
            devtool ca: [cards]
            devtool migrate --target db:: [staging] [prod]
            devtool migrate --target=t: [two\\ words]
            devtool --config r: [rules.yml]
            devtool migrate lint m: [my file.xml]
            devtool odd : []

            """
        ).stderr("").exits(0)
    }

    @Test(
        .enabled(if: CompletingShell.fish.path != nil, "fish is not installed"),
        arguments: [
            ("devtool sch", "schema\tPrint the JSON Schema of devtool.yml, for editors.\n"),
            ("devtool migrate --target db:", "db:prod\ndb:staging\n"),
            ("devtool migrate --target=t", "--target=two words\n"),
            ("devtool --config ", "devtool.yml\nrules.yml\nsub/\n"), ("devtool --config=ru", "--config=rules.yml\n"),
            ("devtool cards o", "other.txt\n"), ("devtool odd ", ""),
        ]) func fishCompletesALine(line: String, expected: String) async throws
    {
        try await project().script("devtool completions fish | source; complete -C '\(line)'", in: .fish).stdout(
            expected
        ).stderr("").exits(0)
    }

    @Test(arguments: ["update", "plan", "rehearse", "drift", "repair", "new"]) func targetsOfMigrate(command: String)
        async throws
    {
        try await Scenario().config("migrate: {targets: {dev: {url: x}, prod: {url: y}}}").run(
            "__complete", "fish", "migrate", command, "--target", ""
        ).stdout("nothing\ndev\nprod\n").exits(0)
    }

    /// What follows a task is the task's own.
    @Test func behindATaskStandNoOptionsOfDevtool() async throws {
        let scenario = try Scenario().config(
            "tasks: {a: {run: 'echo a', params: {who: {choices: [ann, bob]}, jobs: {default: 1}}}}")
        try await scenario.run("__complete", "fish", "run", "a", "--").stdout("nothing\n--who\n--jobs\n").exits(0)
        try await scenario.run("__complete", "fish", "run", "a", "who=").stdout("nothing\nwho=ann\nwho=bob\n").exits(0)
        let before = try await scenario.run("__complete", "fish", "run", "--jo").exits(0)
        #expect(before.outputText.hasPrefix("nothing\n--jobs\t"))
    }

    @Test func nothingOfAPluginOrTheProjectIsExecuted() async throws {
        try await Scenario().config("migrate: {password: {command: [touch, executed]}, url: x}").plugin(
            "notes", "touch executed # --devtool-describe"
        ).run("__complete", "fish", "config", "get", "").stdout(
            """
            nothing
            cards.format\tdefault
            cards.api\tdefault
            cards.timeout\tdefault
            favicon.for\tdefault
            favicon.scheme\tdefault
            favicon.timeout\tdefault
            migrate.url\tdevtool.yml:1:56
            migrate.password\tdevtool.yml:1:21
            migrate.lock-timeout\tdefault
            migrate.grace-period\tdefault
            migrate.protected\tdefault
            run.keep-going\tdefault
            run.fail-fast\tdefault
            run.grace-period\tdefault
            run.silent\tdefault
            run.cache-size\tdefault
            run.cache-age\tdefault
            run.remote-cache-write\tdefault
            run.remote-cache-timeout\tdefault

            """
        ).file("executed", nil).exits(0)
        try await Scenario().plugin("notes", "touch executed # --devtool-describe").run("__complete", "fish", "no")
            .file("executed", nil).exits(0)
    }

    /// The plugin's answers, as kubectl's plugins give them; it prints what it is called with, too.
    private func completing() throws -> Scenario {
        try Scenario().plugin(
            "greet",
            """
            [ "$1" = --devtool-complete ] || exit 3
            shift
            echo "$#:$*:${DEVTOOL_PLUGIN-none}:${DEVTOOL_ROOT##*/}" >>asked
            for last; do :; done
            case $last in
            --to=*) printf '%s\\n' --to=ada --to=grace ;;
            -*) printf '%s\\t%s\\n' --loud 'Shout.' --to= 'Whom.' ;;
            secret) "$DEVTOOL_BIN" config get greet.token ;;
            esac
            """)
    }

    @Test(arguments: [
        (["greet", "-"], "nothing\n--loud\tShout.\n--to=\tWhom.\n", "1:-"),
        (["-q", "--json", "greet", "a b", "--to=a"], "nothing\n--to=ada\n--to=grace\n", "2:a b --to=a"),
        (["plugins", "run", "greet", "--"], "nothing\n--loud\tShout.\n--to=\tWhom.\n", "1:--"),
        (["greet", ""], "files\n", "1:"),
    ]) func aPluginCompletesItself(words: [String], expected: String, asked: String) async throws {
        let scenario = try completing().config("")
        let root = scenario.folder.path.lastComponent?.string ?? ""
        try await scenario.run(["__complete", "fish"] + words).stdout(expected).stderr("").file(
            "asked", "\(asked):none:\(root)\n"
        ).exits(0)
    }

    /// Tab is no consent to run what a stranger's project holds, nor the program of its secret.
    @Test func completionRunsNothingOfTheProject() async throws {
        let config = "greet: {token: {command: [touch, executed]}}"
        let scenario = try completing().config(config).plugin("near", "touch executed # --devtool-complete", in: "bin")
            .path("bin")
        for words in [["near", ""], ["plugins", "run", "near", ""], ["greet", "secret"]] {
            try await scenario.run(["__complete", "zsh"] + words).stdout("files\n").file("executed", nil).exits(0)
        }
        // A plugin that does not mention the option is not asked.
        try await Scenario().plugin("old", "touch executed").run("__complete", "zsh", "old", "").stdout("files\n").file(
            "executed", nil
        ).exits(0)
    }

    @Test func aPluginCompletesAsItsPageShows() async throws {
        let script = try #require(DocumentationPage("docs/plugins.md").blocks("sh").last)
        let scenario = try Scenario().plugin("greet", script)
        try await scenario.run("greet", "--to=Ada").stdout("Hello, Ada\n").exits(0)
        try await scenario.run("__complete", "fish", "greet", "").stdout("nothing\n--to=\tWhom to greet.\n").exits(0)
        try await scenario.run("__complete", "zsh", "greet", "--to=").stdout("nothing\n---to=Ada\n---to=Grace\n").exits(
            0)
    }

    @Test func bashCompletesAPlugin() async throws {
        let script = #"""
            eval "$(devtool completions bash)"
            COMP_LINE='devtool greet --to=g' COMP_POINT=20 COMP_TYPE=9
            _devtool_completions devtool =g =
            printf '<%s>\n' "${COMPREPLY[@]}"
            """#
        try await completing().script(script, in: .bash).stdout("<grace>\n").exits(0)
    }

    @Test(arguments: CompletingShell.allCases) func theScriptSaysHowItIsInstalled(shell: CompletingShell) async throws {
        let outcome = try await Scenario().run("completions", shell.rawValue).stderr("").exits(0)
        #expect(outcome.outputText.contains("devtool completions \(shell)"))
        if let path = shell.path {
            // The shell finds no fault with it.
            try await Scenario().file("script", outcome.outputText).program(path, "-n", "script").stdout("").stderr("")
                .exits(0)
        }
    }

    @Test func anUnknownShellIsRefused() async throws {
        let outcome = try await Scenario().run("completions", "csh").stdout("").exits(64)
        #expect(outcome.errorText.contains("'csh'"))
    }
}
