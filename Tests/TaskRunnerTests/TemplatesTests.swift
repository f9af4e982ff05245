import DevtoolKit
import Testing

@testable import TaskRunner

/// What references in texts come out as.
struct TemplatesTests {
    private let project: TaskProject
    private let scope: TemplateScope

    init() throws {
        project = try TaskProject(
            """
            migrate:
              changelog: db/log.xml
              paths: [a b, c]
              password: {env: SECRET}
              words: {x: ex}
              targets: {dev: {url: 'jdbc:x://u:p@h'}}
            """)
        scope = TemplateScope(
            parameters: ["x": "it's", "empty": "", "a-b": "dash"],
            parameterNames: ["x", "empty", "a-b", "none"],
            environment: { ["HOME": "/home/me", "EMPTY": ""][$0] }, environmentNames: ["HOME"],
            configuration: try project.load().configuration)
    }

    @Test(arguments: [
        ("plain", "plain"), ("${params.x}!", "it's!"), ("$$", "$"), ("$${params.x}", "${params.x}"),
        ("$x $", "$x $"), ("${HOME}", "/home/me"), ("${env.HOME}", "/home/me"),
        ("${EMPTY}", ""), ("${EMPTY:-d}", "d"), ("${NONE:-}", ""), ("${params.none:-a b}", "a b"),
        ("${params.a-b}", "dash"), ("${config.migrate.changelog}", "db/log.xml"),
        ("${config.migrate.paths}", "a b,c"), ("${config.migrate.words.x}", "ex"),
        ("${config.migrate.targets.dev.url}", "jdbc:x://u:p@h"),
        ("${config.run.jobs:-4}", "4"), ("é${params.x}日", "éit's日"),
    ])
    func textsAreExpanded(text: String, expected: String) throws {
        var findings: [Diagnostic] = []
        #expect(try project.text(text).expanded(in: scope, collecting: &findings) == expected)
        #expect(findings == [])
    }

    @Test(arguments: [
        ("a ${params.y}", "text.yml:1:13: the task has no parameter 'y'"),
        ("${params.none}", "text.yml:1:11: the parameter 'none' has no value"),
        ("$${ ${NONE}", "text.yml:1:15: the environment variable NONE is not set"),
        ("${a b}", "text.yml:1:11: 'a b' is not the name of an environment variable"),
        ("${x", "text.yml:1:11: '${' without '}'"),
        ("${parm.x}", "text.yml:1:11: unknown name 'parm.x'"),
        ("${config.migrate}", "text.yml:1:11: 'migrate' has more than one value"),
        ("${config.migrate.words}", "text.yml:1:11: 'migrate.words' has more than one value"),
        ("${config.migrate.chngelog}", "text.yml:1:11: no setting 'migrate.chngelog'"),
        ("${config.run.jobs}", "text.yml:1:11: the setting 'run.jobs' has no value"),
        (
            "${config.migrate.password}",
            "text.yml:1:11: 'migrate.password' is a secret, which cannot be put into a text"
        ),
        ("${params.x:-${y}}", "text.yml:1:11: a default cannot contain '${'"),
    ])
    func whatIsWrongHasItsPlace(text: String, expected: String) throws {
        var findings: [Diagnostic] = []
        #expect(try project.text(text).expanded(in: scope, collecting: &findings) == nil)
        let shown = findings.map { $0.rendered(program: "").prefix { $0 != "\n" } }
        #expect(shown.first.map(String.init) == expected)
    }

