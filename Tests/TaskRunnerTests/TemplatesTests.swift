import DevtoolKit
import Shell
import TestSupport
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
            parameters: ["x": .text("it's"), "empty": .text(""), "a-b": .text("dash")],
            parameterNames: ["x", "empty", "a-b", "none"], environment: { ["HOME": "/home/me", "EMPTY": ""][$0] },
            environmentNames: ["HOME"], configuration: try project.load().configuration)
    }

    @Test(arguments: [
        ("plain", "plain"), ("${params.x}!", "it's!"), ("$$", "$"), ("$${params.x}", "${params.x}"), ("$x $", "$x $"),
        ("${HOME}", "/home/me"), ("${env.HOME}", "/home/me"), ("${EMPTY}", ""), ("${EMPTY:-d}", "d"), ("${NONE:-}", ""),
        ("${EMPTY-d}", ""), ("${NONE-d.e}", "d.e"), ("${env.EMPTY-d}", ""), ("${env.NONE-a:-b}", "a:-b"),
        ("${params.none:-a b}", "a b"), ("${params.a-b}", "dash"), ("${config.migrate.changelog}", "db/log.xml"),
        ("${config.migrate.paths}", "a b,c"), ("${config.migrate.words.x}", "ex"),
        ("${config.migrate.targets.dev.url}", "jdbc:x://u:p@h"), ("${config.run.jobs:-4}", "4"),
        ("é${params.x}日", "éit's日"),
    ]) func textsAreExpanded(text: String, expected: String) throws {
        var findings: [Diagnostic] = []
        #expect(try project.text(text).expanded(in: scope, collecting: &findings) == expected)
        #expect(findings == [])
    }

    @Test(arguments: [
        ("a ${params.y}", "text.yml:1:13: the task has no parameter 'y'"),
        ("${params.none}", "text.yml:1:11: the parameter 'none' has no value"),
        ("$${ ${NONE}", "text.yml:1:15: the environment variable NONE is not set"),
        ("${a b}", "text.yml:1:11: 'a b' is not the name of an environment variable"),
        ("${x", "text.yml:1:11: '${' without '}'"), ("${parm.x}", "text.yml:1:11: unknown name 'parm.x'"),
        ("${config.migrate}", "text.yml:1:11: 'migrate' has more than one value"),
        ("${config.migrate.words}", "text.yml:1:11: 'migrate.words' has more than one value"),
        ("${config.migrate.chngelog}", "text.yml:1:11: unknown setting 'migrate.chngelog'"),
        ("${config.run.jobs}", "text.yml:1:11: the setting 'run.jobs' has no value"),
        (
            "${config.migrate.password}",
            "text.yml:1:11: 'migrate.password' is a secret and cannot be inserted into text"
        ), ("${params.x:-${y}}", "text.yml:1:11: a default cannot contain '${'"),
    ]) func whatIsWrongHasItsPlace(text: String, expected: String) throws {
        var findings: [Diagnostic] = []
        #expect(try project.text(text).expanded(in: scope, collecting: &findings) == nil)
        let shown = findings.map { $0.rendered(program: "").prefix { $0 != "\n" } }
        #expect(shown.first.map(String.init) == expected)
    }

    @Test(arguments: [
        ("echo $HOME ${HOME} $$ $1", "echo $HOME ${HOME} $$ $1"), ("echo ${params.x}", #"echo 'it'\''s'"#),
        ("echo ${params.empty}", "echo ''"), (#"echo "${params.x}""#, #"echo "it's""#),
        ("echo '${params.x}'", #"echo 'it'\''s'"#), (#"echo "$(echo ${params.x})""#, #"echo "$(echo 'it'\''s')""#),
        (#"echo "$x${params.x}""#, #"echo "$x"'it'\''s'"""#), ("echo ${u:-${params.x}}", #"echo ${u:-'it'\''s'}"#),
        (#"echo "${u:-${params.a-b}}""#, #"echo "${u:-dash}""#), (#"echo "${u:-${params.x}}""#, #"echo "${u:-it's}""#),
        ("((n==0))# it's\necho ${params.a-b}", "((n==0))# it's\necho 'dash'"),
        ("x &&\\\n echo ${params.a-b}", "x &&\\\n echo 'dash'"),
        ("[[ $x == [[:print:]]* ]] && echo ${params.a-b}", "[[ $x == [[:print:]]* ]] && echo 'dash'"),
        ("eval \"$(x ${params.a-b})\"; y ${params.a-b}", "eval \"$(x 'dash')\"; y 'dash'"),
        ("sh -c 'echo $1' sh ${params.a-b}", "sh -c 'echo $1' sh 'dash'"),
        ("bash -x x -d ${params.a-b}", "bash -x x -d 'dash'"), ("evaluate ${params.a-b}", "evaluate 'dash'"),
        ("echo $${params.x}", "echo ${params.x}"), ("echo '$${a.b}'", "echo '${a.b}'"),
        ("cat ${config.migrate.paths}", "cat 'a b' 'c'"), ("cat x=${config.migrate.paths}", "cat x='a b,c'"),
        (#"cat "${config.migrate.paths}""#, #"cat "a b,c""#), ("a=(${config.migrate.paths})", "a=('a b' 'c')"),
        ("cat <<E\n$x\nE\necho ${params.a-b}", "cat <<E\n$x\nE\necho 'dash'"),
        ("cat <<<x; echo ${params.a-b}", "cat <<<x; echo 'dash'"),
        ("# it's\necho ${params.a-b}", "# it's\necho 'dash'"), ("echo a#'b' ${params.a-b}", "echo a#'b' 'dash'"),
        ("echo `pwd` ${params.a-b}", "echo `pwd` 'dash'"),
        ("echo $((1 + (2))) ${params.a-b}", "echo $((1 + (2))) 'dash'"),
        ("case $x in a) echo ${params.a-b};; esac", "case $x in a) echo 'dash';; esac"),
        ("echo $'a\\n' ${params.a-b}", "echo $'a\\n' 'dash'"), ("[[ $x == ${params.a-b} ]]", "[[ $x == 'dash' ]]"),
    ]) func shellLinesAreExpanded(line: String, expected: String) throws {
        var findings: [Diagnostic] = []
        let text = try project.text(line)
        #expect(text.expandedForShell(in: scope, collecting: &findings)?.shown == expected)
        #expect(findings == [])
    }

    private static let refusals: [(line: String, place: String)] = [
        ("cat <<E\n${params.x}\nE", "in a here-document"), ("cat <<'E'\n${params.x}\nE", "in a here-document"),
        ("cat <<-E; x\n\t${params.x}\n\tE", "in a here-document"), ("cat <<${params.x}", "in a here-document"),
        ("cat <<E\n$(x)\nE\n${params.x}", "after a here-document that contains expansions"),
        ("x `echo ${params.x}`", "between backquotes"), ("x \"`echo ${params.x}`\"", "between backquotes"),
        ("x `echo '` ${params.x}", "after backquotes that contain an unmatched quote"), ("x $'${params.x}'", "in $'…'"),
        ("x $'\\'' ${params.x}", "after a quote in $'…'"), ("x # ${params.x}", "in a comment"),
        ("x\n# ${params.x}", "in a comment"), ("x;# ${params.x}", "in a comment"), ("# ${params.x}", "in a comment"),
        ("x \\\n# ${params.x}", "in a comment"), ("x $((${params.x}))", "in arithmetic or a subscript"),
        ("((x = ${params.x}))", "in arithmetic or a subscript"),
        ("x \"$((${params.x}))\"", "in arithmetic or a subscript"),
        ("a[${params.x}]=1", "in arithmetic or a subscript"),
        ("echo \"$a[${params.x}]\"", "in arithmetic or a subscript"),
        ("[[ ${params.x} -gt 3 ]]", "in arithmetic or a subscript"),
        ("[[ 3 -eq \"${params.x}\" ]]", "in arithmetic or a subscript"), ("x \\${params.x}", "after a backslash"),
        ("x \"\\${params.x}\"", "after a backslash"), ("x ${y:=${params.x}}", "in this shell expansion"),
        ("x ${y:${params.x}}", "in this shell expansion"), ("x ${y/a/${params.x}}", "in this shell expansion"),
        ("x ${y[${params.x}]}", "in this shell expansion"), ("x \"${y#${params.x}}\"", "in this shell expansion"),
        ("x \"${y:-$z${params.x}}\"", "in this shell expansion"),
        ("x \"${y:-it's}\" ${params.x}", "after a quote in a shell expansion"),
        ("x $(case a in a) ${params.x};; esac)", "after a 'case' in $( )"),
        ("x $(case a in a) b;; esac) ${params.x}", "after a 'case' in $( )"), ("x $[1] ${params.x}", "after '$['"),
        ("x $((1 + '2')) ${params.x}", "after '((' that contains a quote, a comment or a line break"),
        ("x $(cat <<E) \nE\n${params.x}", "after a here-document in $( )"),
        ("x <<E 'a\nb'\nE\n${params.x}", "after a quoted line break after '<<'"),
        ("x ${ echo a; } ${params.x}", "after '${' that contains a command or flags"),
        ("[[ $x == [[:print:]]* && ${params.x} -ge 1 ]]", "in arithmetic or a subscript"),
        ("a[i[1]+${params.x}]=z", "in arithmetic or a subscript"),
        ("a=([${params.x}]=z)", "in arithmetic or a subscript"),
        ("cat <\\\n<E\n'\nE\n${params.x}", "after an operator split across two lines"),
        ("(\\\n(${params.x}))", "after an operator split across two lines"),
        ("eval ${params.x}", "into code for 'eval'"), ("x=1 \\eval \"a ${params.x}\"", "into code for 'eval'"),
        ("eval a >&2 ${params.x}", "into code for 'eval'"), ("trap 'rm ${params.x}' EXIT", "into code for 'trap'"),
        ("mapfile -C ${params.x} -c 1 l", "into code for 'mapfile'"), ("vared ${params.x}", "into code for 'vared'"),
        ("zformat -f ${params.x} x a:b", "into code for 'zformat'"),
        ("bash --rcfile x -c 'echo ${params.x}'", "into a command for another shell"),
        ("fish -c 'echo ${params.x}'", "into a command for another shell"),
        ("alias a=${params.x}", "into code for 'alias'"),
        ("sh -c 'echo ${params.x}'", "into a command for another shell"),
        ("env /bin/bash -eo pipefail -c ${params.x}", "into a command for another shell"),
        ("su ada -c 'echo ${params.x}'", "into a command for another shell"),
        ("sudo runuser -u ada -c 'echo ${params.x}'", "into a command for another shell"),
        ("script -qc \"echo ${params.x}\" /dev/null", "into a command for another shell"),
        ("flock . -c'echo ${params.x}'", "into a command for another shell"),
        ("su --command=${params.x}", "into a command for another shell"),
        ("\"$SHELL\" -c 'echo ${params.x}'", "into a command for another shell"),
        ("/usr/bin/env -S 'sh -c ${params.x}'", "into code for 'env -S'"),
        ("env -u A -vS\"${params.x}\"", "into code for 'env -S'"),
        ("sh -c 'eval \"$1\"' sh ${params.x}", "into code for 'eval'"),
        ("${SHELL:-/bin/sh} -c 'echo ${params.x}'", "into a command for another shell"),
        ("\"${SHELL-sh}\" -c 'echo ${params.x}'", "into a command for another shell"),
        ("$(which bash) -c 'echo ${params.x}'", "into a command for another shell"),
        ("rksh -c 'echo ${params.x}'", "into a command for another shell"),
        ("timeout 5 su root -c 'echo ${params.x}'", "into a command for another shell"),
        ("find . -exec flock L -c 'echo ${params.x}' \\;", "into a command for another shell"),
        ("xargs -n1 su root -c 'echo ${params.x}'", "into a command for another shell"),
        ("su root <<E -c ${params.x}\nE", "into a command for another shell"),
        ("sg root -c ${params.x}", "into a command for another shell"),
        (">out 2>&1 trap ${params.x} EXIT", "into code for 'trap'"),
        ("{fd}>out alias a=${params.x}", "into code for 'alias'"),
        ("function f { alias a=${params.x}; }", "into code for 'alias'"),
        ("[[ -n a ]] trap ${params.x} EXIT", "into code for 'trap'"),
        ("for ((;;)) alias a=${params.x}", "into code for 'alias'"),
        ("eval \"$(echo \"$(echo ${params.x})\")\"", "into code for 'eval'"),
        ("eval \"$(/bin/echo ${params.x})\"", "into code for 'eval'"),
        ("eval \"A=$(basename ${params.x})\"", "into code for 'eval'"),
        ("source <(cat <<< ${params.x})", "into code for '.'"), ("source =(echo ${params.x})", "into code for '.'"),
        (". /dev/stdin <<< \"X=${params.x}\"", "into code for '.'"), ("bash <<< ${params.x}", "into code for '.'"),
        ("zpty n ${params.x}", "into code for 'zpty'"), ("eval \"$(echo ${params.x})\"", "into code for 'eval'"),
        ("eval \"$(true; echo ${params.x})\"", "into code for 'eval'"), ("$'eval' ${params.x}", "into code for 'eval'"),
        (". <(echo ${params.x})", "into code for '.'"), ("bash <(printf '%s' ${params.x})", "into code for '.'"),
        ("functions[f]=${params.x}; f", "into code for 'functions'"),
        ("aliases+=(a ${params.x}); a", "into code for 'aliases'"),
        ("functions=(f '${params.x}'); f", "into code for 'functions'"),
        ("set -A functions f ${params.x}", "into code for 'functions'"),
        ("printf -v 'functions[f]' ${params.x}", "into code for 'functions'"),
        (": \"${functions[f]:=${params.x}}\"", "into code for 'functions'"),
        ("echo *(e:${params.x}:)", "in the parentheses of a pattern"),
        ("echo *(oe:'${params.x}':)", "in the parentheses of a pattern"),
        ("echo !(e:${params.x}:)", "in the parentheses of a pattern"),
        ("echo (a|b)(+${params.x})", "in the parentheses of a pattern"),
        ("echo '*'(e:\"${params.x}\":)", "in the parentheses of a pattern"),
    ]

    @Test(arguments: refusals) func whereNothingCanBePutIsRefused(line: String, place: String) throws {
        var findings: [Diagnostic] = []
        let text = try project.text(line)
        #expect(text.expandedForShell(in: scope, collecting: &findings) == nil)
        #expect(findings.map(\.message) == ["a value cannot be inserted safely \(place)"])
    }

    @Test(arguments: [
        ("nul", "because the value contains a zero byte"),
        ("long", "because its 131072 bytes exceed the limit of 131071"),
    ]) func whatNoProgramCanBeGivenIsRefused(name: String, reason: String) throws {
        var scope = scope
        scope.parameters["nul"] = .text("a\0b")
        scope.parameters["long"] = .text(String(repeating: "x", count: 131_072))
        scope.parameterNames += ["nul", "long"]
        var findings: [Diagnostic] = []
        let line = try project.text("x ${params.\(name)}")
        #expect(line.expandedForShell(in: scope, collecting: &findings) == nil)
        #expect(findings.map(\.message) == ["a value cannot be inserted safely into a line \(reason)"])
    }

    /// A value that is a part of a format decides what becomes of another one.
    @Test func aFormatWithAValueIsNotSeen() throws {
        var scope = scope
        scope.parameters["x"] = .text("%d")
        scope.parameters["a-b"] = .text("path[$(x)]")
        for format in ["\"${params.x}: %s\\n\"", "\"%s ${params.x}\" ok", "'%s'${params.x}"] {
            var findings: [Diagnostic] = []
            let line = try project.text("printf \(format) ${params.a-b}")
            #expect(line.expandedForShell(in: scope, collecting: &findings) == nil)
            #expect(findings.count == 1)
        }
    }

    /// A function's text is a command without more.
    @Test func aVariableMayBecomeAFunction() throws {
        var findings: [Diagnostic] = []
        for line in ["a=${params.x}; functions[f]=$a; f", "a=${params.x}; aliases+=(l $a)"] {
            #expect(try project.text(line).expandedForShell(in: scope, collecting: &findings) == nil)
        }
    }

    /// In bash it may be the elements of a list.
    @Test func aDeclaredVariableMayBeAList() throws {
        var scope = scope
        for (value, line) in [
            ("($(x))", "a=(1 2); declare a=${params.x}"), ("($(x))", "typeset a=${params.x}"),
            ("a=($(x))", "declare -a ${params.x}"), ("a=($(x))", "a=(1); export ${params.x}"),
            ("a+=($(x))", "a=(1); local ${params.x}"),
        ] {
            scope.parameters["x"] = .text(value)
            var findings: [Diagnostic] = []
            #expect(try project.text(line).expandedForShell(in: scope, collecting: &findings) == nil)
        }
    }

    /// Of each line the time grew with the square of its length: half a minute for 34 KB, hours for these.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            String(repeating: "[[ ", count: rounds(40_000, every: 4)) + "${params.x}",
            "w" + String(repeating: "=", count: rounds(120_000, every: 4)) + "${params.x}",
            String(repeating: "[b", count: rounds(60_000, every: 4)) + "${params.x}",
            "echo " + String(repeating: "${params.x}", count: rounds(8_000, every: 4)),
            String(repeating: "${a", count: rounds(40_000, every: 4)) + "${params.x}",
            String(repeating: "a ", count: rounds(60_000, every: 4)) + "${params.x}",
            "x=" + String(repeating: "$(echo ", count: rounds(15_000, every: 4)) + "${params.x}",
        ]) func longLinesTakeNoLongerThanTheyAre(line: String) throws
    {
        var findings: [Diagnostic] = []
        _ = try project.text(line).expandedForShell(in: scope, collecting: &findings)
    }

    /// What only looks like one of those places.
    @Test(arguments: [
        "source <(kubectl completion ${params.x})", "eval \"$(tool ${params.x}; echo a)\"",
        "flock l tar -czf ${params.x} d", "make complete V=${params.x}", "cat <<< ${params.x}",
        "git config alias ${params.x}", "foo()(echo ${params.x})", "$CC -c ${params.x}", "gcc -O2 -S ${params.x}",
        "npm run script -c ${params.x}", "f() { echo ${params.x}; }; f", "if(test ${params.x}); then echo; fi",
        "if !(test ${params.x}); then echo; fi", "a=(b ${params.x}); echo ${params.x}", "[[ $x =~ ^(a|${params.x})$ ]]",
        "eval x=; echo ${params.x}", ". ./lib.sh ${params.x}", "flock /lock make ${params.x}", "su ada ${params.x}",
        "env -i A=b make ${params.x}", "aws lambda functions ${params.x}", "echo @(a|b) ${params.x}",
        "diff <(a) <(b ${params.x})", "x=(a); (b ${params.x})", "sh -c 'echo \"$1\"' sh ${params.x}",
        "echo \"$(eval a)\" ${params.x}", "$(eval a; echo b)\necho ${params.x}",
    ]) func valuesBesideThosePlaces(line: String) throws {
        var findings: [Diagnostic] = []
        let text = try project.text(line)
        #expect(text.expandedForShell(in: scope, collecting: &findings) != nil)
        #expect(findings == [])
    }

    @Test func noByteOfAValueIsInTheText() throws {
        var findings: [Diagnostic] = []
        let text = try project.text("cat ${config.migrate.paths} \"${params.x}\" '${params.x}' ${params.a-b} _devtool_")
        let line = try #require(text.expandedForShell(in: scope, collecting: &findings))
        let (script, values) = line.script(beside: ["HOME", "__devtool_9"])
        let assignments = (1...4).map { "___devtool_\($0)=\"${\($0)}\"" }.joined(separator: " ")
        #expect(
            script == assignments + "; shift 4; cat \"${___devtool_1}\" \"${___devtool_2}\""
                + " \"${___devtool_3}\" ''\"${___devtool_3}\"'' \"${___devtool_4}\" _devtool_")
        #expect(values == ["a b", "c", "it's", "dash"])
    }

    @Test(arguments: [
        ("echo ${params.x}", true), ("if [[ ${params.x} == y ]]; then z; fi", true),
        ("if [ -n \"${params.x}\" ]; then z; fi", true), ("printf '%s\\n' ${params.x}", true),
        ("a=${params.x}; for f in \"${b[@]}\" \"${b[0]}\"; do echo $a; done", true), ("a=${params.x}; ((a))", false),
        ("a=${params.x}; [ a -eq 1 ]", false), ("l\\et a=${params.x}", false), ("a=${params.x}; : $(\\\n(a))", false),
        ("printf '%d' ${params.x}", false), ("printf $f ${params.x}", false), ("unset ${params.x}", false),
        ("a=${params.x}; b[$a]=1", false), ("a=${params.x}; b=([$a]=1)", false), ("a=${params.x}; echo ${b:a}", false),
        ("printf \"$fmt%s\" ${params.x}", false), ("printf \"$(f)%s\" ${params.x}", false),
        ("printf '%s\\n' \"$a\" ${params.x}", true), ("print -P ${params.x}; setopt prompt_subst", false),
        ("SAVEHIST=${params.x}", false), ("a=${params.x}; echo ${b:-$a}", true), ("a=${params.x}; echo ${a@P}", false),
    ]) func aCommandIsNotCalculatedWith(line: String, isHarmless: Bool) throws {
        for value in ["a[$(x)]", "a[`x`]", "$(x)[", "a[${ x; }]"] {
            var scope = scope
            scope.parameters["x"] = .text(value)
            var findings: [Diagnostic] = []
            let shown = try project.text(line).expandedForShell(in: scope, collecting: &findings)
            #expect((shown != nil) == isHarmless)
            #expect(findings.isEmpty == isHarmless)
        }
        var scope = scope
        scope.parameters["x"] = .text("costs $5 (or [6])")
        var findings: [Diagnostic] = []
        #expect(try project.text(line).expandedForShell(in: scope, collecting: &findings) != nil)
    }
}
