import DevtoolKit
import Scanning

extension TaskEntry {
    /// The text for `TASK --help`.
    var help: String {
        var parts: [String] = []
        if let description { parts.append(description.trimmed) }
        parts.append("USAGE: devtool run \(usage)")
        if !aliases.isEmpty { parts.append("ALIASES: \(aliases.joined(separator: ", "))") }
        if !parameters.isEmpty {
            var table = Table()
            for parameter in parameters { table.append("  \(parameter.usage)", parameter.remark) }
            parts.append("PARAMETERS:\n\(table.text)")
        }
        for definition in definitions {
            if definitions.count > 1 { parts.append("TARGET \(definition.name)") }
            parts += definition.parts
        }
        parts.append("DEFINED IN: \(place.line)")
        return parts.joined(separator: "\n\n")
    }
}

extension TaskKeys {
    fileprivate var parts: [String] {
        var parts: [String] = []
        func add(_ heading: String, _ lines: [String]) {
            if !lines.isEmpty { parts.append("\(heading):\n" + lines.map { "  \($0)" }.joined(separator: "\n")) }
        }
        add("NEEDS", needs.map(\.shown))
        add("STEPS", steps.map { $0.shown.replacing("\n", with: "\n  ") })
        add("FINALLY", finally.map(\.shown))
        return parts
    }
}

extension TaskReference {
    fileprivate var shown: String {
        let values = parameters.map { name, value in "\(name)=\(value.texts.map(\.text).joined(separator: ","))" }
        return values.isEmpty ? name.text : "\(name.text)(\(values.joined(separator: ", ")))"
    }
}

extension TaskStep {
    fileprivate var shown: String {
        let values = loop.map { $0.values.texts.map(\.text).joined(separator: ", ") }
        return (loop.map { "for \($0.name) in \(values ?? ""): " } ?? "") + shownWork
    }

    private var shownWork: String {
        switch work {
        case .action(.shell(let line)), .action(.script(let line)): line.text.trimmed
        case .action(.program(let words, _)): words.map { Invocation.quoted($0.text) }.joined(separator: " ")
        case .action(.command(let name, let arguments, _)):
            (["devtool", name] + arguments.map { Invocation.quoted($0.text) }).joined(separator: " ")
        case .tasks(let tasks): "→ " + tasks.map(\.shown).joined(separator: ", ")
        }
    }
}
