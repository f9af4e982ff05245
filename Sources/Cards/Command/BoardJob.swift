import DevtoolKit
import SystemPackage

/// The work of the command on one export.
struct BoardJob: Sendable {
    let context: Context
    let rule: NumberingRule
    let target: OutputTarget
    /// The shape of the output, where it is not that of the export.
    var export: BoardExport?
    /// What is to read the output, or is asked about.
    var importer: Importer?
    /// Where a journal of what is done is to be written, or is.
    var journal: JournalPlace?
    /// Whether there may be no card to check or to export.
    var allowsEmpty = false
    /// Where the attachments are to be kept.
    var attachments: FilePath?
    /// Whether a page has the pictures among them in itself.
    var embedsPictures = false
    /// What the importer requires and the export does not have, once that is known.
    var importFacts = ImportFacts()
    /// What keeps the requests of all exports below Trello's rate.
    let pacer = RequestPacer()
    /// The archive that the exports are in.
    let archive = OpenArchive()

    /// What is done, in words.
    var task: BoardOperation {
        if export != nil { return .write }
        return switch (target, rule.action) {
        case (.check, _): .check
        case (.diff, .number): .showNumbering
        case (.diff, .undo): .showUndo
        case (_, .number): .number
        case (_, .undo): .undo
        }
    }

    /// Does one export.
    ///
    /// - Parameters:
    ///   - file: where it is.
    ///   - isAlone: whether there is no other, which may have the board or the list that is meant.
    /// - Returns: what has become of it.
    /// - Throws: what keeps it from being done; then nothing has changed.
    func run(_ file: BoardFile, isAlone: Bool = false) async throws -> BoardResult {
        // Before it is opened: a pipe may have no writer.
        if case .inPlace = target, file.path.map({ $0.isFile && !$0.isRegularFile }) ?? true {
            throw CardsError.cannotReplace(file.name)
        }
        var input = try await BoardInput(
            file, temporaryFolder: context.temporaryFolder, from: archive, pacedBy: pacer,
            in: context)
        var rule = rule
        try input.findLists(for: &rule.selection)
        if isAlone { try input.refuseUnknownName(in: rule) }
        var job = self
        // Of several exports, some may have no cards.
        job.export?.allowsEmpty = allowsEmpty || !isAlone
        if let importer {
            if case .check = target { return try checkImport(of: &input, into: importer, by: rule) }
            if importer.format == nil {
                job.importFacts = try importFacts(of: &input, for: importer, by: rule)
            } else {
                job.export?.losses = ImportLosses(importer)
            }
        }
        var tally: AttachmentTally?
        if let attachments {
            // They come first, as a page may have pictures in itself.
            let folder = isAlone ? attachments : OutputFolder(attachments).folder(for: file)
            let (fetched, files) = try await fetchAttachments(of: &input, to: folder, by: rule)
            tally = fetched
            job.export?.pictures = embedsPictures ? EmbeddedPictures(files, in: folder) : nil
        }
        var told = try await job.run(file, from: &input, by: rule, isAlone: isAlone)
        tally.map { told.take($0) }
        told.diagnostics = try job.importWarnings(in: input) + told.diagnostics
        return told
    }

    /// Does one export that is open, by a rule that knows the lists.
    private func run(
        _ file: BoardFile, from input: inout BoardInput, by rule: NumberingRule, isAlone: Bool
    ) async throws -> BoardResult {
        let result: ScanResult
        switch (target, journalFile(for: file)) {
        case (_, let journal?) where rule.action == .undo:
            return try undo(&input, of: file, by: journal)
        case (.check, _): return try check(&input, of: file, by: rule)
        case (.diff, _): result = try show(&input, by: rule)
        case (.standardOutput, _): result = try await print(&input, by: rule)
        case (.file, let journal?), (.folder, let journal?), (.inPlace, let journal?):
            result = try number(&input, of: file, by: rule, with: journal)
        case (.inPlace, nil): result = try replace(&input, of: file, by: rule)
        case (.folder(let folder), nil) where export?.format == .markdown:
            let base = isAlone ? folder.path : folder.folder(for: file)
            result = try writeFiles(of: &input, in: base, by: rule)
        case (.file, nil), (.folder, nil): result = try await write(&input, of: file, by: rule)
        }
        return try boardResult(of: result, in: input, of: file, by: rule)
    }

