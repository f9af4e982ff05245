import DevtoolKit
import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// External plugins, as those who write and use them see them.
@Suite struct PluginScenarios {
    @Test func aPluginOfThreeLines() async throws {
        try await Scenario().fixture("devtool-hello").config("").run("hello", "Ada").stdout("Hello, Ada, from [DIR]\n")
            .stderr("").exits(0)
    }

    @Test func outsideOfAProjectThereIsNoRoot() async throws {
        try await Scenario().fixture("devtool-hello").run("hello").stdout("Hello, world, from nowhere\n").exits(0)
    }

    @Test func aPluginInPythonReportsWhatItFinds() async throws {
        try await Scenario().fixture("devtool-todo").file("a.txt", "one\n  TODO: two\n").file(
            "b.txt", "TODO \u{1F600}\n"
        ).run("todo", "a.txt", "b.txt").stdout("").stderr(
            """
            a.txt:2:3: warning: two
            b.txt:1:1: warning: \u{1F600}
            2 left to do

            """
        ).exits(1)
    }

    @Test func aPluginAsksForItsConfiguration() async throws {
        let scenario = try Scenario().fixture("devtool-todo").config("todo: {mark: FIXME}").file(
            "sub/a.txt", "TODO one\nFIXME two\n")
        try await scenario.listPlugins()
        try await scenario.run("todo", "a.txt", in: "sub").stdout("").stderr("a.txt:2:1: warning: two\n1 left to do\n")
            .exits(1)
        try await scenario.variable("DEVTOOL_TODO_MARK", "TODO").run("todo", "sub/a.txt").stderr(
            "sub/a.txt:1:1: warning: one\n1 left to do\n"
        ).exits(1)
    }

    /// The plugin did without them, and found nothing.
    @Test(arguments: ["plugins", Scenario.pluginFolder]) func settingsThatAreWrong(folder: String) async throws {
        let scenario = try Scenario().fixture("devtool-todo", in: folder).path("plugins").config("todo: {mrak: FIXME}")
            .file("a.txt", "FIXME one\n")
        let message = """
            devtool.yml:1:8: unknown key 'mrak' in 'todo'
            todo: {mrak: FIXME}
                   ^
              hint: did you mean 'mark'?

            """
        try await scenario.run("todo", "a.txt").stdout("").stderr(message).exits(78)
        // It has told of them now.
        try await scenario.run("config", "check").stdout("").stderr(message).exits(78)
    }

    /// GitHub's runner has to know a secret before the plugin can print it.
    @Test func secretsAreMaskedBeforeAPluginStarts() async throws {
        try await Scenario().plugin("told", "echo \"using $TOK\" >&2").config("told: {token: {env: TOK}}").variable(
            "TOK", "tok98765"
        ).variable("GITHUB_ACTIONS", "true").run("told").stdout("").stderr("::add-mask::tok98765\nusing tok98765\n")
            .exits(0)
    }

    /// What tells GitHub's runner a secret is no output that lacks one.
    @Test func aPluginOfATaskMayMaskASecret() async throws {
        let outcome = try await Scenario().plugin(
            "masks", "\"$DEVTOOL_BIN\" config get masks.token >/dev/null; echo deployed"
        ).config("masks: {token: {env: TOK}}\ntasks: {a: {masks: []}}").variable("TOK", "tok98765").variable(
            "GITHUB_ACTIONS", "true"
        ).run("run", "-q", "a").stdout("deployed\n").exits(0)
        #expect(!outcome.errorText.contains("contained a secret"), "\(outcome.errorText)")
    }

