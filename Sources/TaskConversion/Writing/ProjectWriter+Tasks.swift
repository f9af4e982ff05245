extension ProjectWriter {
    /// The writer of a task's lines, which is that of the file's with what the task adds.
    func shell(ofTaskAt index: Int, _ shellOfFile: ShellLineWriter) -> ShellLineWriter {
        let task = project.tasks[index]
        var shell = shellOfFile
        shell.variables.merge(values(of: task.variables)) { $1 }
        shell.lists.subtract(task.variables.map(\.name))
        shell.lists.formUnion(styles.taskVariables[index] ?? [])
        shell.splitParameters = styles.splitParameters[index] ?? []
        shell.restParameters = Set(task.parameters.filter(\.isRest).map(\.name))
        return shell
    }

    mutating func task(at index: Int, _ shellOfFile: ShellLineWriter) -> DocumentValue.Entry {
        let task = project.tasks[index]
        let shell = shell(ofTaskAt: index, shellOfFile)
        var keys: [DocumentValue.Entry] = []
        func add(_ key: String, _ value: DocumentValue) { keys.append(.init(key, value)) }
        func add(_ key: String, flag isSet: Bool) { if isSet { add(key, .word("true")) } }

        if let description = task.description { add("description", .text(description)) }
        if let group = task.group { add("group", .text(group)) }
        if !task.aliases.isEmpty { add("aliases", .texts(task.aliases)) }
        add("internal", flag: task.isInternal)
        if !task.parameters.isEmpty {
            add("params", parameters(task.parameters, lists: styles.parameters[index] ?? []))
        }
        let lists = styles.taskVariables[index] ?? []
        if let entry = variables("vars", task.variables, shell, lists: lists) { keys.append(entry) }
        if let entry = variables("env", task.environment, shell, lists: []) { keys.append(entry) }
        if let entry = dotenv(task.dotenv) { keys.append(entry) }
        if let dir = task.dir { add("dir", .text(dir.plainText)) }
        if let words = task.shell { add("shell", .texts(words)) }
        if !task.platforms.isEmpty { add("platforms", .texts(task.platforms)) }
        if let question = task.confirmation { add("confirm", .text(question.plainText)) }
        add("interactive", flag: task.isInteractive)
        let isSilent = task.isSilent || task.hasOnlySilentSteps
        add("silent", flag: isSilent)
        add("ignore-error", flag: task.ignoresError)
        keys += conditions(of: task, shell)
        if !task.requiredFiles.isEmpty {
            let files = DocumentValue.texts(task.requiredFiles.map(\.plainText))
            add("requires", .mapping([.init("files", files)]))
        }
        if !task.needs.isEmpty { add("needs", needs(task.needs)) }
        let patterns = (task.sources.map(\.plainText), task.outputs.map(\.plainText))
        if !patterns.0.isEmpty { add("sources", .texts(patterns.0)) }
        if !patterns.1.isEmpty { add("outputs", .texts(patterns.1)) }
        keys += steps(of: task, shell, isSilent: isSilent)
        if !task.after.isEmpty { add("after", calls(task.after)) }
        if !task.finally.isEmpty { add("finally", calls(task.finally)) }
        if keys.allSatisfy({ !["run", "needs", "finally", "after", "migrate"].contains($0.key) }) {
            // Its success says that nothing is to be done.
            add("run", .text("true"))
        }
        if let last = keys.indices.last, !task.finalComments.isEmpty {
            keys[last].comments += task.finalComments
        }
        let comments = task.comments + notes(task.leftovers)
        if keys.count == 1, let only = keys.first, only.key == "run", only.comments.isEmpty {
            if case .text = only.value { return .init(task.name, only.value, comments: comments) }
        }
        return .init(task.name, .mapping(keys), comments: comments)
    }

    private mutating func conditions(
        of task: ConvertedTask, _ shell: ShellLineWriter
    ) -> [DocumentValue.Entry] {
        var entries: [DocumentValue.Entry] = []
        if let condition = task.condition {
            let (text, comments) = line(condition, shell, at: task.line)
            entries.append(.init("if", .text(text), comments: comments))
        }
        if !task.status.isEmpty {
            let lines = task.status.map { line($0, shell, at: task.line) }
            entries.append(
                .init("status", .texts(lines.map(\.text)), comments: lines.flatMap(\.comments)))
        }
        return entries
    }

    private func parameters(
        _ parameters: [ConvertedParameter], lists: Set<String>
    ) -> DocumentValue {
        .mapping(
            parameters.map { parameter in
                .init(
                    parameter.name, value(of: parameter, isList: lists.contains(parameter.name)),
                    comments: parameter.comments)
            })
    }

    private func value(of parameter: ConvertedParameter, isList: Bool) -> DocumentValue {
        var keys: [DocumentValue.Entry] = []
        let isList = isList || parameter.isRest
        if parameter.isRest {
            keys.append(.init("rest", .word("true")))
        } else if isList {
            keys.append(.init("type", .word("list")))
        }
        if let text = parameter.defaultText {
            if isList {
                let words = text.defaultWords
                if !words.isEmpty { keys.append(.init("default", .texts(words))) }
            } else if parameter.choices.isEmpty {
                return .text(text.plainText)
            } else {
                keys.append(.init("default", .text(text.plainText)))
            }
        }
        if !parameter.choices.isEmpty { keys.append(.init("choices", .texts(parameter.choices))) }
        if parameter.isRequired { keys.append(.init("required", .word("true"))) }
        return .mapping(keys)
    }
}

extension ConvertedText {
    fileprivate var defaultWords: [String] {
        guard let text = literal else { return [plainText] }
        return (PlainWords.words(of: text) ?? [text]).map { ConvertedText($0).plainText }
    }
}

extension ConvertedTask {
    fileprivate var hasOnlySilentSteps: Bool {
        !steps.isEmpty
            && steps.allSatisfy { step in
                switch step.action {
                case .line, .script, .failure: step.isSilent
                case .call, .calls, .command: false
                }
            }
    }
}
