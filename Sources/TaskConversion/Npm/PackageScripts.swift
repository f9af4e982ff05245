import JSON

/// Converts the scripts of a package.json (npm docs, "scripts").
struct PackageScripts {
    private var scripts: [(name: String, line: String)] = []
    private var comments: [(before: Int, text: String)] = []
    private let lines: [String]

    /// Reads a package.json.
    ///
    /// - Throws: ``ConversionFailure``.
    init(_ bytes: [UInt8]) throws(ConversionFailure) {
        lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) {
            $0.isNewline
        }.map(String.init)
        let document: JSONValue
        do throws(JSONReadingError) {
            document = try JSONValue(parsing: bytes)
        } catch {
            throw ConversionFailure(
                "not valid JSON: \(error.message)", line: error.line, column: error.column)
        }
        guard case .object(let members)? = document["scripts"] else {
            throw ConversionFailure("a package.json without 'scripts'", line: 1)
        }
        for (name, value) in members {
            if name.hasPrefix("//") {
                comments.append((scripts.count, value.string ?? ""))
            } else if let line = value.string {
                scripts.removeAll { $0.name == name }
                scripts.append((name, line))
            }
        }
    }

    /// The scripts as tasks.
    func converted() -> ConvertedProject {
        var project = ConvertedProject()
        let path = ConvertedText([
            .reference(.root), .text("/node_modules/.bin:"),
            .reference(.environment("PATH", orElse: nil)),
        ])
        project.environment = [ConvertedVariable(name: "PATH", value: .text(path))]
        for (index, script) in scripts.enumerated() {
            var task = task(script.name, script.line)
            task.comments += comments.filter { $0.before == index && !$0.text.isEmpty }.map {
                "# \($0.text)"
            }
            project.tasks.append(task)
        }
        if project.hasCompoundLines { project.shell = ["sh", "-c"] }
        return project
    }

    /// The line of a script in the file.
    private func number(of name: String) -> Int {
        let start = lines.firstIndex { $0.contains("\"scripts\"") } ?? 0
        let key = JSONValue.string(name).compactText
        let index = lines[start...].firstIndex { line in
            line.trimmed.hasPrefix(key) || line.contains("{\(key)") || line.contains("{ \(key)")
                || line.contains(", \(key)")
        }
        return (index ?? start) + 1
    }

    private func task(_ name: String, _ line: String) -> ConvertedTask {
        let number = number(of: name)
        var task = ConvertedTask(MakeReader.taskName(name), line: number)
        if task.name != name { task.comments.append("# In package.json: \(name)") }
        if has("pre" + name) { task.needs = [[call("pre" + name)]] }
        if has("post" + name) { task.after = [call("post" + name)] }
        task.steps = steps(line, number, of: name)
        for variable in ["npm_package_", "npm_config_", "npm_lifecycle_"]
        where line.contains(variable) {
            task.leftovers.append(
                Leftover(line: number, reason: "npm's variables \(variable)…", text: line))
        }
        return task
    }

    private func has(_ name: String) -> Bool { scripts.contains { $0.name == name } }

    private func call(_ name: String) -> ConvertedCall {
        ConvertedCall(task: MakeReader.taskName(name))
    }

    /// The parts of `a && b`: those that run scripts are tasks.
    private func steps(_ line: String, _ number: Int, of name: String) -> [ConvertedStep] {
        guard let parts = ScriptLine.parts(line) else { return [step(line, number, isLast: true)] }
        let actions = parts.map { action(of: $0, in: name) }
        let hasCall = actions.contains { $0 != nil }
        // What a part changes for those after it must stay in their line.
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

    /// npm appends the words after `--` to the line.
    private func step(_ line: String, _ number: Int, isLast: Bool) -> ConvertedStep {
        var text = ConvertedText(line)
        if isLast, let last = line.trimmed.last, !");&}".contains(last) {
            text = ConvertedText(line.trimmed + " ") + ConvertedText([.reference(.arguments)])
        }
        return ConvertedStep(.line(text), line: number)
    }

    /// What a part does that only runs other scripts; nil for anything else.
    private func action(of part: String, in script: String) -> [ConvertedStep.Action]? {
        guard let words = ScriptLine.words(part), let program = words.first else { return nil }
        let rest = Array(words.dropFirst())
        switch program {
        case "npm", "pnpm", "yarn", "bun":
            var names = rest.filter { $0 != "-s" && $0 != "--silent" }
            if names.first == "run" || names.first == "run-script" {
                names.removeFirst()
                names.removeAll { $0 == "-s" || $0 == "--silent" }
            } else if program == "npm", !["test", "start", "stop", "restart"].contains(names.first)
            {
                return nil
            }
            guard names.count == 1, has(names[0]), names[0] != script else { return nil }
            return [.call(call(names[0]))]
        case "run-s", "run-p", "npm-run-all", "npm-run-all2":
            let flags = rest.filter { $0.hasPrefix("-") }
            let isParallel =
                program == "run-p" || flags.contains("--parallel") || flags.contains("-p")
            let known: Set = [
                "--parallel", "-p", "--sequential", "-s", "--serial", "-l", "--print-label", "-n",
            ]
            guard flags.allSatisfy(known.contains), !rest.contains("--") else { return nil }
            let names = rest.filter { !$0.hasPrefix("-") }.flatMap { self.names(matching: $0) }
            guard !names.isEmpty, names.allSatisfy(has), !names.contains(script) else { return nil }
            let calls = names.map(call)
            return isParallel && calls.count > 1 ? [.calls(calls)] : calls.map { .call($0) }
        case "concurrently":
            let names = rest.map { word -> String? in
                for start in ["npm:", "npm run ", "yarn ", "pnpm ", "yarn run ", "pnpm run "]
                where word.hasPrefix(start) && has(String(word.dropFirst(start.count))) {
                    return String(word.dropFirst(start.count))
                }
                return nil
            }
            let known = names.compactMap(\.self)
            guard known.count == rest.count, !known.isEmpty, !known.contains(script) else {
                return nil
            }
            return [.calls(known.map(call))]
        default: return nil
        }
    }

    /// The scripts that a pattern of npm-run-all names: `*` stops at colons, `**` does not.
    private func names(matching pattern: String) -> [String] {
        guard let star = pattern.firstIndex(of: "*") else { return [pattern] }
        let prefix = pattern[..<star]
        let rest = pattern[star...]
        return scripts.map(\.name).filter { name in
            name.hasPrefix(prefix) && name.count > prefix.count
                && (rest == "**" || (rest == "*" && !name.dropFirst(prefix.count).contains(":")))
        }
    }
}

