import Scanning

extension ProjectWriter {
    /// The key of what a task runs; none where it runs nothing by itself.
    mutating func steps(
        of task: ConvertedTask, _ shell: ShellLineWriter, isSilent: Bool
    ) -> [DocumentValue.Entry] {
        var items = task.steps.flatMap { step in item(of: step, shell, isSilent: isSilent) }
        // Comments of lines that have nothing but comments.
        var loose: [String] = []
        items = items.compactMap { item in
            guard case .word("") = item.value else {
                defer { loose = [] }
                return .init(item.value, comments: loose + item.comments)
            }
            loose += item.comments
            return nil
        }
        guard !items.isEmpty else { return [] }
        if items.count == 1, case .mapping(let entries) = items[0].value,
            case .command(let name, let arguments)? = task.steps.last?.action, entries.count == 1
        {
            return [.init(name, .oneOrMore(arguments), comments: items[0].comments + loose)]
        }
        if items.count == 1, case .text = items[0].value {
            return [.init("run", items[0].value, comments: items[0].comments + loose)]
        }
        return [.init("run", .list(items))]
    }

    private mutating func item(
        of step: ConvertedStep, _ shell: ShellLineWriter, isSilent: Bool
    ) -> [DocumentValue.Item] {
        var comments = step.comments
        var leftovers = step.leftovers
        let value: DocumentValue
        switch step.action {
        case .line(let text):
            if let literal = text.literal, !literal.hasCommand {
                let lines = literal.lines.filter { $0.contains("#") }
                return [.init(.word(""), comments: comments + lines)]
            }
            let (line, notes) = self.line(text, shell, at: step.line)
            comments += notes
            if !line.hasCommand {
                return [.init(.word(""), comments: comments + line.lines.filter { !$0.isEmpty })]
            }
            value = step.attributed("run", .text(line), isSilent: isSilent)
        case .script(let text):
            value = step.attributed("run", .text(text.plainScript), isSilent: isSilent)
        case .call(let call):
            value = step.attributed(self.call(call), isSilent: isSilent)
        case .calls(let calls):
            let mapping = DocumentValue.mapping([.init("tasks", self.calls(calls))])
            value = step.attributed(mapping, isSilent: isSilent)
        case .command(let name, let arguments):
            value = .mapping([.init(name, .texts(arguments))])
        case .failure:
            value = .text(failure(at: step.line))
            if leftovers.isEmpty {
                leftovers = [Leftover(line: step.line, reason: "not converted")]
            }
        }
        comments += notes(leftovers)
        return [.init(value, comments: comments)]
    }

    /// A shell line; where it cannot be said, one that fails, with comments.
    mutating func line(
        _ text: ConvertedText, _ shell: ShellLineWriter, at line: Int
    ) -> (text: String, comments: [String]) {
        do {
            return (try written(text, shell).text, [])
        } catch {
            let leftover = Leftover(
                line: line, reason: error.reason, text: error.text ?? text.shownText)
            return (failure(at: line), notes([leftover]))
        }
    }

    /// A shell line as devtool.yml has it.
    ///
    /// - Throws: `ShellLineWriter.Problem` where it cannot be said.
    func written(
        _ text: ConvertedText, _ shell: ShellLineWriter
    ) throws(ShellLineWriter.Problem) -> ShellLineWriter.Line {
        let written = try shell.line(text)
        guard let refusal = shellProblem(written.text) else { return written }
        var assigning = shell
        assigning.assignsAll = true
        if let assigned = try? assigning.line(text), shellProblem(assigned.text) == nil {
            return assigned
        }
        // A text that is known needs no value.
        var inlining = shell
        inlining.inlinesAll = true
        if let inlined = try? inlining.line(text), shellProblem(inlined.text) == nil {
            return inlined
        }
        throw ShellLineWriter.Problem(reason: refusal, text: written.text)
    }

    /// A shell line that fails.
    func failure(at line: Int) -> String { "echo '\(notConverted(at: line))' >&2; exit 1" }

    /// What something says that fails.
    func notConverted(at line: Int) -> String {
        "\(sourceName):\(line) is not converted: see the TODO in devtool.yml"
    }

    /// The tasks that a task needs: a list, or a list of lists.
    func needs(_ parts: [[ConvertedCall]]) -> DocumentValue {
        let parts = parts.filter { !$0.isEmpty }
        if parts.count == 1 { return calls(parts[0]) }
        return .list(parts.map { .init(calls($0)) })
    }

    /// The names of tasks, those with parameters as mappings.
    func calls(_ calls: [ConvertedCall]) -> DocumentValue {
        .list(calls.map { .init($0.parameters.isEmpty ? .text($0.task) : call($0)) })
    }

    private func call(_ call: ConvertedCall) -> DocumentValue {
        var entries: [DocumentValue.Entry] = [.init("task", .text(call.task))]
        if !call.parameters.isEmpty {
            let lists = taskIndices[call.task].flatMap { styles.parameters[$0] } ?? []
            let parameters = call.parameters.map { name, value in
                // What a shell would split is a list.
                let isList = lists.contains(name) && value.isPlain && value.words.count != 1
                return DocumentValue.Entry(
                    name,
                    isList ? .texts(value.words.map(\.plainText)) : .text(value.plainText))
            }
            entries.append(.init("params", .mapping(parameters)))
        }
        return .mapping(entries)
    }
}

extension ConvertedStep {
    /// The value with the attributes of the step, as a mapping if there are any.
    fileprivate func attributed(
        _ key: String, _ value: DocumentValue, isSilent: Bool
    ) -> DocumentValue {
        let attributes = attributes(isSilent: isSilent)
        return attributes.isEmpty ? value : .mapping([.init(key, value)] + attributes)
    }

    fileprivate func attributed(_ mapping: DocumentValue, isSilent: Bool) -> DocumentValue {
        guard case .mapping(let entries) = mapping else { return mapping }
        return .mapping(entries + attributes(isSilent: true))
    }

    private func attributes(isSilent: Bool) -> [DocumentValue.Entry] {
        var entries: [DocumentValue.Entry] = []
        if self.isSilent, !isSilent { entries.append(.init("silent", .word("true"))) }
        if ignoresError { entries.append(.init("ignore-error", .word("true"))) }
        return entries
    }
}

extension ConvertedText {
    /// A script that names its interpreter: a `${` is written `$${`.
    fileprivate var plainScript: String { (literal ?? "").replacing("${", with: "$${") }

    /// Whether a shell would do no more with its texts than split them.
    fileprivate var isPlain: Bool {
        pieces.allSatisfy { piece in
            if case .text(let text) = piece { PlainWords.words(of: text) != nil } else { true }
        }
    }

    var shownText: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .reference(let reference): reference == .arguments ? "$@" : reference.plainText
            case .formed(let reference, let form): reference.plainText(form)
            case .command(let line, _): "$(" + line.shownText + ")"
            case .unsayable: "…"
            }
        }.joined()
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
