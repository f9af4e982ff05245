import ArgumentParser
import DevtoolKit

/// The options that say which cards are meant, and how a number is written.
struct NumberingOptions: ParsableArguments {
    @Flag(help: "Number boards whose title does not end in '#', too.")
    var all = false

    @Option(help: ArgumentHelp("Only the board with this title.", valueName: "title"))
    var board: String?

    @Option(help: ArgumentHelp("Only the cards of the list with this name.", valueName: "name"))
    var list: String?

    @Option(help: "Only cards on the board, or only those in the archive.")
    var only: CardState?

    @Option(
        help: ArgumentHelp(
            "How a number is written, as in '[{number}] '. (default: '#{number} ')",
            valueName: "format"))
    var format: String?

    @Option(
        help: ArgumentHelp("Write APP-12 for 12, where this is 'APP-'.", valueName: "prefix"))
    var prefix: String?

    /// Creates the options; their values come from the command line.
    init() {}

    /// Refuses options that contradict each other.
    func validate() throws {
        if format != nil, prefix != nil {
            throw ValidationError("'--format' and '--prefix' cannot be used together.")
        }
        do {
            _ = try spelling
        } catch {
            throw ValidationError("\(error).")
        }
    }

    /// Whether any of them is given.
    var isGiven: Bool {
        all || only != nil || [board, list, format, prefix].contains { $0 != nil }
    }

    /// How a number is written, as far as the options say it.
    private var spelling: NumberSpelling? {
        get throws(NumberFormatError) {
            if let format { return try NumberSpelling(format: format) }
            return try prefix.map { prefix throws(NumberFormatError) in
                try NumberSpelling(prefix: prefix)
            }
        }
    }

    /// The rule that the options describe, completed by the section `cards` of `devtool.yml`.
    ///
    /// - Throws: ``ConfigurationError``.
    func rule(_ action: NumberingRule.Action, in context: Context) throws -> NumberingRule {
        let section = try context.configurationOrDefaults().section(of: CardsCommand.self)
        let configured = try NumberSpelling(format: section[CardsSetting.format])
        return NumberingRule(
            action: action,
            spelling: try spelling ?? configured,
            includesUnmarkedBoards: all,
            selection: CardSelection(board: board, list: list, state: only))
    }
}
