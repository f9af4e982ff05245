/// References in makefiles' texts.
enum MakeReferences {
    /// The place after the bracket that closes the first one.
    static func end(of text: Substring) -> String.Index? {
        guard let open = text.first else { return nil }
        let close: Character = open == "(" ? ")" : "}"
        var depth = 0
        for index in text.indices {
            if text[index] == open { depth += 1 }
            if text[index] == close {
                depth -= 1
                if depth == 0 { return text.index(after: index) }
            }
        }
        return nil
    }

    /// The variable that a text begins with, and what comes after it.
    static func first(in text: Substring) -> (name: String, rest: Substring)? {
        guard text.first == "$", let next = text.dropFirst().first else { return nil }
        let inside = text.dropFirst()
        guard next == "(" || next == "{" else {
            return next.isLetter ? (String(next), inside.dropFirst()) : nil
        }
        guard let end = end(of: inside) else { return nil }
        let name = inside[..<end].dropFirst().dropLast()
        return name.contains { $0.isWhitespace || "$:,".contains($0) }
            ? nil : (String(name), inside[end...])
    }

    /// The names that a text refers to: `$(NAME)`, `${NAME:.c=.o}`, `$(call NAME,…)`.
    static func names(in text: String) -> Set<String> {
        var names: Set<String> = []
        for inside in insides(of: text) {
            let rest = inside.hasPrefix("call ") ? inside.dropFirst(5) : inside
            let name = rest.prefix { !$0.isWhitespace && !"(){}$:,=".contains($0) }
            let next = rest.dropFirst(name.count).first
            if !name.isEmpty, next.map({ "):},".contains($0) }) ?? true {
                names.insert(String(name))
            }
        }
        return names
    }

    static func loopNames(in text: String) -> Set<String> {
        Set(
            insides(of: text).filter { $0.hasPrefix("foreach ") }.map {
                $0.dropFirst(8).prefix { $0 != "," }.trimmed
            })
    }

    /// What comes after each `$(`.
    private static func insides(of text: String) -> [Substring] {
        var result: [Substring] = []
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            rest = rest[dollar...].dropFirst()
            if rest.first == "$" {
                rest = rest.dropFirst()
            } else if rest.first == "(" || rest.first == "{" {
                result.append(rest.dropFirst())
            }
        }
        return result
    }
}
