import ArgumentParser
import Scanning

/// The manual of a suite, generated from the same declarations as help and schema.
struct Manual {
    let suite: Suite
    let sections: [(name: String, settings: [Setting])]
    /// The other top-level keys of `devtool.yml`.
    let documents: [ConfigurationDocument]
    let sample: String
    let date: String

    var pages: [ManualPage] { [suitePage] + commands.map(commandPage) + [configurationPage] }

    private var commands: [any ParsableCommand.Type] { suite.root.shownSubcommands }

    private func name(of command: any ParsableCommand.Type) -> String { "\(suite.name)-\(command._commandName)" }

    private var commandReferences: [String] { commands.map { name(of: $0) + "(1)" } }

    private var help: HelpText { HelpText(suite: suite) }

    private func page(_ name: String, section: Int, purpose: String) -> ManualPage {
        let source = "\(suite.name) \(suite.version.prefix { $0 != " " })"
        return ManualPage(name, section: section, date: date, source: source, purpose: purpose)
    }

    private var suitePage: ManualPage {
        var page = page(suite.name, section: 1, purpose: suite.root.configuration.abstract.asPurpose)
        page.heading("SYNOPSIS")
        page.synopsis(suite.name, "[<global option> ...] <command> [<argument> ...]")
        if !suite.root.configuration.discussion.isEmpty {
            page.heading("DESCRIPTION")
            page.prose(suite.root.configuration.discussion)
        }
        page.heading("COMMANDS")
        for command in commands { page.term(command._commandName, command.configuration.abstract) }
        page.heading("OPTIONS")
        options(CommandOutline(of: suite.root).options, in: &page)
        page.heading("GLOBAL OPTIONS")
        page.prose("Put them before the command name; most commands also accept them after it.")
        options(CommandOutline.globalOptions, in: &page)
        page.heading("EXAMPLES")
        for example in commands.compactMap({ ($0 as? any Plugin.Type)?.examples.first }) {
            page.example("\(suite.name) \(example.line)", example.purpose)
        }
        page.heading("EXIT STATUS")
        for (status, meaning) in ExitCodesTopic.meanings(in: suite.name) { page.term(String(status.rawValue), meaning) }
        seeAlso(commandReferences + [configurationReference], &page)
        return page
    }

    private func commandPage(of command: any ParsableCommand.Type) -> ManualPage {
        let name = name(of: command)
        var page = page(name, section: 1, purpose: command.configuration.abstract.asPurpose)
        page.heading("SYNOPSIS")
        synopsis(of: command, in: &page)
        page.heading("DESCRIPTION")
        page.prose(help.discussion(of: command))
        arguments(of: command, in: &page, isInner: false)
        for subcommand in command.shownSubcommands {
            page.heading("\(command._commandName) \(subcommand._commandName)".uppercased())
            synopsis(of: subcommand, in: &page)
            page.prose(help.discussion(of: subcommand))
            arguments(of: subcommand, in: &page, isInner: true)
            examples(of: subcommand, in: &page, isInner: true)
        }
        let settings = (command as? any Plugin.Type)?.settings ?? []
        if !settings.isEmpty {
            page.heading("SETTINGS")
            page.prose(
                "These settings are in the section '\(command._commandName)' of \(ConfigurationFile.name); see"
                    + " \(configurationReference).")
            list(settings, in: &page)
        }
        examples(of: command, in: &page, isInner: false)
        page.heading("EXIT STATUS")
        page.prose("\(suite.name)(1) lists the exit statuses.")
        seeAlso(["\(suite.name)(1)", configurationReference], &page)
        return page
    }

    private var configurationPage: ManualPage {
        let name = ConfigurationFile.name
        var page = page(name, section: 5, purpose: "configuration file for \(suite.name)")
        page.heading("DESCRIPTION")
        page.prose(
            """
            The file is in the project's folder; \(suite.name) uses the nearest one in the working \
            directory or a folder above it. It is a YAML file with a section for each command that has \
            settings. '\(suite.name) init' creates a commented one, '\(suite.name) config check' checks it, \
            and '\(suite.name) schema' prints its JSON Schema.

            Each value comes from the first of these that sets it:
            """)
        for (place, layer) in ConfigurationLayers.precedence(of: suite.name).enumerated() {
            page.term("\(place + 1).", layer)
        }
        for (name, settings) in sections where !settings.isEmpty {
            page.heading("SECTION \(name.uppercased())")
            list(settings, in: &page)
        }
        for document in documents {
            page.heading("KEY \(document.key.uppercased())")
            page.prose(document.summary)
            for (key, summary) in document.entryKeys { page.term(key, summary) }
        }
        page.heading("EXAMPLES")
        page.literal(sample.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        seeAlso(["\(suite.name)(1)"] + commandReferences, &page)
        return page
    }
}

extension Manual {
    private var configurationReference: String { "\(ConfigurationFile.name)(5)" }

    private func synopsis(of command: any ParsableCommand.Type, in page: inout ManualPage) {
        let usage = help.usage(of: command)
        let words = usage.split(separator: " ").prefix { !"[<".contains($0.first ?? "[") }
        page.synopsis(
            ([suite.name] + words.map(String.init)).joined(separator: " "),
            usage.split(separator: " ").dropFirst(words.count).joined(separator: " "))
    }

    private func arguments(of command: any ParsableCommand.Type, in page: inout ManualPage, isInner: Bool) {
        let outline = CommandOutline(of: command)
        if !outline.positionals.isEmpty {
            page.heading("Arguments", isInner: isInner)
            for argument in outline.positionals { page.term("<\(argument.value.name)>", argument.summary) }
        }
        let global = Set(CommandOutline(of: GlobalOptions.self).options.map(\.names))
        let own = outline.options.filter { !$0.isHidden && !global.contains($0.names) }
        for heading in own.map(\.heading).distinct {
            page.heading(heading ?? "Options", isInner: isInner)
            options(own.filter { $0.heading == heading }, in: &page)
        }
    }

    private func options(_ options: [CommandOutline.Option], in page: inout ManualPage) {
        for option in options where !option.isHidden {
            if options.contains(where: option.isInversion) { continue }
            // An inversion is listed with its flag.
            let inversions = options.filter { $0.isInversion(of: option) }
            let words = option.words.joined(separator: ", ")
            page.term(
                option.label(and: inversions.flatMap(\.names)),
                [
                    option.summary, option.fallback.map { "The default is '\($0)'." },
                    words.isEmpty ? nil : "Values: \(words).",
                ].compactMap { $0 }.joined(separator: " "))
        }
    }

    private func list(_ settings: [Setting], in page: inout ManualPage) {
        for line in settings.lines {
            page.term(line.value.isEmpty ? line.key : "\(line.key) (\(line.value))", line.help)
        }
    }

    private func examples(of command: any ParsableCommand.Type, in page: inout ManualPage, isInner: Bool) {
        let examples = (command as? any Plugin.Type)?.examples ?? []
        if examples.isEmpty { return }
        page.heading("Examples", isInner: isInner)
        for example in examples { page.example("\(suite.name) \(example.line)", example.purpose) }
    }

    private func seeAlso(_ pages: [String], _ page: inout ManualPage) {
        page.heading("SEE ALSO")
        page.prose(pages.joined(separator: ", "))
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
