import DevtoolKit

/// The part of a command line that belongs to Liquibase: a command and its options, which may precede it.
struct LiquibaseArguments {
    private(set) var words: [String]
    /// `nil` if there are only options, such as `--version`.
    let command: CommandName?
    /// The value of `--url`, removed from the words because other users can see those in the process list.
    private(set) var url: DatabaseURL?
    /// The value of `--reference-url`, removed from the words for the same reason.
    private(set) var reference: DatabaseURL?
    private var index: Int? { Self.commandIndex(in: words) }

    /// Takes the arguments that ArgumentParser did not parse.
    ///
    /// - Throws: ``Problem`` if there are none, or if an option has a value that Liquibase would silently ignore.
    init(_ arguments: [String]) throws {
        var words = arguments
        let own = words.prefix { $0 != "--" }
        // The terminator is for devtool: Liquibase would treat all words after it as operands.
        if let terminator = words.firstIndex(of: "--") { words.remove(at: terminator) }
        guard !words.isEmpty else {
            throw Problem(
                .usage, "missing Liquibase command",
                hint: "for example, run 'devtool migrate update'; 'devtool migrate -- --help' lists all commands")
        }
        if let file = words.first(where: { $0.hasPrefix("@") }) {
            throw Problem(
                .usage, "'\(file)' is an argument file, which devtool does not read",
                hint: "put the arguments on the command line")
        }
        command = Self.commandIndex(in: words).map { CommandName(words[$0]) }
        self.words = words
        url = try takeURL("--url")
        reference = try takeURL("--reference-url")
        try own.forEach(refuseOwnOption)
        if own.count == arguments.count { try refuseMisspeltCommand() }
        try checkValue()
        if command == "tag-exists", let tag = argument, let place = operandIndex {
            // Liquibase accepts a plain argument for the tag of other commands only.
            self.words[place] = "--tag=\(tag)"
        }
        try refuseHarmfulOptions()
    }

    private func refuseHarmfulOptions() throws {
        if let level = value(of: "--log-level"), !TargetSetting.logLevels.contains(level.lowercased()) {
            throw Problem(
                .usage, "'\(level)' is not a log level, so Liquibase would ignore it",
                hint: "use one of \(TargetSetting.logLevels.joined(separator: ", "))")
        }
        if hasOption("--defaults-file") {
            throw Problem(
                .usage, "'--defaults-file' is reserved: devtool uses it to pass settings",
                hint: "set 'properties-file' in devtool.yml instead")
        }
        if hasOption("--log-file") {
            throw Problem(
                .usage, "'--log-file' would hide Liquibase's log from devtool",
                hint: "redirect the output: devtool --verbose migrate … 2>FILE")
        }
    }

    /// The first known command that is not an option's value, or else the first known command, or else the first
    /// operand.
    ///
    /// The command decides whether to ask the user, so values of options must not be mistaken for it.
    private static func commandIndex(in words: [String]) -> Int? {
        let operands = words.indices.filter { !words[$0].hasPrefix("-") }
        let free = operands.filter { !isValue($0, in: words) }
        return free.first { CommandName(words[$0]).isKnown } ?? operands.first { CommandName(words[$0]).isKnown }
            ?? free.first ?? operands.first
    }

    static func firstOperand(in words: [String]) -> Int? {
        words.indices.first { !words[$0].hasPrefix("-") && !isValue($0, in: words) }
    }

    /// Whether the next word is this option's value; Liquibase 4.6.2 assumes so for all options but these flags.
    private static func takesValue(_ word: String) -> Bool {
        word.hasPrefix("--") && !word.contains("=") && !flags.contains(word)
    }

    static let flags: Set = [
        "--help", "--version", "--verbose", "--quiet", "--yes", "--dry-run", "--all-targets", "--fail-fast",
        "--exit-code", "--raw", "--json", "--lint", "--no-lint", "--markdown", "--pending", "--replay", "--rollback",
        "--with-drivers", "--access", "--drift", "--offline", "--warnings-as-errors",
    ]

    private static func isValue(_ place: Int, in words: [String]) -> Bool { place > 0 && takesValue(words[place - 1]) }

    /// Rejects an option of devtool that is misspelled, or is among Liquibase's options.
    private func refuseOwnOption(_ word: String) throws {
        let option = String(word.prefix { $0 != "=" })
        guard let key = Self.key(of: option), let meant = Self.runOptions.first(where: { Self.key(of: $0) == key })
        else { return }
        throw option == meant
            ? Problem(.usage, "'\(option)' is not an option of this command")
            : Problem(.usage, "unknown option '\(option)'", hint: "did you mean '\(meant)'?")
    }

