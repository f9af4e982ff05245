import DevtoolKit
import SystemPackage

struct BoardJob: Sendable {
    let context: Context
    let rule: NumberingRule
    let target: OutputTarget
    /// The format of the output; `nil` to keep the export's.
    var export: BoardExport?
    /// The importer that will read the output, or that `--check --for` names.
    var importer: Importer?
    var journal: JournalPlace?
    var allowsEmpty = false
    /// Of a check.
    var warningsAreErrors = false
    var attachments: FilePath?
    var embedsPictures = false
    var importFacts = ImportFacts()
    /// Shared by the requests for all exports, to stay below Trello's rate limit.
    let pacer = RequestPacer()
    let archive = OpenArchive()

    var task: BoardOperation {
        if export?.format.showsEachNumber == true { return .write }
        return switch (target, rule.action) {
        case (.check, _): .check
        case (.diff, .number): .showNumbering
        case (.diff, .undo): .showUndo
        case (_, .number): .number
        case (_, .undo): .undo
        }
    }

    /// Processes one export; after an error, nothing has been changed.
    ///
    /// `isAlone` means that no other input can have the requested board or list.
    func run(_ file: BoardFile, isAlone: Bool = false) async throws -> BoardResult {
        // Check before opening, because opening a pipe without a writer blocks.
        if case .inPlace = target, file.path.map({ $0.isFile && !$0.isRegularFile }) ?? true {
            throw Problem.cannotReplace(file)
        }
        var input = try await BoardInput(
            file, temporaryFolder: context.temporaryFolder, from: archive, pacedBy: pacer, in: context)
        var rule = rule
        try input.findLists(for: &rule.selection)
        if isAlone { try input.refuseUnknownName(in: rule) }
        var job = self
        // If there are several exports, some may have no cards.
        job.export?.allowsEmpty = allowsEmpty || !isAlone
        if let importer {
            if importer.format == nil, task != .check {
                job.importFacts = try importFacts(of: &input, for: importer, by: rule)
                // The facts cover the selection, and nothing has been written yet.
                if isAlone, !allowsEmpty, job.importFacts.scan.selectedCards == 0 {
                    throw Problem.noCards(in: input.name)
                }
            } else {
                job.export?.losses = ImportLosses(importer)
            }
        }
        var tally: AttachmentTally?
        if let attachments {
            // Download first, because a page may embed the pictures.
            let folder = isAlone ? attachments : OutputFolder(attachments).folder(for: file)
            let (fetched, files) = try await fetchAttachments(of: &input, to: folder, by: rule)
            tally = fetched
            job.export?.pictures = embedsPictures ? EmbeddedPictures(files, in: folder) : nil
        }
        var outcome = try await job.run(file, from: &input, by: rule, isAlone: isAlone)
        tally.map { outcome.take($0) }
        outcome.diagnostics = try job.importWarnings(in: input) + outcome.diagnostics
        if warningsAreErrors { outcome.raiseWarnings() }
        return outcome
    }

    private func run(_ file: BoardFile, from input: inout BoardInput, by rule: NumberingRule, isAlone: Bool)
        async throws -> BoardResult
    {
        let journal = journal.map { JournalFile(path: $0.path(for: file), temporaryFolder: context.temporaryFolder) }
        if let journal, rule.action == .undo { return try undo(&input, of: file, by: journal) }
        let result: ScanResult
        switch target {
        case .check:
            do {
                guard let importer else { return try check(&input, of: file, by: rule) }
                return try checkImport(of: &input, into: importer, by: rule)
            } catch CardsError.noBoard where allowsEmpty && !file.isFound {
                return BoardResult(scan: ScanResult(spelling: rule.spelling), diagnostics: [])
            }
        case .diff: result = try show(&input, by: rule)
        case .standardOutput: result = try await print(&input, by: rule)
        case .file, .folder, .inPlace:
            if let journal {
                result = try number(&input, of: file, by: rule, with: journal)
            } else if case .inPlace = target {
                result = try replace(&input, of: file, by: rule)
            } else if case .folder(let folder) = target, let export, export.format == .markdown {
                let folder = isAlone ? folder.path : folder.folder(for: file)
                result = try writeFiles(of: &input, in: folder, by: rule, as: export)
            } else {
                result = try await write(&input, of: file, by: rule)
            }
        }
        return try boardResult(of: result, in: input, of: file, by: rule)
    }

