import Scanning

/// An expression of contexts or labels, such as `prod and !legacy`, with the semantics of Liquibase's
/// `ExpressionMatcher`.
package struct FilterExpression {
    private var tokens: ArraySlice<String>
    private let knowsRequired: Bool
    private var words: Set<String> = []

    /// `knowsRequired` means that `@test` is false if no words are given, as since 4.23.
    package init(_ text: String, knowsRequired: Bool = false) {
        tokens = Self.tokens(of: text)[...]
        self.knowsRequired = knowsRequired
    }

    /// Evaluates the expression for words in lower case; an empty expression or set of words is true.
    package func holds(for words: Set<String>) -> Bool {
        var rest = self
        rest.words = words
        return tokens.isEmpty || rest.anyOfList()
    }

    package static func words(of list: [String]) -> Set<String> {
        Set(list.flatMap { $0.lowercased().split(separator: ",") }.map(\.trimmed)).subtracting([""])
    }

    private static func tokens(of text: String) -> [String] {
        var tokens: [String] = []
        var word = ""
        for character in text.lowercased() {
            let isSpecial = "(),!".contains(character)
            if character.isWhitespace || isSpecial {
                if !word.isEmpty { tokens.append(word) }
                word = ""
                if isSpecial { tokens.append(String(character)) }
            } else {
                word.append(character)
            }
        }
        return word.isEmpty ? tokens : tokens + [word]
    }

    private mutating func anyOfList() -> Bool {
        var holds = anyOf()
        while tokens.first == "," {
            tokens.removeFirst()
            holds = anyOf() || holds
        }
        return holds
    }

    private mutating func anyOf() -> Bool {
        var holds = allOf()
        while tokens.first == "or" {
            tokens.removeFirst()
            holds = allOf() || holds
        }
        return holds
    }

    private mutating func allOf() -> Bool {
        var holds = single()
        while tokens.first == "and" {
            tokens.removeFirst()
            holds = single() && holds
        }
        return holds
    }

    private mutating func single() -> Bool {
        var isNegated = false
        while let token = tokens.first, token == "!" || token == "not" || knowsRequired && token == "@" {
            if token != "@" { isNegated.toggle() }
            tokens.removeFirst()
        }
        guard var token = tokens.popFirst() else { return !isNegated }
        guard token == "(" else {
            let isRequired = knowsRequired && token.hasPrefix("@")
            if isRequired { token.removeFirst() }
            return words.isEmpty && !isRequired || words.contains(token) != isNegated
        }
        let holds = anyOfList()
        if tokens.first == ")" { tokens.removeFirst() }
        return holds != isNegated
    }
}
