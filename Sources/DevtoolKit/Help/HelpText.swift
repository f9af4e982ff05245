import ArgumentParser

struct HelpText {
    let suite: Suite

    func ofSuite(listing plugins: String?) -> String {
        var paragraphs = named(suite.root.helpMessage()).paragraphs
        let pointers =
            (paragraphs.last?.hasPrefix("  See ") == true ? [paragraphs.removeLast()] : []) + [
                "  See '\(suite.name) help --man' for the manual page."
            ]
        return (paragraphs + [plugins, Self.globalOptions].compactMap { $0 } + [pointers.joined(separator: "\n")])
            .joined(separator: "\n\n")
    }

    func completed(_ text: String) -> String {
        let text = named(text)
        guard let path = path(in: text), let command = path.last else { return text }
        let name = path.map { $0._commandName }.joined(separator: " ")
        var paragraphs = text.paragraphs.filter { !$0.hasPrefix("  See ") }
        if let options = paragraphs.firstIndex(where: { $0.hasPrefix("OPTIONS:") }),
            paragraphs.contains(where: { $0.hasPrefix("SUBCOMMANDS:") }),
            let implied = command.configuration.defaultSubcommand
        {
            // Its own options are only '--help', which the default subcommand has as well.
            paragraphs.replaceSubrange(options...options, with: sections(of: implied))
        }
        if let plugin = command as? any Plugin.Type {
            paragraphs += [
                plugin.settings.paragraph(ofSection: plugin.sectionName), plugin.examplesParagraph(in: suite.name),
            ].compactMap { $0 }
        }
        var pointers = ["  See '\(suite.name) help --man \(path[0]._commandName)' for the manual page."]
        if !command.shownSubcommands.isEmpty {
            pointers.insert("  See '\(suite.name) help \(name) <subcommand>' for detailed help.", at: 0)
        }
        return (paragraphs + [pointers.joined(separator: "\n")]).joined(separator: "\n\n")
    }

    /// The root command does not declare these options: ArgumentParser would also consume them after a command's name.
    private static var globalOptions: String {
        let rows = CommandOutline.globalOptions.map { option in
            let words = option.words.joined(separator: ", ")
            return option.label().helpRow(option.summary + (words.isEmpty ? "" : " (values: \(words))"))
        }
        return (["GLOBAL OPTIONS (before the command name; most commands also accept them after it):"] + rows).joined(
            separator: "\n")
    }

    func message(of command: any ParsableCommand.Type) -> String {
        // The suite has a version, but a command has no such option.
        suite.root.helpMessage(for: command).replacing(/\n  --version .*/, with: "")
    }

    /// The arguments and options in the help of a command.
    private func sections(of command: any ParsableCommand.Type) -> ArraySlice<String> {
        named(message(of: command)).paragraphs.filter { !$0.hasPrefix("  See ") }.drop { !$0.hasPrefix(Self.usageMark) }
            .dropFirst()
    }

    func usage(of command: any ParsableCommand.Type) -> String {
        let help = named(suite.root.helpMessage(for: command))
        guard let line = help.paragraphs.first(where: { $0.hasPrefix(Self.usageMark) }) else { return "" }
        return line.dropFirst(Self.usageMark.count).dropFirst(suite.name.count).split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }

    func discussion(of command: any ParsableCommand.Type) -> String {
        let configuration = command.configuration
        return named(configuration.discussion.isEmpty ? configuration.abstract : configuration.discussion)
    }

    private static let usageMark = "USAGE: "

    private func named(_ text: String) -> String {
        var text = text.replacing(Suite.placeholder, with: suite.name)
        // A command that is parsed by itself appears as the root.
        if let usage = text.firstRange(of: Self.usageMark), !text[usage.upperBound...].hasPrefix("\(suite.name) ") {
            text.insert(contentsOf: "\(suite.name) ", at: usage.upperBound)
        }
        return text
    }

    private func path(in text: String) -> [any ParsableCommand.Type]? {
        guard let usage = text.firstRange(of: Self.usageMark) else { return nil }
        let line = text[usage.upperBound...].prefix { $0 != "\n" }
        var path: [any ParsableCommand.Type] = []
        for word in line.split(separator: " ").dropFirst() {
            let last = path.last ?? suite.root
            guard let next = last.subcommand(namedIn: [String(word)]) else { break }
            path.append(next)
        }
        return path.isEmpty ? nil : path
    }
}

extension String {
    fileprivate var paragraphs: [String] {
        split(separator: "\n\n").map { String($0.hasSuffix("\n") ? $0.dropLast() : $0) }
    }
}

extension [Setting] {
    func paragraph(ofSection section: String) -> String? {
        if isEmpty { return nil }
        let rows = lines.map { line in line.key.helpRow(line.help + (line.value.isEmpty ? "" : " (\(line.value))")) }
        return (["SETTINGS (in \(ConfigurationFile.name), under '\(section)'):"] + rows).joined(separator: "\n")
    }
}

extension Plugin {
    fileprivate static func examplesParagraph(in suite: String) -> String? {
        if examples.isEmpty { return nil }
        let lines = examples.flatMap { example in ["  # \(example.purpose)", "  \(suite) \(example.line)"] }
        return (["EXAMPLES:"] + lines).joined(separator: "\n")
    }
}
