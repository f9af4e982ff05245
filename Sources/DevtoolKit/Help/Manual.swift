import ArgumentParser

/// The manual of a suite, generated from the same declarations as help and schema.
struct Manual {
    let suite: Suite
    let sections: [(name: String, settings: [Setting])]
    /// The other top-level keys of `devtool.yml`.
    let documents: [ConfigurationDocument]
    let sample: String
    let date: String

    var pages: [ManualPage] { [suitePage] + commands.map(page) + [configurationPage] }

    private var commands: [any ParsableCommand.Type] { suite.root.shownSubcommands }

    private func name(of command: any ParsableCommand.Type) -> String { "\(suite.name)-\(command._commandName)" }

    private var commandReferences: [String] { commands.map { name(of: $0) + "(1)" } }

    private var help: HelpText { HelpText(suite: suite) }

    private func roff(_ name: String, section: Int) -> RoffText {
        RoffText(
            name: name, section: section, date: date, source: "\(suite.name) \(suite.version.prefix { $0 != " " })")
    }

    private var suitePage: ManualPage {
        var roff = roff(suite.name, section: 1)
        roff.heading("NAME")
        roff.name(suite.name, purpose: suite.root.configuration.abstract.asPurpose)
        roff.heading("SYNOPSIS")
        roff.synopsis(suite.name, "[<global option> ...] <command> [<argument> ...]")
        if !suite.root.configuration.discussion.isEmpty {
            roff.heading("DESCRIPTION")
            roff.prose(suite.root.configuration.discussion)
        }
        roff.heading("COMMANDS")
        for command in commands { roff.term(command._commandName, command.configuration.abstract) }
        roff.heading("OPTIONS")
        options(CommandOutline(of: suite.root).options, in: &roff)
        roff.heading("GLOBAL OPTIONS")
        roff.prose("Put them before the command name; most commands also accept them after it.")
        options(CommandOutline.globalOptions, in: &roff)
        roff.heading("EXAMPLES")
        for example in commands.compactMap({ ($0 as? any Plugin.Type)?.examples.first }) {
            roff.example("\(suite.name) \(example.line)", example.purpose)
        }
        roff.heading("EXIT STATUS")
        for (status, meaning) in ExitCodesTopic.meanings(in: suite.name) { roff.term(String(status.rawValue), meaning) }
        seeAlso(commandReferences + [configurationReference], &roff)
        return ManualPage(name: suite.name, section: 1, text: roff.text)
    }

    private func page(of command: any ParsableCommand.Type) -> ManualPage {
        let name = name(of: command)
        var roff = roff(name, section: 1)
        roff.heading("NAME")
        roff.name(name, purpose: command.configuration.abstract.asPurpose)
        roff.heading("SYNOPSIS")
        synopsis(of: command, in: &roff)
        roff.heading("DESCRIPTION")
        roff.prose(help.discussion(of: command))
        arguments(of: command, in: &roff, heading: .heading)
        for subcommand in command.shownSubcommands {
            roff.heading("\(command._commandName) \(subcommand._commandName)".uppercased())
            synopsis(of: subcommand, in: &roff)
            roff.prose(help.discussion(of: subcommand))
            arguments(of: subcommand, in: &roff, heading: .subheading)
            examples(of: subcommand, in: &roff, heading: .subheading)
        }
        let settings = (command as? any Plugin.Type)?.settings ?? []
        if !settings.isEmpty {
            roff.heading("SETTINGS")
            roff.prose(
                "These settings are in the section '\(command._commandName)' of \(ConfigurationFile.name); see"
                    + " \(configurationReference).")
            list(settings, in: &roff)
        }
        examples(of: command, in: &roff, heading: .heading)
        roff.heading("EXIT STATUS")
        roff.prose("\(suite.name)(1) lists the exit statuses.")
        seeAlso(["\(suite.name)(1)", configurationReference], &roff)
        return ManualPage(name: name, section: 1, text: roff.text)
    }

