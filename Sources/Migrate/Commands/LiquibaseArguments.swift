import DevtoolKit

/// The part of a command line that belongs to Liquibase: a command, and its options, which may also
/// precede it.
struct LiquibaseArguments {
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
        let own = words.prefix { $0 != "--" }
        // The terminator is ours: Liquibase would take all that follows it for operands.
        if let terminator = words.firstIndex(of: "--") { words.remove(at: terminator) }
        guard !words.isEmpty else { throw MigrateError.commandNeeded }
        if let file = words.first(where: { $0.hasPrefix("@") }) {
            throw MigrateError.argumentFile(file)
        }
        index = Self.commandIndex(in: words)
        command = index.map { CommandName(words[$0]) }
        self.words = words
        try own.forEach(refuseOwnOption)
        if own.count == arguments.count { try refuseMisspeltCommand() }
        try checkValue()
        if let level = value(of: "--log-level"),
            !TargetSetting.logLevels.contains(level.lowercased())
        {
            throw MigrateError.badLogLevel(level)
        }
        if hasOption("--defaults-file") { throw MigrateError.ownDefaultsFile }
        if hasOption("--log-file") { throw MigrateError.ownLogFile }
    }

    /// Where the command stands: options before it may have their values in words of their own, and what
    /// is taken for the command decides whether the user is asked.
    ///
    /// - Returns: the place of the first command that Liquibase knows and that is no value of an option,
    ///   else of the first that it knows, as after an option without a value, else of the first word; nil
    ///   where there are only options.
    private static func commandIndex(in words: [String]) -> Int? {
        let operands = words.indices.filter { !words[$0].hasPrefix("-") }
        let free = operands.filter { !isValue($0, in: words) }
        return free.first { CommandName(words[$0]).isKnown }
            ?? operands.first { CommandName(words[$0]).isKnown } ?? free.first ?? operands.first
    }

    /// Whether the next word is the value of this one, as of all options but few in 4.6.2.
    private static func takesValue(_ word: String) -> Bool {
        guard word.hasPrefix("--"), !word.contains("=") else { return false }
        return !["--help", "--version", "--verbose"].contains(word)
    }

    /// Whether a word is the value of the option before it.
    private static func isValue(_ place: Int, in words: [String]) -> Bool {
        place > 0 && takesValue(words[place - 1])
    }

    /// Refuses an option of devtool that stands where Liquibase's are, or that is written otherwise.
    private func refuseOwnOption(_ word: String) throws {
        let option = String(word.prefix { $0 != "=" })
        // Two commands of Liquibase list more with it.
        let isLiquibases =
            option == "--verbose"
            && (command.map { $0 == "status" || $0 == "unexpected-changesets" } ?? true)
        if Self.globalOptions.contains(option), !isLiquibases {
            throw MigrateError.optionBeforeName(option)
        }
        guard let key = Self.key(of: option),
            let meant = Self.runOptions.first(where: { Self.key(of: $0) == key })
        else { return }
        throw MigrateError.misspeltOption(option, meant: meant)
    }

    /// Refuses a word that is nearly a command: Liquibase would have to be started to say so.
    private func refuseMisspeltCommand() throws {
        if let command, command == "convert" { throw MigrateError.noConversion }
        guard let command, !command.isKnown,
            let meant = command.description.nearest(in: LiquibaseCommand.offeredCommands)
        else { return }
        throw MigrateError.misspeltCommand(command.description, meant: meant)
    }

    private static let globalOptions = ["--report", "--color", "--quiet", "-q", "--verbose"]

    /// The options that devtool takes here, of which only the spelling with hyphens is its own.
    private static let runOptions = [
        "--dry-run", "--all-targets", "--fail-fast", "--exit-code", "--no-lint", "--target",
        "--shard",
        "--jobs", "--wait", "--plan", "--yes", "--raw", "--json", "--config",
    ]

    /// Checks the number or the date that the command is given: Liquibase would tell of it in words of
    /// Java's.
    private func checkValue() throws {
        guard let command, let kind = command.valueKind, !isAboutLiquibase,
            let value = value(of: kind.option) ?? operand
        else { return }
        if !kind.accepts(value) {
            throw MigrateError.badValue(value, command: command.description, kind)
        }
    }

    /// The tag that the command goes up to.
    var lastTag: String? {
        guard let command, command.endsAtTag, !isAboutLiquibase else { return nil }
        return value(of: "--tag") ?? operand
    }

    /// The first word after the command that is not an option or its value.
    private var operand: String? {
        guard let index else { return nil }
        return words.indices.dropFirst(index + 1).first { place in
            (!words[place].hasPrefix("-") || Int(words[place]) != nil)
                && !Self.isValue(place, in: words)
        }.map { words[$0] }
    }

    /// Whether Liquibase only tells about itself.
    var isAboutLiquibase: Bool {
        command == nil || command.map { $0 == "help" } ?? false
            || words.indices.contains { place in
                ["--help", "-h", "--version", "-v"].contains(words[place])
                    // As the value of an option, Liquibase takes it for that, and does its work.
                    && !Self.isValue(place, in: words)
            }
    }

    /// The same arguments for another command, as for one that prints what this one would do.
    func replacingCommand(with name: String) -> [String] {
        var words = self.words
        if let index { words[index] = name }
        return words
    }

    /// The arguments without an option and its value.
    func removing(_ name: String) -> [String] {
        var words: [String] = []
        var isValue = false
        for word in self.words {
            if isValue {
                isValue = false
            } else if Self.key(of: word) == Self.key(of: name) {
                isValue = !word.contains("=")
            } else {
                words.append(word)
            }
        }
        return words
    }

    /// The parameters of changelogs that are given, as `-DNAME=VALUE`.
    var parameters: [String] {
        words.filter { $0.hasPrefix("-D") }.map { String($0.dropFirst(2).prefix { $0 != "=" }) }
    }

    /// Whether an option is given, in kebab-case or camelCase.
    func hasOption(_ name: String) -> Bool {
        words.contains { Self.key(of: $0) == Self.key(of: name) }
    }

    func value(of name: String) -> String? {
        guard let index = words.firstIndex(where: { Self.key(of: $0) == Self.key(of: name) })
        else { return nil }
        if let equals = words[index].firstIndex(of: "=") {
            return String(words[index][words[index].index(after: equals)...])
        }
        return index + 1 < words.count ? words[index + 1] : nil
    }

    private static func key(of word: String) -> String? {
        guard word.hasPrefix("--") else { return nil }
        return word.prefix { $0 != "=" }.filter { $0 != "-" }.lowercased()
    }
}

/// The options of a run from all sources: the command line takes precedence over the settings.
struct LiquibaseOptions {
    /// The command line.
    let arguments: LiquibaseArguments
    var settings: DefaultsFile

    /// The value of an option, by its name on the command line without the dashes before it.
    subscript(name: String) -> String? {
        given(name)
            ?? settings.properties.last { PropertyName($0.key) == PropertyName(name) }?.value
    }

    /// Whether Liquibase's log tells what it does; by itself it does not.
    var tellsWhatIsDone: Bool {
        ["info", "fine", "debug"].contains(self["log-level"]?.lowercased() ?? "")
    }

    /// The value that the command line gives.
    func given(_ name: String) -> String? {
        arguments.value(of: "--" + name)
    }
}
