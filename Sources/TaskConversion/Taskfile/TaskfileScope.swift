import Scanning
import Shell
import YAML

/// The names in a Taskfile's templates at one position.
///
/// Task evaluates variables in order, and each sees only earlier ones.
struct TaskfileScope {
    private var texts: [String: ConvertedText] = [:]
    private var values: [String: ConvertedText] = [:]
    /// Undeclared names, which are environment variables or from Task's command line.
    private(set) var undeclared: Set<String> = []
    /// Whether this is a task's scope, in which the command line is known.
    var isTask = false
    /// Whether undeclared names may be from a dotenv file, which takes precedence in templates.
    var hasDotenv = false
    private var used: Set<String> = []

    /// Understands only the template `{{.NAME}}`.
    mutating func text(_ source: String) -> ConvertedText {
        var result = ConvertedText()
        var rest = source[...]
        while let start = rest.firstRange(of: "{{") {
            result.append(String(rest[..<start.lowerBound]))
            guard let end = rest[start.upperBound...].firstRange(of: "}}") else {
                return .unknown("has '{{' without '}}'")
            }
            result.append(contentsOf: value(ofTemplate: rest[start.upperBound..<end.lowerBound].trimmed))
            rest = rest[end.upperBound...]
        }
        result.append(String(rest))
        return result
    }

    mutating func text(_ node: YAMLNode) -> ConvertedText {
        switch node.printed {
        case .success(let source): text(source)
        case .failure(let error): .unknown(error.reason)
        }
    }

    private mutating func value(ofTemplate action: String) -> ConvertedText {
        let name = action.dropFirst()
        if action.hasPrefix("."), !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) {
            return value(of: String(name))
        }
        let words = action.split { " |()".contains($0) }.filter { $0.first?.isLetter == true }
        return .unknown(
            words.first.map { "uses '\($0)' in a template" } ?? "uses the template '{{\(action.prefix(40))}}'")
    }

    mutating func value(of name: String) -> ConvertedText {
        if let text = texts[name] {
            used.formUnion(text.references.compactMap(\.variable))
            return text
        }
        let isSpecial = ["TASK", "CLI_", "ROOT_"].contains(where: name.hasPrefix)
        let others: Set = ["CHECKSUM", "TIMESTAMP", "MATCH", "ITEM", "KEY", "EXIT_CODE", "ALIAS"]
        if isSpecial || others.contains(name) { return .unknown("uses Task's variable '\(name)'") }
        if hasDotenv { return .unknown("uses '\(name)', which a 'dotenv' file may set") }
        guard isTask else { return .reference(.environment(name)) }
        undeclared.insert(name)
        used.insert(name)
        return .reference(.variable(name))
    }

    func isDeclared(_ name: String) -> Bool { texts[name] != nil }

    mutating func set(_ name: String, to text: ConvertedText) {
        let size = text.pieces.reduce(0) { size, piece in
            if case .text(let text) = piece { size + text.utf8.count } else { size + 10 }
        }
        texts[name] = size > 10_000 ? .unknown("uses '\(name)', which is too long") : text
        values[name] = nil
    }

    /// Declares a variable; `false` if its previous value was used, so that the name is ambiguous.
    mutating func declare(_ variable: ConvertedVariable) -> Bool {
        let name = variable.name
        if used.contains(name) || variable.value.references.contains(.variable(name)) {
            set(name, to: .unknown("uses '\(name)', which has several values"))
            return false
        }
        set(name, to: .reference(.variable(name)))
        if !variable.isShell { values[name] = variable.value }
        return true
    }

    /// Quotes the text as one word of a shell line, with references in double quotes.
    func quoted(_ text: ConvertedText) -> ConvertedText {
        var result = ConvertedText()
        for piece in expanded(text).pieces {
            switch piece {
            case .text(let text): result.append(ShellText.quoted(text))
            case .reference: for part in [.text("\""), piece, .text("\"")] { result.append(part) }
            case .unknown: result.append(piece)
            }
        }
        return result.pieces.isEmpty ? ConvertedText("''") : result
    }

    /// Inlines values that a shell would expand.
    private func expanded(_ text: ConvertedText, _ depth: Int = 0) -> ConvertedText {
        text.replacing { reference in
            guard let name = reference.variable, let value = values[name], depth < 20 else { return nil }
            let known = expanded(value, depth + 1)
            return known.pieces.allSatisfy(\.isPlain) ? nil : known
        }
    }
}
