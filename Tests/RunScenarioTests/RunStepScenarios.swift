import Foundation
import TestSupport
import Testing

/// `devtool run`: what a task runs, where, and with which variables.
@Suite struct RunStepScenarios {
    @Test func stepsAreLinesProgramsAndCommands() async throws {
        try await Scenario().plugin("show", #"echo "show $*""#).config(
            """
            tasks:
              a:
                run:
                  - echo one; X=2
                  - [echo, "a b", "$X", "*"]
                  - show: x y
                  - {show: [p q, r]}
                  - echo "X is '$X'"
            """
        ).run("run", "a").stdout("one\na b $X *\nshow x y\nshow p q r\nX is ''\n").stderr(
            """
            a: echo one; X=2
            a: echo 'a b' '$X' '*'
            a: devtool show x y
            a: devtool show 'p q' r
            a: echo "X is '$X'"

            """
        ).exits(0)
    }

    @Test(arguments: ["bash", "dash", "sh"]) func theShellIsChosen(shell: String) async throws {
        try await Scenario().config("tasks: {a: {shell: \(shell), run: 'echo ${BASH_VERSION:+bash}; false; echo x'}}")
            .run("run", "-q", "a").stdout(shell == "bash" ? "bash\n" : "\n").exits(1)
    }

    @Test func aTaskRunsInTheFolderOfItsFile() async throws {
        let scenario = try Scenario().file("sub/deep/x", "").config(
            "tasks: {a: {run: pwd}, b: {dir: sub, run: [pwd, [/bin/pwd], './here']}}"
        ).file("sub/here", "#!/bin/sh\necho here\n").executable("sub/here")
        try await scenario.run("run", "-q", "a", in: "sub/deep").stdout("[DIR]\n").exits(0)
        try await scenario.run("run", "-q", "b", in: "sub/deep").stdout("[DIR]/sub\n[DIR]/sub\nhere\n").stderr("")
            .exits(0)
    }

    @Test func variablesAndDotenvFiles() async throws {
        let scenario = try Scenario().file(".env.a", "A=a\nB=a\nC=a\nD=a\n").file(
            ".env.b", "# later files win\nexport B='b b'\nC=b\n"
        ).config(
            """
            tasks:
              a:
                dotenv: [.env.a, .env.b]
                env: {C: "own $${x}", E: "${A}+${B}"}
                run: echo "$A|$B|$C|$D|$E"
            """)
        try await scenario.run("run", "-q", "a").stdout("a|b b|own ${x}|a|a+b b\n").exits(0)
        try await scenario.variable("A", "real").variable("C", "real").run("run", "-q", "a").stdout(
            "real|b b|own ${x}|a|real+b b\n"
        ).exits(0)
    }

    @Test func aDotenvFileThatIsNotThere() async throws {
        try await Scenario().config("tasks: {a: {dotenv: .env.x, run: touch started}}").run("run", "a").stdout("")
            .stderr(
                """
                devtool.yml:1:21: cannot read '.env.x': No such file or directory
                tasks: {a: {dotenv: .env.x, run: touch started}}
                                    ^
                  hint: write {file: .env.x, optional: true} if it may be missing

                """
            ).exits(78).file("started", nil)
    }

    @Test func inputIsTheOnlyTasksOwn() async throws {
        try await Scenario().config("tasks: {a: {run: cat}}").stdin("in").run("run", "-q", "a").stdout("in").stderr("")
            .exits(0)
    }

    @Test func ofSeveralTasksNoneHasTheInput() async throws {
        try await Scenario().config("tasks: {all: {needs: [a, b]}, a: {run: cat}, b: {run: cat}}").program(
            "/bin/sh", "-c", #"echo in | "$0" run -q all"#, Scenario.devtool
        ).stdout("").stderr("").exits(0)
    }

    @Test func anInteractiveTaskHasTheInput() async throws {
        try await Scenario().config("tasks: {all: {needs: a, run: cat}, a: {run: cat, interactive: true}}").stdin("in")
            .run("run", "-q", "all").stdout("in").stderr("").exits(0)
    }

    @Test func everythingWrongIsSaidAtOnce() async throws {
        try await Scenario().config(
            """
            tasks:
              a: {rnu: x}
              b: {run: x, timeout: soon}
              c: {run: x, migrate: y}
              d: {description: nothing}
            """
        ).run("config", "check").stdout("").stderr(
            """
            devtool.yml:2:7: unknown key or command 'rnu' in 'tasks.a'
              a: {rnu: x}
                  ^
              hint: did you mean 'run'?
            devtool.yml:3:24: 'tasks.b.timeout' must be a duration like 500ms, 10s or 1h30m, not 'soon'
              b: {run: x, timeout: soon}
                                   ^
            devtool.yml:4:15: a task can have only one action, and this one already has 'run'
              c: {run: x, migrate: y}
                          ^
              hint: write both as steps in a list under 'run', with {migrate: …}
            devtool.yml:5:3: 'tasks.d' does nothing
              d: {description: nothing}
              ^
              hint: add 'run', 'needs', 'finally' or a command such as 'migrate'

            """
        ).exits(78)
    }

    /// As just does it (15.21).
    @Test func aScriptThatNamesItsInterpreter() async throws {
        let scenario = try Scenario().config(
            """
            tasks:
              a:
                env: {NAME: "${params.name}"}
                params: {name: "it's"}
                run: |
                  #!/usr/bin/env python3
                  import os, sys
                  print(os.environ["NAME"], sys.argv[1:], "${x} $${params.y}")
                  print(os.path.isfile(__file__))
                  sys.exit(4)
              b:
                run:
                  - "#!/bin/sh -eu\\necho $0 >file; false; echo x"
            """)
        let outcome = try await scenario.run("run", "a", "--", "-x", "y z")
        outcome.stdout("it's ['-x', 'y z'] ${x} ${params.y}\nTrue\n").stderr(
            """
            a: #!/usr/bin/env python3 …
            devtool.yml:2:3: the task 'a' failed: exit status 4

            """
        ).exits(4)
        let other = try await scenario.run("run", "-q", "b").stdout("").exits(1)
        let file = try #require(other.folder.text("file")).dropLast()
        #expect(!FileManager.default.fileExists(atPath: String(file)), "\(file)")
    }

    @Test func noValueIsPutIntoAScript() async throws {
        try await Scenario().config(
            """
            tasks:
              a:
                params: {x: "1"}
                run: |
                  #!/usr/bin/env python3
                  print("${x}", "${params.x}")
            """
        ).run("run", "a").stdout("").stderr(
            """
            devtool.yml:6:22: a script with a '#!' line cannot contain values
                  print("${x}", "${params.x}")
                                 ^
              hint: set a variable in 'env' and read it in the script

            """
        ).exits(78)
    }

    @Test func anInterpreterThatIsNotThere() async throws {
        try await Scenario().config("tasks: {a: {run: \"#!/nonexistent/x\\necho\"}}").run("run", "a").stdout("").stderr(
            """
            devtool.yml:1:9: the task 'a' needs the program '/nonexistent/x', which was not found
            tasks: {a: {run: "#!/nonexistent/x\\necho"}}
                    ^

            """
        ).exits(69)
    }
}
