import Scanning

/// Writes a project as a devtool.yml.
struct ProjectWriter {
    let unit: ConvertedUnit
    let lines: LineWriter
    /// The parameters that take the rest of the command line, by the names of tasks in calls.
    let rest: [String: Set<String>]
    /// The variables of the file, and of those that include it, that what has been written refers to.
    private(set) var used: Set<String> = []

    private var project: ConvertedProject { unit.project }

    /// Describes what is to be written.
    ///
    /// - Parameters:
    ///   - unit: the file.
    ///   - shared: the variables of the files that include it.
    ///   - rest: the parameters that take the rest of the command line, by the names of tasks in calls.
    ///   - refusal: why devtool would refuse a shell line.
    init(
        _ unit: ConvertedUnit, sharing shared: [ConvertedVariable], rest: [String: Set<String>],
        refusal: @escaping (String) -> String?
    ) {
        self.unit = unit
        self.rest = rest
        var lines = LineWriter(shell: unit.project.shell, refusal: refusal)
        lines.add(shared + unit.project.variables)
        self.lines = lines
    }

    /// The file with the tasks delegated that cannot be written, which are all if what they share cannot be.
    func delegating() -> ConvertedUnit {
        var unit = unit
        var writer = self
        for variable in project.environment {
            do throws(NotUnderstood) {
                _ = try writer.value(of: variable, lines)
            } catch {
                let start = "uses '\(variable.name)', which "
                let reason = error.reason.hasPrefix(start) ? error.reason : start + error.reason
                unit.project.delegateAll(reason, at: variable.line)
            }
        }
        for index in unit.project.tasks.indices where unit.project.tasks[index].delegation == nil {
            do throws(Delegation) {
                _ = try writer.entry(unit.project.tasks[index])
            } catch {
                unit.project.tasks[index].delegate(error.reason, at: error.line)
            }
        }
        return unit
    }

    /// Writes all tasks, so that ``used`` is complete for them.
    ///
    /// - Precondition: the tasks that cannot be written are delegated.
    mutating func tasks() -> [DocumentValue.Entry] {
        project.tasks.compactMap { task in
            guard let delegation = task.delegation else { return try? entry(task) }
            if task.isUncallable { return nil }
            let other = unit.runner.delegating(task, delegation, of: unit.sourceName, in: project)
            return try? entry(other)
        }
    }

    /// The whole text, with those variables that are used.
    ///
    /// - Parameters:
    ///   - tasks: what ``tasks()`` returned.
    ///   - others: the variables that other files refer to.
    /// - Returns: the text of a `devtool.yml`.
    mutating func document(tasks: [DocumentValue.Entry], usedElsewhere others: Set<String>)
        -> String
    {
        used.formUnion(others)
        let environment = project.tasks.contains { $0.delegation == nil } ? project.environment : []
        let env = try? variables("env", environment, lines) { _ in true }
        // What a variable that is used refers to is used.
        var vars: DocumentValue.Entry?
        var count = -1
        while count != used.count {
            count = used.count
            let names = used
            vars = try? variables("vars", project.variables, lines) { names.contains($0.name) }
        }
        var entries = [settings, includes, vars, env].compactMap(\.self)
        if let dotenv = try? dotenv(project.dotenv) {
            entries.append(dotenv)
        } else if !project.readsDotenv {
            entries.append(.init("dotenv", .list([])))
        }
        if !tasks.isEmpty { entries.append(.init("tasks", .mapping(tasks))) }
        let unreadable = project.unreadable.map { part in
            "# \(ProjectConversion.mark): \(unit.sourceName):\(part.line): not read: \(part.text.lines.first ?? "")"
        }
        var writer = DocumentWriter()
        writer.document(
            entries, comments: project.comments + unreadable, finalComments: project.finalComments)
        return writer.text
    }

    private var settings: DocumentValue.Entry? {
        var settings: [DocumentValue.Entry] = []
        if let shell = project.shell { settings.append(.init("shell", .texts(shell))) }
        if project.isSilent { settings.append(.init("silent", .word("true"))) }
        if let output = project.output { settings.append(.init("output", .text(output))) }
        return settings.isEmpty ? nil : .init("run", .mapping(settings))
    }

    private var includes: DocumentValue.Entry? {
        guard !project.includes.isEmpty else { return nil }
        let entries = project.includes.map { include in
            DocumentValue.Entry(
                include.namespace, .optionalFile(.text(include.file), include.isOptional),
                comments: include.comments)
        }
        return .init("includes", .mapping(entries))
    }

    // MARK: texts

    mutating func line(_ text: ConvertedText, _ lines: LineWriter) throws(NotUnderstood)
        -> DocumentValue
    {
        try note(lines.line(text), lines)
    }

    mutating func plain(_ text: ConvertedText, _ lines: LineWriter) throws(NotUnderstood)
        -> DocumentValue
    {
        try note(lines.plain(text), lines)
    }

    mutating func texts(_ texts: [ConvertedText], _ lines: LineWriter) throws(NotUnderstood)
        -> DocumentValue
    {
        var items: [DocumentValue.Item] = []
        for text in texts { items.append(.init(try plain(text, lines))) }
        return .list(items)
    }

    mutating func note(_ line: LineWriter.Line, _ lines: LineWriter) -> DocumentValue {
        used.formUnion(line.variables.subtracting(lines.taskVariables))
        return .text(line.text)
    }

    mutating func variables(
        _ key: String, _ variables: [ConvertedVariable], _ lines: LineWriter,
        where isWritten: (ConvertedVariable) -> Bool
    ) throws(NotUnderstood) -> DocumentValue.Entry? {
        var entries: [DocumentValue.Entry] = []
        for variable in variables where isWritten(variable) {
            entries.append(
                .init(variable.name, try value(of: variable, lines), comments: variable.comments))
        }
        return entries.isEmpty ? nil : .init(key, .mapping(entries))
    }

    private mutating func value(
        of variable: ConvertedVariable, _ lines: LineWriter
    ) throws(NotUnderstood) -> DocumentValue {
        switch variable.value {
        case .text(let text): try plain(text, lines)
        case .shell(let line): .mapping([.init("shell", try self.line(line, lines))])
        }
    }

    mutating func dotenv(
        _ files: [ConvertedDotenv]
    ) throws(NotUnderstood) -> DocumentValue.Entry? {
        guard !files.isEmpty else { return nil }
        var items: [DocumentValue.Item] = []
        for file in files {
            items.append(.init(.optionalFile(try plain(file.file, lines), file.isOptional)))
        }
        return .init("dotenv", .list(items), comments: files.flatMap(\.comments))
    }
}

extension DocumentValue {
    fileprivate static func optionalFile(_ file: DocumentValue, _ isOptional: Bool) -> DocumentValue
    {
        isOptional ? .mapping([.init("file", file), .init("optional", .word("true"))]) : file
    }
}
