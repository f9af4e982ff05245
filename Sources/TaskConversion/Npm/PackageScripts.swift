import JSON
import Scanning

/// Converts the scripts of a package.json (npm docs, "scripts").
struct PackageScripts {
    private var scripts: [(name: String, line: String)] = []
    private var comments: [(before: Int, text: String)] = []
    private var names: Set<String> = []
    private let lines: [String: Int]

    init(_ bytes: [UInt8]) throws(ConversionFailure) {
        lines = Self.keyLines(of: bytes)
        let document: JSONValue
        do throws(JSONReadingError) { document = try JSONValue(parsing: bytes) } catch {
            throw ConversionFailure("not valid JSON: \(error.message)", line: error.line, column: error.column)
        }
        guard case .object(let members)? = document["scripts"] else {
            throw ConversionFailure("package.json has no 'scripts'", line: 1, isEmpty: true)
        }
        for (name, value) in members {
            if name.hasPrefix("//") {
                comments.append((scripts.count, value.string ?? ""))
            } else if let line = value.string {
                if line.utf8.contains(0) {
                    throw ConversionFailure("a string cannot contain a zero byte", line: lines[name] ?? 1)
                }
                if !names.insert(name).inserted { scripts.removeAll { $0.name == name } }
                scripts.append((name, line))
            }
        }
    }

    func converted(named name: String, in surroundings: ConversionSurroundings) -> ConvertedProject {
        let runner = OriginalRunner(
            program: "npm", options: ConvertedText("run "), passing: .assignments, runsOnce: false,
            setsEnvironment: true)
        var project = ConvertedProject(of: name, runner: runner)
        project.readsDotenv = false
        // npm also looks in the folders above, such as that of a workspace.
        let above = ["..", "../..", "../../.."].filter { surroundings.isFolder("\($0)/node_modules/.bin") }
        project.environment = [OriginalRunner.nodePath(at: 1, above: above)]
        if scripts.contains(where: { $0.line.contains("INIT_CWD") }) {
            project.environment.append(
                ConvertedVariable(name: "INIT_CWD", value: .reference(.invocationFolder), line: 1))
        }
        for (index, script) in scripts.enumerated() {
            var task = task(script.name, script.line)
            task.comments += comments.filter { $0.before == index }.flatMap { $0.text.lines }.filter { !$0.isEmpty }.map
            { "# \($0)" }
            project.tasks.append(task)
        }
        project.shell = ["sh", "-c"]
        let settings = String(decoding: surroundings.read(".npmrc") ?? [], as: UTF8.self)
        if let name = ["ignore-scripts", "script-shell"].first(where: settings.contains) {
            project.delegateAll("depends on '\(name)' in .npmrc", at: 1)
        }
        return project
    }

    /// The first line that starts with each key after `"scripts"`.
    private static func keyLines(of bytes: [UInt8]) -> [String: Int] {
        var lines: [String: Int] = [:]
        for (index, line) in String(decoding: bytes, as: UTF8.self).lines.enumerated() {
            let key = String(line.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" })
            if key == "scripts" || !lines.isEmpty, lines[key] == nil { lines[key] = index + 1 }
        }
        return lines
    }

    private func task(_ name: String, _ line: String) -> ConvertedTask {
        let number = lines[name] ?? lines["scripts"] ?? 1
        var task = ConvertedTask(name, line: number)
        let (before, after) = ("pre" + name, "post" + name)
        if names.contains(before) { task.needs = [[call(before)]] }
        if names.contains(after) { task.after = [call(after)] }
        let others = [before, after].filter(names.contains).flatMap { ["pre" + $0, "post" + $0] }
        if let other = others.first(where: names.contains) { task.delegate("does not run '\(other)'") }
        task.steps = steps(line, number, of: name)
        let variables = [
            "npm_package_", "npm_config_", "npm_lifecycle_", "npm_command", "npm_execpath", "npm_node_execpath",
        ]
        if let variable = variables.first(where: line.contains) {
            task.delegate("uses npm's variable \(variable)\(variable.hasSuffix("_") ? "…" : "")")
        }
        return task
    }

    private func call(_ name: String) -> ConvertedCall { ConvertedCall(task: name) }

    /// A chain of scripts that npm runs becomes calls of tasks; any other line remains as it is.
    private func steps(_ line: String, _ number: Int, of name: String) -> [ConvertedStep] {
        let parts = line.split(separator: "&&", omittingEmptySubsequences: false)
        let calls = parts.compactMap { call(of: $0, in: name) }
        if calls.count == parts.count { return calls.map { ConvertedStep(.calls([$0]), line: number) } }
        var text = ConvertedText(line)
        if let last = line.trimmed.last, !";&".contains(last), !line.endsCompoundCommand {
            text = ConvertedText(line.trimmed + " ") + .reference(.arguments)
        }
        return [ConvertedStep(.line(text), line: number)]
    }

    /// `nil` unless the part is such as `npm run a` or `npm test`.
    private func call(of part: Substring, in script: String) -> ConvertedCall? {
        let words = part.split(separator: " ").filter { !["-s", "--silent"].contains($0) }
        let runs = words.count == 3 && ["run", "run-script"].contains(words[1])
        let isShort = words.count == 2 && ["test", "start", "stop", "restart"].contains(words[1])
        guard words.first == "npm", runs || isShort, let name = words.last.map(String.init), names.contains(name),
            name != script
        else { return nil }
        return call(name)
    }
}

extension String {
    /// Whether the line ends an `if`, a `case`, a loop, a group or a subshell, so that no arguments can follow.
    fileprivate var endsCompoundCommand: Bool {
        let line = trimmed
        if line.hasSuffix(")") { return !line.endsSubstitution }
        guard let end = ["fi", "done", "esac", "}"].first(where: line.hasSuffix) else { return false }
        // Elsewhere it is an argument, as in 'echo done'.
        let before = String(line.dropLast(end.count))
        guard before.isEmpty || before.last?.isWhitespace == true || before.last == ";" else { return false }
        return before.trimmed.last.map { ";&)}".contains($0) } ?? false || before.endsCompoundCommand
    }

    /// Whether the parenthesis at the end closes a `$(`.
    private var endsSubstitution: Bool {
        var depth = 0
        for index in indices.reversed() {
            if self[index] == ")" { depth += 1 } else if self[index] == "(" { depth -= 1 }
            if depth == 0 { return self[..<index].last == "$" }
        }
        return false
    }
}