    private func boardResult(
        of result: ScanResult, in input: borrowing BoardInput, of file: BoardFile, by rule: NumberingRule
    ) throws -> BoardResult {
        let report = ScanReport(result, of: task)
        let hasSummary = export == nil && result.treatedBoards > 0
        return BoardResult(
            scan: result, unknownName: rule.selection.unknownName(in: result),
            diagnostics: try report.diagnostics(for: input),
            summary: hasSummary ? target.path(for: file).map { report.summary(of: $0.string) } : nil)
    }

    private func check(_ input: inout BoardInput, of file: BoardFile, by rule: NumberingRule) throws -> BoardResult {
        let result = try input.scanResult(by: rule, keepsAll: true)
        let unknownName = rule.selection.unknownName(in: result)
        let nothing = nothingChecked(by: rule, result, in: input.name)
        let isEmpty = !nothing.isEmpty
        let notes = isEmpty ? nothing : ScanReport(result, of: task).notes(on: input.name)
        return BoardResult(
            scan: result, unknownName: unknownName,
            diagnostics: try notes + result.findings(in: input)
                + missingParts(of: &input, ofCards: result.isListOfCards, by: rule),
            summary: result.treatedBoards == 0 || unknownName != nil || isEmpty
                ? nil : result.checkSummary(of: input.name), hasProblems: result.edits.count > 0 || isEmpty,
            testCase: isEmpty ? nil : testCase(of: file, result, without: unknownName))
    }

    /// The problem to report if there was no card to check, unless that is allowed: an empty check must not pass.
    func nothingChecked(by rule: NumberingRule, _ result: ScanResult, in name: String) -> [Diagnostic] {
        guard result.selectedCards == 0, rule.selection.unknownName(in: result) == nil, !allowsEmpty else { return [] }
        return [
            Diagnostic(
                "\(name): the board or the selection has no cards to check", hint: "add '--allow-empty' to allow this",
                rule: .nothingChecked)
        ]
    }

    private func missingParts(of input: inout BoardInput, ofCards isListOfCards: Bool, by rule: NumberingRule) throws
        -> [Diagnostic]
    {
        input.rewind()
        let boards = try input.scan(BoardWalker(InventorySink(), ofCards: isListOfCards)).products
        return boards.filter { rule.selection.includesBoard(named: $0.board) }.flatMap { board in
            board.warnings(on: boards.count == 1 ? input.name : "\(input.name): board '\(board.board)'")
        }
    }

    private func testCase(of file: BoardFile, _ result: ScanResult, without unknownName: UnknownName?) -> TestCase? {
        guard result.edits.count == 0 else { return nil }
        let reason = unknownName?.problem ?? (result.treatedBoards == 0 ? "not marked with '#'" : nil)
        return TestCase(file.name, in: "devtool.cards", outcome: reason.map { .skipped($0) } ?? .passed)
    }

    /// Prints the titles of an export before and after.
    ///
    /// As with `git diff`, the exit status does not depend on whether they differ.
    private func show(_ input: inout BoardInput, by rule: NumberingRule) throws -> ScanResult {
        var result = try input.scanResult(by: rule, keepsAll: true)
        let console = context.console
        let style = ColorChoice.auto.style(environment: context.environment, isTerminal: console.outputWidth != nil)
        var text = rule.diff(of: result.editedCards, in: input.name, style)
        try text.withUTF8 { try console.write(UnsafeRawBufferPointer($0)) }
        result.tally = result.tally.shortened
        return result
    }

    private func print(_ input: inout BoardInput, by rule: NumberingRule) async throws -> ScanResult {
        try refuseInputAsOutput(input)
        if let export { return try await input.write(by: rule, as: export, to: context.console.write) }
        return try transfer(&input, by: rule, to: BoardOutput(context.console))
    }

