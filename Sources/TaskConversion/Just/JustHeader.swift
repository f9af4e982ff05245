/// The first line of a recipe: `@name param='default' *rest: dependency (other 'word') && after`.
enum JustHeader {
    /// The recipe, without its lines; nil where the text is none.
    static func recipe(_ text: String, line: Int) -> Justfile.Recipe? {
        var rest = text[...]
        let isQuiet = rest.first == "@"
        if isQuiet { rest.removeFirst() }
        let name = rest.prefix(while: \.isOfJustName)
        guard !name.isEmpty else { return nil }
        rest = rest.dropFirst(name.count)
        var recipe = Justfile.Recipe(name: String(name), line: line, isQuiet: isQuiet)
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard let first = rest.first else { return nil }
            if first == ":" {
                rest.removeFirst()
                break
            }
            guard let parameter = parameter(&rest) else { return nil }
            recipe.parameters.append(parameter)
        }
        guard let dependencies = dependencies(rest) else { return nil }
        recipe.dependencies = dependencies
        return recipe
    }

    private static func parameter(_ rest: inout Substring) -> Justfile.Parameter? {
        var kind = ""
        if let first = rest.first, first == "*" || first == "+" {
            kind = String(first)
            rest.removeFirst()
        }
        let isExported = rest.first == "$"
        if isExported { rest.removeFirst() }
        let name = rest.prefix(while: \.isOfJustName)
        guard !name.isEmpty else { return nil }
        rest = rest.dropFirst(name.count)
        var value: String?
        let afterBlanks = rest.drop { $0 == " " }
        if afterBlanks.first == "=" {
            let start = afterBlanks.dropFirst()
            var parser = JustExpressionParser(start)
            guard parser.value() != nil else { return nil }
            value = String(start[..<parser.rest.startIndex])
            rest = parser.rest
        }
        return .init(name: String(name), kind: kind, isExported: isExported, defaultValue: value)
    }

    private static func dependencies(_ text: Substring) -> [Justfile.Dependency]? {
        var dependencies: [Justfile.Dependency] = []
        var comesAfter = false
        var rest = text
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "\\" }
            guard let first = rest.first, first != "#" else { return dependencies }
            if rest.hasPrefix("&&") {
                comesAfter = true
                rest = rest.dropFirst(2)
            } else if first == "(" {
                guard let end = JustBalance.end(of: rest) else { return nil }
                let inner = rest[..<end].dropFirst().dropLast()
                rest = rest[end...]
                let name = inner.drop(while: \.isWhitespace).prefix { $0.isOfJustName || $0 == ":" }
                var arguments: [String] = []
                var values = inner.drop(while: \.isWhitespace).dropFirst(name.count)
                while !values.drop(while: \.isWhitespace).isEmpty {
                    var parser = JustExpressionParser(values)
                    guard parser.expression() != nil else { return nil }
                    arguments.append(String(values[..<parser.rest.startIndex]).trimmed)
                    values = parser.rest
                }
                dependencies.append(
                    .init(name: String(name), arguments: arguments, comesAfter: comesAfter))
            } else {
                let name = rest.prefix { $0.isOfJustName || $0 == ":" }
                guard !name.isEmpty else { return nil }
                rest = rest.dropFirst(name.count)
                dependencies.append(
                    .init(name: String(name), arguments: [], comesAfter: comesAfter))
            }
        }
    }
}

extension Character {
    /// Whether it can be in a name of just.
    var isOfJustName: Bool { isLetter || isNumber || self == "_" || self == "-" }
}

/// Brackets and quotes that are open.
struct JustBalance {
    private var depth = 0
    /// The lines since a quote that is open; empty where none is.
    private var quoted = ""

    /// Whether the lines that were given end within brackets or quotes, or after a backslash, with the next one.
    mutating func isOpen(after line: String) -> Bool {
        quoted += line
        var change = 0
        let isClosed = Self.scan(quoted[...]) { character in
            if "([{".contains(character) { change += 1 }
            if ")]}".contains(character) { change -= 1 }
            return true
        }
        guard isClosed else {
            quoted += "\n"
            return true
        }
        depth += change
        quoted = ""
        return depth > 0 || line.last == "\\"
    }

    /// The place after the bracket that closes the first one.
    static func end(of text: Substring) -> String.Index? {
        var depth = 0
        var end: String.Index?
        _ = scan(text) { character, index in
            if "([{".contains(character) { depth += 1 }
            if ")]}".contains(character) { depth -= 1 }
            if depth == 0 { end = text.index(after: index) }
            return depth != 0
        }
        return end
    }

    private static func scan(_ text: Substring, _ take: (Character) -> Bool) -> Bool {
        scan(text) { character, _ in take(character) }
    }

    /// Hands on the characters outside of quotes and comments until told to stop.
    ///
    /// - Returns: whether the text ends outside of quotes.
    private static func scan(
        _ text: Substring, _ take: (Character, String.Index) -> Bool
    ) -> Bool {
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            if character == "#" {
                guard let end = text[index...].unicodeScalars.firstIndex(of: "\n") else {
                    return true
                }
                index = end
            } else if "'\"`".contains(character) {
                let triple = String(repeating: character, count: 3)
                let delimiter = text[index...].hasPrefix(triple) ? triple : String(character)
                var rest = text[index...].dropFirst(delimiter.count)
                while !rest.hasPrefix(delimiter) {
                    guard let next = rest.popFirst() else { return false }
                    if next == "\\", character == "\"" { _ = rest.popFirst() }
                }
                index = rest.dropFirst(delimiter.count).startIndex
                continue
            } else if !take(character, index) {
                return true
            }
            index = text.index(after: index)
        }
        return true
    }
}
