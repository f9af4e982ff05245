/// What the references in a makefile stand for.
struct MakeScope {
    /// The texts of variables as they are written.
    var raw: [String: String] = [:]
    /// The variables that are written to devtool.yml.
    var variables: Set<String> = []
    /// The variables that the environment or a condition can change.
    var changeable: Set<String> = []
    var exported: Set<String> = []
    /// The variables of several lines, whose lines are those of the recipe that they stand in, and those with what
    /// make looks at before a line.
    var definitions: Set<String> = []
    /// The variables that begin with what make looks at before a line, or do not, as conditions have it.
    var mixedPrefixes: Set<String> = []
    /// The variables with the names of files that `$(wildcard)` finds, as patterns.
    var fileLists: Set<String> = []
    /// Whether `$(wildcard)` is the output of a shell line, rather than a pattern for a shell.
    var looksForFiles = false
    /// The texts for `$@`, `$<`, `$1` and the like.
    var bindings: [String: String] = [:]
    /// The parameters of the task; names that nothing defines are added.
    var parameters: [String] = []
    /// Whether names that nothing defines are parameters.
    var isTask = false
    var fileName = "Makefile"

    /// How deep functions are looked into.
    private static let depthLimit = 30

    /// How much is looked at in all, by the copies of a scope together.
    private final class Budget {
        var remaining = 200_000
    }

    private let budget = Budget()

    mutating func text(_ source: String, depth: Int = 0) -> ConvertedText {
        budget.remaining -= 1 + source.utf8.count / 100
        guard depth < Self.depthLimit, budget.remaining > 0 else {
            return ConvertedText([.unsayable("nested references")])
        }
        var result = ConvertedText("")
        var rest = source[...]
        while let dollar = rest.firstIndex(of: "$") {
            result.append(String(rest[..<dollar]))
            rest = rest[dollar...].dropFirst()
            guard let next = rest.first else { break }
            switch next {
            case "$":
                result.append("$")
                rest = rest.dropFirst()
            case "(", "{":
                guard let end = MakeReferences.end(of: rest) else {
                    result.append(.unsayable("a reference without its end"))
                    return result
                }
                let inside = String(rest[..<end].dropFirst().dropLast())
                rest = rest[end...]
                result = result + reference(inside, depth: depth)
            default:
                result = result + value(ofName: String(next), depth: depth)
                rest = rest.dropFirst()
            }
        }
        result.append(String(rest))
        return result
    }

    private mutating func reference(_ inside: String, depth: Int) -> ConvertedText {
        let name = inside.prefix { $0.isLetter || $0 == "-" }
        if inside.dropFirst(name.count).first.map({ $0 == " " || $0 == "\t" }) == true {
            let arguments = inside.dropFirst(name.count).drop(while: \.isWhitespace)
            return function(String(name), String(arguments), depth: depth)
                ?? ConvertedText([.unsayable("make's $(\(name) …)")])
        }
        if let colon = inside.firstIndex(of: ":"), inside.contains("=") {
            // $(NAME:.c=.o)
            let parts = inside[inside.index(after: colon)...].split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let text = literal("$(\(inside[..<colon]))", depth), parts.count == 2 else {
                return ConvertedText([.unsayable("make's $(\(inside))")])
            }
            let (suffix, other) = (String(parts[0]), String(parts[1]))
            if suffix.contains("%") { return ConvertedText([.unsayable("make's $(\(inside))")]) }
            let words = MakeWords.words(text).map {
                $0.hasSuffix(suffix) ? $0.dropLast(suffix.count) + other : $0
            }
            return ConvertedText(words.joined(separator: " "))
        }
        if inside.contains("$") {
            guard let name = literal(inside, depth) else {
                return ConvertedText([.unsayable("make's $(\(inside))")])
            }
            return value(ofName: name, depth: depth)
        }
        return value(ofName: inside.trimmed, depth: depth)
    }