    /// What is told of an export that was written or shown.
    private func boardResult(
        of result: ScanResult, in input: borrowing BoardInput, of file: BoardFile,
        by rule: NumberingRule
    ) throws -> BoardResult {
        let report = ScanReport(result, of: task)
        let isToldOf = export == nil && result.treatedBoards > 0
        return BoardResult(
            scan: result, unknownName: rule.selection.unknownName(in: result),
            diagnostics: try report.diagnostics(for: input),
            summary: isToldOf
                ? target.path(for: file).map { report.summary(of: $0.string) } : nil)
    }

    /// Looks which cards of an export have no number.
    private func check(
        _ input: inout BoardInput, of file: BoardFile, by rule: NumberingRule
    ) throws -> BoardResult {
        let result: ScanResult
        do {
            result = try input.scanResult(by: rule, keepsAll: true)
        } catch CardsError.noBoard where allowsEmpty && !file.isFound {
            return BoardResult(scan: ScanResult(spelling: rule.spelling), diagnostics: [])
        }
        let report = CheckReport(result)
        let unknownName = rule.selection.unknownName(in: result)
        let isEmpty =
            result.selectedCards == 0 && unknownName == nil && !allowsEmpty
        let notes =
            isEmpty
            ? [CheckReport.nothingChecked(in: input.name)]
            : ScanReport(result, of: task).notes(on: input.name)
        return BoardResult(
            scan: result, unknownName: unknownName,
            diagnostics: try notes + report.diagnostics(for: input)
                + missingParts(of: &input, ofCards: result.isListOfCards, by: rule),
            summary: result.treatedBoards == 0 || unknownName != nil || isEmpty
                ? nil : report.summary(of: input.name),
            hasProblems: result.edits.count > 0 || isEmpty,
            testCase: isEmpty ? nil : testCase(of: file, result, without: unknownName))
    }

    /// What an export lacks of what it says that it has, in a reading of its own.
    private func missingParts(
        of input: inout BoardInput, ofCards isListOfCards: Bool, by rule: NumberingRule
    ) throws -> [Diagnostic] {
        input.rewind()
        let boards = try input.scan(BoardWalker<InventorySink>(ofCards: isListOfCards)).products
        return boards.filter { rule.selection.includesBoard(named: $0.board) }.flatMap { board in
            board.warnings(
                on: boards.count == 1 ? input.name : "\(input.name): board '\(board.board)'")
        }
    }

    /// That an export passed; one that did not is in the reports with its errors.
    private func testCase(
        of file: BoardFile, _ result: ScanResult, without unknownName: UnknownName?
    ) -> TestCase? {
        guard result.edits.count == 0 else { return nil }
        let reason =
            unknownName?.problem ?? (result.treatedBoards == 0 ? "not marked with '#'" : nil)
        return TestCase(
            file.name, in: "devtool.cards", outcome: reason.map { .skipped($0) } ?? .passed)
    }

    /// Shows the titles of an export before and after.
    ///
    /// The status does not depend on whether there is a difference, as with `git diff`.
    private func show(_ input: inout BoardInput, by rule: NumberingRule) throws -> ScanResult {
        var result = try input.scanResult(by: rule, keepsAll: true)
        let console = context.console
        let style = ColorChoice.auto.style(
            environment: context.environment, isTerminal: console.outputWidth != nil)
        let diff = TitleDiff(rule: rule, style: style)
        var text = diff.text(of: result.editedCards, in: input.name)
        try text.withUTF8 { try console.write(UnsafeRawBufferPointer($0)) }
        result.tally = result.tally.shortened
        return result
    }

    /// Writes the output to standard output.
    private func print(
        _ input: inout BoardInput, by rule: NumberingRule
    ) async throws -> ScanResult {
        try refuseInputAsOutput(input)
        if let export {
            return try await input.write(by: rule, as: export, to: context.console.write)
        }
        return try transfer(&input, by: rule, to: BoardOutput(context.console))
    }

    /// Writes the output to a file of its own.
    private func write(
        _ input: inout BoardInput, of file: BoardFile, by rule: NumberingRule
    ) async throws -> ScanResult {
        let output = try output(at: outputPath(for: file), for: input)
        let result =
            if let export {
                try await input.write(by: rule, as: export) { try output.write($0) }
            } else {
                try transfer(&input, by: rule, to: BoardOutput(output.writer))
            }
        try output.commit()
        return result
    }

