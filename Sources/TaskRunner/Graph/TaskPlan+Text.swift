import DevtoolKit
import Shell

extension TaskPlan {
    /// The output of `--env`: a table of values for each named task.
    ///
    /// `hidingSecrets` is applied before the table is formatted, because column widths must not reveal lengths.
    func valuesText(_ hidingSecrets: (String) -> String) -> String {
        shownValues.map { task, values in
            var table = Table("NAME", "VALUE", "FROM")
            for value in values { table.append(value.name, hidingSecrets(value.value).showingHeldBytes, value.origin) }
            return (shownValues.count > 1 ? "\(task):\n" : "") + table.text
        }.joined(separator: "\n\n")
    }

    /// The output of `--dry-run`: the tasks in order, what each waits for, and all commands in shell syntax.
    var dryRunText: String {
        var shown: Set<Int> = []
        // Their output is unknown.
        let first = pending.map { "\($0.command.shown)  # for \($0.name), before anything else\n" }
        var lines: [String] = []
        // An explicit stack, because steps may be nested more deeply than calls can be.
        var open = tasks(of: main, depth: 0, mark: "")
        while let (depth, item) = open.popLast() {
            let margin = String(repeating: "  ", count: depth)
            switch item {
            case .text(let text): lines.append(margin + text.indented(by: margin))
            case .task(let index, let mark):
                // A shared task runs only once.
                guard shown.insert(index).inserted else { continue }
                lines.append(margin + mark + title(of: index))
                for step in tasks[index].steps.reversed() {
                    switch step.work {
                    case .action(let action):
                        let text = tasks[index].commandLine(of: action)
                        open.append((depth + 1, .text(text)))
                    case .tasks(let call): open += tasks(of: calls[call], depth: depth + 1, mark: "→ ")
                    }
                }
            }
        }
        return first.joined() + lines.joined(separator: "\n")
    }

    private enum DryRunItem {
        case task(Int, mark: String)
        case text(String)
    }

    private func tasks(of part: PlanPart, depth: Int, mark: String) -> [(depth: Int, item: DryRunItem)] {
        part.order.reversed().map { (depth, .task($0, mark: mark)) }
    }

    private func title(of index: Int) -> String {
        let task = tasks[index]
        var notes: [String] = []
        func note(_ word: String, _ others: [Int]) {
            if others.isEmpty { return }
            notes.append("\(word) " + others.map { tasks[$0].name }.joined(separator: ", "))
        }
        note("needs", nodes[index].needs)
        note("after", nodes[index].after)
        if task.isCleanup { notes.append("finally") }
        if !task.isForThisSystem { notes.append("skipped: only for \(task.platforms.joined(separator: ", "))") }
        if let omission = omission(of: index) { notes.append(omission) }
        if let condition = task.condition { notes.append("if \(condition.shown)") }
        if task.confirmation != nil { notes.append("asks") }
        if !task.sources.isEmpty || !task.status.isEmpty { notes.append("unless it is up to date") }
        return task.name + (notes.isEmpty ? "" : "  # " + notes.joined(separator: "; "))
    }
}

extension PlannedTask {
    /// An action in shell syntax.
    func commandLine(of action: PlannedAction) -> String {
        switch action {
        case .shell(let line, let arguments):
            // Arguments are shown as a comment.
            return arguments.isEmpty ? line.shown : "\(line.shown)  # \(Self.quoted(arguments))"
        case .script(let text, let arguments): return arguments.isEmpty ? text : "\(text)  # \(Self.quoted(arguments))"
        case .program(let words, _): return Self.quoted(words)
        case .command(let words, _):
            let variables = settings.map { setting in
                "\(setting.variable(of: words[0]))=\(Self.quoted([setting.text])) "
            }
            return variables.joined() + Self.quoted(["devtool"] + words)
        }
    }

    private static func quoted(_ words: [String]) -> String { words.map(Invocation.quoted).joined(separator: " ") }
}

extension String {
    fileprivate func indented(by margin: String) -> String { split(separator: "\n").joined(separator: "\n" + margin) }
}
