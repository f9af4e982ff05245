import Scanning

/// Reads a justfile into its items (just's "Grammar").
struct JustfileParser {
    /// The most lines of an item, a recipe's own lines aside.
    private static let longestItem = 1000

    private let lines: [String]
    private var index = 0
    private var file = Justfile()
    private var comments: [String] = []
    private var attributes: [Justfile.Attribute] = []
    private var isAtTop = true

    /// Reads a file.
    ///
    /// - Throws: ``ConversionFailure`` at a line that is no item.
    static func parse(_ bytes: [UInt8], in name: String?) throws(ConversionFailure) -> Justfile {
        var parser = JustfileParser(String(decoding: bytes, as: UTF8.self))
        do throws(ConversionFailure) {
            try parser.read()
        } catch {
            throw ConversionFailure(error.message, line: error.line, column: error.column, in: name)
        }
        return parser.file
    }

    private init(_ text: String) {
        lines = text.lines
    }

    private mutating func read() throws(ConversionFailure) {
        while index < lines.count {
            let line = lines[index]
            let words = line.drop(while: \.isWhitespace)
            if words.isEmpty {
                if isAtTop, !comments.isEmpty {
                    file.comments += comments
                    comments = []
                }
                index += 1
            } else if words.utf8.first == UInt8(ascii: "#") {
                if !(index == 0 && words.hasPrefix("#!")) { comments.append(String(words)) }
                index += 1
                // A comment that is not right above an item is not its description.
                if index < lines.count, lines[index].allSatisfy(\.isWhitespace), !isAtTop {
                    comments.append("")
                }
            } else if words.count < line.count {
                throw ConversionFailure(
                    "unexpected indentation", line: index + 1, column: line.count - words.count + 1)
            } else {
                isAtTop = false
                try readItem()
            }
        }
        file.finalComments = comments.filter { !$0.isEmpty }
    }

    /// The lines of an item, joined while brackets or quotes are open.
    private mutating func logicalLine() -> String {
        var text = lines[index]
        index += 1
        let last = index + Self.longestItem
        var balance = JustBalance()
        while index < lines.count, index < last, balance.isOpen(after: lines[index - 1]) {
            text += "\n" + lines[index]
            index += 1
        }
        return text
    }

    private mutating func takeComments() -> (comments: [String], doc: String?) {
        var taken = comments
        comments = []
        var doc: String?
        if let last = taken.last, !last.isEmpty {
            doc = String(last.drop { $0 == "#" }.drop(while: \.isWhitespace))
            taken.removeLast()
        }
        return (taken.filter { !$0.isEmpty }, doc?.isEmpty == true ? nil : doc)
    }

    private mutating func readItem() throws(ConversionFailure) {
        let number = index + 1
        let start = lines[index]
        if start.hasPrefix("[") {
            try readAttributes(logicalLine(), number)
            return
        }
        let text = logicalLine()
        let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
        let first = words.first ?? ""
        let rest = words.count > 1 ? words[1] : ""
        switch first {
        case "set" where !rest.hasPrefix(":"):
            let parts = Self.assignment(rest)
            file.settings.append(.init(name: parts.name, value: parts.value ?? "", line: number))
            leaveComments()
        case "alias" where rest.contains(":="):
            let parts = Self.assignment(rest)
            file.aliases.append(.init(name: parts.name, target: parts.value ?? "", line: number))
            attributes = []
            leaveComments()
        case "export" where rest.contains(":="), "eager" where rest.contains(":="):
            addAssignment(rest, number, isExported: first == "export")
        case "unexport":
            file.leftovers.append(Leftover(line: number, reason: "'unexport'", text: text))
        case "mod", "mod?": addModule(rest, number, isOptional: first == "mod?")
        case "import", "import?":
            if case .text(let path)? = JustExpressionParser.parse(rest) {
                file.imports.append(.init(path: path, isOptional: first == "import?", line: number))
            } else {
                file.leftovers.append(Leftover(line: number, reason: "'import'", text: text))
            }
        default:
            if Self.isAssignment(text) {
                addAssignment(text, number)
            } else {
                try readRecipe(text, number)
            }
        }
    }

