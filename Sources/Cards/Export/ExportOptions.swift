import ArgumentParser
import DevtoolKit

/// The options of `devtool cards` that ask for another shape than the export's own.
struct ExportOptions: ParsableArguments {
    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "Write the board in another shape. (default: that of the output's name)",
            valueName: "format"))
    var format: ExportFormat?

    @Flag(
        name: .customLong("raw-csv"),
        help: "In CSV, leave cells alone that a spreadsheet could take for a formula.")
    var rawCSV = false

    /// The export that was asked for; nil where the board is to keep its shape.
    ///
    /// - Parameters:
    ///   - format: the shape.
    ///   - rule: what it is to show, and how numbers are spelled.
    ///   - context: where standard output is.
    ///   - target: where the result goes.
    /// - Returns: the export, coloured and cut for a terminal if it goes to one.
    func export(
        as format: ExportFormat?, by rule: NumberingRule, in context: Context,
        to target: OutputTarget
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
