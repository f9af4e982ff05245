import DevtoolKit
import JSON
import Scanning
import SystemPackage

struct TaskListing {
    private let entries: [TaskEntry]
    private let isWithoutTasks: Bool
    private let fileName: String
    private let directory: FilePath

    /// Lists all tasks, or those with the names, in the namespaces, or that match the patterns.
    ///
    /// - Throws: ``Problem`` for a word that names none.
    init(_ catalog: TaskCatalog, naming words: [String] = []) throws {
        let shown = catalog.entries.filter { !$0.isHidden }
        let areNamed = words.map { word in
            shown.map {
                $0.name == word || $0.name.hasPrefix(word + ":") || TaskPattern(word)?.matches($0.name) == true
            }
        }
        if let unknown = zip(words, areNamed).first(where: { !$1.contains(true) })?.0 {
            throw Problem.usage(
                "no task in the list is named '\(unknown)'", hint: "use '--list' without names to show the whole list")
        }
        entries =
            words.isEmpty ? shown : shown.indices.filter { index in areNamed.contains { $0[index] } }.map { shown[$0] }
        fileName = catalog.configuration.fileName ?? ConfigurationFile.name
        directory = catalog.configuration.directory
        isWithoutTasks = catalog.entries.isEmpty
    }

    func print(asJSON isJSON: Bool, on console: Console) throws {
        if isJSON {
            let document: JSONValue = [
                "schema": 1, "root": .string(directory.string), "tasks": .array(entries.map(\.json)),
            ]
            return try console.print(document.prettyText)
        }
        if entries.isEmpty { return console.say(emptiness) }
        var table = Table()
        // Tasks without a group, then the groups in the order of their first tasks.
        for entry in entries where entry.group == nil { append(entry, to: &table) }
        var isFirst = entries.allSatisfy { $0.group != nil }
        for group in entries.compactMap(\.group).distinct {
            if !isFirst { table.append() }
            isFirst = false
            table.append("\(group):")
            for entry in entries where entry.group == group { append(entry, to: &table) }
        }
        try console.print(table)
    }

    /// Refuses a run that names no task and has no default one, after printing the list.
    func refuseRun(on console: Console) throws {
        if !entries.isEmpty { try? print(asJSON: false, on: console) }
        throw Problem.usage(
            entries.isEmpty ? emptiness : "\(fileName) has no task 'default'",
            hint: isWithoutTasks
                ? "add one under 'tasks'" : entries.isEmpty ? "run one by name" : "name the task to run")
    }

    private var emptiness: String {
        isWithoutTasks ? "there are no tasks in \(fileName)" : "every task in \(fileName) is hidden"
    }

    private func append(_ entry: TaskEntry, to table: inout Table) {
        table.append(entry.usage, entry.remark)
        for target in entry.targets {
            table.append(
                "  \(target.name)", target.description == entry.description ? "" : target.description?.onOneLine ?? "")
        }
    }
}

extension TaskEntry {
    fileprivate var group: String? { definitions.first?.group }

    fileprivate var targets: [TaskDefinition] {
        definitions.filter { !$0.name.dropFirst(name.count).hasPrefix(":_") && $0.name != name }
    }

    /// The name, and the parameters in the syntax of the command line.
    var usage: String { ([name] + parameters.map(\.usage)).joined(separator: " ") }

    var parameters: [TaskParameter] {
        var seen: Set<String> = []
        return definitions.flatMap(\.parameters).filter { seen.insert($0.name).inserted }
    }

    fileprivate var remark: String {
        let names = aliases.isEmpty ? nil : "(\(aliases.joined(separator: ", ")))"
        return [description?.onOneLine, names].compactMap(\.self).joined(separator: " ")
    }

    fileprivate var json: JSONValue {
        [
            "name": .string(name), "description": description.map { .string($0) } ?? nil,
            "group": group.map { .string($0) } ?? nil, "aliases": .array(aliases.map { .string($0) }),
            "targets": .array(targets.map { .string($0.name) }), "parameters": .array(parameters.map(\.json)),
            "needs": .array((definitions.first?.needs ?? []).map { .string($0.name.text) }),
            "interactive": .bool(definitions.contains { $0.isInteractive || $0.confirmation != nil }),
            "place": .string("\(location)"),
            "file": definitions.first.map { .string($0.configurationFile.string) } ?? nil,
            "line": .integer(location.line), "column": .integer(location.column),
        ]
    }
}

extension TaskParameter {
    var remark: String {
        let fallback = defaultTexts.map(\.text).joined(separator: ", ")
        let note = fallback.isEmpty || kind == .boolean && fallback == "false" ? nil : "(default: \(fallback))"
        return [description?.onOneLine, note].compactMap(\.self).joined(separator: " ")
    }

    /// `--region eu|us`, in brackets if optional; `[ARGS …]` if it takes the rest.
    var usage: String {
        if takesRest { return isRequired ? "\(name.uppercased()) …" : "[\(name.uppercased()) …]" }
        let value = choices.isEmpty ? name.uppercased() : choices.joined(separator: "|")
        let option = kind == .boolean ? "--\(name)" : "--\(name) \(value)"
        return isRequired ? option : "[\(option)]"
    }

    fileprivate var json: JSONValue {
        [
            "name": .string(name), "type": .string(kind.rawValue), "default": defaultValue?.json ?? nil,
            "choices": .array(choices.map { .string($0) }), "required": .bool(isRequired), "rest": .bool(takesRest),
            "description": description.map { .string($0) } ?? nil,
        ]
    }
}

extension LocatedValue {
    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text.text)
        case .list(let texts): .array(texts.map { .string($0.text) })
        }
    }
}

extension String {
    var onOneLine: String {
        lines.map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }.joined(separator: " ").withoutLineBreaks
    }
}
