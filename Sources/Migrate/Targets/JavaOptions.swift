import DevtoolKit
import SystemPackage

/// The system properties set by options `-DNAME=VALUE` in the variables that hold Java options.
///
/// Of two options for the same property the one counts that Java reads last.
struct SystemProperties {
    /// An option, as a word of a variable.
    struct Option {
        let name: Substring
        /// Its value; empty without one.
        let value: Substring
        /// What says it: `-Dliquibase.command.url in JAVA_OPTS`.
        let source: String

        /// Takes a word of a variable, or of a file, as Java reads it; nil for one that sets no property.
        init?(_ word: String, in place: String) {
            guard word.hasPrefix("-D") else { return nil }
            let parts = word.dropFirst(2).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            name = parts[0]
            value = parts.count > 1 ? parts[1] : ""
            source = "-D\(name) in \(place)"
        }
    }

    /// The options, in the order in which Java reads them.
    let options: [Option]

    init(in environment: [String: String]) {
        options = JavaRuntime.optionVariables.flatMap { name in
            JavaOptionWord.words(of: environment[name] ?? "", in: name).compactMap {
                Option($0.meaning, in: name)
            }
        }
    }

    /// What options set properties to that passwords, keys and tokens are called like.
    static func secrets(in options: [String]) -> [Secret] {
        options.compactMap { Option($0, in: "") }
            .filter { PropertyName(String($0.name)).isSecret }
            // A switch is none, and no text of the output would be left.
            .filter { !["", "true", "false"].contains($0.value) }
            .map { Secret(String($0.value)) }
    }

    /// The option that counts among those whose names a closure takes; one without a value says nothing.
    func last(where isMeant: (Substring) -> Bool) -> Option? {
        options.last { !$0.value.isEmpty && isMeant($0.name) }
    }
}

/// A word of a variable or a file with Java options.
struct JavaOptionWord {
    /// The word as it is written.
    let text: String
    /// What Java reads: the word without its quotes.
    let meaning: String

    /// The longest file of options that is looked into, in bytes.
    private static let fileLimit = 1 << 20

    /// The words of a variable: of `JAVA_OPTS`, which Liquibase's launcher leaves to the shell, what stands between
    /// blanks; of the others as Java splits them (java(1), "Using the JDK_JAVA_OPTIONS").
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

    /// The words between blanks, whatever is in them.
    private static func plainWords(of text: String) -> [JavaOptionWord] {
        text.split(whereSeparator: \.isWhitespace).map {
            JavaOptionWord(text: String($0), meaning: String($0))
        }
    }

    /// The properties that the word sets, by itself or by the file that it names.
    ///
    /// - Parameters:
    ///   - variable: the variable that it stands in.
    ///   - directory: the folder that Java runs in.
    /// - Returns: the properties; nil for a file that is there, and is none, too long to be looked into, or names
    ///   another.
    func options(in variable: String, from directory: FilePath?) -> [SystemProperties.Option]? {
        if let option = SystemProperties.Option(meaning, in: variable) { return [option] }
        guard let name = file, let directory else { return [] }
        let path = FilePath(name).absolute(in: directory)
        // Java says of one that is not there.
        guard (try? path.stat()) != nil else { return [] }
        guard let bytes = try? path.contents(upTo: Self.fileLimit) else { return nil }
        // Of quotes, escapes and comments nothing is left that could hide an option; that may find one too many.
        let words = Self.plainWords(
            of: String(decoding: bytes, as: UTF8.self).filter { !"\"'\\".contains($0) })
        if words.contains(where: { $0.file != nil }) { return nil }
        return words.compactMap {
            SystemProperties.Option($0.meaning, in: "\(name) (\(variable))")
        }
    }

    /// The file of options that the word names.
    fileprivate var file: String? {
        for prefix in ["-XX:VMOptionsFile=", "@"] where meaning.hasPrefix(prefix) {
            return String(meaning.dropFirst(prefix.count))
        }
        return nil
    }
}

/// What options of Java decide, so that devtool does not.
struct JavaChoices {
    /// Whether they name a garbage collector: Java does not start with two.
    private(set) var hasCollector = false
    /// Whether they say how to compile: with all tiers, Java does not start with one thread for that.
    private(set) var hasCompiler = false

    /// No option decides anything.
    init() {}

    /// Looks at options; one that names a file of options may decide all.
    init(_ words: [JavaOptionWord]) {
        for word in words {
            let option = word.meaning
            let isFile = word.file != nil || option.hasPrefix("-XX:Flags=")
            if isFile || option.hasPrefix("-XX:+Use") && option.hasSuffix("GC") {
                hasCollector = true
            }
            if isFile || ["Tier", "CICompiler"].contains(where: option.contains) {
                hasCompiler = true
            }
        }
    }
}
