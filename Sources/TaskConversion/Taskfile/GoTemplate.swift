/// A text of a Taskfile, split at its actions (Go's text/template).
struct GoTemplate {
    /// A part of the text.
    enum Piece: Hashable {
        case text(String)
        /// What stands between `{{` and `}}`.
        case action(String)
    }

    private(set) var pieces: [Piece] = []

    init(_ text: String) {
        var rest = text[...]
        var trimsNext = false
        func trimmed(_ text: Substring, start: Bool, end: Bool) -> String {
            var text = text
            if start { text = text.drop(while: \.isWhitespace) }
            if end { while text.last?.isWhitespace == true { text.removeLast() } }
            return String(text)
        }
        while let open = rest.firstRange(of: "{{") {
            let inside = rest[open.upperBound...]
            guard let close = Self.end(of: inside) else { break }
            var action = inside[..<close]
            let trimsBefore = action.hasPrefix("-")
            let trimsAfter = action.hasSuffix("-")
            let before = trimmed(rest[..<open.lowerBound], start: trimsNext, end: trimsBefore)
            if trimsBefore { action = action.dropFirst() }
            if trimsAfter { action = action.dropLast() }
            if !before.isEmpty { pieces.append(.text(before)) }
            pieces.append(.action(trimmed(action, start: true, end: true)))
            trimsNext = trimsAfter
            rest = inside[close...].dropFirst(2)
        }
        let last = trimmed(rest, start: trimsNext, end: false)
        if !last.isEmpty { pieces.append(.text(last)) }
    }

    /// The place of the `}}` that ends an action.
    private static func end(of text: Substring) -> String.Index? {
        var quote: Character?
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            if let open = quote {
                if character == "\\", open == "\"" { index = text.index(after: index) }
                if index < text.endIndex, character == open { quote = nil }
            } else if character == "\"" || character == "`" {
                quote = character
            } else if text[index...].hasPrefix("}}") {
                return index
            }
            if index < text.endIndex { index = text.index(after: index) }
        }
        return nil
    }
}

/// The words of an action: names, functions, texts, parentheses and `|`.
enum GoWord: Hashable {
    case text(String)
    /// A name with a dot before it, as `.VERSION`, without it.
    case field(String)
    case word(String)
    case group([GoWord])
    case pipe

    /// The words of an action; nil where it cannot be read.
    static func words(_ action: String) -> [GoWord]? {
        var rest = action[...]
        let words = words(&rest, depth: 0)
        return rest.isEmpty ? words : nil
    }

    /// How deep parentheses lie in each other.
    private static let depthLimit = 50

    private static func words(_ rest: inout Substring, depth: Int) -> [GoWord]? {
        guard depth < depthLimit else { return nil }
        var words: [GoWord] = []
        while let first = rest.first, first != ")" {
            switch first {
            case _ where first.isWhitespace: rest.removeFirst()
            case "|":
                rest.removeFirst()
                words.append(.pipe)
            case "\"", "`":
                guard let text = text(&rest) else { return nil }
                words.append(.text(text))
            case "(":
                rest.removeFirst()
                guard let group = Self.words(&rest, depth: depth + 1), rest.first == ")" else {
                    return nil
                }
                rest.removeFirst()
                words.append(.group(group))
            default:
                let word = rest.prefix { !$0.isWhitespace && !"|()\"`".contains($0) }
                if word.isEmpty { return nil }
                rest = rest.dropFirst(word.count)
                let name = word.dropFirst()
                let isField =
                    word.first == "." && !name.isEmpty
                    && (!name.contains(".") || name.hasPrefix("ITEM."))
                words.append(isField ? .field(String(name)) : .word(String(word)))
            }
        }
        return words
    }

    private static func text(_ rest: inout Substring) -> String? {
        guard let quote = rest.popFirst() else { return nil }
        var text = ""
        while let character = rest.popFirst() {
            if character == quote { return text }
            if character == "\\", quote == "\"" {
                guard let escaped = rest.popFirst() else { return nil }
                switch escaped {
                case "n": text.append("\n")
                case "t": text.append("\t")
                default: text.append(escaped)
                }
            } else {
                text.append(character)
            }
        }
        return nil
    }
}
