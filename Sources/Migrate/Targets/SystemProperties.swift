/// The system properties that options `-DNAME=VALUE` set, in the variables whose words are options for Java.
///
/// Of two options for the same property the one counts that Java reads last.
struct SystemProperties {
    /// An option, as a word of a variable.
    struct Option {
        /// The property's name.
        let name: Substring
        /// Its value; empty without one.
        let value: Substring
        /// What says it: `-Dliquibase.command.url in JAVA_OPTS`.
        let source: String

        /// Takes a word of a variable; nil for one that sets no property.
        init?(_ word: Substring, in variable: String) {
            guard word.hasPrefix("-D") else { return nil }
            let parts = word.dropFirst(2).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            name = parts[0]
            value = parts.count > 1 ? parts[1] : ""
            source = "-D\(name) in \(variable)"
        }
    }

    /// The options, in the order in which Java reads them.
    let options: [Option]

    /// Finds them in an environment.
    init(in environment: [String: String]) {
        options = JavaRuntime.optionVariables.flatMap { name in
            Self.words(environment[name] ?? "").compactMap { Option($0, in: name) }
        }
    }

    /// The words of a variable; blanks in a value are beyond what Liquibase's launcher can take, too.
    static func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

    /// The option that counts among those whose names a closure takes; one without a value says nothing.
    func last(where isMeant: (Substring) -> Bool) -> Option? {
        options.last { !$0.value.isEmpty && isMeant($0.name) }
    }
}
