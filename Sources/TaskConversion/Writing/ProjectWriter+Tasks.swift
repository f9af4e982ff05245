import Scanning
import Shell

extension ProjectWriter {
    private func lines(of task: ConvertedTask) -> LineWriter {
        var lines = lines
        lines.add(task.variables)
        lines.taskVariables = Set(task.variables.map(\.name))
        lines.restParameters = Set(task.parameters.filter(\.isRest).map(\.name))
        lines.shell = task.shell ?? lines.shell
        return lines
    }

    /// Throws the reason if the task cannot be expressed.
    mutating func entry(_ task: ConvertedTask) throws(NotUnderstood) -> DocumentValue.Entry {
        let lines = lines(of: task)
        let steps = try steps(of: task, lines)
        var keys = try head(of: task, lines) + [steps].compactMap(\.self)
        if !task.after.isEmpty { keys.append(.init("after", try calls(task.after, lines))) }
        if keys.allSatisfy({ !["run", "needs", "after"].contains($0.key) }) {
            // An empty command that succeeds.
            keys.append(.init("run", .text("true")))
        }
        if keys.count == 1, keys[0].key == "run", keys[0].comments.isEmpty, case .text = keys[0].value {
            return .init(task.name, keys[0].value, comments: task.comments)
        }
        return .init(task.name, .mapping(keys), comments: task.comments)
    }

    private mutating func head(of task: ConvertedTask, _ lines: LineWriter) throws(NotUnderstood) -> [DocumentValue
        .Entry]
    {
        var keys: [DocumentValue.Entry] = []
        func add(_ key: String, _ value: DocumentValue?) { if let value { keys.append(.init(key, value)) } }
        func add(_ key: String, flag isSet: Bool) { add(key, isSet ? .true : nil) }
        add("description", task.description.map { .text($0) })
        add("group", task.group.map { .text($0) })
        add("aliases", task.aliases.isEmpty ? nil : .texts(task.aliases))
        add("internal", flag: task.isInternal)
        add("params", try parameters(task.parameters, lines))
        keys += [
            try variables("vars", task.variables, lines), try variables("env", task.environment, lines),
            try dotenv(task.dotenv),
        ].compactMap(\.self)
        if let dir = task.dir { add("dir", try plain(dir, lines)) }
        add("shell", task.shell.map { .texts($0) })
        add("platforms", task.platforms.isEmpty ? nil : .texts(task.platforms))
        if let question = task.confirmation { add("confirm", try plain(question, lines)) }
        add("interactive", flag: task.isInteractive)
        add("silent", flag: task.isSilent || task.hasOnlySilentSteps)
        add("ignore-error", flag: task.ignoresError)
        let status = try task.status.map { text throws(NotUnderstood) in DocumentValue.Item(try line(text, lines)) }
        add("status", status.isEmpty ? nil : .list(status))
        if !task.requiredPrograms.isEmpty {
            add("requires", .mapping([.init("programs", .texts(task.requiredPrograms))]))
        }
        let needs = try task.needs.filter { !$0.isEmpty }.map { part throws(NotUnderstood) in
            DocumentValue.Item(try calls(part, lines))
        }
        if !needs.isEmpty { add("needs", needs.count == 1 ? needs[0].value : .list(needs)) }
        add("sources", try texts(task.sources, lines))
        add("outputs", try texts(task.outputs, lines))
        return keys
    }

    private mutating func calls(_ calls: [ConvertedCall], _ lines: LineWriter) throws(NotUnderstood) -> DocumentValue {
        .list(
            try calls.map { call throws(NotUnderstood) in
                DocumentValue.Item(call.parameters.isEmpty ? .text(call.task) : try self.call(call, lines))
            })
    }

    private mutating func call(_ call: ConvertedCall, _ lines: LineWriter) throws(NotUnderstood) -> DocumentValue {
        let parameters = try call.parameters.map { name, value throws(NotUnderstood) in
            let isRest = rest[call.task]?.contains(name) == true
            return DocumentValue.Entry(name, try passed(value, to: call.task, asRest: isRest, lines))
        }
        let task = DocumentValue.Entry("task", .text(call.task))
        return .mapping(parameters.isEmpty ? [task] : [task, .init("params", .mapping(parameters))])
    }

