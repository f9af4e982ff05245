import DevtoolKit
import Shell

extension PlannedTask {
    /// Warnings about variables that a task's lines read without declaring them: its cached results do not depend on
    /// them.
    var undeclaredVariables: [Diagnostic] {
        var known = Set(variables.map(\.name)).union(requirements[.variables, default: []].map(\.name))
        known.formUnion(Self.ambientVariables)
        var warnings: [Diagnostic] = []
        for line in shellLines {
            for name in ShellTemplate(line.text).variablesFromOutside
            where known.insert(name).inserted && !name.hasPrefix("DEVTOOL_") {
                warnings.append(
                    Diagnostic(
                        "the cached task '\(definition.name)' reads \(name), which none of its keys declares",
                        severity: .warning, at: line.location,
                        hint: "add \(name): \"${\(name):-}\" to its 'env', so that its results depend on it"))
            }
        }
        return warnings
    }

    /// Warnings about lines that read a parameter as a variable, in the form of the shell, of just or of Task.
    var parametersAsVariables: [Diagnostic] {
        let names = definition.parameters.map(\.name).filter { name in !variables.contains { $0.name == name } }
        if names.isEmpty { return [] }
        return shellLines.flatMap { line in
            let read = ShellTemplate(line.text).variablesFromOutside
            return names.filter { name in
                read.contains(name)
                    || ["{{\(name)}}", "{{ \(name) }}", "{{.\(name)}}"].contains(where: line.text.contains)
            }.map { name in
                Diagnostic(
                    "the parameter '\(name)' is not a variable of the shell", severity: .warning, at: line.location,
                    hint: "write ${params.\(name)}")
            }
        }
    }

    private var shellLines: [LocatedText] {
        var lines = [definition.condition].compactMap(\.self) + definition.status
        for case .shell(let line) in definition.actions { lines.append(line) }
        return lines
    }

    private static let ambientVariables: Set = [
        "HOME", "PATH", "PWD", "TMPDIR", "CI", "OLDPWD", "IFS", "OPTIND", "OPTARG", "REPLY", "PPID", "UID", "EUID", "_",
        "RANDOM", "SECONDS", "LINENO", "PIPESTATUS", "FUNCNAME",
    ]
}