/// The words of a script's line, as far as they are plain.
enum ScriptLine {
    /// The parts between `&&` outside of quotes and brackets; nil where `||`, `;` or `&` stands between others.
    static func parts(_ line: String) -> [String]? {
        var parts = [""]
        var quote: Character?
        var depth = 0
        var previous: Character?
        for character in line {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if "({".contains(character) {
                depth += 1
            } else if ")}".contains(character) {
                depth -= 1
            }
            if quote == nil, depth == 0, character == "&", previous == "&" {
                parts[parts.count - 1].removeLast()
                parts.append("")
                previous = nil
                continue
            }
            parts[parts.count - 1].append(character)
            previous = character
        }
        let isChain = parts.allSatisfy {
            !$0.isEmpty && !$0.withoutQuotes.contains { ";&\n".contains($0) }
        }
        return isChain && !parts.contains { $0.withoutQuotes.contains("||") }
            ? parts.map(\.trimmed) : nil
    }

    /// The words of a line without anything that a shell would expand or do besides; nil for others.
    static func words(_ line: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
                if character == "$" || character == "\\" { return nil }
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let ended = word { words.append(ended) }
                word = nil
            } else if "$`\\|;<>&(){}~#".contains(character) {
                return nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let ended = word { words.append(ended) }
        return quote == nil ? words : nil
    }
}

extension String {
    /// The text without what stands in quotes or brackets.
    fileprivate var withoutQuotes: String {
        var result = ""
        var quote: Character?
        var depth = 0
        for character in self {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if "({".contains(character) {
                depth += 1
            } else if ")}".contains(character) {
                depth -= 1
            } else if depth <= 0 {
                result.append(character)
            }
        }
        return result
    }
}
