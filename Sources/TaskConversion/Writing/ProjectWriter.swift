import Scanning

struct ProjectWriter {
    private(set) var project: ConvertedProject
    let lines: LineWriter
    let rest: [String: Set<String>]
    /// The variables of the file that are referenced so far.
    private(set) var used: Set<String> = []

    /// `refusal` returns why devtool would reject a shell line.
    init(_ project: ConvertedProject, refusal: @escaping (String) -> String?) {
        self.project = project
        rest = project.tasks.reduce(into: [:]) { rest, task in
            rest[task.name] = Set(task.parameters.filter(\.isRest).map(\.name))
        }
        var lines = LineWriter(shell: project.shell, refusal: refusal)
        lines.writtenOut = project.writtenOut
        lines.getsArguments = project.runner.passing == .assignments
        lines.add(project.variables)
        self.lines = lines
    }

    /// Delegates tasks that cannot be expressed, or all if shared parts cannot be.
    func delegating() -> ConvertedProject {
        var result = project
        var writer = self
        if let reason = project.dotenv.compactMap(\.file.unknown).first { result.delegateAll(reason, at: 1) }
        for variable in project.environment {
            do throws(NotUnderstood) { _ = try writer.value(of: variable, lines) } catch {
                let start = "uses '\(variable.name)', which "
                let reason = error.reason.hasPrefix(start) ? error.reason : start + error.reason
                result.delegateAll(reason, at: variable.line)
            }
        }
        for index in result.tasks.indices where result.tasks[index].delegation == nil {
            let calls = result.tasks[index].steps.lazy.compactMap { step in
                project.runner.program(calledBy: step).map { (program: $0, line: step.line) }
            }
            if let call = calls.first {
                result.tasks[index].delegate("calls \(call.program)", at: call.line)
                continue
            }
            do throws(NotUnderstood) { _ = try writer.entry(result.tasks[index]) } catch {
                result.tasks[index].delegate(error.reason, at: error.line)
            }
        }
        result.writtenOut = writer.project.writtenOut
        return result
    }

    /// The whole document with the used variables; tasks that cannot be expressed must already be delegated.
    mutating func document() -> String {
        let tasks = project.tasks.compactMap { task -> DocumentValue.Entry? in
            guard let delegation = task.delegation else { return try? entry(task) }
            if task.isUncallable { return nil }
            return try? entry(project.runner.delegating(task, delegation, of: project))
        }
        let environment = project.tasks.contains { $0.delegation == nil } ? project.environment : []
        let env = try? variables("env", environment, lines)
        // Variables used by used variables are used too.
        var vars: DocumentValue.Entry?
        var count = -1
        while count != used.count {
            count = used.count
            let written = project.variables.filter { used.contains($0.name) }
            vars = try? variables("vars", written, lines)
        }
        var entries = [settings, vars, env].compactMap(\.self)
        if let dotenv = try? dotenv(project.dotenv) {
            entries.append(dotenv)
        } else if !project.readsDotenv {
            entries.append(.init("dotenv", .list([])))
        }
        if !tasks.isEmpty { entries.append(.init("tasks", .mapping(tasks))) }
        let unreadable = project.unreadable.map { part in
            "# \(ProjectConversion.mark): \(project.sourceName):\(part.line): not read: \(part.text.lines.first ?? "")"
        }
        var writer = DocumentWriter()
        writer.document(entries, comments: project.comments + unreadable, finalComments: project.finalComments)
        return writer.text
    }

    private var settings: DocumentValue.Entry? {
        var settings: [DocumentValue.Entry] = []
        if let shell = project.shell { settings.append(.init("shell", .texts(shell))) }
        if project.isSilent { settings.append(.init("silent", .true)) }
        if let output = project.output { settings.append(.init("output", .text(output))) }
        return settings.isEmpty ? nil : .init("run", .mapping(settings))
    }

    mutating func line(_ text: ConvertedText, _ lines: LineWriter) throws(NotUnderstood) -> DocumentValue {
        try note(lines.line(text), lines)
    }

    mutating func plain(_ text: ConvertedText, _ lines: LineWriter) throws(NotUnderstood) -> DocumentValue {
        try note(lines.plain(text), lines)
    }

    /// `nil` if there are none.
    mutating func texts(_ texts: [ConvertedText], _ lines: LineWriter) throws(NotUnderstood) -> DocumentValue? {
        let items = try texts.map { text throws(NotUnderstood) in DocumentValue.Item(try plain(text, lines)) }
        return items.isEmpty ? nil : .list(items)
    }

    mutating func note(_ line: LineWriter.Line, _ lines: LineWriter) -> DocumentValue {
        used.formUnion(line.variables.subtracting(lines.taskVariables))
        project.writtenOut.formUnion(line.writtenOut)
        return .text(line.text)
    }

    mutating func variables(_ key: String, _ variables: [ConvertedVariable], _ lines: LineWriter) throws(NotUnderstood)
        -> DocumentValue.Entry?
    {
        let entries = try variables.map { variable throws(NotUnderstood) in
            DocumentValue.Entry(variable.name, try value(of: variable, lines), comments: variable.comments)
        }
        return entries.isEmpty ? nil : .init(key, .mapping(entries))
    }

    private mutating func value(of variable: ConvertedVariable, _ lines: LineWriter) throws(NotUnderstood)
        -> DocumentValue
    {
        if !variable.isShell { return try plain(variable.value, lines) }
        return .mapping([.init("shell", try line(variable.value, lines))])
    }

    mutating func dotenv(_ files: [ConvertedDotenv]) throws(NotUnderstood) -> DocumentValue.Entry? {
        let items = try files.map { file throws(NotUnderstood) in
            let path = try plain(file.file, lines)
            return DocumentValue.Item(
                file.isOptional ? .mapping([.init("file", path), .init("optional", .true)]) : path)
        }
        return items.isEmpty ? nil : .init("dotenv", .list(items))
    }
}
