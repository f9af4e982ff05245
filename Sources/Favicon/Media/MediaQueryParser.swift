/// Parses and evaluates a media query (Media Queries 4, section 3).
///
/// A result of `nil` means that the text is no query.
struct MediaQueryParser {
    /// The deepest nesting that is looked into; more is taken for something unknown.
    private static let deepest = 32

    private var tokens: ArraySlice<MediaToken>
    private let environment: MediaEnvironment

    /// Starts at the first token of a query.
    init(_ tokens: ArraySlice<MediaToken>, _ environment: MediaEnvironment) {
        self.tokens = tokens
        self.environment = environment
    }

    /// Reads a whole query: `<media-query>`.
    mutating func query() -> MediaTruth? {
        guard namesType else {
            let truth = condition(depth: 0, allowsOr: true)
            return tokens.isEmpty ? truth : nil
        }
        let isNegated = scan("not")
        if !isNegated { _ = scan("only") }
        guard case .name(let type)? = tokens.popFirst(), !Self.reserved.contains(type) else {
            return nil
        }
        var truth = MediaTruth(MediaEnvironment.types.contains(type))
        if !tokens.isEmpty {
            guard scan("and"), let condition = condition(depth: 0, allowsOr: false),
                tokens.isEmpty
            else { return nil }
            truth = truth && condition
        }
        return isNegated ? !truth : truth
    }

    /// The names that no type of media has.
    private static let reserved: Set = ["and", "or", "not", "only", "layer"]

    /// Whether the query begins with a type of media, and `not` or `only` before it.
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

    /// Reads `<media-condition>`, or `<media-condition-without-or>`.
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

    /// Reads `<media-in-parens>`: a condition, a feature, or something of the future.
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
        default:
            return MediaFeature(content)?.truth(in: environment) ?? .unknown
        }
    }

    /// Reads up to the parenthesis that ends what was begun, and over it; CSS closes what the end of
    /// the text leaves open.
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
