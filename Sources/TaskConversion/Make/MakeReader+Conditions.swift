extension MakeReader {
    /// When something between conditionals counts.
    enum Condition {
        case always, never
        /// When a shell line succeeds.
        case line(ConvertedText)
        case unknown(String)
    }

    /// All conditions together.
    mutating func condition(_ conditions: [MakeCondition]) -> Condition {
        var lines: [ConvertedText] = []
        for condition in conditions {
            switch one(condition) {
            case .always: break
            case .never: return .never
            case .line(let line): lines.append(line)
            case .unknown(let reason): return .unknown(reason)
            }
        }
        guard var result = lines.first else { return .always }
        for line in lines.dropFirst() { result = result + ConvertedText(" && ") + line }
        return .line(result)
    }

    private mutating func one(_ condition: MakeCondition) -> Condition {
        var holdsIfEqual = condition.directive == "ifeq" || condition.directive == "ifndef"
        if condition.isNegated { holdsIfEqual.toggle() }
        let first: String
        let second: String
        let isName = condition.directive.hasSuffix("def")
        if isName {
            (first, second) = ("$(\(condition.arguments.trimmed))", "")
        } else {
            guard let pair = Self.pair(condition.arguments) else {
                return .unknown("the condition \(condition.arguments)")
            }
            (first, second) = pair
        }
        let later = laterNames(of: condition, MakeReferences.names(in: first + second))
        if isName, later.isEmpty, isKnown(condition.arguments.trimmed) {
            return holdsIfEqual ? .never : .always
        }
        // devtool does not run on Windows.
        if [first, second].contains("$(OS)"), [first, second].contains("Windows_NT") {
            return holdsIfEqual ? .never : .always
        }
        if later.isEmpty, let first = scope.literal(first), let second = scope.literal(second) {
            return (first.trimmed == second.trimmed) == holdsIfEqual ? .always : .never
        }
        guard let first = operand(first, later), let second = operand(second, later) else {
            return .unknown("the condition \(condition.arguments)")
        }
        let sign = holdsIfEqual ? "=" : "!="
        return .line(
            ConvertedText("[ \"") + first + ConvertedText("\" \(sign) \"") + second
                + ConvertedText("\" ]"))
    }

    /// One side of a condition; nil where it cannot be said.
    private mutating func operand(_ source: String, _ later: Set<String>) -> ConvertedText? {
        let text = scope.hasFiles(source) ? scope.textOfFiles(source) : scope.text(source)
        guard let text, text.problem == nil, !text.hasQuotes else { return nil }
        return text.replacing { reference in
            guard case .variable(let name) = reference, later.contains(name) else { return nil }
            return ConvertedText([.reference(.environment(name, orElse: ""))])
        }
    }

    /// Whether a variable has a text in any case.
    private func isKnown(_ name: String) -> Bool {
        guard let text = scope.raw[name], !scope.changeable.contains(name) else { return false }
        return !text.isEmpty && !text.contains("$")
    }

    /// `(a,b)`, `"a" "b"` or `'a' 'b'`.
    static func pair(_ text: String) -> (String, String)? {
        let text = text.trimmed
        if text.hasPrefix("("), text.hasSuffix(")") {
            let parts = MakeScope.arguments(String(text.dropFirst().dropLast()), atMost: 2)
            return parts.count == 2 ? (parts[0].trimmed, parts[1].trimmed) : nil
        }
        guard let quote = text.first, quote == "\"" || quote == "'" else { return nil }
        let parts = text.split(separator: quote, omittingEmptySubsequences: false).map(String.init)
        return parts.count == 5 ? (parts[1], parts[3]) : nil
    }
}