    private mutating func passed(_ value: ConvertedText, to task: String, asRest isRest: Bool, _ lines: LineWriter)
        throws(NotUnderstood) -> DocumentValue
    {
        // The text is inserted into lines of the called task, without expansion by a shell.
        guard value.pieces.allSatisfy(\.isPlain) else {
            throw NotUnderstood("passes '\(task)' text that a shell would expand")
        }
        let hasRest = value.references.contains(where: lines.isRest)
        if !isRest, hasRest { throw NotUnderstood("passes '\(task)' several words as one") }
        if isRest, let text = value.literal { return .texts(ShellText.words(of: text) ?? []) }
        if isRest, !hasRest || value.pieces.count > 1 {
            throw NotUnderstood("passes '\(task)' a value that may be several words")
        }
        return try plain(value, lines)
    }

    private mutating func parameters(_ parameters: [ConvertedParameter], _ lines: LineWriter) throws(NotUnderstood)
        -> DocumentValue?
    {
        guard !parameters.isEmpty else { return nil }
        var entries: [DocumentValue.Entry] = []
        for parameter in parameters {
            var keys: [DocumentValue.Entry] = []
            if parameter.isRest { keys.append(.init("rest", .true)) }
            if let text = parameter.defaultText {
                guard text.pieces.allSatisfy(\.isPlain) else {
                    throw NotUnderstood("has a default that a shell would expand")
                }
                let words = parameter.isRest ? text.literal.flatMap(ShellText.words(of:)) : nil
                let value = if let words { DocumentValue.texts(words) } else { try plain(text, lines) }
                keys.append(.init("default", value))
            }
            if parameter.isRequired { keys.append(.init("required", .true)) }
            let isShort = keys.count == 1 && keys[0].key == "default" && !parameter.isRest
            entries.append(.init(parameter.name, isShort ? keys[0].value : .mapping(keys)))
        }
        return .mapping(entries)
    }

    /// The value of `run`; `nil` if the task runs nothing itself.
    private mutating func steps(of task: ConvertedTask, _ lines: LineWriter) throws(NotUnderstood) -> DocumentValue
        .Entry?
    {
        let isSilent = task.isSilent || task.hasOnlySilentSteps
        var items: [DocumentValue.Item] = []
        var loose: [String] = []
        for step in task.steps {
            let value: DocumentValue
            switch step.action {
            case .line(let text):
                let line: LineWriter.Line
                do throws(NotUnderstood) { line = try lines.line(text) } catch {
                    throw NotUnderstood(error.reason, at: step.line)
                }
                if !ShellText.hasCommand(line.text) {
                    // A line with only comments.
                    loose += step.comments + line.text.lines.filter { !$0.isEmpty }
                    continue
                }
                value = step.attributed("run", note(line, lines), isSilent)
            case .script(let text): value = step.attributed("run", .text(text.replacing("${", with: "$${")), isSilent)
            case .calls(let calls) where calls.count == 1: value = step.attributed(try call(calls[0], lines))
            case .calls(let calls): value = step.attributed(.mapping([.init("tasks", try self.calls(calls, lines))]))
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

extension ConvertedTask {
    fileprivate var hasOnlySilentSteps: Bool {
        !steps.isEmpty
            && steps.allSatisfy { step in
                switch step.action {
                case .line, .script: step.isSilent
                case .calls: false
                }
            }
    }
}

extension ConvertedStep {
    fileprivate func attributed(_ key: String, _ value: DocumentValue, _ isSilent: Bool) -> DocumentValue {
        let attributes = attributes(isSilent)
        return attributes.isEmpty ? value : .mapping([.init(key, value)] + attributes)
    }

    fileprivate func attributed(_ mapping: DocumentValue) -> DocumentValue {
        guard case .mapping(let entries) = mapping else { return mapping }
        return .mapping(entries + attributes(true))
    }

    private func attributes(_ isSilent: Bool) -> [DocumentValue.Entry] {
        var entries: [DocumentValue.Entry] = []
        if self.isSilent, !isSilent { entries.append(.init("silent", .true)) }
        if ignoresError { entries.append(.init("ignore-error", .true)) }
        return entries
    }
}
