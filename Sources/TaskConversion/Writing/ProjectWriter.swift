import Scanning

/// Writes a project as a devtool.yml.
struct ProjectWriter {
    private let unit: ConvertedUnit
    private let lines: LineWriter
    /// The parameters that take the rest of the command line, by the names of tasks in calls.
    private let rest: [String: Set<String>]
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

    private mutating func line(_ text: ConvertedText, _ lines: LineWriter) throws(NotUnderstood)
        -> DocumentValue
    {
        try note(lines.line(text))
    }

    private mutating func plain(_ text: ConvertedText, _ lines: LineWriter) throws(NotUnderstood)
        -> DocumentValue
    {
        try note(lines.plain(text))
    }

    private mutating func texts(_ texts: [ConvertedText], _ lines: LineWriter) throws(NotUnderstood)
        -> DocumentValue
    {
        var items: [DocumentValue.Item] = []
        for text in texts { items.append(.init(try plain(text, lines))) }
        return .list(items)
    }

    private mutating func note(_ line: LineWriter.Line) -> DocumentValue {
        used.formUnion(line.variables)
        return .text(line.text)
    }

    private mutating func variables(
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

    private mutating func dotenv(
        _ files: [ConvertedDotenv]
    ) throws(NotUnderstood) -> DocumentValue.Entry? {
        guard !files.isEmpty else { return nil }
        var items: [DocumentValue.Item] = []
        for file in files {
            items.append(.init(.optionalFile(try plain(file.file, lines), file.isOptional)))
        }
        return .init("dotenv", .list(items), comments: files.flatMap(\.comments))
    }

    // MARK: tasks

    /// The writer of a task's lines, which is that of the file's with what the task adds.
    private func lines(of task: ConvertedTask) -> LineWriter {
        var lines = lines
        lines.add(task.variables)
        lines.restParameters = Set(task.parameters.filter(\.isRest).map(\.name))
        lines.shell = task.shell ?? lines.shell
        return lines
    }

    /// The entry of a task.
    ///
    /// - Throws: why it cannot be written.
    private mutating func entry(_ task: ConvertedTask) throws(Delegation) -> DocumentValue.Entry {
        let lines = lines(of: task)
        let own = Set(task.variables.map(\.name))
        let before = used
        var steps: DocumentValue.Entry?
        for step in task.steps { try check(step, lines) }
        do throws(NotUnderstood) {
            var keys = try head(of: task, lines)
            steps = try self.steps(of: task, lines)
            // A task's own variable hides that of the file.
            used.subtract(own.subtracting(before))
            if let steps { keys.append(steps) }
            keys += try tail(of: task, lines)
            if keys.allSatisfy({ !["run", "needs", "finally", "after"].contains($0.key) }) {
                // Its success says that nothing is to be done.
                keys.append(.init("run", .text("true")))
            }
            if keys.count == 1, keys[0].key == "run", keys[0].comments.isEmpty,
                case .text = keys[0].value
            {
                return .init(task.name, keys[0].value, comments: task.comments)
            }
            return .init(task.name, .mapping(keys), comments: task.comments)
        } catch {
            throw Delegation(reason: error.reason, line: task.line)
        }
    }

    /// Looks at a step by itself, for its line.
    private mutating func check(_ step: ConvertedStep, _ lines: LineWriter) throws(Delegation) {
        guard case .line(let text) = step.action else { return }
        do throws(NotUnderstood) {
            _ = try lines.line(text)
        } catch {
            throw Delegation(reason: error.reason, line: step.line)
        }
    }

    /// The keys before what a task runs.
    private mutating func head(
        of task: ConvertedTask, _ lines: LineWriter
    ) throws(NotUnderstood) -> [DocumentValue.Entry] {
        var keys: [DocumentValue.Entry] = []
        func add(_ key: String, _ value: DocumentValue?) {
            if let value { keys.append(.init(key, value)) }
        }
        func add(_ key: String, flag isSet: Bool) { add(key, isSet ? .word("true") : nil) }
        add("description", task.description.map { .text($0) })
        add("group", task.group.map { .text($0) })
        add("aliases", task.aliases.isEmpty ? nil : .texts(task.aliases))
        add("internal", flag: task.isInternal)
        add("params", try parameters(task.parameters, lines))
        keys += [
            try variables("vars", task.variables, lines) { _ in true },
            try variables("env", task.environment, lines) { _ in true }, try dotenv(task.dotenv),
        ].compactMap(\.self)
        if let dir = task.dir { add("dir", try plain(dir, lines)) }
        add("shell", task.shell.map { .texts($0) })
        add("platforms", task.platforms.isEmpty ? nil : .texts(task.platforms))
        if let question = task.confirmation { add("confirm", try plain(question, lines)) }
        add("interactive", flag: task.isInteractive)
        add("silent", flag: task.isSilent || task.hasOnlySilentSteps)
        add("ignore-error", flag: task.ignoresError)
        if !task.status.isEmpty {
            var items: [DocumentValue.Item] = []
            for text in task.status { items.append(.init(try line(text, lines))) }
            add("status", .list(items))
        }
        var required: [DocumentValue.Entry] = []
        if !task.requiredPrograms.isEmpty {
            required.append(.init("programs", .texts(task.requiredPrograms)))
        }
        if !task.requiredFiles.isEmpty {
            required.append(.init("files", try texts(task.requiredFiles, lines)))
        }
        add("requires", required.isEmpty ? nil : .mapping(required))
        let needs = task.needs.filter { !$0.isEmpty }
        if needs.count == 1 {
            add("needs", try calls(needs[0], lines))
        } else if !needs.isEmpty {
            var parts: [DocumentValue.Item] = []
            for part in needs { parts.append(.init(try calls(part, lines))) }
            add("needs", .list(parts))
        }
        if !task.sources.isEmpty { add("sources", try texts(task.sources, lines)) }
        if !task.outputs.isEmpty { add("outputs", try texts(task.outputs, lines)) }
        return keys
    }

    /// The keys after what a task runs.
    private mutating func tail(
        of task: ConvertedTask, _ lines: LineWriter
    ) throws(NotUnderstood) -> [DocumentValue.Entry] {
        var keys: [DocumentValue.Entry] = []
        if !task.after.isEmpty { keys.append(.init("after", try calls(task.after, lines))) }
        if !task.finally.isEmpty { keys.append(.init("finally", try calls(task.finally, lines))) }
        return keys
    }

    private mutating func calls(
        _ calls: [ConvertedCall], _ lines: LineWriter
    ) throws(NotUnderstood) -> DocumentValue {
        var items: [DocumentValue.Item] = []
        for call in calls {
            items.append(
                .init(call.parameters.isEmpty ? .text(call.task) : try self.call(call, lines)))
        }
        return .list(items)
    }

    private mutating func call(_ call: ConvertedCall, _ lines: LineWriter) throws(NotUnderstood)
        -> DocumentValue
    {
        var parameters: [DocumentValue.Entry] = []
        for (name, value) in call.parameters {
            // The called task's lines have the text; there, no shell would expand it.
            guard value.pieces.allSatisfy(\.isPlain) else {
                throw NotUnderstood("passes a text that a shell would expand to '\(call.task)'")
            }
            let isList =
                value.references == value.references.filter(lines.isRest)
                && value.references.count == 1
            guard rest[call.task]?.contains(name) == true else {
                if value.references.contains(where: lines.isRest) {
                    throw NotUnderstood("passes words as one to '\(call.task)'")
                }
                parameters.append(.init(name, try plain(value, lines)))
                continue
            }
            guard let words = value.literal.map({ PlainWords.words(of: $0) ?? [] }) else {
                guard isList, value.pieces.count == 1 else {
                    throw NotUnderstood("passes a value of perhaps several words to '\(call.task)'")
                }
                parameters.append(.init(name, try plain(value, lines)))
                continue
            }
            parameters.append(.init(name, .texts(words)))
        }
        let task = DocumentValue.Entry("task", .text(call.task))
        return .mapping(
            parameters.isEmpty ? [task] : [task, .init("params", .mapping(parameters))])
    }

    private mutating func parameters(
        _ parameters: [ConvertedParameter], _ lines: LineWriter
    ) throws(NotUnderstood) -> DocumentValue? {
        guard !parameters.isEmpty else { return nil }
        var entries: [DocumentValue.Entry] = []
        for parameter in parameters {
            var keys: [DocumentValue.Entry] = []
            if parameter.isRest { keys.append(.init("rest", .word("true"))) }
            if let text = parameter.defaultText {
                guard text.pieces.allSatisfy(\.isPlain) else {
                    throw NotUnderstood("has a default that a shell would expand")
                }
                let words = parameter.isRest ? text.literal.flatMap(PlainWords.words(of:)) : nil
                let value =
                    if let words { DocumentValue.texts(words) } else { try plain(text, lines) }
                keys.append(.init("default", value))
            }
            if !parameter.choices.isEmpty {
                keys.append(.init("choices", .texts(parameter.choices)))
            }
            if parameter.isRequired { keys.append(.init("required", .word("true"))) }
            let isShort = keys.count == 1 && keys[0].key == "default" && !parameter.isRest
            entries.append(
                .init(
                    parameter.name, isShort ? keys[0].value : .mapping(keys),
                    comments: parameter.comments))
        }
        return .mapping(entries)
    }

    /// The key of what a task runs; nil where it runs nothing by itself.
    private mutating func steps(
        of task: ConvertedTask, _ lines: LineWriter
    ) throws(NotUnderstood) -> DocumentValue.Entry? {
        let isSilent = task.isSilent || task.hasOnlySilentSteps
        var items: [DocumentValue.Item] = []
        var loose: [String] = []
        for step in task.steps {
            let value: DocumentValue
            switch step.action {
            case .line(let text):
                let line = try lines.line(text)
                if !line.text.hasCommand {
                    // A line that has nothing but comments.
                    loose += step.comments + line.text.lines.filter { !$0.isEmpty }
                    continue
                }
                value = step.attributed("run", note(line), isSilent)
            case .script(let text):
                value = step.attributed("run", .text(text.replacing("${", with: "$${")), isSilent)
            case .call(let call): value = step.attributed(try self.call(call, lines))
            case .calls(let calls):
                value = step.attributed(.mapping([.init("tasks", try self.calls(calls, lines))]))
            }
            items.append(.init(value, comments: loose + step.comments))
            loose = []
        }
        guard let last = items.indices.last else { return nil }
        items[last].comments += loose
        if items.count == 1, case .text = items[0].value {
            return .init("run", items[0].value, comments: items[0].comments)
        }
        return .init("run", .list(items))
    }
}

extension DocumentValue {
    fileprivate static func optionalFile(_ file: DocumentValue, _ isOptional: Bool) -> DocumentValue
    {
        isOptional ? .mapping([.init("file", file), .init("optional", .word("true"))]) : file
    }
}

extension ConvertedText.Piece {
    /// Whether a shell would do no more with it than split it.
    fileprivate var isPlain: Bool {
        if case .text(let text) = self { PlainWords.words(of: text) != nil } else { true }
    }
}

extension ConvertedTask {
    fileprivate var hasOnlySilentSteps: Bool {
        !steps.isEmpty
            && steps.allSatisfy { step in
                switch step.action {
                case .line, .script: step.isSilent
                case .call, .calls: false
                }
            }
    }
}

extension ConvertedStep {
    /// The value with the attributes of the step, as a mapping if there are any.
    fileprivate func attributed(_ key: String, _ value: DocumentValue, _ isSilent: Bool)
        -> DocumentValue
    {
        let attributes = attributes(isSilent)
        return attributes.isEmpty ? value : .mapping([.init(key, value)] + attributes)
    }

    fileprivate func attributed(_ mapping: DocumentValue) -> DocumentValue {
        guard case .mapping(let entries) = mapping else { return mapping }
        return .mapping(entries + attributes(true))
    }

    private func attributes(_ isSilent: Bool) -> [DocumentValue.Entry] {
        var entries: [DocumentValue.Entry] = []
        if self.isSilent, !isSilent { entries.append(.init("silent", .word("true"))) }
        if ignoresError { entries.append(.init("ignore-error", .word("true"))) }
        return entries
    }
}

extension String {
    /// Whether any line of it has more than a comment.
    fileprivate var hasCommand: Bool {
        lines.contains { line in
            let words = line.utf8.drop(while: " \t".utf8.contains)
            return !words.isEmpty && words.first != UInt8(ascii: "#")
                && !words.elementsEqual("\\".utf8)
        }
    }
}
