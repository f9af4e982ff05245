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

    func converted(named name: String) -> ConvertedProject {
        let runner = OriginalRunner(
            program: "npm", options: ConvertedText("run "), passing: .assignments, runsOnce: false)
        var project = ConvertedProject(of: name, runner: runner)
        project.readsDotenv = false
        project.environment = [OriginalRunner.nodePath(at: 1)]
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

    /// Splits `a && b`; parts that run scripts become calls of tasks.
    private func steps(_ line: String, _ number: Int, of name: String) -> [ConvertedStep] {
        guard let parts = ScriptLine.parts(line) else { return [step(line, number, isLast: true)] }
        let actions = parts.map { action(of: $0, in: name) }
        let hasCall = actions.contains { $0 != nil }
        // A change of the shell's state must stay on the same line as the parts that depend on it.
        let isMixed = actions.contains { $0 == nil }
        let hasState = parts.contains { part in
            ["cd ", "export ", "set ", ". ", "source "].contains(where: part.hasPrefix)
        }
        guard hasCall, !(isMixed && hasState) else { return [step(line, number, isLast: true)] }
        return zip(parts, actions).enumerated().flatMap { index, pair in
            pair.1.map { $0.map { ConvertedStep($0, line: number) } }
                ?? [step(pair.0, number, isLast: index == parts.count - 1)]
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

    /// The calls of a part that only runs scripts; `nil` for other parts.
    private func action(of part: String, in script: String) -> [ConvertedStep.Action]? {
        guard let words = ScriptLine.words(part), let program = words.first else { return nil }
        let rest = Array(words.dropFirst())
        let names =
            switch program {
            case "npm", "pnpm", "yarn", "bun": [name(after: program, rest) ?? ""]
            case "run-s", "run-p": rest
            case "concurrently": rest.map { name(inWord: $0) ?? "" }
            default: [String]()
            }
        guard !names.isEmpty, names.allSatisfy(self.names.contains), !names.contains(script) else {
            return nil
        }
        let calls = names.map(call)
        let isConcurrent = program == "run-p" || program == "concurrently"
        return isConcurrent && calls.count > 1 ? [.calls(calls)] : calls.map { .call($0) }
    }

    /// The script that a package manager runs, as opposed to its own commands.
    private func name(after program: String, _ words: [String]) -> String? {
        var names = words.filter { $0 != "-s" && $0 != "--silent" }
        if names.first == "run" || names.first == "run-script" {
            names.removeFirst()
        } else if program == "npm", !["test", "start", "stop", "restart"].contains(names.first) {
            return nil
        }
        return names.count == 1 ? names[0] : nil
    }

    /// The script that an argument of `concurrently` runs, such as `npm:build`.
    private func name(inWord word: String) -> String? {
        ["npm:", "npm run ", "yarn ", "pnpm ", "yarn run ", "pnpm run "]
            .filter(word.hasPrefix).map { String(word.dropFirst($0.count)) }.first(
                where: names.contains)
    }
}
