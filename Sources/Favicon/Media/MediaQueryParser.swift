/// Parses and evaluates a media query (Media Queries 4, section 3).
///
/// Methods return `nil` for invalid syntax.
struct MediaQueryParser {
    /// The maximum nesting depth; deeper conditions are unknown.
    private static let deepest = 32

    private var tokens: ArraySlice<MediaToken>
    private let environment: MediaEnvironment
    init(_ tokens: ArraySlice<MediaToken>, _ environment: MediaEnvironment) {
        self.tokens = tokens
        self.environment = environment
    }

    /// Parses `<media-query>`.
    mutating func query() -> MediaTruth? {
        guard namesType else {
            let truth = condition(depth: 0, allowsOr: true)
            return tokens.isEmpty ? truth : nil
        }
        let isNegated = scan("not")
        if !isNegated { _ = scan("only") }
        guard case .name(let type)? = tokens.popFirst(), !Self.reserved.contains(type) else { return nil }
        var truth = MediaTruth(MediaEnvironment.types.contains(type))
        if !tokens.isEmpty {
            guard scan("and"), let condition = condition(depth: 0, allowsOr: false), tokens.isEmpty else { return nil }
            truth = truth && condition
        }
        return isNegated ? !truth : truth
    }

    private static let reserved: Set = ["and", "or", "not", "only", "layer"]

    /// Whether the query starts with a media type, optionally after `not` or `only`.
    private var namesType: Bool {
        guard case .name(let name)? = tokens.first else { return false }
        guard name == "not" else { return true }
        if case .name? = tokens.dropFirst().first { return true }
        return false
    }

    private mutating func scan(_ name: String) -> Bool {
        guard tokens.first == .name(name) else { return false }
        tokens.removeFirst()
        return true
    }

    /// Parses `<media-condition>` or `<media-condition-without-or>`.
    private mutating func condition(depth: Int, allowsOr: Bool) -> MediaTruth? {
        if scan("not") { return inParentheses(depth: depth).map { !$0 } }
        guard var truth = inParentheses(depth: depth) else { return nil }
        if tokens.first == .name("and") {
            while scan("and") {
                guard let other = inParentheses(depth: depth) else { return nil }
                truth = truth && other
            }
        } else if allowsOr {
            while scan("or") {
                guard let other = inParentheses(depth: depth) else { return nil }
                truth = truth || other
            }
        }
        return truth
    }

    /// Parses `<media-in-parens>`: a condition, a feature, or an unknown extension.
    private mutating func inParentheses(depth: Int) -> MediaTruth? {
        let isFunction = tokens.first == .function
        guard isFunction || tokens.first == .openingParenthesis else { return nil }
        tokens.removeFirst()
        guard let content = contentUpToClosingParenthesis() else { return nil }
        if isFunction || depth == Self.deepest { return .unknown }
        switch content.first {
        case .openingParenthesis, .function, .name("not"):
            var parser = MediaQueryParser(content, environment)
            let truth = parser.condition(depth: depth + 1, allowsOr: true)
            return parser.tokens.isEmpty ? truth ?? .unknown : .unknown
        case .name, .number, .closingParenthesis, .colon, .comma, .slash, .comparison, .openingBracket, .closingBracket,
            .other, nil:
            return MediaFeature(content)?.truth(in: environment) ?? .unknown
        }
    }

    /// Consumes tokens up to the matching parenthesis; the end of the text closes all parentheses in CSS.
    private mutating func contentUpToClosingParenthesis() -> ArraySlice<MediaToken>? {
        var depth = 0
        for index in tokens.indices {
            if tokens[index].opens { depth += 1 }
            guard tokens[index].closes else { continue }
            if depth == 0 {
                let content = tokens[..<index]
                guard tokens[index] == .closingParenthesis else { return nil }
                tokens = tokens[(index + 1)...]
                return content
            }
            depth -= 1
        }
        defer { tokens = tokens[tokens.endIndex...] }
        return tokens
    }
}
