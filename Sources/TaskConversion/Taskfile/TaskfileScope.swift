import YAML

/// What the names in a Taskfile's templates stand for: those of a task, or of the file outside of tasks.
struct TaskfileScope {
    var fileVariables: Set<String> = []
    /// The variables of the file's environment, and of the task's.
    var environment: Set<String> = []
    /// The values of the variables of the file and of the task, as they are written.
    var nodes: [String: YAMLNode] = [:]
    /// The values of the variables of the environment.
    var environmentNodes: [String: YAMLNode] = [:]
    /// The values that callers pass for parameters.
    var passedNodes: [String: [YAMLNode]] = [:]
    /// The parameters that have a default which is not said again where they are used.
    var defaults: [String: ConvertedText] = [:]
    var taskVariables: Set<String> = []
    /// The parameters of the task; names that nothing else defines are added.
    var parameters: [ConvertedParameter] = []
    /// Texts for names: those of a loop.
    var bindings: [String: ConvertedText] = [:]
    /// Whether names that nothing defines are parameters: they can be given on Task's command line.
    var isTask = false
    /// Which of `OS` and `ARCH` are used.
    var systemNames: Set<String> = []
    var blockDepth = 0
    /// The folder of the file, relative to that of devtool.yml; empty for the same.
    var folder = ""

    mutating func text(_ source: String) -> ConvertedText {
        var rest = GoTemplate(source).pieces[...]
        var text = text(&rest)
        if !rest.isEmpty { text.append(.unsayable("a template without its beginning")) }
        return text
    }

    /// The text up to an action that ends a block.
    mutating func text(_ rest: inout ArraySlice<GoTemplate.Piece>) -> ConvertedText {
        var result = ConvertedText("")
        while let piece = rest.first {
            switch piece {
            case .text(let text): result.append(text)
            case .action(let action) where action == "end" || action.hasPrefix("else"):
                return result
            case .action(let action) where action.hasPrefix("if ") && blockDepth < 50:
                blockDepth += 1
                defer { blockDepth -= 1 }
                rest.removeFirst()
                conditional(String(action.dropFirst(3)), &rest).pieces.forEach { result.append($0) }
                continue
            case .action(let action)
            where (action.hasPrefix("range ") || action.hasPrefix("with ")) && blockDepth < 50:
                blockDepth += 1
                defer { blockDepth -= 1 }
                rest.removeFirst()
                _ = text(&rest)
                result.append(.unsayable("the template {{\(action)}}"))
            case .action(let action):
                value(ofAction: action).pieces.forEach { result.append($0) }
            }
            if !rest.isEmpty { rest.removeFirst() }
        }
        return result
    }

    private mutating func value(ofAction action: String) -> ConvertedText {
        if action.hasPrefix("/*") { return ConvertedText("") }
        guard let words = GoWord.words(action), let value = value(of: words) else {
            return ConvertedText([.unsayable("the template {{\(action)}}")])
        }
        return value
    }

    /// The value of a pipeline; nil where devtool cannot say it.
    private mutating func value(of words: [GoWord]) -> ConvertedText? {
        let stages = words.split(separator: .pipe, omittingEmptySubsequences: false).map(Array.init)
        let outer = bindings[Self.piped]
        defer { bindings[Self.piped] = outer }
        var last: GoWord?
        for stage in stages {
            if last == nil, stage.count == 1 {
                last = stage[0]
                continue
            }
            // '.X | default "y"' is 'default "y" .X'.
            guard let value = value(ofCall: stage + [last].compactMap(\.self)) else { return nil }
            bindings[Self.piped] = value
            last = .field(Self.piped)
        }
        return last.flatMap { operand($0) }
    }

    /// The name of what a stage of a pipeline passes to the next one; no variable can have it.
    private static let piped = "|"