    /// It got ***, with status 0.
    @Test func aPluginGetsTheSecretThatItAsksFor() async throws {
        let script = """
            [ "$1" != --devtool-describe ] || exec cat <<'END'
            {"configuration": {"token": {"type": "secret"}}}
            END
            "$DEVTOOL_BIN" config get login.token; "$DEVTOOL_BIN" config get login.token --reveal
            """
        let scenario = try Scenario().plugin("login", script).config("login: {token: {env: TOKEN}}").variable(
            "TOKEN", "s3cret")
        try await scenario.listPlugins()
        try await scenario.run("login").stdout("s3cret\ns3cret\n").stderr("").exits(0)
    }

    /// It was read to its end, which there was none of.
    @Test func aDescriptionWithoutEndIsBroken() async throws {
        let plugin = "\(Scenario.pluginFolder)/devtool-endless"
        try await Scenario().plugin("endless", "exec yes x # --devtool-describe").path("bin").run("plugins").stdout(
            """
            endless  -  -  [DIR]/\(plugin)

            [DIR]/\(plugin): broken: invalid output from --devtool-describe: it is longer than 65536 bytes

            """
        ).exits(0)
    }

    /// It was opened, and nobody wrote.
    @Test func aPipeOnThePathIsNoPlugin() async throws {
        let scenario = try Scenario().file("bin/x", "").path("bin")
        let pipe = scenario.folder.path.appending("bin/devtool-pipe")
        #expect(pipe.withPlatformString { mkfifo($0, 0o755) } == 0)
        try await scenario.run("plugins").stdout("[DIR]/bin/devtool-pipe: broken: not executable\n").exits(0)
        try await scenario.run("pipe").exits(64)
    }

    @Test func aFileMustBeExecutable() async throws {
        let scenario = try Scenario().file("bin/devtool-hello", "#!/bin/sh\n").path("bin")
        try await scenario.run("hello").stdout("").stderr(
            """
            devtool: the plugin '[DIR]/bin/devtool-hello' is not executable
              hint: run: chmod +x [DIR]/bin/devtool-hello

            """
        ).exits(64)
    }

    @Test func whatAPluginFindsIsInTheReports() async throws {
        let scenario = try Scenario().fixture("devtool-todo").file("a.txt", "TODO x%\n")
        let outcome = try await scenario.run("--report", "sarif=found.sarif", "todo", "a.txt")
        outcome.exits(1)
        #expect(outcome.folder.text("found.sarif")?.contains("\"ruleId\": \"todo\"") == true)

        let annotated = try await scenario.variable("GITHUB_ACTIONS", "true").run("todo", "a.txt")
        #expect(annotated.errorText.contains("::warning file=a.txt,line=1,col=1"))
    }

    @Test func globalOptionsReachThePlugin() async throws {
        let script = "echo $DEVTOOL_VERBOSITY $DEVTOOL_COLOR $DEVTOOL_CONFIG"
        let scenario = try Scenario().plugin("show", script).file("other.yml", "")
        try await scenario.run("-v", "--color", "always", "--config", "other.yml", "show").stdout(
            "verbose always [DIR]/other.yml\n"
        ).exits(0)
        try await scenario.variable("FORCE_COLOR", "1").run("--quiet", "show").stdout("quiet always\n").exits(0)
    }

    @Test func argumentsAreThePluginsOwn() async throws {
        try await Scenario().plugin("args", "for word; do echo \"<$word>\"; done").run(
            "args", "--help", "-x", "--", "", "a b", "--json"
        ).stdout("<--help>\n<-x>\n<-->\n<>\n<a b>\n<--json>\n").exits(0)
    }

    @Test func argumentsAndVariablesNeedNotBeText() async throws {
        let scenario = try Scenario().plugin("bytes", "printf %s \"$1$VALUE\" | od -An -tx1")
        let shell = #"VALUE=$(printf '\377') exec "$0" bytes "$(printf 'a\351')""#
        try await scenario.program("/bin/sh", "-c", shell, Scenario.devtool).stdout(" 61 e9 ff\n").exits(0)
    }

    @Test func inputIsThePluginsOwn() async throws {
        try await Scenario().plugin("copy", "cat").stdin("in").run("copy").stdout("in").exits(0)
    }

