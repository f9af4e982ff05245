package import ArgumentParser
package import DevtoolKit
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// `devtool cards`: puts the numbers of a Trello board's cards into their titles.
package struct CardsCommand: Plugin, GlobalOptionsAccepting, OptionalValuesAccepting {
    /// Name and help of the command.
    package static let configuration = CommandConfiguration(
        commandName: "cards",
        // Tells ArgumentParser that this is no program of its own: it then does not look for a request of
        // completions, which costs more than reading a small export.
        _superCommandName: "devtool",
        abstract: "Number the cards of a Trello board's JSON export.",
        discussion: """
            If the board's title ends in '#', every card gets its number before its title, as in \
            '#12 Fix login', unless the title begins with a number already. Everything else is \
            kept as it is, byte for byte.

            Of several files all are done, whatever becomes of one. In folders, all exports are \
            looked for; they are JSON files with cards.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Exports, folders with exports, URLs of boards, or '-' for standard input.",
            valueName: "file"))
    var files: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write the result to this file, or folder.", valueName: "file"))
    var output: String?

    @Flag(
        name: [.customShort("i"), .customLong("in-place")], help: "Replace the exports themselves.")
    var inPlace = false

    @Option(
        name: .customLong("backup"), defaultAsFlag: "~",
        help: ArgumentHelp(
            "With --in-place: keep the original as board.json~, or with --backup=.orig as "
                + "board.json.orig.",
            valueName: "suffix"))
    var backup: String?

    @OptionGroup(title: "Before, and back")
    var review: ReviewOptions

    @OptionGroup(title: "Which cards, and how")
    var numbering: NumberingOptions

    @OptionGroup(title: "Other shapes")
    var exporting: ExportOptions

    /// The options whose value may be left out.
    package static let optionalValues = ["--backup": "~"]

    /// The options that every command has.
    @OptionGroup
    package var globalOptions: GlobalOptions

    /// Creates the command; its properties come from the command line.
    package init() {}

    /// Refuses options that make no sense, alone or together.
    package func validate() throws {
        if output == "" {
            throw ValidationError("'--output' needs the name of a file.")
        }
        if let backup {
            guard inPlace else { throw ValidationError("'--backup' needs '--in-place'.") }
            if backup.isEmpty || backup.contains("/") {
                throw ValidationError("'--backup' needs a suffix for the file's name.")
            }
        }
        if inPlace, output != nil {
            throw ValidationError("'--in-place' and '--output' cannot be used together.")
        }
        if inPlace, exporting.format != nil {
            throw ValidationError("'--in-place' and '--to' cannot be used together.")
        }
        if inPlace, files.contains(where: BoardAddress.isURL) {
            throw ValidationError("'--in-place' needs a file: a URL cannot be replaced.")
        }
        if inPlace, files.isEmpty || files.contains("-") {
            throw ValidationError("'--in-place' needs a file: standard input has no place.")
        }
        try validateReview()
        if files.isEmpty, isatty(STDIN_FILENO) == 1 {
            throw ValidationError("Name an export, or '-' for standard input.")
        }
    }

    /// Refuses what makes no sense with a preview or a journal.
    private func validateReview() throws {
        if review.isPreview, inPlace || output != nil {
            let option = review.check ? "--check" : "--diff"
            throw ValidationError("'\(option)' writes nothing, so there is no output to name.")
        }
        if review.isPreview || review.journal != nil, exporting.format != nil {
            throw ValidationError("'--to' cannot be used with '--check', '--diff' or '--journal'.")
        }
        guard review.journal != nil else { return }
        if files.count > 1 { throw ValidationError("A journal is of one file.") }
        if review.undo, numbering.isGiven {
            throw ValidationError("A journal says itself which numbers are to be taken out.")
        }
        if !review.undo, !inPlace, outputFile == nil {
            throw ValidationError("'--journal' needs '--output' or '--in-place'.")
        }
    }

    /// The file or folder for the result; nil for standard output, which is also called `-`.
    private var outputFile: String? { output == "-" ? nil : output }

    /// Does each of the exports.
    package mutating func run(in context: Context) async throws {
        let outputFile = outputFile.map(context.reached)
        let folder = outputFile.flatMap { OutputFolder($0, isNeeded: false) }
        let inputs = try BoardFiles(files.map(context.reached), excluding: folder?.path)
        let target: OutputTarget =
            if review.check {
                .check
            } else if review.diff {
                .diff
            } else if inPlace {
                .inPlace(backupSuffix: backup)
            } else if let folder = folder
                ?? outputFile.flatMap({ inputs.isMany ? OutputFolder($0) : nil })
            {
                .folder(folder.naming(exporting.format?.fileExtension))
            } else if let outputFile {
                .file(outputFile)
            } else {
                .standardOutput
            }
        if let format = exporting.format, !format.canFollowItself, inputs.isMany,
            case .standardOutput = target
        {
            throw ExportError.severalDocuments(format)
        }
        let rule = try numbering.rule(review.action, in: context)
        let job = BoardJob(
            context: context, rule: rule, target: target,
            export: exporting.export(by: rule, in: context, to: target),
            journal: review.journal.map { FilePath(context.reached($0)) })
        if job.journal != nil, inputs.hasFolder { throw JournalError.ofFolder }
        try await BoardRun(inputs: inputs, job: job).run()
    }
}

extension Context {
    /// The argument as the process reaches it from its own folder, which is not that of a task with a
    /// folder of its own.
    fileprivate func reached(_ argument: String) -> String {
        guard argument != "-", !argument.hasPrefix("/"), !BoardAddress.isURL(argument),
            let own = try? FilePath.currentDirectory(), own != workingDirectory
        else { return argument }
        let path = FilePath(argument).absolute(in: workingDirectory).shown(from: own)
        // What ends in a slash means a folder.
        return argument.hasSuffix("/") ? path + "/" : path
    }
}
