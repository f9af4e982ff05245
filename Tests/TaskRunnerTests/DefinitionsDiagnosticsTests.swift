import DevtoolKit
import SystemPackage
import Testing

@testable import TaskRunner

/// What is said about tasks that are wrong.
struct DefinitionsDiagnosticsTests {
    private static let reports: [(text: String, expected: [String])] = [
        ("tasks: []", ["devtool.yml:1:8: 'tasks' must be a mapping, not a list"]),
        ("task: {}", ["devtool.yml:1:1: unknown key 'task'"]),
        ("tasks: {a: []}", ["devtool.yml:1:12: 'tasks.a' has no steps"]),
        ("tasks: {a: ''}", ["devtool.yml:1:12: 'tasks.a' has an empty step"]),
        ("tasks: {a: {needs: [[b], b]}, b: x}", ["devtool.yml:1:26: 'tasks.a.needs' mixes lists and names"]),
        (
            "tasks: {a: {finally: [[b]]}, b: x}",
            ["devtool.yml:1:23: 'tasks.a.finally' must be a task name or a list of names, not a list"]
        ), ("tasks: {a: {}}", ["devtool.yml:1:9: 'tasks.a' does nothing"]),
        ("tasks: {a: {needs: []}}", ["devtool.yml:1:9: 'tasks.a' does nothing"]),
        ("tasks: {a b: {run: x}}", ["devtool.yml:1:9: 'a b' is not a valid name for a task"]),
        ("tasks: {a: {run: x, run: y}}", ["devtool.yml:1:21: the key 'run' is already defined on line 1"]),
        ("tasks: {a: {run: []}}", ["devtool.yml:1:18: 'tasks.a.run' has no steps"]),
        (
            "tasks: {a: {run: {}}}",
            ["devtool.yml:1:18: 'tasks.a.run' must be a shell line or a list of steps, not a mapping"]
        ), ("tasks: {a: {run: [[]]}}", ["devtool.yml:1:19: a step must be a program and its arguments"]),
        (
            "tasks: {a: {run: [{migrate: x, favicon: y}]}}",
            ["devtool.yml:1:19: a step must be one command with its arguments"]
        ), ("tasks: {a: {run: [{task: b}]}}", ["devtool.yml:1:26: unknown task 'b'"]),
        ("tasks: {a: {run: [{task: a}]}}", ["devtool.yml:1:26: the task 'a' refers to itself"]),
        ("tasks: {a: {run: [{tasks: []}]}}", ["devtool.yml:1:27: 'tasks.a.run.tasks' must name at least one task"]),
        ("tasks: {a: {run: [{tasks: [b], params: {x: 1}}]}, b: x}", ["devtool.yml:1:32: 'params' needs 'task'"]),
        (
            "tasks: {a: {run: [{task: b, params: {x: 1}}]}, b: x}",
            ["devtool.yml:1:41: the task 'b' has no parameter 'x'"]
        ),
        (
            "tasks: {a: {run: [{task: b, silent: true}]}, b: x}",
            ["devtool.yml:1:29: 'silent' must be set in the tasks themselves"]
        ),
        (
            "tasks: {a: {run: [{run: x, migrate: status}]}}",
            ["devtool.yml:1:19: a step must be one command with its arguments"]
        ), ("tasks: {a: {run: [{silent: true}]}}", ["devtool.yml:1:19: a step must be one command with its arguments"]),
        ("tasks: {a: {run: [{runn: x}]}}", ["devtool.yml:1:20: unknown command 'runn'"]),
        (
            "tasks: {a: {run: x, params: {p: {rest: true}, q: {rest: true}}}}",
            ["devtool.yml:1:47: only one parameter can take the remaining values"]
        ),
        (
            "tasks: {a: {run: x, params: {p: {rest: true, type: integer}}}}",
            ["devtool.yml:1:33: 'tasks.a.params.p' must be a list, because it takes the remaining values"]
        ), ("tasks: {'a:': x}", ["devtool.yml:1:9: 'a:' is not a valid name for a task"]),
        ("tasks: {':a': x}", ["devtool.yml:1:9: ':a' is not a valid name for a task"]),
        ("tasks: {'a::b': x}", ["devtool.yml:1:9: 'a::b' is not a valid name for a task"]),
        (
            "tasks: {a: {run: x, timeout: 10 s}}",
            ["devtool.yml:1:30: 'tasks.a.timeout' must be a duration like 500ms, 10s or 1h30m, not '10 s'"]
        ), ("tasks: {a: {run: x, timeout: 0s}}", ["devtool.yml:1:30: 'tasks.a.timeout' must be longer than 0s"]),
        (
            "tasks: {a: {run: x, retry: 0}}",
            ["devtool.yml:1:28: 'tasks.a.retry' must be an integer from 1 to 1000, not '0'"]
        ), ("tasks: {a: {run: x, retry: {delay: 1s}}}", ["devtool.yml:1:28: missing 'attempts' in 'tasks.a.retry'"]),
        (
            "tasks: {a: {run: x, interactive: 'true'}}",
            ["devtool.yml:1:34: 'tasks.a.interactive' must be true or false, not a string"]
        ),
        (
            "tasks: {a: {run: x, shell: fish}}",
            ["devtool.yml:1:28: 'tasks.a.shell' must be one of sh, bash, dash, zsh, ksh, not 'fish'"]
        ),
        (
            "tasks: {a: {run: x, env: {A-B: c}}}",
            ["devtool.yml:1:27: 'A-B' is not a valid name for an environment variable"]
        ),
        (
            "tasks: {a: {run: x, requires: {program: c}}}",
            ["devtool.yml:1:32: unknown key 'program' in 'tasks.a.requires'"]
        ), ("tasks: {a: {run: x, platforms: linus}}", ["devtool.yml:1:32: 'linus' is not a known system"]),
        ("tasks: {a: {run: x, targets: {}}}", ["devtool.yml:1:30: 'tasks.a.targets' has no targets"]),
        (
            "tasks: {a: {run: x, targets: {b: {aliases: c}}}}",
            ["devtool.yml:1:35: unknown key or command 'aliases' in 'tasks.a.targets.b'"]
        ), ("tasks: {a: {run: x, params: {1a: 1}}}", ["devtool.yml:1:30: '1a' is not a valid name for a parameter"]),
        (
            "tasks: {a: {run: x, params: {n: {type: integer, default: x}}}}",
            ["devtool.yml:1:58: the default of 'tasks.a.params.n' must be an integer, not 'x'"]
        ),
        (
            "tasks: {a: {run: x, params: {n: {choices: [a], default: b}}}}",
            ["devtool.yml:1:57: the default of 'tasks.a.params.n' must be one of a, not 'b'"]
        ),
        (
            "tasks: {a: {run: x, params: {n: {required: true, default: b}}}}",
            ["devtool.yml:1:59: a required parameter cannot have a default"]
        ),
        (
            "tasks: {a: {run: x, aliases: b}, b: {run: x}}",
            ["devtool.yml:1:9: the alias 'b' is already a name of another task: see devtool.yml:1"]
        ), ("tasks: {a: {needs: a}}", ["devtool.yml:1:20: the task 'a' refers to itself"]),
        (
            "tasks: {a: {run: x, targets: {b: {}, c: {needs: a}}}}",
            ["devtool.yml:1:49: the task 'a:c' refers to itself"]
        ), ("tasks: {a: {needs: [{params: {}}]}}", ["devtool.yml:1:21: missing 'task' in 'tasks.a.needs'"]),
        (
            "tasks: {a: {needs: {task: b, params: {x: 1}}}, b: {run: x}}",
            ["devtool.yml:1:42: the task 'b' has no parameter 'x'"]
        ),
        (
            "tasks: {a: {needs: b}, b: {run: x, params: {x: {required: true}}}}",
            ["devtool.yml:1:20: the task 'b' requires the parameter 'x'"]
        ),
        (
            "tasks: {a: {migrate: \"update 'a b'\"}}",
            ["devtool.yml:1:22: 'tasks.a.migrate' is not a shell line: its words cannot contain quotes or backslashes"]
        ),
        (
            "tasks: {a: {run: 'x ${config.migrate.password}'}}",
            ["devtool.yml:1:21: 'migrate.password' is a secret and cannot be inserted into text"]
        ), ("includes: {w: none.yml}", ["devtool.yml:1:15: file 'none.yml' not found"]),
        ("includes: {w: devtool.yml}", ["devtool.yml:1:15: include cycle: devtool.yml → devtool.yml"]),
        ("includes: {w: {optional: true}}", ["devtool.yml:1:15: missing 'file' in 'includes.w'"]),
    ]

