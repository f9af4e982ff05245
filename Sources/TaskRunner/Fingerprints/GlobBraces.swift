extension GlobRule {
    /// The maximum number of alternatives.
    static let limit = 1000

    /// The patterns that braces stand for, `a.c` and `b.c` for `{a,b}.c`; `nil` if there are too many.
    ///
    /// As in a shell, braces without a comma and unclosed ones are ordinary characters.
    static func alternatives(of pattern: some StringProtocol) -> [String]? { expand(Array(pattern.unicodeScalars)) }

    private static func expand(_ pattern: [Unicode.Scalar]) -> [String]? {
        var start = 0
        while let open = next("{", in: pattern, from: start) {
            if let (parts, end) = parts(of: pattern, after: open) {
                guard let rests = expand(Array(pattern[end...])) else { return nil }
                var patterns: [String] = []
                for part in parts {
                    guard let middles = expand(part) else { return nil }
                    for middle in middles {
                        patterns += rests.map { Self.text(pattern[..<open]) + middle + $0 }
                        if patterns.count > limit { return nil }
                    }
                }
                return patterns
            }
            start = open + 1
        }
        return [text(pattern[...])]
    }

    private static func next(_ scalar: Unicode.Scalar, in pattern: [Unicode.Scalar], from start: Int) -> Int? {
        var index = start
        while index < pattern.count {
            if pattern[index] == scalar { return index }
            index += pattern[index] == "\\" ? 2 : 1
        }
        return nil
    }

    private static func parts(of pattern: [Unicode.Scalar], after open: Int) -> ([[Unicode.Scalar]], end: Int)? {
        var parts: [[Unicode.Scalar]] = [[]]
        var (index, depth) = (open + 1, 0)
        while index < pattern.count {
            let scalar = pattern[index]
            if scalar == "}", depth == 0 { return parts.count > 1 ? (parts, index + 1) : nil }
            if scalar == ",", depth == 0 {
                parts.append([])
            } else {
                if scalar == "{" { depth += 1 } else if scalar == "}" { depth -= 1 }
                parts[parts.count - 1].append(scalar)
            }
            if scalar == "\\", index + 1 < pattern.count {
                index += 1
                parts[parts.count - 1].append(pattern[index])
            }
            index += 1
        }
        return nil
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