    @Test(arguments: [("exit 42", 42), ("kill -TERM $$", 143), ("kill -KILL $$", 137)]) func theEndIsThePluginsOwn(
        script: String, status: Int
    ) async throws { try await Scenario().plugin("end", script).run("end").stdout("").stderr("").exits(Int32(status)) }

    @Test func theSurroundingsAreInVariables() async throws {
        let outcome = try await Scenario().config("").variable("XDG_DATA_HOME", "relative").variable("SECRET", "s3cret")
            .variable("DEVTOOL_EVENTS", "/from/above").plugin("show", "env | grep -e ^DEVTOOL_ -e ^SECRET= | sort")
            .file("sub/x", "").run("show", in: "sub")
        let events = outcome.outputText.firstMatch(of: /DEVTOOL_EVENTS=(.*)\n/)?.1 ?? ""
        outcome.stdout(
            """
            DEVTOOL_ASSUME_YES=0
            DEVTOOL_BIN=\(Scenario.devtool.resolvingSymlinks)
            DEVTOOL_COLOR=never
            DEVTOOL_CONFIG=[DIR]/devtool.yml
            DEVTOOL_DRY_RUN=0
            DEVTOOL_EVENTS=\(events)
            DEVTOOL_OUTPUT=text
            DEVTOOL_PLUGIN=show
            DEVTOOL_PROTOCOL=1
            DEVTOOL_ROOT=[DIR]
            DEVTOOL_VERBOSITY=normal
            SECRET=s3cret

            """
        ).stderr("").exits(0)
        #expect(events.hasPrefix("[DIR]/devtool-events-"))
        #expect(!outcome.folder.names.contains { $0.hasPrefix("devtool-events") })
    }

    @Test func eventsAreReportedAndMalformedOnesAreNotFatal() async throws {
        let script = """
            cat >>"$DEVTOOL_EVENTS" <<'END'
            {"event": "diagnostic", "message": "wrong", "hint": "right it"}

            {"event": "diagnostic", "severity": "fatal", "message": "x"}
            nonsense
            {"event": "result", "summary": "
            {"event": "later", "of": [1, 2]}
            END
            printf '{"event": "result", "summary": "done"}' >>"$DEVTOOL_EVENTS"
            """
        let malformed = "devtool: warning: event"
        try await Scenario().plugin("tell", script).run("tell").stdout("").stderr(
            """
            devtool: wrong
              hint: right it
            \(malformed) 3 from 'tell' is malformed: unknown severity 'fatal'
            \(malformed) 4 from 'tell' is malformed: not valid JSON: expected 'null', found 'o'
            \(malformed) 5 from 'tell' is malformed: not valid JSON: the input ends inside a string
            \(malformed) 6 from 'tell' is malformed: unknown event 'later'
            done

            """
        ).exits(1)
    }

    /// It was 0, whatever was wrong.
    @Test(arguments: [("error", 0, 1), ("warning", 0, 0), ("note", 0, 0), ("error", 5, 5)]) func anErrorIsAFailure(
        severity: String, status: Int, expected: Int
    ) async throws {
        let scenario = try Scenario().plugin(
            "tell",
            """
            echo '{"event": "diagnostic", "severity": "\(severity)", "message": "x"}' >"$DEVTOOL_EVENTS"; exit \(status)
            """
        ).config("tasks: {a: {tell: []}}")
        let mark = severity == "error" ? "" : "\(severity): "
        try await scenario.run("tell").stdout("").stderr("devtool: \(mark)x\n").exits(Int32(expected))
        try await scenario.run("plugins", "run", "tell").stdout("").exits(Int32(expected))
        try await scenario.run("run", "-q", "a").stdout("").exits(Int32(expected))
    }

