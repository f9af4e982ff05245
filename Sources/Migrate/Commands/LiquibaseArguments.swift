import DevtoolKit

/// The part of a command line that belongs to Liquibase: a command, and its options, which may also
/// precede it.
struct LiquibaseArguments {
    private(set) var words: [String]
    /// The command among them; nil where there are only options, as `--version`.
    let command: CommandName?
    /// The database that `--url` names; it is none of the words, as those are in the process list.
    private(set) var url: DatabaseURL?
    /// The database that `--reference-url` names, which is none of the words either.
    private(set) var reference: DatabaseURL?
    /// Where the command stands among the words.
    private var index: Int? { Self.commandIndex(in: words) }

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
        command = Self.commandIndex(in: words).map { CommandName(words[$0]) }
        self.words = words
        url = try takeURL("--url")
        reference = try takeURL("--reference-url")
        try own.forEach(refuseOwnOption)
        if own.count == arguments.count { try refuseMisspeltCommand() }
        try checkValue()
        if let command, command == "tag-exists", let tag = argument, let place = operandIndex {
            // Liquibase takes the tag of other commands as a word.
            self.words[place] = "--tag=\(tag)"
        }
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

    /// Where the first word is that is neither an option nor its value; nil where there are only options.
    static func firstOperand(in words: [String]) -> Int? {
        words.indices.first { !words[$0].hasPrefix("-") && !isValue($0, in: words) }
    }

    /// Whether the next word is the value of this one, as of all options but these, in 4.6.2 as here.
    private static func takesValue(_ word: String) -> Bool {
        word.hasPrefix("--") && !word.contains("=") && !flags.contains(word)
    }

    static let flags: Set = [
        "--help", "--version", "--verbose", "--quiet", "--yes", "--dry-run", "--all-targets",
        "--fail-fast", "--exit-code", "--raw", "--json", "--lint", "--no-lint", "--markdown",
        "--pending", "--replay", "--rollback", "--with-drivers",
    ]

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

    /// Takes the value of an option that names a database from the words.
    private mutating func takeURL(_ option: String) throws -> DatabaseURL? {
        guard let text = value(of: option) else { return nil }
        guard let url = DatabaseURL(text) else { throw MigrateError.badURL(text) }
        words = removing(option)
        return url
    }

    /// Checks the tag, the number or the date that the command needs, before the user is asked anything: Liquibase would
    /// report it afterwards, in Java's words.
    private func checkValue() throws {
        guard let command, let kind = command.valueKind, !isAboutLiquibase else { return }
        guard let argument, kind.accepts(argument) else {
            throw MigrateError.badValue(argument, command: command.description, kind)
        }
    }

    /// The tag that the command goes up to.
    var lastTag: String? {
        guard let command, command.endsAtTag, !isAboutLiquibase else { return nil }
        return argument
    }

    /// The tag, the number or the date of the command, as an option or as a word.
    private var argument: String? {
        command?.valueKind.flatMap { value(of: $0.option) } ?? operandIndex.map { words[$0] }
    }

    /// The first word after the command that is not an option or its value.
    private var operandIndex: Int? {
        guard let index else { return nil }
        return words.indices.dropFirst(index + 1).first { place in
            (!words[place].hasPrefix("-") || Int(words[place]) != nil)
                && !Self.isValue(place, in: words)
        }
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

    /// Takes the settings of a target, and the database that the command line compares it with.
    init(_ arguments: LiquibaseArguments, _ settings: DefaultsFile) {
        self.arguments = arguments
        self.settings = settings
        guard let reference = arguments.reference else { return }
        self.settings.set("referenceUrl", to: reference.jdbc)
        if let name = reference.username { self.settings.set("referenceUsername", to: name) }
        if let password = reference.password {
            self.settings.set("referencePassword", to: password.revealed)
        }
    }

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