    @Test(arguments: [
        ("echo $HOME ${HOME} $$ $1", "echo $HOME ${HOME} $$ $1"),
        ("echo ${params.x}", #"echo 'it'\''s'"#), ("echo ${params.empty}", "echo ''"),
        (#"echo "${params.x}""#, #"echo "it's""#), ("echo '${params.x}'", #"echo 'it'\''s'"#),
        (#"echo "$(echo ${params.x})""#, #"echo "$(echo 'it'\''s')""#),
        (#"echo "$x${params.x}""#, #"echo "$x"'it'\''s'"""#),
        ("echo ${u:-${params.x}}", #"echo ${u:-'it'\''s'}"#),
        (#"echo "${u:-${params.a-b}}""#, #"echo "${u:-dash}""#),
        ("echo $${params.x}", "echo ${params.x}"), ("echo '$${a.b}'", "echo '${a.b}'"),
        ("cat ${config.migrate.paths}", "cat 'a b' 'c'"),
        ("cat x=${config.migrate.paths}", "cat x='a b,c'"),
        (#"cat "${config.migrate.paths}""#, #"cat "a b,c""#),
        ("a=(${config.migrate.paths})", "a=('a b' 'c')"),
        ("cat <<E\n$x\nE\necho ${params.a-b}", "cat <<E\n$x\nE\necho 'dash'"),
        ("cat <<<x; echo ${params.a-b}", "cat <<<x; echo 'dash'"),
        ("# it's\necho ${params.a-b}", "# it's\necho 'dash'"),
        ("echo a#'b' ${params.a-b}", "echo a#'b' 'dash'"),
        ("echo `pwd` ${params.a-b}", "echo `pwd` 'dash'"),
        ("echo $((1 + (2))) ${params.a-b}", "echo $((1 + (2))) 'dash'"),
        ("case $x in a) echo ${params.a-b};; esac", "case $x in a) echo 'dash';; esac"),
        ("echo $'a\\n' ${params.a-b}", "echo $'a\\n' 'dash'"),
        ("[[ $x == ${params.a-b} ]]", "[[ $x == 'dash' ]]"),
    ])
    func shellLinesAreExpanded(line: String, expected: String) throws {
        var findings: [Diagnostic] = []
        let text = try project.text(line)
        #expect(text.expandedForShell(in: scope, collecting: &findings) == expected)
        #expect(findings == [])
    }

    @Test(arguments: [
        ("cat <<E\n${params.x}\nE", "in a here-document"),
        ("cat <<'E'\n${params.x}\nE", "in a here-document"),
        ("cat <<-E; x\n\t${params.x}\n\tE", "in a here-document"),
        ("cat <<${params.x}", "in a here-document"),
        ("cat <<E\n$(x)\nE\n${params.x}", "after a here-document with expansions in it"),
        ("x `echo ${params.x}`", "between backquotes"),
        ("x \"`echo ${params.x}`\"", "between backquotes"),
        ("x `echo '` ${params.x}", "after backquotes with a quote between them"),
        ("x $'${params.x}'", "in $'…'"), ("x $'\\'' ${params.x}", "after a quote in $'…'"),
        ("x # ${params.x}", "in a comment"), ("x\n# ${params.x}", "in a comment"),
        ("x;# ${params.x}", "in a comment"), ("# ${params.x}", "in a comment"),
        ("x \\\n# ${params.x}", "in a comment"),
        ("x $((${params.x}))", "in arithmetic or a subscript"),
        ("((x = ${params.x}))", "in arithmetic or a subscript"),
        ("x \"$((${params.x}))\"", "in arithmetic or a subscript"),
        ("a[${params.x}]=1", "in arithmetic or a subscript"),
        ("echo \"$a[${params.x}]\"", "in arithmetic or a subscript"),
        ("[[ ${params.x} -gt 3 ]]", "in arithmetic or a subscript"),
        ("[[ 3 -eq \"${params.x}\" ]]", "in arithmetic or a subscript"),
        ("x \\${params.x}", "behind a backslash"), ("x \"\\${params.x}\"", "behind a backslash"),
        ("x ${y:=${params.x}}", "in this expansion of the shell"),
        ("x ${y:${params.x}}", "in this expansion of the shell"),
        ("x ${y/a/${params.x}}", "in this expansion of the shell"),
        ("x ${y[${params.x}]}", "in this expansion of the shell"),
        ("x \"${y#${params.x}}\"", "in this expansion of the shell"),
        ("x \"${y:-$z${params.x}}\"", "in this expansion of the shell"),
        ("x \"${y:-it's}\" ${params.x}", "after a quote in an expansion of the shell"),
        ("x $(case a in a) ${params.x};; esac)", "after a 'case' in $( )"),
        ("x $(case a in a) b;; esac) ${params.x}", "after a 'case' in $( )"),
        ("x $[1] ${params.x}", "after '$['"),
        ("x $((1 + '2')) ${params.x}", "after '((' with a quote, a comment or a line end in it"),
        ("x $(cat <<E) \nE\n${params.x}", "after a here-document in $( )"),
        ("x <<E 'a\nb'\nE\n${params.x}", "after a line end in quotes after '<<'"),
        ("x ${ echo a; } ${params.x}", "after '${' with a command or flags in it"),
    ])
    func whereNothingCanBePutIsRefused(line: String, place: String) throws {
        var findings: [Diagnostic] = []
        let text = try project.text(line)
        #expect(text.expandedForShell(in: scope, collecting: &findings) == nil)
        #expect(findings.map(\.message) == ["a value cannot be put safely \(place)"])
    }

    @Test(arguments: ["x \"${u:-${params.x}}\"", "x ${params.nul}"])
    func whatCannotBeQuotedIsRefused(line: String) throws {
        var scope = scope
        scope.parameters["nul"] = "a\0b"
        scope.parameterNames.append("nul")
        var findings: [Diagnostic] = []
        #expect(try project.text(line).expandedForShell(in: scope, collecting: &findings) == nil)
        #expect(
            findings.map(\.message) == ["a value with such characters cannot be put safely here"])
    }
}
