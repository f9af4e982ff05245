/// The templates in a Taskfile's texts, as far as they are understood: `{{.NAME}}`, with a default or without.
enum TaskfileTemplate {
    /// A part of a text.
    enum Piece: Hashable {
        case text(String)
        case value(Operand, orElse: Operand? = nil)
        case unknown(String)
    }

    /// What a template can print.
    enum Operand: Hashable {
        case name(String)
        case text(String)
    }

    /// The parts of a text (Go, package text/template).
    static func pieces(_ text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        var isTrimmed = false
        while let start = rest.firstRange(of: "{{") {
            guard let end = rest[start.upperBound...].firstRange(of: "}}") else {
                return [.unknown("has '{{' without '}}'")]
            }
            var before = rest[..<start.lowerBound]
            var action = rest[start.upperBound..<end.lowerBound]
            if isTrimmed { before = before.drop(while: \.isWhitespace) }
            if action.hasPrefix("- ") {
                while before.last?.isWhitespace == true { before.removeLast() }
                action = action.dropFirst()
            }
            isTrimmed = action.hasSuffix(" -")
            if isTrimmed { action = action.dropLast() }
            pieces.append(.text(String(before)))
            let isComment = action.hasPrefix("/*") && action.hasSuffix("*/")
            if !isComment { pieces.append(piece(tokens(action))) }
            rest = rest[end.upperBound...]
        }
        pieces.append(.text(String(isTrimmed ? rest.drop(while: \.isWhitespace) : rest)))
        return pieces
    }

    private static func piece(_ tokens: [String]) -> Piece {
        if let value = value(tokens) { return value }
        let keywords: Set = ["if", "range", "with", "else", "end", "define", "template", "block"]
        let words = tokens.filter { $0.first?.isLetter == true && $0 != "default" }
        if let keyword = words.first(where: keywords.contains) {
            return .unknown("has a template with '\(keyword)'")
        }
        return .unknown(
            words.last.map { "uses the template function '\($0)'" }
                ?? "uses the template '{{\(tokens.joined(separator: " "))}}'")
    }

    private static func value(_ tokens: [String]) -> Piece? {
        if tokens.count == 1 { return operand(tokens[0]).map { .value($0) } }
        let operands: (String, String)
        if tokens.count == 4, tokens[1] == "|", tokens[2] == "default" {
            operands = (tokens[0], tokens[3])
        } else if tokens.count == 3, tokens[0] == "default" {
            operands = (tokens[2], tokens[1])
        } else {
            return nil
        }
        guard let value = operand(operands.0), let other = operand(operands.1) else { return nil }
        return .value(value, orElse: other)
    }

    private static func operand(_ token: String) -> Operand? {
        let inside = token.dropFirst().dropLast()
        switch token.first {
        case ".":
            let name = token.dropFirst()
            let isName =
                !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            return isName ? .name(String(name)) : nil
        case "\"", "`":
            return token.count > 1 && token.last == token.first ? .text(String(inside)) : nil
        default: return Int(token).flatMap { $0 == 0 ? nil : .text(String($0)) }
        }
    }

    /// The words of an action; one with a text that has a backslash is no operand.
    private static func tokens(_ action: Substring) -> [String] {
        var tokens: [String] = []
        var word = ""
        var quote: Character?
        func end() {
            if !word.isEmpty { tokens.append(word) }
            word = ""
        }
        for character in action {
            if let open = quote {
                word.append(character)
                if character == "\\", open == "\"" { return [String(action).trimmed] }
                if character == open { quote = nil }
            } else if character.isWhitespace {
                end()
            } else if "|()".contains(character) {
                end()
                tokens.append(String(character))
            } else {
                if "\"`".contains(character) { quote = character }
                word.append(character)
            }
        }
        end()
        return tokens
    }
}
