import Scanning

/// Parses the simple part of shell syntax in a script's line.
enum ScriptLine {
    /// The parts between unquoted `&&`; `nil` if there is `||`, `;` or `&`.
    static func parts(_ line: String) -> [String]? {
        guard let marked = marked(line) else { return nil }
        var parts = [""]
        var bare = ""
        for (character, isBare) in marked {
            if isBare, character == "&", parts[parts.count - 1].last == "&" {
                parts[parts.count - 1].removeLast()
                parts.append("")
                bare.removeLast()
            } else {
                parts[parts.count - 1].append(character)
                if isBare { bare.append(character) }
            }
        }
        let isChain = !parts.contains("") && !bare.contains("||")
        return isChain && !bare.contains { ";&\n".contains($0) } ? parts.map(\.trimmed) : nil
    }

    /// Each character, with whether it is outside quotes and brackets; `nil` for an unmatched closing bracket.
    private static func marked(_ line: String) -> [(character: Character, isBare: Bool)]? {
        var marked: [(Character, Bool)] = []
        var quote: Character?
        var depth = 0
        for character in line {
            var isBare = false
            if let open = quote {
                if character == open { quote = nil }
            } else {
                switch character {
                case "\"", "'": quote = character
                case "(", "{": depth += 1
                case ")", "}": depth -= 1
                default: isBare = depth == 0
                }
            }
            if depth < 0 { return nil }
            marked.append((character, isBare))
        }
        return marked
    }

    /// Whether the line ends an `if`, a `case` or a loop, so that no arguments can follow.
    static func endsCompoundCommand(_ line: String) -> Bool {
        let line = line.trimmed
        guard let end = ["fi", "done", "esac"].first(where: line.hasSuffix) else { return false }
        // Elsewhere it is an argument, as in 'echo done'.
        let before = String(line.dropLast(end.count))
        guard before.isEmpty || before.last?.isWhitespace == true || before.last == ";" else {
            return false
        }
        return before.trimmed.last.map { ";&)}".contains($0) } ?? false
            || endsCompoundCommand(before)
    }

    /// `nil` if a shell would expand anything or do more than split words.
    static func words(_ line: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
                if character == "$" || character == "\\" { return nil }
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let ended = word { words.append(ended) }
                word = nil
            } else if "$`\\|;<>&(){}~#".contains(character) {
                return nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let ended = word { words.append(ended) }
        return quote == nil ? words : nil
    }
}