    private func refuseMisspeltCommand() throws {
        if command == "convert" {
            throw Problem(
                .usage,
                "changelogs cannot be converted: the file is part of a changeset's identity, so databases would run "
                    + "all changesets again",
                hint: "a changelog can include files in different formats: keep the old files and write new changesets "
                    + "in the new format")
        }
        guard let command, !command.isKnown,
            let meant = command.description.nearest(in: LiquibaseCommand.offeredCommands + MigrateCommand.ownCommands)
        else { return }
        throw Problem(
            .usage, "unknown command '\(command)'",
            hint: "did you mean '\(meant)'? After '--', any command is passed to Liquibase")
    }

    /// devtool's options for this command, which it accepts in kebab-case only.
    static let runOptions = [
        "--dry-run", "--all-targets", "--fail-fast", "--exit-code", "--no-lint", "--target", "--shard", "--jobs",
        "--wait", "--plan", "--yes", "--raw", "--json", "--config", "--drift", "--quiet", "--verbose", "--color",
        "--report",
    ]

    private mutating func takeURL(_ option: String) throws -> DatabaseURL? {
        guard let text = value(of: option) else { return nil }
        guard let url = DatabaseURL(text) else { throw Problem(.usage, [DatabaseURL.unsupported(text)]) }
        words = removing(option)
        return url
    }

    /// Checks the command's tag, number or date before asking the user; Liquibase would report it later, in Java's
    /// words.
    private func checkValue() throws {
        guard let command, let kind = command.valueKind, !isAboutLiquibase else { return }
        guard let argument, kind.accepts(argument) else { throw Problem.badValue(argument, of: command, kind) }
    }

    var lastTag: String? {
        guard let command, command.endsAtTag, !isAboutLiquibase else { return nil }
        return argument
    }

    private var argument: String? {
        command?.valueKind.flatMap { value(of: $0.option) } ?? operandIndex.map { words[$0] }
    }

    private var operandIndex: Int? {
        guard let index else { return nil }
        return words.indices.dropFirst(index + 1).first { place in
            (!words[place].hasPrefix("-") || Int(words[place]) != nil) && !Self.isValue(place, in: words)
        }
    }

    /// Whether Liquibase only prints information about itself.
    var isAboutLiquibase: Bool {
        command == nil || command == "help"
            || words.indices.contains { place in
                ["--help", "-h", "--version", "-v"].contains(words[place])
                    // Liquibase would take it for the value of the preceding option and run the command.
                    && !Self.isValue(place, in: words)
            }
    }

    func replacingCommand(with name: String) -> [String] {
        var words = self.words
        if let index { words[index] = name }
        return words
    }

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

    var parameters: [String] {
        words.filter { $0.hasPrefix("-D") }.map { String($0.dropFirst(2).prefix { $0 != "=" }) }
    }

    func hasOption(_ name: String) -> Bool { words.contains { Self.key(of: $0) == Self.key(of: name) } }

    func value(of name: String) -> String? {
        guard let index = words.firstIndex(where: { Self.key(of: $0) == Self.key(of: name) }) else { return nil }
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
    let arguments: LiquibaseArguments
    var settings: DefaultsFile

    /// Combines the command line with a target's settings, including the reference database.
    init(_ arguments: LiquibaseArguments, _ settings: DefaultsFile) {
        self.arguments = arguments
        self.settings = settings
        guard let reference = arguments.reference else { return }
        self.settings.set("referenceUrl", to: reference.jdbc)
        if let name = reference.username { self.settings.set("referenceUsername", to: name) }
        if let password = reference.password { self.settings.set("referencePassword", to: password.revealed) }
    }

    subscript(name: String) -> String? { given(name) ?? settings[name] }

    /// Whether the log level is high enough to log what Liquibase does, which it is not by default.
    var tellsWhatIsDone: Bool { ["info", "fine", "debug"].contains(self["log-level"]?.lowercased() ?? "") }

    func given(_ name: String) -> String? { arguments.value(of: "--" + name) }
}

extension Problem {
    /// The mandatory value of a command is missing or invalid.
    fileprivate static func badValue(_ value: String?, of command: CommandName, _ kind: CommandName.ValueKind)
        -> Problem
    {
        switch kind {
        case .count:
            Problem(
                .usage,
                value.map { "'\($0)' is not a valid number of changesets" }
                    ?? "'\(command)' requires the number of changesets",
                hint: "write a positive integer: devtool migrate \(command) 1")
        case .date:
            Problem(
                .usage, value.map { "'\($0)' is not a date" } ?? "'\(command)' requires a date",
                hint: "write a date, optionally with a time such as 2026-01-31T12:00:00: "
                    + "devtool migrate \(command) 2026-01-31")
        case .tag:
            Problem(
                .usage, "'\(command)' requires a tag",
                hint: "write it after the command: devtool migrate \(command) TAG")
        }
    }
}
