import DevtoolKit
import SystemPackage

/// The system properties set by `-DNAME=VALUE` in the variables that hold Java options; the last value wins.
struct SystemProperties {
    struct Option {
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
    }

    let options: [Option]

    init(in environment: [String: String]) {
        options = JavaRuntime.optionVariables.flatMap { name in
            JavaOptionWord.words(of: environment[name] ?? "", in: name).compactMap { Option($0.meaning, in: name) }
        }
    }

    static func secrets(in options: [String]) -> [Secret] {
        options.compactMap { Option($0, in: "") }.filter { PropertyName(String($0.name)).isSecret }
            // Hiding a switch such as `true` would garble the output.
            .filter { !["", "true", "false"].contains($0.value) }.map { Secret(String($0.value)) }
    }

    func last(where isMeant: (Substring) -> Bool) -> Option? { options.last { !$0.value.isEmpty && isMeant($0.name) } }
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
    func options(in variable: String, from directory: FilePath?) -> [SystemProperties.Option]? {
        if let option = SystemProperties.Option(meaning, in: variable) { return [option] }
        guard let name = file, let directory else { return [] }
        let path = FilePath(name).absolute(in: directory)
        // Java itself reports a missing file.
        guard (try? path.stat()) != nil else { return [] }
        guard let bytes = try? path.contents(upTo: Self.fileLimit) else { return nil }
        // Ignoring quotes, escapes and comments finds every option, and sometimes one too many.
        let words = Self.plainWords(of: String(decoding: bytes, as: UTF8.self).filter { !"\"'\\".contains($0) })
        if words.contains(where: { $0.file != nil }) { return nil }
        return words.compactMap { SystemProperties.Option($0.meaning, in: "\(name) (\(variable))") }
    }

    fileprivate var file: String? {
        for prefix in ["-XX:VMOptionsFile=", "@"] where meaning.hasPrefix(prefix) {
            return String(meaning.dropFirst(prefix.count))
        }
        return nil
    }
}

/// The choices that the user's Java options already make, so that devtool does not.
struct JavaChoices {
    /// Whether they select a garbage collector; Java does not start with two.
    private(set) var hasCollector = false
    /// Whether they configure compilation; Java does not start with all tiers and a single compiler thread.
    private(set) var hasCompiler = false

    init() {}

    /// Assumes that an option file decides everything.
    init(_ words: [JavaOptionWord]) {
        for word in words {
            let option = word.meaning
            let isFile = word.file != nil || option.hasPrefix("-XX:Flags=")
            if isFile || option.hasPrefix("-XX:+Use") && option.hasSuffix("GC") { hasCollector = true }
            if isFile || ["Tier", "CICompiler"].contains(where: option.contains) { hasCompiler = true }
        }
    }
}
