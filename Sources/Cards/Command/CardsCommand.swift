package import ArgumentParser
package import DevtoolKit
import SystemPackage

/// `devtool cards`: adds each Trello card's number to its title.
package struct CardsCommand: Plugin, GlobalOptionsAccepting {
    package static let configuration = CommandConfiguration(
        commandName: "cards",
        // Marks this as a subcommand, so that ArgumentParser does not look for a completion request. That lookup takes
        // longer than reading a small export.
        _superCommandName: "devtool", abstract: "Number the cards of a Trello board's JSON export.",
        discussion: """
            If the board's title ends in '#', adds each card's number to its title, as in \
            '#12 Fix login', unless the title already begins with a number. Leaves every other \
            byte unchanged.

            Processes every file even if one fails. In a folder, treats every JSON file with cards as \
            an export.
            """)

    package static func checks(in context: Context) async -> [HealthCheck] {
        [
            .library(
                "libcmark-gfm", use: "renders Markdown in HTML exports",
                version: MarkdownHTML.libraryProblem == nil ? "installed" : nil, package: MarkdownHTML.packages)
        ]
    }

    @Argument(
        help: ArgumentHelp("Exports, folders of exports, board URLs, or '-' for standard input.", valueName: "file"))
    var files: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write the result to this file or folder; a name such as board.csv sets the format.", valueName: "file"))
    var output: String?

    @Flag(name: [.customShort("i"), .customLong("in-place")], help: "Edit the exports in place.") var inPlace = false

    @Option(
        name: .customLong("backup"), defaultAsFlag: "~",
        help: ArgumentHelp(
            "With --in-place, keep the original as board.json~; --backup=.orig keeps it as board.json.orig.",
            valueName: "suffix")) var backup: String?

    @OptionGroup(title: "Preview and undo") var review: ReviewOptions

    @OptionGroup(title: "Selection and number format") var numbering: NumberingOptions

    @OptionGroup(title: "Export formats") var exporting: ExportOptions

    package static let traits: PluginTraits = {
        var traits = PluginTraits()
        traits.arguments.optionalValues = ["--backup": "~"]
        traits.rules = { rules }
        return traits
    }()

    static let rules: [Rule] = [
        .malformed, .cardWithoutNumber, .nearNumber, .nearMark, .unusableNumber, .repeatedNumber, .nothingChecked,
        .incompleteExport, .importFailure, .importLoss,
    ]

    @OptionGroup package var globalOptions: GlobalOptions

    package init() {}

    package func validate() throws {
        if output == "" { throw ValidationError("'--output' requires a file name") }
        if let backup {
            guard inPlace else { throw ValidationError("'--backup' requires '--in-place'") }
            if backup.isEmpty || backup.contains("/") {
                throw ValidationError("'--backup' requires a file name suffix without '/'")
            }
        }
        if inPlace, output != nil {
            throw ValidationError("'--in-place' and '--output' cannot be combined: drop one of them")
        }
        if inPlace, exporting.choice != nil {
            throw ValidationError(
                "'--in-place' and '--to' cannot be combined: drop '--in-place', or drop '--to' to number the export")
        }
        if inPlace, files.contains(where: BoardAddress.isURL) {
            throw ValidationError("'--in-place' requires a file; it cannot replace a URL")
        }
        if inPlace, files.isEmpty || files.contains("-") {
            throw ValidationError("'--in-place' requires a file; it cannot be used with standard input")
        }
        if exporting.rawCSV, format != .csv {
            throw ValidationError("'--raw-csv' requires '--to csv' or an output file name that ends in '.csv'")
        }
        if exporting.embed, format != .html || exporting.attachments == nil {
            throw ValidationError(
                "'--embed' requires '--attachments', and either '--to html' or an output file name that ends in '.html'"
            )
        }
        try validateReview()
        if exporting.schema {
            if files.isEmpty { return }
            throw ValidationError("'--schema' takes no files: drop '\(files[0])'")
        }
        if files.isEmpty, review.explainRule == nil, FileDescriptor.standardInput.isTerminal {
            throw ValidationError("missing export: specify a file, or '-' for standard input")
        }
    }

    package var printsReport: Bool { review.json }

    private func validateReview() throws {
        if review.allowEmpty, !review.check, exporting.choice == nil, format == nil {
            throw ValidationError("'--allow-empty' requires '--check' or '--to'")
        }
        if review.json, !review.check {
            throw ValidationError("'--json' requires '--check'; to export the cards, use '--to json'")
        }
        if review.isPreview, inPlace || output != nil {
            let other = inPlace ? "--in-place" : "--output"
            throw ValidationError("'\(previewOption)' does not write a file: drop '\(other)' or '\(previewOption)'")
        }
        if review.undo, exporting.attachments != nil {
            throw ValidationError("'--undo' does not download anything: drop '--attachments'")
        }
        if exporting.attachments == "" { throw ValidationError("'--attachments' requires a folder name") }
        if review.isPreview, exporting.attachments != nil {
            throw ValidationError(
                "'\(previewOption)' does not write a file: drop '--attachments' or '\(previewOption)'")
        }
        let name = exporting.choice?.defaultValueDescription ?? format?.rawValue
        if review.isPreview || review.journal != nil, let name {
            let option = review.isPreview ? previewOption : "--journal"
            let way = exporting.choice == nil ? "the output file name" : "'--to'"
            throw ValidationError(
                "'\(option)' applies to the export itself, not to \(name): drop '\(option)' or change \(way)")
        }
        guard review.journal != nil else { return }
        if review.undo, let option = numbering.given {
            throw ValidationError("'--undo' with '--journal' reverts everything in the journal: drop '\(option)'")
        }
        if !review.undo, !inPlace, outputFile == nil {
            throw ValidationError("'--journal' requires '--output' or '--in-place'")
        }
    }

    private var previewOption: String { review.check ? "--check" : "--diff" }

    private var outputFile: String? { output == "-" ? nil : output }

    /// The requested format, by name or by the output's extension; `nil` to keep the export's.
    private var format: ExportFormat? {
        if let choice = exporting.choice { return choice.format }
        return outputFile.flatMap(ExportFormat.init(fileName:))
    }

    package mutating func run(in context: Context) async throws {
        if let rule = review.explainRule { return try context.explainRule(rule, of: Self.self) }
        if exporting.schema { return try writeSchema(in: context) }
        let folder = outputFile.flatMap { OutputFolder($0, isNeeded: false, in: context) }
        try Self.refuseOptions(amongFiles: files, in: context)
        let files = try await WorkspaceBoards.expand(files, in: context)
        let inputs = try BoardFiles(
            files, in: context, excluding: folder?.path, isMany: files.count > 0 && files != self.files)
        // The end of a folder's name does not select a format.
        var format = folder == nil ? format : exporting.format
        if folder == nil, exporting.choice == nil, let outputFile {
            try ExportFormat.refuseUnknownExtension(of: outputFile)
        }
        let isPourable = poursOutExport(in: context)
        if isPourable, review.undo, review.journal != nil {
            throw Problem(
                .usage, "'--undo' with '--journal' writes the export, but standard output is a terminal",
                hint: "add '--in-place' or '-o FILE', or '-o -' to show its JSON here")
        }
        if isPourable, !review.undo { format = .table }
        let target = isPourable && review.undo ? .diff : try target(for: inputs, or: folder, as: format, in: context)
        if let format, !format.canFollowItself, !format.hasRowPerCard, inputs.isMany, case .standardOutput = target {
            throw Problem(
                .usage, "cannot write several exports to one document with --to \(format.rawValue)",
                hint: "write them to a folder with --output")
        }
        let rule = try numbering.rule(review.action, in: context)
        let job = BoardJob(
            context: context, rule: rule, target: target,
            export: exporting.export(as: format, by: rule, in: context, to: target, named: outputFile),
            importer: review.importer ?? exporting.choice?.importer,
            journal: review.journal.map { JournalPlace($0, in: context) }, allowsEmpty: review.allowEmpty || isPourable,
            warningsAreErrors: review.warningsAsErrors, attachments: exporting.attachments.map(context.path),
            embedsPictures: exporting.embed)
        job.export?.warnings.forEach(context.console.report)
        if case .file(let path) = job.journal, inputs.isMany {
            throw Problem(
                .usage, "'\(path)' cannot be the journal for several exports", hint: "name a folder, such as '\(path)/'"
            )
        }
        try await BoardRun(inputs: inputs, job: job).run()
        if isPourable { context.console.report(terminalNote) }
    }

    private func writeSchema(in context: Context) throws {
        guard let outputFile else { return try context.console.print(JSONLinesFormat.schema) }
        let file = try AtomicFile(replacing: context.path(outputFile))
        try Array("\(JSONLinesFormat.schema)\n".utf8).withUnsafeBytes { try file.write($0) }
        try file.commit()
    }

    /// Whether JSON would be printed on a terminal; a table or a diff is shown instead.
    private func poursOutExport(in context: Context) -> Bool {
        output == nil && exporting.choice == nil && !inPlace && !review.isPreview && context.console.isOutputTerminal
    }

    private var terminalNote: Diagnostic {
        let what = review.undo ? "showing the titles before and after" : "showing a table"
        return Diagnostic(
            "\(what) because standard output is a terminal", severity: .note,
            hint: "add '-o FILE' to write the export, or '-o -' to show its JSON here")
    }

    private func target(for inputs: BoardFiles, or folder: OutputFolder?, as format: ExportFormat?, in context: Context)
        throws -> OutputTarget
    {
        if review.check { return .check }
        if review.diff { return .diff }
        if inPlace { return .inPlace(backupSuffix: backup) }
        guard let outputFile else { return .standardOutput }
        if let folder { return .folder(folder.naming(format?.fileExtensions.first)) }
        let path = context.path(outputFile)
        guard inputs.isMany else { return .file(path) }
        if format?.hasRowPerCard == true, exporting.attachments == nil, ExportFormat(fileName: outputFile) != nil {
            return .file(path)
        }
        // The name looks like a file's, so creating a folder would be a surprise.
        if ExportFormat(fileName: outputFile) != nil || path.extension?.lowercased() == "json" {
            throw Problem(
                .usage, "cannot write several exports to one file '\(outputFile)'",
                hint: "name a folder, such as '\(outputFile)/'")
        }
        guard let folder = OutputFolder(outputFile, in: context) else { return .file(path) }
        return .folder(folder.naming(format?.fileExtensions.first))
    }
}
