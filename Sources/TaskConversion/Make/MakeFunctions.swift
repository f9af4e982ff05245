/// Words of make's texts.
enum MakeWords {
    static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}

extension MakeScope {
    /// A function of make (GNU make manual, 8); nil for one that is not converted.
    mutating func function(_ name: String, _ arguments: String, depth: Int) -> ConvertedText? {
        switch name {
        case "shell": return ConvertedText([.command(text(arguments, depth: depth + 1))])
        case "strip": return stripped(arguments, depth)
        case "sort":
            return literal(arguments, depth).map {
                ConvertedText(Set(MakeWords.words($0)).sorted().joined(separator: " "))
            }
        case "wildcard":
            let patterns = text(arguments, depth: depth + 1)
            return isTask || looksForFiles ? Self.files(patterns) : patterns
        case "abspath", "realpath":
            guard let path = literal(arguments, depth) else { return nil }
            if path.hasPrefix("/") { return ConvertedText(path) }
            let root = ConvertedText([.reference(.root)])
            return path == "." ? root : root + ConvertedText("/\(path)")
        case "firstword", "lastword", "dir", "notdir", "basename":
            if arguments.contains("MAKEFILE_LIST") || arguments.contains("CURDIR") {
                return place(name, arguments, depth)
            }
            guard let text = literal(arguments, depth) else { return nil }
            return ConvertedText(Self.words(name, MakeWords.words(text)).joined(separator: " "))
        case "words":
            return literal(arguments, depth).map { ConvertedText("\(MakeWords.words($0).count)") }
        case "suffix":
            return literal(arguments, depth).map { text in
                let suffixes = MakeWords.words(text).compactMap { word -> String? in
                    guard let dot = word.lastIndex(of: "."), !word[dot...].contains("/") else {
                        return nil
                    }
                    return String(word[dot...])
                }
                return ConvertedText(suffixes.joined(separator: " "))
            }
        case "addprefix", "addsuffix", "findstring", "join", "wordlist", "subst", "filter",
            "filter-out", "patsubst", "word":
            guard let text = changed(name, arguments, depth) else { return nil }
            return ConvertedText(text)
        case "foreach": return loop(arguments, depth)
        case "call": return call(arguments, depth)
        case "if": return choice(arguments, depth)
        case "or":
            let parts = Self.arguments(arguments, atMost: 2)
            return parts.count == 2 ? choice("\(parts[0]),\(parts[0]),\(parts[1])", depth) : nil
        case "error":
            let message = text(arguments, depth: depth + 1)
            if message.hasQuotes { return nil }
            return ConvertedText("echo \"") + message + ConvertedText("\" >&2; exit 1")
        default: return nil
        }
    }

    /// The words of a text with one blank between them.
    private mutating func stripped(_ arguments: String, _ depth: Int) -> ConvertedText {
        if let text = literal(arguments, depth) {
            return ConvertedText(MakeWords.words(text).joined(separator: " "))
        }
        return text(arguments.trimmed, depth: depth + 1)
    }

    /// The names of the files that patterns stand for, as a shell finds them; nil for other than plain patterns.
    private static func files(_ patterns: ConvertedText) -> ConvertedText? {
        var result = ConvertedText("")
        for word in patterns.words {
            let isPlain = word.pieces.allSatisfy { piece in
                guard case .text(let text) = piece else { return true }
                return text.allSatisfy {
                    $0.isLetter || $0.isNumber || "*?[]._-+/@%:,~".contains($0)
                }
            }
            guard isPlain, word.plainProblem == nil else { return nil }
            let list = ConvertedText("ls -d ") + word + ConvertedText(" 2>/dev/null")
            if !result.pieces.isEmpty { result.append(" ") }
            result.append(
                .command(ConvertedText("echo ") + ConvertedText([.command(list)])))
        }
        return result
    }

    /// `$(dir $(abspath $(lastword $(MAKEFILE_LIST))))` and the like: the folder of the file.
    private mutating func place(_ name: String, _ arguments: String, _ depth: Int) -> ConvertedText?
    {
        let text = text(arguments, depth: depth + 1)
        let root = ConvertedText([.reference(.root)])
        if name == "firstword" || name == "lastword" { return text }
        if name == "dir" {
            if text == root + ConvertedText("/\(fileName)") { return root + ConvertedText("/") }
            return text.literal == fileName ? ConvertedText("./") : nil
        }
        if name == "notdir", text == root {
            return ConvertedText([
                .command(ConvertedText("basename \"") + root + ConvertedText("\""))
            ])
        }
        return nil
    }

    private static func words(_ name: String, _ words: [String]) -> [String] {
        switch name {
        case "firstword": return Array(words.prefix(1))
        case "lastword": return Array(words.suffix(1))
        case "dir":
            return words.map { word in
                word.lastIndex(of: "/").map { String(word[...$0]) } ?? "./"
            }
        case "notdir":
            return words.map { word in
                word.lastIndex(of: "/").map { String(word[word.index(after: $0)...]) } ?? word
            }
        default:
            return words.map { word in
                guard let dot = word.lastIndex(of: "."), !word[dot...].contains("/") else {
                    return word
                }
                return String(word[..<dot])
            }
        }
    }

