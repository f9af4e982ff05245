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
        do throws(JSONReadingError) {
            document = try JSONValue(parsing: bytes)
        } catch {
            throw ConversionFailure(
                "not valid JSON: \(error.message)", line: error.line, column: error.column)
        }
        guard case .object(let members)? = document["scripts"] else {
            throw ConversionFailure("a package.json without 'scripts'", line: 1, isEmpty: true)
        }
        for (name, value) in members {
            if name.hasPrefix("//") {
                comments.append((scripts.count, value.string ?? ""))
            } else if let line = value.string {
                if line.utf8.contains(0) {
                    throw ConversionFailure(
                        "a text cannot hold a zero byte", line: lines[name] ?? 1)
                }
                if !names.insert(name).inserted { scripts.removeAll { $0.name == name } }
                scripts.append((name, line))
            }
        }
    }

    func converted(
        named name: String, in surroundings: ConversionSurroundings
    ) -> ConvertedProject {
        let runner = OriginalRunner(
            program: "npm", options: ConvertedText("run "), passing: .assignments, runsOnce: false,
            setsEnvironment: true)
        var project = ConvertedProject(of: name, runner: runner)
        project.readsDotenv = false
        // npm also looks in the folders above, such as that of a workspace.
        let above = ["..", "../..", "../../.."]
            .filter { surroundings.isFolder("\($0)/node_modules/.bin") }
        project.environment = [OriginalRunner.nodePath(at: 1, above: above)]
        if scripts.contains(where: { $0.line.contains("INIT_CWD") }) {
            project.environment.append(
                ConvertedVariable(
                    name: "INIT_CWD", value: .text(.reference(.invocationFolder)), line: 1))
        }
        for (index, script) in scripts.enumerated() {
            var task = task(script.name, script.line)
            task.comments += comments.filter { $0.before == index }.flatMap { $0.text.lines }
                .filter { !$0.isEmpty }.map { "# \($0)" }
            project.tasks.append(task)
        }
        project.shell = ["sh", "-c"]
        let settings = String(decoding: surroundings.read(".npmrc") ?? [], as: UTF8.self)
        if let name = ["ignore-scripts", "script-shell"].first(where: settings.contains) {
            project.delegateAll("has '\(name)' in .npmrc", at: 1)
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
        if let other = others.first(where: names.contains) {
            task.delegate("does not run '\(other)'")
        }
        task.steps = steps(line, number, of: name)
        let variables = [
            "npm_package_", "npm_config_", "npm_lifecycle_", "npm_command", "npm_execpath",
            "npm_node_execpath",
        ]
        if let variable = variables.first(where: line.contains) {
            task.delegate("uses npm's variable \(variable)\(variable.hasSuffix("_") ? "…" : "")")
        }
        return task
    }

    private func call(_ name: String) -> ConvertedCall { ConvertedCall(task: name) }

    /// Splits `a && npm run b`; parts that run scripts with npm become calls of tasks.
    private func steps(_ line: String, _ number: Int, of name: String) -> [ConvertedStep] {
        guard let parts = ScriptLine.parts(line) else { return [step(line, number, isLast: true)] }
        let calls = parts.map { call(of: $0, in: name) }
        let hasCall = calls.contains { $0 != nil }
        // A change of the shell's state must stay on the same line as the parts that depend on it.
        let isMixed = calls.contains { $0 == nil }
        let hasState = parts.contains { part in
            ["cd ", "export ", "set ", ". ", "source "].contains(where: part.hasPrefix)
        }
        guard hasCall, !(isMixed && hasState) else { return [step(line, number, isLast: true)] }
        return zip(parts, calls).enumerated().map { index, pair in
            pair.1.map { ConvertedStep(.call($0), line: number) }
                ?? step(pair.0, number, isLast: index == parts.count - 1)
        }
    }

    private func step(_ line: String, _ number: Int, isLast: Bool) -> ConvertedStep {
        var text = ConvertedText(line)
        if isLast, let last = line.trimmed.last, !");&}".contains(last),
            !ScriptLine.endsCompoundCommand(line)
        {
            text = ConvertedText(line.trimmed + " ") + .reference(.arguments)
        }
        return ConvertedStep(.line(text), line: number)
    }

    /// `nil` unless the part only runs a script with npm.
    private func call(of part: String, in script: String) -> ConvertedCall? {
        guard var words = ScriptLine.words(part), words.first == "npm" else { return nil }
        words.removeAll { ["-s", "--silent"].contains($0) }
        let runs = words.count == 3 && ["run", "run-script"].contains(words[1])
        let isShort =
            words.count == 2 && ["test", "start", "stop", "restart"].contains(words[1])
        guard runs || isShort, let name = words.last, names.contains(name), name != script else {
            return nil
        }
        return call(name)
    }
}