    private mutating func value(ofCall words: [GoWord]) -> ConvertedText? {
        guard let first = words.first else { return nil }
        guard case .word(let function) = first else {
            return words.count == 1 ? operand(first) : nil
        }
        let arguments = Array(words.dropFirst())
        switch (function, arguments.count) {
        case ("default", 2): return value(of: arguments[1], orElse: arguments[0])
        case ("quote", 1), ("q", 1), ("shellQuote", 1):
            return operand(arguments[0]).flatMap { quoted($0, by: function) }
        case ("toSlash", 1), ("fromSlash", 1), ("trim", 1): return operand(arguments[0])
        case ("exeExt", 0): return ConvertedText("")
        case ("replace", 3), ("trimPrefix", 2), ("trimSuffix", 2), ("upper", 1), ("lower", 1),
            ("toUpper", 1), ("toLower", 1):
            let texts = arguments.compactMap { knownText($0) }
            guard texts.count == arguments.count else { return nil }
            return Self.changed(function, texts).map { ConvertedText($0) }
        case ("OS", 0), ("ARCH", 0):
            systemNames.insert(function)
            return ConvertedText([.reference(.variable(function))])
        case ("env", 1):
            guard case .text(let name) = arguments[0] else { return nil }
            return ConvertedText([.reference(.environment(name, orElse: ""))])
        case ("joinPath", 1...):
            var path = ConvertedText("")
            for (index, argument) in arguments.enumerated() {
                guard let part = operand(argument) else { return nil }
                if index > 0 { path.append("/") }
                path = path + part
            }
            return path
        default: return nil
        }
    }

    /// What a function makes of texts that are known.
    private static func changed(_ function: String, _ texts: [String]) -> String? {
        guard let text = texts.last else { return nil }
        switch function {
        case "replace": return texts[0].isEmpty ? nil : text.replacing(texts[0], with: texts[1])
        case "trimPrefix":
            return text.hasPrefix(texts[0]) ? String(text.dropFirst(texts[0].count)) : text
        case "trimSuffix":
            return text.hasSuffix(texts[0]) ? String(text.dropLast(texts[0].count)) : text
        case "upper", "toUpper": return text.uppercased()
        default: return text.lowercased()
        }
    }

    mutating func operand(_ word: GoWord) -> ConvertedText? {
        switch word {
        case .text(let text): ConvertedText(text)
        case .field(let name): value(ofName: name)
        case .group(let words): value(of: words)
        case .word(let word): Int(word) != nil ? ConvertedText(word) : value(ofCall: [.word(word)])
        case .pipe: nil
        }
    }

    private mutating func value(of word: GoWord, orElse other: GoWord) -> ConvertedText? {
        guard case .field(let name) = word, let other = operand(other) else { return nil }
        if let bound = bindings[name] {
            return bound.literal.map { $0.isEmpty ? other : bound }
        }
        if name == "CLI_ARGS" {
            guard let text = other.literal, PlainWords.words(of: text) != nil else { return nil }
            return ConvertedText("${@:-\(text)}")
        }
        return value(ofName: name, orElse: other)
    }

    func special(_ name: String) -> ConvertedText? {
        switch name {
        case "TASK": return ConvertedText([.reference(.taskName)])
        case "ROOT_DIR": return ConvertedText([.reference(.root)])
        case "TASKFILE_DIR":
            let root = ConvertedText([.reference(.root)])
            return folder.isEmpty ? root : root + ConvertedText("/" + folder)
        case "USER_WORKING_DIR": return ConvertedText([.reference(.invocationFolder)])
        case "CLI_ARGS": return ConvertedText([.reference(.arguments)])
        case "TASK_EXE": return ConvertedText("devtool run")
        case "CLI_ARGS_LIST", "CLI_FORCE", "CLI_SILENT", "CLI_VERBOSE", "CLI_OFFLINE",
            "ROOT_TASKFILE",
            "TASKFILE", "TASK_DIR", "TASK_VERSION", "TIMESTAMP", "CHECKSUM", "MATCH", "ITEM", "KEY",
            "EXIT_CODE", "ALIAS":
            return ConvertedText([.unsayable("Task's variable {{.\(name)}}")])
        default: return nil
        }
    }
}