    private func write(_ input: inout BoardInput, of file: BoardFile, by rule: NumberingRule) async throws -> ScanResult
    {
        let output = try output(at: outputPath(for: file), for: input)
        let result =
            if let export { try await input.write(by: rule, as: export) { try output.write($0) } } else {
                try transfer(&input, by: rule, to: BoardOutput(output.writer))
            }
        try output.commit()
        return result
    }

    private func replace(_ input: inout BoardInput, of file: BoardFile, by rule: NumberingRule) throws -> ScanResult {
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

    func outputPath(for file: BoardFile) throws -> FilePath {
        guard let path = target.path(for: file) else { throw Problem.cannotReplace(file) }
        if case .folder = target { try path.containingFolder.createDirectories() }
        return path
    }

    /// Opens an output; if it replaces the input, even with `--output`, only the version that was read is replaced.
    func output(at path: FilePath, for input: borrowing BoardInput) throws -> AtomicFile {
        guard let version = input.version else { return try AtomicFile(replacing: path) }
        let isInPlace = if case .inPlace = target { true } else { false }
        let isInput = isInPlace || (try? path.stat()).map(FileIdentity.init) == version.identity
        return try AtomicFile(replacing: path, in: isInput ? .version(version) : .any)
    }

    func refuseInputAsOutput(_ input: borrowing BoardInput) throws {
        if let identity = input.version?.identity, context.console.outputStatus.map(FileIdentity.init) == identity {
            throw Problem.inputIsOutput(input.name)
        }
    }

    private func transfer(_ input: inout BoardInput, by rule: NumberingRule, to output: BoardOutput) throws
        -> ScanResult
    {
        guard importer != nil else { return try input.transfer(by: rule, to: output) }
        return try write(&input, for: importFacts, by: rule, to: output.write)
    }
}

struct BoardResult: Sendable {
    var scan: ScanResult
    var unknownName: UnknownName?
    var diagnostics: [Diagnostic]
    var summary: String?
    var notes: [String] = []
    /// The exit status if an attachment failed although the export itself was processed.
    var failure: ExitStatus?
    var hasProblems = false
    var testCase: TestCase?

    mutating func raiseWarnings() {
        for index in diagnostics.indices where diagnostics[index].severity == .warning {
            diagnostics[index].severity = .error
            hasProblems = true
            testCase = nil
        }
    }

    mutating func take(_ tally: AttachmentTally) {
        diagnostics += tally.diagnostics
        failure = tally.failure
        notes.append(tally.summary)
    }
}

enum BoardOperation: Equatable, Sendable {
    case number
    case undo
    case check
    case showNumbering, showUndo
    case write

    func summary(ofCards count: Int) -> String {
        let (cards, numbers) = (count.counted("card"), count == 1 ? "number" : "numbers")
        return switch self {
        case .number: "\(cards) numbered"
        case .undo: "removed the \(numbers) from \(cards)"
        case .check: "\(cards) without a number"
        case .showNumbering: "would number \(cards)"
        case .showUndo: "would remove the \(numbers) from \(cards)"
        case .write: "\(cards) written"
        }
    }

    var nothingWrong: String {
        switch self {
        case .number, .undo, .showNumbering, .showUndo, .write: "unchanged"
        case .check: "passed"
        }
    }

    /// The consequence of finding no marked board; `nil` for formats that show the numbers beside the titles.
    var nothingDone: String? {
        switch self {
        case .number: "so no cards were numbered"
        case .undo: "so no numbers were removed"
        case .check: "so no cards need numbers"
        case .showNumbering: "so no cards would be numbered"
        case .showUndo: "so no numbers would be removed"
        case .write: nil
        }
    }
}

extension Problem {
    fileprivate static func cannotReplace(_ file: BoardFile) -> Problem {
        Problem(.cannotCreate, "cannot edit '\(file.name)' in place: it is not a regular file")
    }
}