    @Test(arguments: reports) func isReported(text: String, expected: [String]) throws {
        #expect(try TaskProject(text).messages() == expected)
    }

    @Test func allIsReportedAtOnceWithHints() throws {
        let project = try TaskProject(
            """
            includes: {web: web.yml}
            migrate: {changelog: []}
            tasks:
              db:
                migrat: update
                nedes: [build]
              build:
                run: |
                  echo ${HOME} '${x}'
                  echo ${parms.region} "${params.regoin}"
                params: {region: eu}
                needs: [biuld, web:tset]
                migrate: status
            """)
        try project.write("tasks: {test: {run: 'x `${env.A}`'}}\nincludes: {up: devtool.yml}", to: "web.yml")
        #expect(
            project.complaints() == [
                """
                devtool.yml:2:22: 'migrate.changelog' must be a string, not a list
                migrate: {changelog: []}
                                     ^
                """,
                """
                devtool.yml:5:5: unknown key or command 'migrat' in 'tasks.db'
                    migrat: update
                    ^
                  hint: did you mean 'migrate'?
                """,
                """
                devtool.yml:6:5: unknown key or command 'nedes' in 'tasks.db'
                    nedes: [build]
                    ^
                  hint: did you mean 'needs'?
                """,
                """
                devtool.yml:10:12: unknown name 'parms.region'
                      echo ${parms.region} "${params.regoin}"
                           ^
                  hint: did you mean 'params.region'?
                """,
                """
                devtool.yml:10:29: the task has no parameter 'regoin'
                      echo ${parms.region} "${params.regoin}"
                                            ^
                  hint: did you mean 'region'?
                """,
                """
                devtool.yml:12:13: unknown task 'biuld'
                    needs: [biuld, web:tset]
                            ^
                  hint: did you mean 'build'?
                """,
                """
                devtool.yml:12:20: unknown task 'web:tset'
                    needs: [biuld, web:tset]
                                   ^
                  hint: did you mean 'web:test'?
                """,
                """
                devtool.yml:13:5: a task can have only one action, and this one already has 'run'
                    migrate: status
                    ^
                  hint: write both as steps in a list under 'run', with {migrate: …}
                """,
                """
                web.yml:1:25: a value cannot be inserted safely between backquotes
                tasks: {test: {run: 'x `${env.A}`'}}
                                        ^
                  hint: write $( ) instead of the backquotes
                """,
                """
                web.yml:2:16: include cycle: devtool.yml → web.yml → devtool.yml
                includes: {up: devtool.yml}
                               ^
                """,
            ])
    }

    @Test func aFileMayBeIncludedTwice() throws {
        let project = try TaskProject("includes: {a: x.yml, b: x.yml}")
        try project.write("tasks: {t: {run: 'true'}}", to: "x.yml")
        #expect(try project.load().entries.map(\.name) == ["a:t", "b:t"])
        #expect(try project.load().files.count == 2)
    }

    @Test func filesThatIncludeEachOtherManyTimesComeToAnEnd() throws {
        let project = try TaskProject("includes: {a: 0.yml, b: 0.yml}")
        for level in 0..<30 {
            try project.write("includes: {a: \(level + 1).yml, b: \(level + 1).yml}", to: "\(level).yml")
        }
        try project.write("tasks: {t: {run: 'true'}}", to: "30.yml")
        #expect(project.messages().contains { $0.hasSuffix("more than 1000 files are included") })
    }

    @Test func tasksDoNotBelongInTheUsersOwnFile() throws {
        var project = try TaskProject("tasks: {a: {run: x}}")
        try project.write("tasks: {b: {run: x}}", to: "devtool/config.yml")
        project.environment["XDG_CONFIG_HOME"] = project.path.string
        #expect(project.messages() == ["devtool/config.yml:1:1: 'tasks' belongs in a project's devtool.yml"])
    }

    @Test func overridesComeBeforeTheEnvironmentWithTheirPlaces() throws {
        var project = try TaskProject("migrate: {changelog: a.xml}\ntasks: {a: {run: x}}")
        project.environment["DEVTOOL_MIGRATE_CHANGELOG"] = "b.xml"
        var context = project.context
        let place = SourceLocation(file: "tasks.yml", line: 3, column: 4)
        context.overrides["DEVTOOL_MIGRATE_CHANGELOG"] = ("c.xml", .project(place))
        let section = try context.configuration().section(of: TaskProject.Migrate.self)
        #expect(section.text(ofKey: "changelog") == "c.xml")
        #expect(section.location(ofKey: "changelog") == place)
        context.overrides["DEVTOOL_MIGRATE_NONE"] = ("x", .project(place))
        #expect(throws: ConfigurationError.self) { try context.configuration() }
    }
}
