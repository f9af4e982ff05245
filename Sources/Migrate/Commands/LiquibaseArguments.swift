import DevtoolKit

/// The part of a command line that is Liquibase's own: a command, and its options, which may stand before
/// it, too.
struct LiquibaseArguments {
    /// The words as they are handed on.
    private(set) var words: [String]
    /// The command among them; nil where there are only options, as `--version`.
    let command: CommandName?
    /// Where the command stands among the words.
    private let index: Int?

    /// Takes what ArgumentParser has left over.
    ///
    /// - Throws: ``MigrateError`` when there is nothing, or when an option has a value that Liquibase would
    ///   ignore in silence.
    init(_ arguments: [String]) throws {
        var words = arguments
        // The terminator is ours: Liquibase would take all that follows it for operands.
        if let terminator = words.firstIndex(of: "--") { words.remove(at: terminator) }
        guard !words.isEmpty else { throw MigrateError.commandNeeded }
        index = Self.commandIndex(in: words)
        command = index.map { CommandName(words[$0]) }
        self.words = words
        if let level = value(of: "--log-level"),
            !Target.logLevels.contains(level.lowercased())
        {
            throw MigrateError.badLogLevel(level)
        }
        if hasOption("--defaults-file") { throw MigrateError.ownDefaultsFile }
    }

    /// Whether Liquibase only tells about itself.
    var isAboutLiquibase: Bool {
        command == nil || command.map { $0 == "help" } ?? false
            || words.contains { ["--help", "-h", "--version", "-v"].contains($0) }
    }

    /// The same arguments for another command, as for one that prints what this one would do.
    func replacingCommand(with name: String) -> [String] {
        var words = self.words
        if let index { words[index] = name }
        return words
    }

    /// Whether an option is given, in kebab-case or camelCase.
    func hasOption(_ name: String) -> Bool {
        words.contains { Self.key(of: $0) == Self.key(of: name) }
    }

    /// The value of an option, if it is given.
    func value(of name: String) -> String? {
        guard let index = words.firstIndex(where: { Self.key(of: $0) == Self.key(of: name) })
        else { return nil }
        if let equals = words[index].firstIndex(of: "=") {
            return String(words[index][words[index].index(after: equals)...])
        }
        return index + 1 < words.count ? words[index + 1] : nil
    }

    /// Where the command stands: behind the options, each of which takes the next word unless it has its
    /// value behind an equals sign or only asks Liquibase about itself.
    private static func commandIndex(in words: [String]) -> Int? {
        var index = 0
        while index < words.count, words[index].hasPrefix("-") {
            let word = words[index]
            let takesNext =
                word.hasPrefix("--") && !word.contains("=") && word != "--help"
                && word != "--version"
            index += takesNext ? 2 : 1
        }
        return index < words.count ? index : nil
    }

    private static func key(of word: String) -> String? {
        guard word.hasPrefix("--") else { return nil }
        return word.prefix { $0 != "=" }.filter { $0 != "-" }.lowercased()
    }
}
