import DevtoolKit
import SystemPackage

/// What the command does with one export.
struct BoardJob: Sendable {
    let context: Context
    let rule: NumberingRule
    let target: OutputTarget
    /// The shape of the output, where it is not that of the export.
    var export: BoardExport?
    /// Where a journal of what is done is to be written, or is.
    var journal: FilePath?

    /// What is done, in words.
    var task: BoardTask {
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
        var input = try await BoardInput(
            file, temporaryFolder: context.temporaryFolder, in: context)
        if case .inPlace = target, !input.isRegularFile {
            throw CardsError.cannotReplace(file.name)
        }
        var rule = rule
        try input.findLists(for: &rule.selection)
        if isAlone { try input.refuseUnknownName(in: rule) }
        if let journal, rule.action == .undo {
            return try undo(&input, of: file, by: journalFile(journal))
        }
        if case .check = target { return try check(&input, of: file, by: rule) }
        let findings = try await write(&input, of: file, by: rule)
        let unknownName = rule.selection.unknownName(in: findings)
        let report = FindingsReport(findings, of: task)
        let diagnostics = try report.diagnostics(for: input)
        if export != nil {
            return BoardResult(
                findings: findings, unknownName: unknownName, diagnostics: diagnostics)
        }
        return BoardResult(
            findings: findings, unknownName: unknownName, diagnostics: diagnostics,
            summary: findings.treatedBoards == 0
                ? nil : target.path(for: file).map { report.summary(of: $0.string) })
    }

    private func write(
        _ input: inout BoardInput, of file: BoardFile, by rule: NumberingRule
    ) async throws -> Findings {
        if case .diff = target { return try show(&input, by: rule) }
        guard let path = try outputPath(for: file) else {
            return try await writeToStandardOutput(&input, of: file, by: rule)
        }
        if let journal {
            return try number(&input, to: path, by: rule, with: journalFile(journal))
        }
        if case .inPlace = target { return try replace(&input, at: path, by: rule) }
        let output = try AtomicFile(replacing: path)
        let findings =
            if let export {
                try input.write(by: rule, as: export) { try output.write($0) }
            } else {
                try await input.transfer(by: rule, to: BoardOutput(output.writer))
            }
        if !file.isFound || findings.boards > 0 { try output.commit() }
        return findings
    }

    /// Where the output for a file is to be written, in a folder that is there; nil for standard output.
    func outputPath(for file: BoardFile) throws -> FilePath? {
        guard let path = target.path(for: file) else { return nil }
        if case .folder = target { try path.removingLastComponent().createDirectories() }
        return path
    }

    /// Replaces the input, but not before it is known that there is something to change.
    private func replace(
        _ input: inout BoardInput, at path: FilePath, by rule: NumberingRule
    ) throws -> Findings {
        let findings = try input.findings(by: rule)
        if findings.edits.count == 0 {
            AtomicFile.removeLeftovers(of: path)
        } else {
            let output = try AtomicFile(replacing: path)
            try input.write(with: findings.edits, rule.action) { try output.write($0) }
            try commit(output, to: path, for: input)
        }
        return findings
    }

    /// Puts an output in its place.
    func commit(
        _ output: consuming AtomicFile, to path: FilePath, for input: borrowing BoardInput
    ) throws {
        try checkPlace(path, of: input)
        try output.commit(keepingOriginalWithSuffix: target.backupSuffix)
    }

    /// Makes sure that an input that is to be replaced is still where it was.
    func checkPlace(_ path: FilePath, of input: borrowing BoardInput) throws {
        guard case .inPlace = target else { return }
        // Editors save a file by putting another in its place, which is not ours to replace.
        guard (try? path.stat()).map(FileIdentity.init) == input.identity else {
            throw CardsError.changedWhileRead(path.string)
        }
    }

    private func writeToStandardOutput(
        _ input: inout BoardInput, of file: BoardFile, by rule: NumberingRule
    ) async throws -> Findings {
        try refuseInputAsOutput(input)
        if let export {
            return try input.write(
                by: rule, as: export, onlyExports: file.isFound, to: context.console.write)
        }
        return try await input.transfer(
            by: rule, to: BoardOutput(context.console), onlyExports: file.isFound)
    }

    /// Refuses to write to a file that is still to be read.
    func refuseInputAsOutput(_ input: borrowing BoardInput) throws {
        if let identity = input.identity,
            context.console.outputStatus.map(FileIdentity.init) == identity
        {
            throw CardsError.inputIsOutput(input.name)
        }
    }

    private func journalFile(_ path: FilePath) -> JournalFile {
        JournalFile(path: path, temporaryFolder: context.temporaryFolder)
    }
}

/// What has become of one export.
struct BoardResult: Sendable {
    /// What was found in it.
    var findings: Findings
    /// The board or the list that it does not have, though it was asked for.
    var unknownName: UnknownName?
    /// What is to be said about it.
    var diagnostics: [Diagnostic]
    /// One line on what was done to it, where something was.
    var summary: String?
    /// Whether a check has found something wrong.
    var hasProblems = false
    /// What the reports tell of a check that has found nothing wrong.
    var testCase: TestCase?
}