    /// They were always text and 0.
    @Test func optionsBeforeItsNameAreInVariables() async throws {
        let scenario = try Scenario().plugin("show", #"echo "$DEVTOOL_OUTPUT $DEVTOOL_DRY_RUN $*""#)
        try await scenario.run("show", "--json").stdout("text 0 --json\n").exits(0)
        try await scenario.run("--json", "show", "x").stdout("json 0 x\n").stderr("").exits(0)
        try await scenario.run("-q", "--dry-run", "-C", ".", "--json", "show").stdout("json 1 \n").exits(0)
        try await scenario.run("--dry-run", "plugins", "run", "show", "--dry-run").stdout("text 1 --dry-run\n").exits(0)
        try await scenario.config("tasks: {a: '\(Scenario.devtool) --json show'}").run("run", "-q", "a").stdout(
            "json 0 \n"
        ).exits(0)
    }

    @Test(arguments: [
        (
            ["--json", "config"],
            "'--json' is allowed only before the name of a plugin\n"
                + "  hint: 'devtool config --help' lists its options\n"
        ),
        (
            ["--dry-run", "plugins"],
            "'--dry-run' is allowed only before the name of a plugin\n"
                + "  hint: 'devtool plugins --help' lists its options\n"
        ), (["--json"], "'--json' is allowed only before the name of a plugin\n"),
        (["--json", "card"], "unknown command 'card'\n  hint: did you mean 'cards'?\n"),
    ]) func optionsOfPluginsAreForPlugins(arguments: [String], message: String) async throws {
        try await Scenario().run(arguments).stdout("").stderr("devtool: \(message)").exits(64)
    }

    /// Only `devtool plugins` told it, and not of a plugin in the project.
    @Test func aWrongDescriptionIsAWarningOfEachRun() async throws {
        let scenario = try Scenario().config("tasks: {a: {x: []}}").plugin(
            "x", "[ \"$1\" != --devtool-describe ] || exit 3; echo ran", in: "tools"
        ).path("tools")
        let warning = "warning: [DIR]/tools/devtool-x: --devtool-describe exited with status 3\n"
        try await scenario.run("x").stdout("ran\n").stderr("devtool: " + warning).exits(0)
        try await scenario.run("run", "-q", "a").stdout("ran\n").stderr("devtool: " + warning).exits(0)
    }

    /// As JSON's other types are read, too.
    @Test func aDefaultMayBeANumber() async throws {
        let description =
            #"{"configuration": {"n": {"type": "integer", "default": 3}, "b": {"type": "boolean", "default": true}}}"#
        let scenario = try Scenario().config("x: {}").plugin("x", "# --devtool-describe\necho '\(description)'")
        try await scenario.run("config", "get", "x.n").stdout("3\n").stderr("").exits(0)
        try await scenario.run("config", "get", "x.b").stdout("true\n").stderr("").exits(0)
    }

    @Test func aPluginRunsWhereItIsStarted() async throws {
        let scenario = try Scenario().config("").plugin("show", #"echo "$PWD $DEVTOOL_ROOT""#).file("sub/x", "")
        try await scenario.run("show", in: "sub").stdout("[DIR]/sub [DIR]\n").exits(0)
        try await scenario.run("-C", "sub", "show").stdout("[DIR]/sub [DIR]\n").exits(0)
    }

    @Test func manyMalformedEventsAreCounted() async throws {
        let outcome = try await Scenario().plugin("tell", #"yes nonsense | head -n 300 >"$DEVTOOL_EVENTS""#).run("tell")
            .stdout("").exits(0)
        let lines = outcome.errorText.split(separator: "\n")
        #expect(lines.count == 11)
        #expect(lines.last == "devtool: warning: 290 more events from 'tell' are malformed")
    }

    @Test func eventsAreReportedAsTheyCome() async throws {
        let script = """
            echo '{"event": "result", "summary": "early"}' >>"$DEVTOOL_EVENTS"
            tries=0
            until grep early messages; do
                sleep 0.05; tries=$((tries + 1)); [ $tries -lt 1000 ] || exit 9
            done
            """
        let shell = #"exec "$0" tell 2>messages"#
        try await Scenario().plugin("tell", script).program("/bin/sh", "-c", shell, Scenario.devtool).stdout("early\n")
            .exits(0)
    }
}

/// Signals and the terminal: a plugin has both as if devtool were not there.
@Suite struct PluginTerminalScenarios {
    @Test(arguments: ["TERM", "HUP", "INT", "QUIT"]) func aSignalToDevtoolAloneIsPassedOn(signal: String) async throws {
        let script = """
            trap 'echo got \(signal); exit 9' \(signal)
            kill -\(signal) $PPID
            while :; do sleep 0.05; done
            """
        try await Scenario().plugin("wait", script).run("wait").stdout("got \(signal)\n").exits(9)
    }

    /// Also after the plugin has been asked for a description, which is a child of another kind.
    @Test(arguments: ["", " # --devtool-describe"]) func whatIsIgnoredStaysIgnoredButForAClosedPipe(comment: String)
        async throws
    {
        let shell = #"trap '' HUP; exec "$0" ignored"#
        let scenario = try Scenario().plugin("ignored", "grep SigIgn /proc/self/status" + comment)
        let outcome = try await scenario.program("/bin/sh", "-c", shell, Scenario.devtool)
        let mask = outcome.outputText.firstMatch(of: /([0-9a-f]+)\n/).flatMap { UInt64($0.1, radix: 16) }
        let ignored = try #require(mask)
        #expect(ignored & (1 << (SIGHUP - 1)) != 0)
        for own in [SIGPIPE, SIGXFSZ] { #expect(ignored & (1 << (own - 1)) == 0) }
    }

    @Test func theTerminalIsThePlugins() async throws {
        let script = """
            [ -t 0 ] && [ -t 1 ] && [ -t 2 ] && echo "a terminal, color $DEVTOOL_COLOR, ready"
            read -r line
            echo "read $line"
            """
        try await Scenario().plugin("ask", script).onTerminal(typing: "yes\n", "ask").stdout(
            "a terminal, color always, ready\nyes\nread yes\n"
        ).exits(0)
    }

    @Test func progressIsShownOnATerminal() async throws {
        let script = """
            echo '{"event": "progress", "message": "ready", "completed": 1, "total": 2}' \
                >>"$DEVTOOL_EVENTS"
            read -r line
            echo "read $line"
            """
        let outcome = try await Scenario().plugin("work", script).onTerminal(typing: "yes\n", "work")
        outcome.exits(0)
        #expect(outcome.outputText.contains("work: ready (1 of 2) ("))
        #expect(outcome.outputText.contains("read yes\n"))
    }

    @Test func controlCIsThePluginsToAnswer() async throws {
        let script = """
            trap 'echo caught once; exit 5' INT
            echo ready
            while :; do sleep 0.05; done
            """
        try await Scenario().plugin("wait", script).onTerminal(typing: "\u{3}", "wait").stdout("ready\n^Ccaught once\n")
            .exits(5)
    }

    @Test func controlCEndsBoth() async throws {
        // A shell may lose a signal that comes while it starts a program.
        let script = """
            exec python3 -c 'import signal, time
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            print("ready", flush=True)
            time.sleep(600)'
            """
        try await Scenario().plugin("wait", script).onTerminal(typing: "\u{3}", "wait").stdout("ready\n^C").exits(
            128 + SIGINT)
    }
}

/// How a command's name is understood.
@Suite struct CommandNameScenarios {
    @Test(arguments: [
        ("card", "did you mean 'cards'?"), ("helo", "did you mean 'help'?"), ("hell0", "did you mean 'hello'?"),
        ("Cards", "did you mean 'cards'?"), ("../x", "run 'devtool --help' for a list of commands"),
        ("", "run 'devtool --help' for a list of commands"),
    ]) func anUnknownCommandIsAUsageError(name: String, hint: String) async throws {
        try await Scenario().plugin("hello", "").run(name, "--help").stdout("").stderr(
            "devtool: unknown command '\(name)'\n  hint: \(hint)\n"
        ).exits(64)
    }

    @Test func aTaskIsNoCommand() async throws {
        try await Scenario().config("vars: {web: x}\ntasks: {build: echo built, cards: echo}").run("build").stdout("")
            .stderr("devtool: unknown command 'build'\n  hint: did you mean 'devtool run build'?\n").exits(64)
        for word in ["list", "watch"] {
            try await Scenario().run(word).stdout("").exits(64).stderr(
                "devtool: unknown command '\(word)'\n  hint: did you mean 'devtool run --\(word)'?\n")
        }
        try await Scenario().config("vars: {web: x}\ntasks: {build: echo built}").run("web").stderr(
            "devtool: unknown command 'web'\n  hint: run 'devtool --help' for a list of commands\n"
        ).exits(64)
        try await Scenario().config("tasks: [").run("build").stderr(
            "devtool: unknown command 'build'\n  hint: run 'devtool --help' for a list of commands\n"
        ).exits(64)
    }

    @Test(arguments: ["--version", "-V", "version"]) func theVersion(word: String) async throws {
        try await Scenario().run(word).stdout("\(devtoolFullVersion)\n").stderr("").exits(0)
    }

    @Test func helpOfAnUnknownCommandIsAUsageError() async throws {
        try await Scenario().run("help", "migrat").stderr(
            "devtool: unknown command 'migrat'\n  hint: did you mean 'migrate'?\n"
        ).exits(64)
    }

    @Test func aBuiltInCommandComesFirst() async throws {
        let scenario = try Scenario().plugin("cards", "echo mine: $1")
        try await scenario.run("cards", "--version").stdout("\(devtoolFullVersion)\n").exits(0)
        try await scenario.run("plugins", "run", "cards", "--version").stdout("mine: --version\n").exits(0)
    }

    @Test func nothingIsRunFromTheFolderDevtoolIsStartedIn() async throws {
        try await Scenario().plugin("here", "echo here", in: ".").variable("PATH", ".::/usr/bin:/bin").run("here")
            .stdout("").exits(64)
    }

    @Test func thePluginFolderComesBeforeThePath() async throws {
        let scenario = try Scenario().plugin("twice", "echo path", in: "bin").plugin("twice", "echo folder").path("bin")
        try await scenario.run("twice").stdout("folder\n").exits(0)
        try await scenario.variable("XDG_DATA_HOME", scenario.folder.path.string).run("twice").stdout("path\n").exits(0)
    }

    @Test func aScriptWithoutInterpreterIsExplained() async throws {
        try await Scenario().file("bin/devtool-bare", "echo x").executable("bin/devtool-bare").path("bin").run("bare")
            .stdout("").stderr(
                """
                devtool: cannot run '[DIR]/bin/devtool-bare': Exec format error
                  hint: the first line of a script must name its interpreter, such as '#!/bin/sh'

                """
            ).exits(69)
    }

    @Test func anEmptyNameOfTheConfigurationIsNone() async throws {
        try await Scenario().plugin("show", #"echo "${DEVTOOL_CONFIG-none} ${DEVTOOL_ROOT-none}""#).variable(
            "DEVTOOL_CONFIG", ""
        ).run("show").stdout("none none\n").stderr("").exits(0)
    }

    @Test func aResultIsNoCommandToGitHubsRunner() async throws {
        try await Scenario().plugin(
            "show", #"echo '{"event": "result", "summary": "::stop-commands::x"}' >"$DEVTOOL_EVENTS""#
        ).variable("GITHUB_ACTIONS", "true").run("show").stdout("").stderr("\u{200B}::stop-commands::x\n").exits(0)
    }
}
