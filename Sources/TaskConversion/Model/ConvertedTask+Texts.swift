extension ConvertedTask {
    /// The shell lines of its keys and its steps.
    var shellLines: [ConvertedText] {
        var lines = status + [condition].compactMap(\.self)
        lines += (variables + environment).compactMap(\.value.shellLine)
        for step in steps {
            if case .line(let text) = step.action { lines.append(text) }
        }
        return lines
    }

    /// The calls of other tasks, in its keys and its steps.
    var calls: [ConvertedCall] {
        needs.flatMap(\.self) + after + finally + steps.flatMap(\.action.calls)
    }

    /// The texts that no shell reads, but for the values that calls pass on.
    var ownPlainTexts: [ConvertedText] {
        [dir, confirmation].compactMap(\.self) + requiredFiles + sources + outputs
            + parameters.compactMap(\.defaultText)
            + (variables + environment).compactMap(\.value.plainText)
    }

    /// The texts that no shell reads.
    var plainTexts: [ConvertedText] {
        ownPlainTexts + calls.flatMap { $0.parameters.map(\.value) }
    }
}

extension ConvertedValue {
    /// The shell line that it is the output of.
    var shellLine: ConvertedText? {
        if case .shell(let line) = self { line } else { nil }
    }

    /// The text that no shell reads.
    var plainText: ConvertedText? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The text that a shell line has in its place.
    var inlineText: ConvertedText {
        switch self {
        case .text(let text): text
        case .list(let items): ConvertedText(items.joined(separator: " "))
        case .shell(let line): ConvertedText([.command(line)])
        }
    }
}

extension ConvertedProject {
    /// The variables that it refers to and does not have.
    var openNames: Set<String> {
        func names(in texts: [ConvertedText]) -> Set<String> {
            Set(
                texts.flatMap(\.references).compactMap { reference in
                    if case .variable(let name) = reference { name } else { nil }
                })
        }
        var open = names(in: (variables + environment).map(\.value.inlineText))
        for task in tasks {
            open.formUnion(
                names(in: task.shellLines + task.plainTexts).subtracting(task.variables.map(\.name))
            )
        }
        return open.subtracting(variables.map(\.name))
    }
}
