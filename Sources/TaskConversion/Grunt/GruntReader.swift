import JSON

/// Converts a Gruntfile: the lists of `registerTask`, and the targets of grunt-shell, grunt-exec and grunt-liquibase.
struct GruntReader {
    private let file: Gruntfile
    private let package: JSONValue?
    var project = ConvertedProject()
    private var names: Set<String> = []

    init(_ bytes: [UInt8], in surroundings: ConversionSurroundings) throws(ConversionFailure) {
        file = try Gruntfile(bytes)
        package = surroundings.read("package.json").flatMap { try? JSONValue(parsing: $0) }
    }

    /// The file in devtool's words.
    mutating func converted() -> ConvertedProject {
        project.comments = file.comments
        project.readsDotenv = false
        project.leftovers = file.leftovers
        for property in file.configuration.properties {
            switch property.name {
            case "shell", "exec": addLines(property)
            case "liquibase": addLiquibase(property)
            default: break
            }
        }
        names.formUnion(project.tasks.map(\.name))
        names.formUnion(file.registrations.map(\.name))
        for registration in file.registrations { add(registration) }
        if project.tasks.contains(where: { !$0.steps.isEmpty && $0.usesShell }) {
            let path = ConvertedText([
                .reference(.root), .text("/node_modules/.bin:"),
                .reference(.environment("PATH", orElse: nil)),
            ])
            project.environment = [ConvertedVariable(name: "PATH", value: .text(path))]
            if project.hasCompoundLines { project.shell = ["sh", "-c"] }
        }
        return project
    }

    private mutating func add(_ registration: Gruntfile.Registration) {
        var task = ConvertedTask(registration.name, line: registration.line)
        task.comments = registration.comments
        task.description = registration.description
        if registration.isConditional {
            let reason = "a task that is registered by a condition"
            task.steps = [
                .failure(
                    Leftover(line: registration.line, reason: reason, text: registration.text))
            ]
        } else if let tasks = registration.tasks {
            for name in tasks {
                let text = text(name)
                let own = text.literal ?? name
                if own == task.name || !names.contains(own) {
                    task.steps.append(other(name, at: registration.line))
                } else {
                    task.steps.append(
                        ConvertedStep(.call(ConvertedCall(task: own)), line: registration.line))
                }
            }
        } else {
            task.steps = [
                .failure(
                    Leftover(
                        line: registration.line, reason: "a task in JavaScript",
                        text: registration.text))
            ]
        }
        project.tasks.append(task)
    }

    /// A task of a plugin that is not converted: Grunt still runs it.
    private func other(_ name: String, at line: Int) -> ConvertedStep {
        let word = PlainWords.words(of: name) == [name] ? name : "'\(name)'"
        var step = ConvertedStep(.line(ConvertedText("npx grunt \(word)")), line: line)
        step.leftovers = [
            Leftover(line: line, reason: "the task of a plugin, which Grunt still runs", text: name)
        ]
        return step
    }

    /// A text with `<%= a.b %>` (Grunt, "Templates").
    private func text(_ source: String) -> ConvertedText {
        var result = ConvertedText("")
        var rest = source[...]
        while let open = rest.firstRange(of: "<%=") {
            result.append(String(rest[..<open.lowerBound]))
            rest = rest[open.upperBound...]
            guard let close = rest.firstRange(of: "%>") else { break }
            let path = rest[..<close.lowerBound].trimmed
            result =
                result
                + (value(at: path).map { ConvertedText($0) }
                    ?? ConvertedText([.unsayable("the template <%= \(path) %>")]))
            rest = rest[close.upperBound...]
        }
        result.append(String(rest))
        return result
    }

    /// What a path of the configuration, or of package.json, has.
    private func value(at path: String) -> String? {
        let parts = path.split(separator: ".").map(String.init)
        if parts.first == "pkg" {
            var value = package
            for part in parts.dropFirst() { value = value?[part] }
            return value?.string
        }
        var value: ScriptValue? = file.configuration
        for part in parts { value = value?[part] }
        guard let text = value?.text, !text.contains("<%") else { return nil }
        return text
    }

    /// The targets of grunt-shell and grunt-exec.
    private mutating func addLines(_ property: ScriptValue.Property) {
        var calls: [ConvertedStep] = []
        for target in property.value.properties where target.name != "options" {
            var task = ConvertedTask("\(property.name):\(target.name)", line: target.line)
            task.comments = target.comments
            let command = target.value["command"] ?? target.value["cmd"] ?? target.value
            if let lines = command.texts {
                let line = text(lines.joined(separator: " && "))
                task.steps = [ConvertedStep(.line(line), line: target.line)]
            } else {
                let code = if case .code(let text) = command { text } else { target.name }
                task.steps = [
                    .failure(
                        Leftover(line: target.line, reason: "a command in JavaScript", text: code))
                ]
            }
            readOptions(of: target, into: &task)
            calls.append(ConvertedStep(.call(ConvertedCall(task: task.name)), line: property.line))
            project.tasks.append(task)
        }
        guard !calls.isEmpty else { return }
        var all = ConvertedTask(property.name, line: property.line)
        all.comments = property.comments
        all.steps = calls
        project.tasks.append(all)
    }

