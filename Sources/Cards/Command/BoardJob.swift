import DevtoolKit
import SystemPackage

/// What the command does with one export.
struct BoardJob: Sendable {
    let context: Context
    let rule: NumberingRule
    let target: OutputTarget
    /// The shape of the output, where it is not that of the export.
    var export: BoardExport?

    /// Does one export.
    ///
    /// - Throws: what keeps it from being done; then nothing has changed.
    func run(_ file: BoardFile) async throws -> BoardResult {
        var input = try await BoardInput(
            file.argument, temporaryFolder: temporaryFolder, in: context)
        if case .inPlace = target, !input.isRegularFile {
            throw CardsError.cannotReplace(file.argument)
        }
        var rule = rule
        if let list = rule.selection.list {
            rule.selection.listIDs = try input.listIDs(named: list)
        }
        let findings = try await write(&input, of: file, by: rule)
        let report = FindingsReport(findings, rule.action)
        let diagnostics = try report.diagnostics(for: input)
        // In another shape, a board without numbers is as good as one with them.
        if export != nil {
            return BoardResult(
                findings: findings, diagnostics: diagnostics.filter { $0.severity != .note })
        }
        return BoardResult(
            findings: findings, diagnostics: diagnostics,
            summary: findings.treatedBoards == 0
                ? nil : target.path(for: file).map(report.summary))
    }

    private func write(
        _ input: inout BoardInput, of file: BoardFile, by rule: NumberingRule
    ) async throws -> Findings {
        switch target {
        case .standardOutput:
            return try await writeToStandardOutput(&input, of: file, by: rule)
        case .inPlace(let backupSuffix):
            return try replace(&input, of: file, by: rule, backupSuffix: backupSuffix)
        case .file(let path):
            // A path type would drop the slash, and make a file of what was meant for a folder.
            if path.hasSuffix("/") { throw FileError.cannotCreate(path, .isDirectory) }
            return try await writeFile(FilePath(path), &input, of: file, by: rule)
        case .folder(let folder):
            let path = folder.path(for: file)
            try path.removingLastComponent().createDirectories()
            return try await writeFile(path, &input, of: file, by: rule)
        }
    }

    private func writeFile(
        _ path: FilePath, _ input: inout BoardInput, of file: BoardFile, by rule: NumberingRule
    ) async throws -> Findings {
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

    /// Replaces the input, but not before it is known that there is something to change.
    private func replace(
        _ input: inout BoardInput, of file: BoardFile, by rule: NumberingRule, backupSuffix: String?
    ) throws -> Findings {
        let path = FilePath(file.argument)
        let findings = try input.scan(rule)
        if findings.edits.count == 0 {
            AtomicFile.removeLeftovers(of: path)
        } else {
            let output = try AtomicFile(replacing: path)
            try input.write(with: findings.edits, rule.action) { try output.write($0) }
            // Editors save a file by putting another in its place, which is not ours to replace.
            guard (try? path.stat()).map(FileIdentity.init) == input.identity else {
                throw CardsError.changedWhileRead(file.argument)
            }
            try output.commit(keepingOriginalWithSuffix: backupSuffix)
        }
        return findings
    }

    private func writeToStandardOutput(
        _ input: inout BoardInput, of file: BoardFile, by rule: NumberingRule
    ) async throws -> Findings {
        let console = context.console
        if let identity = input.identity, console.outputStatus.map(FileIdentity.init) == identity {
            throw CardsError.inputIsOutput(input.name)
        }
        if let export {
            return try input.write(
                by: rule, as: export, onlyExports: file.isFound, to: console.write)
        }
        return try await input.transfer(
            by: rule, to: BoardOutput(console), onlyExports: file.isFound)
    }

    private var temporaryFolder: FilePath {
        FilePath(context.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp")
    }
}

/// What has become of one export.
struct BoardResult: Sendable {
    /// What was found in it.
    var findings: Findings
    /// What is to be said about it.
    var diagnostics: [Diagnostic]
    /// One line on what was done to it, where something was.
    var summary: String?
}
