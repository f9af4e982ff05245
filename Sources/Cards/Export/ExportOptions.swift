import ArgumentParser
import DevtoolKit

/// The options of `devtool cards` that ask for another shape than the export's own.
struct ExportOptions: ParsableArguments {
    @Option(
        name: .customLong("to"),
        help: ArgumentHelp("Write the board in another shape.", valueName: "format"))
    var format: ExportFormat?

    @Flag(
        name: .customLong("raw-csv"),
        help: "With --to csv, leave cells alone that a spreadsheet could take for a formula.")
    var rawCSV = false

    /// Refuses what makes no sense without the other.
    func validate() throws {
        if rawCSV, format != .csv {
            throw ValidationError("'--raw-csv' needs '--to csv'.")
        }
    }

    /// The export that was asked for; nil where the board is to keep its shape.
    ///
    /// - Parameters:
    ///   - rule: what it is to show, and how numbers are spelled.
    ///   - context: where standard output is.
    ///   - target: where the result goes.
    /// - Returns: the export, coloured and cut for a terminal if it goes to one.
    func export(
        by rule: NumberingRule, in context: Context, to target: OutputTarget
    ) -> BoardExport? {
        guard let format else { return nil }
        var export = BoardExport(
            format: format, rawCSV: rawCSV, selection: rule.selection, spelling: rule.spelling)
        if case .standardOutput = target {
            let width = context.console.outputWidth
            export.terminal.width = width
            export.terminal.style = ColorChoice.auto.style(
                environment: context.environment, isTerminal: width != nil)
        }
        return export
    }
}
