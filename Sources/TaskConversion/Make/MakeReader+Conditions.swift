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
        if condition.directive.hasSuffix("def") {
            let name = condition.arguments.trimmed
            let value = scope.raw[name]
            if let value, !value.isEmpty, !isConditional(name) {
                return holdsIfEqual ? .never : .always
            }
            (first, second) = ("$(\(name))", "")
        } else {
            guard let pair = Self.pair(condition.arguments) else {
                return .unknown("the condition \(condition.arguments)")
            }
            (first, second) = pair
        }
        // devtool does not run on Windows.
        if [first, second].contains("$(OS)"), [first, second].contains("Windows_NT") {
            return holdsIfEqual ? .never : .always
        }
        if let first = scope.literal(first), let second = scope.literal(second) {
            return (first.trimmed == second.trimmed) == holdsIfEqual ? .always : .never
        }
        let texts = (scope.text(first), scope.text(second))
        if texts.0.problem != nil || texts.1.problem != nil || texts.0.hasQuotes
            || texts.1.hasQuotes
        {
            return .unknown("the condition \(condition.arguments)")
        }
        let sign = holdsIfEqual ? "=" : "!="
        return .line(
            ConvertedText("[ \"") + texts.0 + ConvertedText("\" \(sign) \"") + texts.1
                + ConvertedText("\" ]"))
    }

    private func isConditional(_ name: String) -> Bool {
        scope.raw[name]?.contains("$") == true
    }

    /// `(a,b)`, `"a" "b"` or `'a' 'b'`.
    private static func pair(_ text: String) -> (String, String)? {
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