    /// The value of a variable (GNU make manual, 6 and 10.5.3).
    mutating func value(ofName name: String, depth: Int = 0) -> ConvertedText {
        if let bound = bindings[name] { return ConvertedText(bound) }
        if mixedPrefixes.contains(name) {
            return ConvertedText([.unsayable("'@', '-' or '+' by a condition in '\(name)'")])
        }
        if let text = raw[name], definitions.contains(name) {
            return self.text(text, depth: depth + 1)
        }
        if variables.contains(name) { return ConvertedText([.reference(.variable(name))]) }
        switch name {
        case "CURDIR", "PWD": return ConvertedText([.reference(.root)])
        case "MAKE": return ConvertedText("make")
        case "MAKEFILE_LIST": return ConvertedText(fileName)
        case "MAKEFLAGS", "MFLAGS": return ConvertedText("")
        case "SHELL": return ConvertedText("sh")
        case "@", "<", "^", "?", "*", "+", "|", "%", "MAKECMDGOALS":
            return ConvertedText([.unsayable("make's $\(name)")])
        default: break
        }
        if let text = Self.builtIn[name] {
            return name == "RM"
                ? ConvertedText(text)
                : ConvertedText([.reference(.environment(name, orElse: text))])
        }
        if let text = raw[name] { return self.text(text, depth: depth + 1) }
        // The arguments of no call.
        if name.allSatisfy(\.isNumber) { return ConvertedText("") }
        guard ProcessNames.isVariable(name) else {
            return ConvertedText([.unsayable("make's $(\(name))")])
        }
        guard isTask, !exported.contains(name), !ProcessNames.usual.contains(name) else {
            return ConvertedText([.reference(.environment(name, orElse: ""))])
        }
        if !parameters.contains(name) { parameters.append(name) }
        return ConvertedText([.reference(.parameter(name))])
    }

    /// What make defines by itself (GNU make manual, 10.3).
    static let builtIn = [
        "CC": "cc", "CXX": "g++", "AR": "ar", "AS": "as", "LD": "ld", "FC": "f77", "LEX": "lex",
        "YACC": "yacc", "RM": "rm -f",
    ]

    /// The text of something that is known before anything runs; nil where it is not.
    func literal(_ source: String, _ depth: Int = 0) -> String? {
        hasFiles(source) ? nil : expanded(source, depth).literal
    }

    /// Whether a text has patterns for the names of files: what they are is known only when something runs.
    func hasFiles(_ source: String) -> Bool {
        source.contains("(wildcard ") || source.contains("{wildcard ")
            || (!fileLists.isEmpty && !fileLists.isDisjoint(with: MakeReferences.names(in: source)))
    }

    /// A text in which `$(wildcard)` is the output of a shell line; nil where other variables have files.
    func textOfFiles(_ source: String, _ depth: Int = 0) -> ConvertedText? {
        var other = self
        other.looksForFiles = true
        let text = other.text(source, depth: depth)
        let hasOthers = text.references.contains { reference in
            if case .variable(let name) = reference { fileLists.contains(name) } else { false }
        }
        return hasOthers ? nil : text
    }

    /// A text with the texts of variables in the places of references to them, as far as they are known.
    func expanded(_ source: String, _ depth: Int = 0) -> ConvertedText {
        var other = self
        var text = other.text(source, depth: depth)
        for _ in 0..<Self.depthLimit where text.literal == nil {
            let isDone = !text.references.contains { reference in
                if case .variable(let name) = reference { other.isFixed(name) } else { false }
            }
            if isDone { break }
            text = text.replacing { reference in
                guard case .variable(let name) = reference, other.isFixed(name),
                    let raw = other.raw[name]
                else { return nil }
                return other.text(raw, depth: depth + 1)
            }
        }
        return text
    }

    /// Whether a variable has the same text whatever happens.
    private func isFixed(_ name: String) -> Bool { raw[name] != nil && !changeable.contains(name) }
}

/// The names of environment variables.
enum ProcessNames {
    /// Those that every process has, rather than somebody's command line.
    static let usual: Set = [
        "HOME", "PATH", "USER", "LANG", "TERM", "TMPDIR", "CI", "GOPATH", "OS",
    ]

    static func isVariable(_ name: String) -> Bool {
        guard let first = name.first, first.isASCII, first.isLetter || first == "_" else {
            return false
        }
        return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