    /// Replaces the input, but not before it is known that there is something to change.
    private func replace(
        _ input: inout BoardInput, of file: BoardFile, by rule: NumberingRule
    ) throws -> ScanResult {
        let path = try outputPath(for: file)
        let result = try input.scanResult(by: rule)
        if result.edits.count == 0 {
            AtomicFile.removeLeftovers(of: path)
        } else {
            let output = try output(at: path, for: input)
            try input.write(with: result.edits, rule.action) { try output.write($0) }
            try output.commit(keepingOriginalWithSuffix: target.backupSuffix)
        }
        return result
    }

    /// Where the output for a file is to be written, in a folder that is there.
    func outputPath(for file: BoardFile) throws -> FilePath {
        guard let path = target.path(for: file) else { throw CardsError.cannotReplace(file.name) }
        if case .folder = target { try path.containingFolder.createDirectories() }
        return path
    }

    /// Opens an output; what takes the input's place, also with `--output`, replaces nothing but what was read.
    func output(at path: FilePath, for input: borrowing BoardInput) throws -> AtomicFile {
        guard let version = input.version else { return try AtomicFile(replacing: path) }
        let isInPlace = if case .inPlace = target { true } else { false }
        let isInput = isInPlace || (try? path.stat()).map(FileIdentity.init) == version.identity
        return try AtomicFile(replacing: path, in: isInput ? .version(version) : .any)
    }

    /// Refuses to write to a file that is still to be read.
    func refuseInputAsOutput(_ input: borrowing BoardInput) throws {
        if let identity = input.version?.identity,
            context.console.outputStatus.map(FileIdentity.init) == identity
        {
            throw CardsError.inputIsOutput(input.name)
        }
    }

    private func journalFile(for file: BoardFile) -> JournalFile? {
        journal.map {
            JournalFile(path: $0.path(for: file), temporaryFolder: context.temporaryFolder)
        }
    }

    /// Writes the numbered export, as it is or as an importer takes it.
    private func transfer(
        _ input: inout BoardInput, by rule: NumberingRule, to output: BoardOutput
    ) throws -> ScanResult {
        guard importer != nil else { return try input.transfer(by: rule, to: output) }
        return try write(&input, for: importFacts, by: rule, to: output.write)
    }
}

/// The result for one export.
struct BoardResult: Sendable {
    /// What was found in it.
    var scan: ScanResult
    /// The board or the list that it does not have, though it was asked for.
    var unknownName: UnknownName?
    /// What is to be said about it.
    var diagnostics: [Diagnostic]
    /// One line on what was done to it, where something was.
    var summary: String?
    /// Lines on what else was done.
    var notes: [String] = []
    /// The status of what could not be done, though the export itself was.
    var failure: ExitStatus?
    /// Whether a check has found something wrong.
    var hasProblems = false
    /// What the reports tell of a check that has found nothing wrong.
    var testCase: TestCase?

    /// Takes what has become of the attachments.
    mutating func take(_ tally: AttachmentTally) {
        diagnostics += tally.diagnostics
        failure = tally.failure
        notes.append(tally.summary)
    }
}

/// An operation on boards, and its wording in messages.
enum BoardOperation: Equatable, Sendable {
    /// The cards get their numbers.
    case number
    /// They lose them again.
    case undo
    /// It is told which cards have no number.
    case check
    /// It is shown what numbering would do, or undoing it.
    case showNumbering, showUndo
    /// The board gets another shape.
    case write

    /// What becomes of so many cards.
    func summary(ofCards count: Int) -> String {
        let numbers = count == 1 ? "number" : "numbers"
        return switch self {
        case .number: "\(CardCount(count)) numbered"
        case .undo: "removed the \(numbers) of \(CardCount(count))"
        case .check: "\(CardCount(count)) without a number"
        case .showNumbering: "would number \(CardCount(count))"
        case .showUndo: "would remove the \(numbers) of \(CardCount(count))"
        case .write: "\(CardCount(count)) written"
        }
    }

    /// How an export is called in which there is nothing to do.
    var nothingWrong: String {
        switch self {
        case .number, .undo, .showNumbering, .showUndo, .write: "unchanged"
        case .check: "passed"
        }
    }

    /// The consequence of finding nothing to do; nil for an export to another format, which needs no numbers.
    var nothingDone: String? {
        switch self {
        case .number: "so no cards were numbered"
        case .undo: "so no numbers were removed"
        case .check: "so its cards need no numbers"
        case .showNumbering: "so no cards would be numbered"
        case .showUndo: "so no numbers would be removed"
        case .write: nil
        }
    }
}
