package import ArgumentParser
package import DevtoolKit
import SystemPackage

/// `devtool cards`: adds each Trello card's number to its title.
package struct CardsCommand: Plugin, GlobalOptionsAccepting, OptionalValuesAccepting {
    /// The command's name and help.
    package static let configuration = CommandConfiguration(
        commandName: "cards",
        // Tells ArgumentParser that this is no program of its own: it then does not look for a request of
        // completions, which costs more than reading a small export.
        _superCommandName: "devtool",
        abstract: "Number the cards of a Trello board's JSON export.",
        discussion: """
            If the board's title ends in '#', adds each card's number to its title, as in \
            '#12 Fix login', unless the title already begins with a number. Leaves every other \
            byte unchanged.

            Processes every file even if one fails. In a folder, every JSON file with cards is \
            an export.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Exports, folders of exports, board URLs, or '-' for standard input.",
            valueName: "file"))
    var files: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write the result to this file or folder; a name such as board.csv sets the format.",
            valueName: "file"))
    var output: String?

    @Flag(
        name: [.customShort("i"), .customLong("in-place")], help: "Edit the exports in place.")
    var inPlace = false

    @Option(
        name: .customLong("backup"), defaultAsFlag: "~",
        help: ArgumentHelp(
            "With --in-place, keep the original as board.json~; --backup=.orig keeps it as "
                + "board.json.orig.",
            valueName: "suffix"))
    var backup: String?

    @OptionGroup(title: "Preview and undo")
    var review: ReviewOptions

    @OptionGroup(title: "Selection and number format")
    var numbering: NumberingOptions

    @OptionGroup(title: "Export formats")
    var exporting: ExportOptions

    /// The options whose value is optional.
    package static let optionalValues = ["--backup": "~"]

    /// The global options.
    @OptionGroup
    package var globalOptions: GlobalOptions

    /// Creates the command; its properties come from the command line.
    package init() {}

    /// Rejects invalid options and combinations.
    package func validate() throws {
        if output == "" {
            throw ValidationError("'--output' requires a file name")
        }
        if let backup {
            guard inPlace else { throw ValidationError("'--backup' requires '--in-place'") }
            if backup.isEmpty || backup.contains("/") {
                throw ValidationError("'--backup' requires a file name suffix without '/'")
            }
        }
        if inPlace, output != nil {
            throw ValidationError("'--in-place' and '--output' cannot be combined")
        }
        if inPlace, exporting.format != nil {
            throw ValidationError("'--in-place' and '--to' cannot be combined")
        }
        if inPlace, files.contains(where: BoardAddress.isURL) {
            throw ValidationError("'--in-place' requires a file; it cannot replace a URL")
        }
        if inPlace, files.isEmpty || files.contains("-") {
            throw ValidationError(
                "'--in-place' requires a file; it cannot be used with standard input")
        }
        if exporting.rawCSV, format != .csv {
            throw ValidationError(
                "'--raw-csv' requires '--to csv', or an output file that ends in '.csv'")
        }
        try validateReview()
        if files.isEmpty, FileDescriptor.standardInput.isTerminal {
            throw ValidationError("missing export: name a file, or '-' for standard input")
        }
    }

    /// Refuses what makes no sense with a preview or a journal.
    private func validateReview() throws {
        if review.isPreview, inPlace || output != nil {
            let option = review.check ? "--check" : "--diff"
            throw ValidationError(
                "'\(option)' writes no file, so it cannot be combined with '--output' or '--in-place'"
            )
        }
        if review.isPreview || review.journal != nil, format != nil {
            throw ValidationError(
                "'--check', '--diff' and '--journal' cannot be combined with an export format")
        }
        guard review.journal != nil else { return }
        if files.count > 1 { throw ValidationError("'--journal' works with one file only") }
        if review.undo, numbering.isGiven {
            throw ValidationError(
                "'--undo' with '--journal' cannot be combined with options that select cards or "
                    + "set the number format")
        }
        if !review.undo, !inPlace, outputFile == nil {
            throw ValidationError("'--journal' requires '--output' or '--in-place'")
        }
    }

    /// The file or folder for the result; nil for standard output, which is also called `-`.
    private var outputFile: String? { output == "-" ? nil : output }

    /// The shape that is asked for, by its name or by that of the output; nil for the export's own.
    private var format: ExportFormat? {
        exporting.format ?? outputFile.flatMap(ExportFormat.init(fileName:))
    }

    /// Processes all exports.
    package mutating func run(in context: Context) async throws {
        let folder = outputFile.flatMap { OutputFolder($0, isNeeded: false, in: context) }
        let inputs = try BoardFiles(files, in: context, excluding: folder?.path)
        // A folder may have any name.
        let format = folder == nil ? format : exporting.format
        let target = try target(for: inputs, or: folder, as: format, in: context)
        if let format, !format.canFollowItself, inputs.isMany, case .standardOutput = target {
            throw ExportError.severalDocuments(format)
        }
        let rule = try numbering.rule(review.action, in: context)
        let job = BoardJob(
            context: context, rule: rule, target: target,
            export: exporting.export(as: format, by: rule, in: context, to: target),
            journal: review.journal.map(context.path))
        if job.journal != nil, inputs.hasFolder { throw JournalError.ofFolder }
        try await BoardRun(inputs: inputs, job: job).run()
    }

    /// Where the outputs go.
    private func target(
        for inputs: BoardFiles, or folder: OutputFolder?, as format: ExportFormat?,
        in context: Context
    ) throws -> OutputTarget {
        if review.check { return .check }
        if review.diff { return .diff }
        if inPlace { return .inPlace(backupSuffix: backup) }
        guard let outputFile else { return .standardOutput }
        if let folder { return .folder(folder.naming(format?.fileExtensions.first)) }
        let path = context.path(outputFile)
        guard inputs.isMany else { return .file(path) }
        // The name is a file's, and the folder would be a surprise.
        if ExportFormat(fileName: outputFile) != nil || path.extension?.lowercased() == "json" {
            throw ExportError.severalToFile(outputFile)
        }
        guard let folder = OutputFolder(outputFile, in: context) else { return .file(path) }
        return .folder(folder.naming(format?.fileExtensions.first))
    }
}
