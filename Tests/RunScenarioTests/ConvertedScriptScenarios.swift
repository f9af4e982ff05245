import TestSupport
import Testing

/// Scripts of a package.json do what npm does, or are marked.
@Suite struct ConvertedScriptScenarios {
    private static let package = #"""
        {"scripts": {
          "clean": "touch clean; echo cleaned",
          "w:a": "test -e clean && echo a",
          "dev": "npm run clean && npm run w:a && npm run w:b && npm run last",
          "w:b": "touch b; echo b",
          "last": "test -e b && echo last",
          "if": "if [ ! -d x ]; then npm run w:a --silent && echo b; fi",
          "loop": "for i in 1 2; do case $i in 1) echo $i; esac done",
          "word": "true && echo done",
          "brace": "echo ${NONE:-a}",
          "command": "echo $(echo a)",
          "group": "{ echo a; }",
          "subshell": "cd . && (echo a)",
          "folder": "cd node_modules && basename \"$INIT_CWD\""
        }}
        """#

    @Test(arguments: [
        (["dev"], "cleaned\na\nb\nlast\n"), (["loop"], "1\n"), (["word", "--", "x"], "done x\n"),
        (["brace", "--", "x"], "a x\n"), (["command", "--", "x"], "a x\n"), (["group"], "a\n"), (["subshell"], "a\n"),
    ]) func scriptsRun(words: [String], output: String) async throws {
        let scenario = try Scenario().file("package.json", Self.package)
        try await scenario.run("init", "--from", "package.json").stdout("").exits(0)
        try await scenario.run(["--quiet", "run"] + words).stdout(output).exits(0)
    }

    /// `"$@"` after a word that ends an `if` was a syntax error.
    @Test func anIfIsNoError() async throws {
        let scenario = try Scenario().file(
            "package.json", #"{"scripts": {"x": "if [ -d x ]; then sh a.sh; fi", "a": "a"}}"#)
        try await scenario.run("init", "--from", "package.json").stdout("").exits(0)
        try await scenario.run("--quiet", "run", "x").stdout("").stderr("").exits(0)
    }

    /// npm finds programs of a workspace, too.
    @Test func programsOfTheFoldersAbove() async throws {
        let output = try await Scenario().file("node_modules/.bin/of-above", "#!/bin/sh\necho \"$@\"\n").file(
            "packages/a/package.json", #"{"scripts": {"x": "of-above"}}"#
        ).shellOutput(
            """
            chmod +x node_modules/.bin/of-above; cd packages/a
            devtool -q init --from package.json; devtool -q run x -- 'y z'
            """)
        #expect(output == "y z\n")
    }

    /// Programs that read npm's variables find none.
    @Test func variablesOfNpmAreNotSet() async throws {
        let scenario = try Scenario().variable("npm_lifecycle_event", nil).file(
            "package.json", #"{"scripts": {"x": "sh print.sh"}}"#
        ).file("print.sh", "echo \"${npm_lifecycle_event-none}\"\n")
        try await scenario.run("init", "--from", "package.json").stdout("").exits(0)
        try await scenario.run("--quiet", "run", "x").stdout("none\n").exits(0)
    }

    /// `INIT_CWD` is the folder that npm was started in.
    @Test func theFolderNpmWasStartedIn() async throws {
        let scenario = try Scenario().variable("INIT_CWD", nil).file("sub/x", "").file(
            "package.json", #"{"scripts": {"a": "cd / && basename \"$INIT_CWD\""}}"#)
        try await scenario.run("init", "--from", "package.json").stdout("").exits(0).file(
            "devtool.yml",
            #"""
            # yaml-language-server: $schema=.devtool.schema.json
            run: {shell: [sh, -c]}

            env: {PATH: "${project.root}/node_modules/.bin:${env.PATH}", INIT_CWD: "${project.invocation-dir}"}

            dotenv: []

            tasks:
              a: cd / && basename "$INIT_CWD" "$@"

            """#)
        try await scenario.run(["--quiet", "run", "a"], in: "sub").stdout("sub\n").exits(0)
    }

    /// npm reads no file `.env`.
    @Test func noVariablesComeFromAFile() async throws {
        let scenario = try Scenario().variable("PORT", nil).file(".env", "PORT=9\n").file(
            "package.json", #"{"scripts": {"s": "echo port=${PORT:-unset}"}}"#)
        try await scenario.run("init", "--from", "package.json").stdout("").exits(0)
        try await scenario.run("--quiet", "run", "s").stdout("port=unset\n").exits(0)
    }

    @Test func otherVariablesOfNpmAreLeftToIt() async throws {
        try await Scenario().file("package.json", #"{"scripts": {"a": "$npm_execpath ls"}}"#).run(
            "init", "--from", "package.json"
        ).stdout("").stderr(
            "wrote devtool.yml\nwrote .devtool.schema.json\n1 task: 0 converted, 1 delegated to npm (keep the package.json)\n"
        ).exits(0)
    }
}