    /// Comments above something that has no place for them go to the next item.
    private mutating func leaveComments() {
        comments = comments.filter { !$0.isEmpty }
        if !comments.isEmpty { comments.append("") }
    }

    private static func isAssignment(_ text: String) -> Bool {
        let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        return !name.isEmpty
            && text.dropFirst(name.count).drop { $0 == " " || $0 == "\t" }.hasPrefix(":=")
    }

    private static func assignment(_ text: String) -> (name: String, value: String?) {
        guard let range = text.firstRange(of: ":=") else { return (text.trimmed, nil) }
        return (
            String(text[..<range.lowerBound]).trimmed, String(text[range.upperBound...]).trimmed
        )
    }

    private mutating func addAssignment(_ text: String, _ line: Int, isExported: Bool = false) {
        let parts = Self.assignment(text)
        let taken = takeComments()
        var assignment = Justfile.Assignment(
            name: parts.name, value: parts.value ?? "", line: line, isExported: isExported)
        assignment.comments = taken.comments + [taken.doc].compactMap { $0.map { "# \($0)" } }
        file.assignments.append(assignment)
        attributes = []
    }

    private mutating func addModule(_ text: String, _ line: Int, isOptional: Bool) {
        var parser = JustExpressionParser(text)
        guard case .name(let name)? = parser.value() else { return }
        var path: String?
        if case .text(let text)? = parser.value() { path = text }
        var module = Justfile.Module(name: name, path: path, isOptional: isOptional, line: line)
        let taken = takeComments()
        module.comments = taken.comments + [taken.doc].compactMap { $0.map { "# \($0)" } }
        file.modules.append(module)
        attributes = []
    }

    /// `[private, group('ci')]`, `[group: 'ci']`.
    private mutating func readAttributes(_ text: String, _ line: Int) throws(ConversionFailure) {
        var rest = text.dropFirst()
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "," }
            guard let first = rest.first else {
                throw ConversionFailure("an attribute without ']'", line: line)
            }
            if first == "]" { return }
            let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
            guard !name.isEmpty else {
                throw ConversionFailure("expected the name of an attribute", line: line)
            }
            rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
            var arguments = ""
            if rest.first == "(", let end = JustBalance.end(of: rest) {
                arguments = String(rest[..<end].dropFirst().dropLast())
                rest = rest[end...]
            } else if rest.first == ":" {
                rest = rest.dropFirst()
                var parser = JustExpressionParser(rest)
                _ = parser.value()
                arguments = String(rest[..<parser.rest.startIndex]).trimmed
                rest = parser.rest
            }
            attributes.append(.init(name: String(name), arguments: arguments, line: line))
        }
    }

    private mutating func readRecipe(_ text: String, _ number: Int) throws(ConversionFailure) {
        guard var recipe = JustHeader.recipe(text, line: number) else {
            throw ConversionFailure("expected a recipe, an assignment or a setting", line: number)
        }
        recipe.attributes = attributes
        attributes = []
        (recipe.comments, recipe.doc) = takeComments()
        while index < lines.count {
            let line = lines[index]
            if line.allSatisfy(\.isWhitespace) {
                recipe.body.append(("", index + 1))
            } else if line.first == " " || line.first == "\t" {
                if let column = JustText.columnOfOpenExpression(in: line) {
                    throw ConversionFailure("'{{' without '}}'", line: index + 1, column: column)
                }
                recipe.body.append((line, index + 1))
            } else {
                break
            }
            index += 1
        }
        while recipe.body.last?.text.isEmpty == true { recipe.body.removeLast() }
        file.recipes.append(recipe)
    }
}

extension StringProtocol {
    /// The text without blanks around it.
    var trimmed: String {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
