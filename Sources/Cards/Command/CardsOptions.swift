import ArgumentParser
package import DevtoolKit

struct NumberingOptions: ParsableArguments {
    @Flag(help: "Also number boards whose title does not end in '#'.") var all = false

    @Option(help: ArgumentHelp("Process only the board with this title.", valueName: "title")) var board: String?

    @Option(help: ArgumentHelp("Process only the cards in this list.", valueName: "name")) var list: String?

    @Option(help: ArgumentHelp("Process only open cards or only archived cards.", valueName: "state")) var only:
        CardState?

    @Option(
        help: ArgumentHelp("Set the number format, such as '[{number}] '. (default: '#{number} ')", valueName: "text"))
    var format: String?

    @Option(help: ArgumentHelp("Add this prefix to each number: with 'APP-', 12 becomes APP-12.", valueName: "text"))
    var prefix: String?

    func validate() throws {
        if format != nil, prefix != nil {
            throw ValidationError("'--format' and '--prefix' cannot be combined: drop one of them")
        }
        if let spelling, let problem = NumberSpelling.problem(with: spelling) {
            throw ValidationError("the number format '\(spelling)' \(problem)")
        }
    }

    var given: String? {
        let options = [
            ("--board", board != nil), ("--list", list != nil), ("--only", only != nil), ("--format", format != nil),
            ("--prefix", prefix != nil),
        ]
        return options.first { $0.1 }?.0
    }

    private var spelling: String? { format ?? prefix.map { "\($0)\(NumberSpelling.placeholder) " } }

    /// The rule that the options select, with defaults from the section `cards` of `devtool.yml`.
    func rule(_ action: NumberingRule.Action, in context: Context) throws -> NumberingRule {
        let section = try context.configurationOrDefaults().section(of: CardsCommand.self)
        guard let spelling = NumberSpelling(format: spelling ?? section[CardsSetting.format]) else {
            preconditionFailure("the format is checked when it is read")
        }
        return NumberingRule(
            action: action, spelling: spelling, includesUnmarkedBoards: all,
            selection: CardSelection(board: board, list: list, state: only))
    }
}

struct ReviewOptions: ParsableArguments {
    @Flag(help: "Change nothing; exit with status 1 if a card has no number.") var check = false

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "With --check, instead report what this importer would reject or drop.", valueName: "importer"))
    var importer: Importer?

    @Flag(help: "With --check, print the findings as JSON.") var json = false

    @Flag(help: "With --check, treat warnings as errors.") var warningsAsErrors = false

    @Option(
        help: ArgumentHelp("Explain a --check rule, then exit.", valueName: "rule"),
        completion: .list(CardsCommand.rules.map(\.id))) var explainRule: String?

    @Flag(name: .customLong("allow-empty"), help: "With --check or --to, pass even if there are no cards.")
    var allowEmpty = false

    @Flag(
        name: [.customLong("diff"), .customLong("dry-run")], help: "Show the titles before and after; change nothing.")
    var diff = false

    @Flag(help: "Remove the numbers, without --journal also those from before.") var undo = false

    @Option(
        help: ArgumentHelp(
            "Record the edits in this file or folder; with --undo, revert them exactly.", valueName: "file"))
    var journal: String?

    func validate() throws {
        if check, undo || diff {
            throw ValidationError("'--check' and '\(diff ? "--diff" : "--undo")' cannot be combined: drop one of them")
        }
        for (option, isGiven) in [("--for", importer != nil), ("--warnings-as-errors", warningsAsErrors)]
        where isGiven && !check { throw ValidationError("'\(option)' requires '--check'") }
        if check || diff, journal != nil {
            throw ValidationError(
                "'\(check ? "--check" : "--diff")' and '--journal' cannot be combined: "
                    + "drop '--journal' because nothing is written")
        }
        if let journal, journal.isEmpty || journal == "-" { throw ValidationError("'--journal' requires a file name") }
    }

    var isPreview: Bool { check || diff }

    var action: NumberingRule.Action { undo ? .undo : .number }
}

struct ExportOptions: ParsableArguments {
    @Option(
        name: .customLong("to"),
        help: ArgumentHelp("Export the board in this format. (default: from the output file name)", valueName: "format")
    ) var choice: ExportChoice?

    @Flag(name: .customLong("raw-csv"), help: "Leave CSV cells unescaped even if they look like formulas.") var rawCSV =
        false

    @Option(help: ArgumentHelp("Download the attachments stored by Trello to this folder.", valueName: "folder"))
    var attachments: String?

    @Flag(help: "With --attachments and --to html, embed pictures in the page.") var embed = false

    @Flag(help: "With --to json, print the JSON Schema of each line.") var schema = false

    var format: ExportFormat? { choice?.format }

    func validate() throws { if schema, format != .json { throw ValidationError("'--schema' requires '--to json'") } }

    /// The export for the options; `nil` to keep the board's format.
    ///
    /// Output to a terminal is colored and cut to its width.
    func export(
        as format: ExportFormat?, by rule: NumberingRule, in context: Context, to target: OutputTarget,
        named output: String?
    ) -> BoardExport? {
        guard let format else { return nil }
        var export = BoardExport(format: format, rawCSV: rawCSV, selection: rule.selection, spelling: rule.spelling)
        export.isJSONLines = output.flatMap(ExportFormat.isJSONLines)
        if case .standardOutput = target {
            export.width = context.console.outputWidth
            export.style = ColorChoice.auto.style(environment: context.environment, isTerminal: export.width != nil)
        }
        return export
    }
}

enum CardsSetting {
    static let format = SettingKey.string(
        "format", default: NumberSpelling.standard.format, help: "The format of the number before a card's title."
    ).checked(by: NumberSpelling.problem(with:))
    static let key = SettingKey.secret("key", help: "Trello API key for private boards, as {env: NAME}.")
    static let token = SettingKey.secret("token", help: "Trello API token for private boards, as {env: NAME}.")
    static let api = SettingKey.string("api", default: BoardAccess.trello, help: "The base URL of the Trello API.")
        .checked(by: BoardAccess.problem(withAPI:))
    static let timeout = SettingKey.duration(
        "timeout", default: .seconds(300), help: "The time limit for fetching a board.")
}

extension CardsCommand {
    package static let settings = [
        CardsSetting.format.setting, CardsSetting.key.setting, CardsSetting.token.setting, CardsSetting.api.setting,
        CardsSetting.timeout.setting,
    ]
}