    private var configurationPage: ManualPage {
        let name = ConfigurationFile.name
        var roff = roff(name, section: 5)
        roff.heading("NAME")
        roff.name(name, purpose: "configuration file for \(suite.name)")
        roff.heading("DESCRIPTION")
        roff.prose(
            """
            The file is in the project's folder; \(suite.name) uses the nearest one in the working \
            directory or a folder above it. It is a YAML file with a section for each command that has \
            settings. '\(suite.name) init' creates a commented one, '\(suite.name) config check' checks it, \
            and '\(suite.name) schema' prints its JSON Schema.

            Each value comes from the first of these that sets it:
            """)
        for (place, layer) in ConfigurationLayers.precedence(of: suite.name).enumerated() {
            roff.term("\(place + 1).", layer)
        }
        for (name, settings) in sections where !settings.isEmpty {
            roff.heading("SECTION \(name.uppercased())")
            list(settings, in: &roff)
        }
        for document in documents {
            roff.heading("KEY \(document.key.uppercased())")
            roff.prose(document.summary)
            for (key, summary) in document.entryKeys { roff.term(key, summary) }
        }
        roff.heading("EXAMPLES")
        roff.literal(sample.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        seeAlso(["\(suite.name)(1)"] + commandReferences, &roff)
        return ManualPage(name: name, section: 5, text: roff.text)
    }
}

extension Manual {
    private enum Rank {
        case heading, subheading

        func add(_ text: String, to roff: inout RoffText) {
            switch self {
            case .heading: roff.heading(text)
            case .subheading: roff.subheading(text)
            }
        }
    }

    private var configurationReference: String { "\(ConfigurationFile.name)(5)" }

    private func synopsis(of command: any ParsableCommand.Type, in roff: inout RoffText) {
        let usage = help.usage(of: command)
        let words = usage.split(separator: " ").prefix { !"[<".contains($0.first ?? "[") }
        roff.synopsis(
            ([suite.name] + words.map(String.init)).joined(separator: " "),
            usage.split(separator: " ").dropFirst(words.count).joined(separator: " "))
    }

    private func arguments(of command: any ParsableCommand.Type, in roff: inout RoffText, heading rank: Rank) {
        let outline = CommandOutline(of: command)
        if !outline.positionals.isEmpty {
            rank.add("Arguments", to: &roff)
            for argument in outline.positionals { roff.term("<\(argument.value.name)>", argument.summary) }
        }
        let global = Set(CommandOutline(of: GlobalOptions.self).options.map(\.names))
        let own = outline.options.filter { !$0.isHidden && !global.contains($0.names) }
        let headings = own.map(\.heading).reduce(into: [String?]()) { headings, next in
            if !headings.contains(next) { headings.append(next) }
        }
        for heading in headings {
            rank.add(heading ?? "Options", to: &roff)
            options(own.filter { $0.heading == heading }, in: &roff)
        }
    }

    private func options(_ options: [CommandOutline.Option], in roff: inout RoffText) {
        for option in options where !option.isHidden {
            if options.contains(where: option.isInversion) { continue }
            // An inversion is listed with its flag.
            let inversions = options.filter { $0.isInversion(of: option) }
            let words = option.words.joined(separator: ", ")
            roff.term(
                option.label(and: inversions.flatMap(\.names)),
                [
                    option.summary, option.fallback.map { "The default is '\($0)'." },
                    words.isEmpty ? nil : "Values: \(words).",
                ].compactMap { $0 }.joined(separator: " "))
        }
    }

    private func list(_ settings: [Setting], in roff: inout RoffText) {
        for line in settings.lines {
            roff.term(line.value.isEmpty ? line.key : "\(line.key) (\(line.value))", line.help)
        }
    }

    private func examples(of command: any ParsableCommand.Type, in roff: inout RoffText, heading rank: Rank) {
        let examples = (command as? any Plugin.Type)?.examples ?? []
        if examples.isEmpty { return }
        rank.add("Examples", to: &roff)
        for example in examples { roff.example("\(suite.name) \(example.line)", example.purpose) }
    }

    private func seeAlso(_ pages: [String], _ roff: inout RoffText) {
        roff.heading("SEE ALSO")
        roff.prose(pages.joined(separator: ", "))
    }
}

extension CommandOutline.Option {
    /// Whether this is the `--no-NAME` of a flag `--NAME`.
    fileprivate func isInversion(of other: Self) -> Bool {
        value == nil && names.count == 1 && other.names.contains { names[0] == "--no-" + $0.dropFirst(2) }
    }
}

extension String {
    /// The sentence in lower case and without its full stop, for the NAME section.
    fileprivate var asPurpose: String {
        let text = hasSuffix(".") ? dropLast() : self[...]
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