    private func readOptions(of target: ScriptValue.Property, into task: inout ConvertedTask) {
        let options = target.value["options"]
        let folder = options?["execOptions"]?["cwd"] ?? target.value["cwd"] ?? options?["cwd"]
        if let folder {
            task.dir =
                folder.text.map { text($0) }
                ?? ConvertedText([.unsayable("a folder in JavaScript")])
        }
        for property in options?["execOptions"]?["env"]?.properties ?? [] {
            let value =
                property.value.text.map { text($0) }
                ?? ConvertedText([.unsayable("a value in JavaScript")])
            task.environment.append(
                ConvertedVariable(name: property.name, value: .text(value), line: property.line))
        }
        for name in ["exitCode", "exitCodes"] {
            guard let codes = target.value[name] else { continue }
            if case .word("0") = codes { continue }
            task.steps.insert(
                .failure(
                    Leftover(line: target.line, reason: "'\(name)': another exit status than 0")),
                at: 0)
        }
        if case .word("false")? = options?["failOnError"] { task.ignoresError = true }
        if options?["callback"] != nil || target.value["callback"] != nil {
            task.leftovers.append(Leftover(line: target.line, reason: "a callback in JavaScript"))
        }
    }

    /// The targets of grunt-liquibase are commands of `devtool migrate`, and its options the section's settings.
    private mutating func addLiquibase(_ property: ScriptValue.Property) {
        if let options = property.value["options"] {
            project.settings = settings(options)
            for other in options.properties where Self.setting(other.name) == nil {
                leave("liquibase.options.\(other.name)", other)
            }
        }
        var calls: [ConvertedStep] = []
        for target in property.value.properties where target.name != "options" {
            var task = ConvertedTask("liquibase:\(target.name)", line: target.line)
            task.comments = target.comments
            if let command = target.value["command"]?.text {
                let attribute = target.value["commandAttributes"] ?? target.value["commandAttr"]
                let name = command == "version" ? "--version" : command.dashed
                let words = [name] + (attribute?.texts ?? [])
                task.steps = [
                    ConvertedStep(.command(name: "migrate", arguments: words), line: target.line)
                ]
            } else {
                task.steps = [
                    .failure(
                        Leftover(
                            line: target.line, reason: "a command in JavaScript", text: target.name)
                    )
                ]
            }
            for option in target.value["options"]?.properties ?? [] {
                task.leftovers.append(
                    Leftover(
                        line: option.line, reason: "an option of one target", text: option.name))
            }
            calls.append(ConvertedStep(.call(ConvertedCall(task: task.name)), line: property.line))
            project.tasks.append(task)
        }
        guard !calls.isEmpty else { return }
        var all = ConvertedTask("liquibase", line: property.line)
        all.comments = property.comments
        all.steps = calls
        project.tasks.append(all)
    }

    private mutating func leave(_ reason: String, _ property: ScriptValue.Property) {
        project.leftovers.append(Leftover(line: property.line, reason: reason))
    }

    /// The options as settings of the section `migrate`.
    private mutating func settings(_ options: ScriptValue) -> [ConvertedSetting] {
        var settings: [ConvertedSetting] = []
        for property in options.properties {
            guard let name = Self.setting(property.name) else { continue }
            if name == "password" {
                // A password does not belong into the file.
                settings.append(
                    ConvertedSetting(name: name, value: .environment("LIQUIBASE_PASSWORD")))
                leave("the password: set LIQUIBASE_PASSWORD, or remove 'password'", property)
            } else if let text = property.value.text.map({ self.text($0) })?.literal
                ?? path(property.value)
            {
                settings.append(ConvertedSetting(name: name, value: .text(text)))
            } else if !property.value.properties.isEmpty {
                let pairs = property.value.properties.compactMap { pair in
                    pair.value.text.map { (pair.name, $0) }
                }
                settings.append(ConvertedSetting(name: name, value: .mapping(pairs)))
            } else {
                leave("'\(property.name)' in JavaScript", property)
            }
        }
        return settings
    }

    /// `path.join(__dirname, 'a', 'b')` as a path.
    private func path(_ value: ScriptValue) -> String? {
        guard case .code(let code) = value, code.hasPrefix("path.join("), code.hasSuffix(")") else {
            return nil
        }
        var scanner = ScriptScanner("[" + code.dropFirst("path.join(".count).dropLast() + "]")
        guard case .list(let items) = scanner.value() else { return nil }
        var parts: [String] = []
        for item in items {
            if case .code("__dirname") = item { continue }
            guard let text = item.text else { return nil }
            parts.append(text)
        }
        return RelativePath.normalized(parts.joined(separator: "/"))
    }

    /// The setting that an option of grunt-liquibase is.
    private static func setting(_ option: String) -> String? {
        switch option {
        case "username", "url", "driver", "classpath", "contexts", "password": option
        case "changeLogFile": "changelog"
        case "defaultSchemaName": "default-schema"
        case "changeLogParameters": "parameters"
        case "defaultsFile": "properties-file"
        case "logLevel": "log-level"
        default: nil
        }
    }
}

extension ConvertedTask {
    fileprivate var usesShell: Bool {
        steps.contains { step in
            if case .line = step.action { true } else { false }
        }
    }
}

extension String {
    /// `changelogSyncSQL` as `changelog-sync-sql`.
    fileprivate var dashed: String {
        var result = ""
        var previous: Character?
        for character in self {
            if character.isUppercase, previous?.isLowercase == true { result.append("-") }
            result += character.lowercased()
            previous = character
        }
        return result
    }
}
