import DevtoolKit
import SystemPackage

/// A system property set by `-DNAME=VALUE` in a variable that holds Java options.
struct SystemProperty {
    let name: Substring
    let value: Substring
    /// For messages: `-Dliquibase.command.url in JAVA_OPTS`.
    let source: String

    init?(_ word: String, in place: String) {
        guard word.hasPrefix("-D") else { return nil }
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        name = parts[0]
        value = parts.count > 1 ? parts[1] : ""
        source = "-D\(name) in \(place)"
    }

    /// All properties in the order of Java, in which the last value wins.
    static func all(in environment: [String: String]) -> [SystemProperty] {
        JavaRuntime.optionVariables.flatMap { name in
            JavaOptionWord.words(of: environment[name] ?? "", in: name).compactMap { Self($0.meaning, in: name) }
        }
    }

    static func secrets(in options: [String]) -> [Secret] {
        options.compactMap { Self($0, in: "") }.filter { PropertyName(String($0.name)).isSecret }
            // Hiding a switch such as `true` would garble the output.
            .filter { !["", "true", "false"].contains($0.value) }.map { Secret(String($0.value)) }
    }
}

struct JavaOptionWord {
    let text: String
    let meaning: String

    /// The size limit of option files, in bytes.
    private static let fileLimit = 1 << 20

    /// Splits a variable into words.
    ///
    /// Liquibase's launcher leaves `JAVA_OPTS` to the shell. Java splits the other variables (java(1), "Using the
    /// JDK_JAVA_OPTIONS").
    static func words(of text: String, in variable: String) -> [JavaOptionWord] {
        if variable == "JAVA_OPTS" { return plainWords(of: text) }
        var words: [JavaOptionWord] = []
        var (written, meaning) = ("", "")
        var quote: Character?
        func end() {
            if !written.isEmpty { words.append(JavaOptionWord(text: written, meaning: meaning)) }
            (written, meaning) = ("", "")
        }
        for character in text {
            if quote == nil, character.isWhitespace {
                end()
                continue
            }
            written.append(character)
            if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
            } else {
                meaning.append(character)
            }
        }
        end()
        return words
    }

    private static func plainWords(of text: String) -> [JavaOptionWord] {
        text.split(whereSeparator: \.isWhitespace).map { JavaOptionWord(text: String($0), meaning: String($0)) }
    }

    /// The properties that the word sets, directly or through an option file.
    ///
    /// - Returns: `nil` for an option file that is unreadable, too long, or refers to another file.
    func properties(in variable: String, from directory: FilePath?) -> [SystemProperty]? {
        if let property = SystemProperty(meaning, in: variable) { return [property] }
        guard let name = file, let directory else { return [] }
        let path = FilePath(name).absolute(in: directory)
        // Java itself reports a missing file.
        guard (try? path.stat()) != nil else { return [] }
        guard let bytes = try? path.contents(upTo: Self.fileLimit) else { return nil }
        // Ignoring quotes, escapes and comments finds every option, and sometimes one too many.
        let words = Self.plainWords(of: String(decoding: bytes, as: UTF8.self).filter { !"\"'\\".contains($0) })
        if words.contains(where: { $0.file != nil }) { return nil }
        return words.compactMap { SystemProperty($0.meaning, in: "\(name) (\(variable))") }
    }

    fileprivate var isFile: Bool { file != nil || meaning.hasPrefix("-XX:Flags=") }

    private var file: String? {
        for prefix in ["-XX:VMOptionsFile=", "@"] where meaning.hasPrefix(prefix) {
            return String(meaning.dropFirst(prefix.count))
        }
        return nil
    }
}

/// The choices that the user's Java options already make, so that devtool does not; an option file may make any.
extension [JavaOptionWord] {
    /// Whether they select a garbage collector; Java does not start with two.
    var hasCollector: Bool { contains { $0.isFile || $0.meaning.hasPrefix("-XX:+Use") && $0.meaning.hasSuffix("GC") } }

    /// Whether they configure compilation; Java does not start with all tiers and a single compiler thread.
    var hasCompiler: Bool { contains { $0.isFile || ["Tier", "CICompiler"].contains(where: $0.meaning.contains) } }
}