    private mutating func changed(_ name: String, _ arguments: String, _ depth: Int) -> String? {
        let parts = Self.arguments(arguments)
        let texts = parts.compactMap { literal($0, depth) }
        guard texts.count == parts.count, texts.count >= 2, let last = texts.last else {
            return nil
        }
        let words = MakeWords.words(last)
        switch name {
        case "addprefix": return words.map { texts[0] + $0 }.joined(separator: " ")
        case "addsuffix": return words.map { $0 + texts[0] }.joined(separator: " ")
        case "subst" where texts.count == 3 && !texts[0].isEmpty:
            return last.replacing(texts[0], with: texts[1])
        case "findstring": return last.contains(texts[0]) ? texts[0] : ""
        case "join" where texts.count == 2:
            let first = MakeWords.words(texts[0])
            return (0..<max(first.count, words.count)).map { index in
                (index < first.count ? first[index] : "")
                    + (index < words.count ? words[index] : "")
            }.joined(separator: " ")
        case "wordlist" where texts.count == 3:
            guard let start = Int(texts[0].trimmed), let end = Int(texts[1].trimmed), start > 0,
                end >= 0
            else { return nil }
            return words.prefix(end).dropFirst(start - 1).joined(separator: " ")
        case "filter", "filter-out":
            let patterns = MakeWords.words(texts[0])
            guard patterns.allSatisfy({ $0.count { $0 == "%" } < 2 }) else { return nil }
            return words.filter { word in
                patterns.contains { Self.matches(word, $0) } == (name == "filter")
            }.joined(separator: " ")
        case "patsubst" where texts.count == 3:
            let ends = texts[0].split(separator: "%", omittingEmptySubsequences: false).map(
                String.init)
            guard ends.count == 2 else { return nil }
            return words.map { word in
                guard word.hasPrefix(ends[0]), word.hasSuffix(ends[1]) else { return word }
                return texts[1].replacing(
                    "%", with: word.dropFirst(ends[0].count).dropLast(ends[1].count))
            }.joined(separator: " ")
        case "word":
            guard let number = Int(texts[0]), (1...max(words.count, 1)).contains(number),
                !words.isEmpty
            else { return nil }
            return words[number - 1]
        default: return nil
        }
    }

    /// Whether a word is that of a pattern with one `%`, or none.
    private static func matches(_ word: String, _ pattern: String) -> Bool {
        let ends = pattern.split(separator: "%", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return word == pattern }
        return word.count >= pattern.count - 1 && word.hasPrefix(ends[0]) && word.hasSuffix(ends[1])
    }

    private mutating func loop(_ arguments: String, _ depth: Int) -> ConvertedText? {
        let parts = Self.arguments(arguments, atMost: 3)
        guard parts.count == 3, let list = literal(parts[1], depth) else { return nil }
        var other = self
        var result = ConvertedText("")
        for (index, word) in MakeWords.words(list).enumerated() {
            other.bindings[parts[0].trimmed] = word
            if index > 0 { result.append(" ") }
            result = result + other.text(parts[2], depth: depth + 1)
            guard result.pieces.count < 1000, index < 1000 else { return nil }
        }
        parameters = other.parameters
        return result
    }

    private mutating func call(_ arguments: String, _ depth: Int) -> ConvertedText? {
        let parts = Self.arguments(arguments)
        guard let name = parts.first?.trimmed, let body = raw[name] else { return nil }
        var other = self
        for number in 1...9 {
            guard number < parts.count else {
                other.bindings["\(number)"] = ""
                continue
            }
            guard let text = literal(parts[number], depth) else { return nil }
            other.bindings["\(number)"] = text
        }
        let result = other.text(body, depth: depth + 1)
        parameters = other.parameters
        return result
    }

    private mutating func choice(_ arguments: String, _ depth: Int) -> ConvertedText? {
        let parts = Self.arguments(arguments, atMost: 3)
        guard parts.count >= 2 else { return nil }
        var texts = parts.map { text($0.trimmed, depth: depth + 1) }
        if hasFiles(parts[0]) {
            guard let files = textOfFiles(parts[0].trimmed, depth + 1) else { return nil }
            texts[0] = files
        }
        let other = texts.count > 2 ? texts[2] : ConvertedText("")
        if let known = literal(parts[0].trimmed, depth) { return known.isEmpty ? other : texts[1] }
        guard !texts.contains(where: \.hasQuotes) else { return nil }
        let line =
            ConvertedText("if [ -n \"") + texts[0] + ConvertedText("\" ]; then echo \"") + texts[1]
            + ConvertedText("\"; else echo \"") + other + ConvertedText("\"; fi")
        return ConvertedText([.command(line)])
    }

    /// Arguments between commas, those in brackets aside.
    static func arguments(_ text: String, atMost limit: Int = .max) -> [String] {
        var parts: [String] = [""]
        var depth = 0
        for character in text {
            if "({".contains(character) { depth += 1 }
            if ")}".contains(character) { depth -= 1 }
            if character == ",", depth == 0, parts.count < limit {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }
}
