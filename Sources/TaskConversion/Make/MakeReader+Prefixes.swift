extension MakeReader {
    /// Finds the variables that lines of recipes begin with and that begin with `@`, `-` or `+` themselves, as `Q = @`:
    /// make looks at these signs where a shell would not, so the texts are put into the lines.
    mutating func readPrefixes() {
        let values = prefixValues
        var seen: Set<String> = []
        var open: [Substring] = statements.flatMap { located in
            if case .rule(let rule) = located.statement {
                rule.recipe.map { $0.text.withoutPrefixes }
            } else {
                [Substring]()
            }
        }
        while let text = open.popLast() {
            guard let (name, rest) = MakeReferences.first(in: text), let own = values[name] else {
                continue
            }
            let arms = own.flatMap(\.arms)
            let areSigns = arms.allSatisfy { $0.withoutPrefixes.isEmpty }
            if areSigns { open.append(rest.withoutPrefixes) }
            guard seen.insert(name).inserted else { continue }
            open += arms.map(\.withoutPrefixes)
            guard arms.contains(where: { $0.first.map("@-+".contains) ?? false }) else { continue }
            if own.count == 1, own[0].isFixed {
                scope.definitions.insert(name)
            } else if areSigns, !arms.contains(where: { $0.contains("-") }) {
                scope.definitions.insert(name)
                scope.raw[name] = "@"
                project.leftovers.append(
                    Leftover(
                        line: own[0].line, reason: "commands after $(\(name)) are never shown",
                        text: own[0].text))
            } else {
                scope.mixedPrefixes.insert(name)
            }
        }
    }

    private var prefixValues: [String: [PrefixValue]] {
        var values: [String: [PrefixValue]] = [:]
        for located in statements {
            guard case .variable(let assignment, nil) = located.statement else { continue }
            values[assignment.name, default: []].append(
                PrefixValue(
                    text: assignment.value, line: located.line,
                    isFixed: located.conditions.isEmpty && assignment.sign != "?="
                        && !assignment.value.hasPrefix("$(if ")))
        }
        return values
    }
}

/// A value that a variable at the beginning of a line may have.
private struct PrefixValue {
    let text: String
    let line: Int
    /// Whether it is the same whatever happens.
    let isFixed: Bool

    /// The texts that it may be.
    var arms: [String] {
        guard text.hasPrefix("$(if "), text.hasSuffix(")") else { return [text.trimmed] }
        let arguments = MakeScope.arguments(String(text.dropFirst(5).dropLast()), atMost: 3)
        return arguments.dropFirst().map(\.trimmed)
    }
}

extension StringProtocol {
    /// The text without what make looks at before a line.
    fileprivate var withoutPrefixes: SubSequence { drop { "@-+ \t".contains($0) } }
}
