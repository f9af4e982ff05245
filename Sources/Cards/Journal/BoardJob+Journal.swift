import DevtoolKit
import SystemPackage

extension BoardJob {
    /// Numbers one export, and writes its journal.
    ///
    /// The journal is written before the output. A run that is killed before the output is complete leaves the journal
    /// of a file that does not exist, which the next run replaces; it never leaves a numbered file without a journal.
    func number(_ input: inout BoardInput, of file: BoardFile, by rule: NumberingRule, with journalFile: JournalFile)
        throws -> ScanResult
    {
        let path = try outputPath(for: file)
        let result = try input.scanResult(by: rule)
        let before = try input.fingerprint()
        if case .inPlace = target, result.edits.count == 0 {
            AtomicFile.removeLeftovers(of: path)
            // '--undo' requires a journal, even an empty one.
            if !journalFile.isOfOutput(before) {
                let place = try journalFile.place(forRunOn: before)
                try makeJournalFolder(of: journalFile)
                let journal = Journal(of: result.edits, in: before, to: before, spelling: rule.spelling)
                try journalFile.write(journal, in: place, keeping: try? path.stat())
            }
            return result
        }
        let place = try journalFile.place(forRunOn: before)
        try makeJournalFolder(of: journalFile)
        let replaced = try? path.stat()
        let output = try output(at: path, for: input)
        guard output.writer.isRestartable else {
            throw Problem(.usage, "cannot write a journal for '\(path)': it is not a regular file")
        }
        try input.write(with: result.edits, rule.action) { try output.write($0) }
        let after = try ExportFingerprint(
            size: before.size + result.edits.reduce(0) { $0 + $1.text.count }, sha256: output.writer.checksum())
        let journal = Journal(of: result.edits, in: before, to: after, spelling: rule.spelling)
        try journalFile.write(journal, in: place, keeping: replaced)
        do { try output.commit(keepingOriginalWithSuffix: target.backupSuffix) } catch {
            // The run wrote nothing that could be undone, and the next run would refuse to replace the journal.
            if case .free = place { journalFile.path.removeFile() }
            throw error
        }
        return result
    }

    private func makeJournalFolder(of file: JournalFile) throws {
        if case .folder = journal { try file.path.containingFolder.createDirectories() }
    }

    /// Removes from one export what its journal says was inserted.
    ///
    /// Nothing is written unless the export is the journal's output, and the result its input, byte for byte.
    func undo(_ input: inout BoardInput, of file: BoardFile, by journalFile: JournalFile) throws -> BoardResult {
        // A file found in a folder that has no journal was not numbered by devtool.
        if file.isFound, !journalFile.path.isTaken { throw CardsError.noBoard(input.name) }
        let journal = try journalFile.read()
        try input.readToEnd()
        let found = try input.fingerprint()
        var result = ScanResult(spelling: journal.spelling)
        (result.boards, result.treatedBoards) = (1, 1)
        var notes: [Diagnostic] = []
        if found == journal.output {
            result.edits = journal.insertions
        } else if found == journal.input {
            let sentence = "\(input.name) already has its original titles, so nothing was changed"
            notes = [Diagnostic(sentence, severity: .note)]
        } else {
            throw Problem(
                .badData,
                "'\(input.name)' does not match the journal '\(journalFile.path)': the file has changed since, "
                    + "or the journal belongs to another file",
                hint: "omit '--journal' to undo based on the titles alone")
        }
        try write(input, of: file, without: result.edits) { sha256 in
            guard sha256 == journal.input.sha256 else {
                throw Problem(
                    .badData,
                    "undoing the edits in '\(journalFile.path)' does not restore '\(input.name)': the journal is damaged"
                )
            }
        }
        return BoardResult(
            scan: result, diagnostics: notes,
            summary: target.path(for: file).map { ScanReport(result, of: task).summary(of: $0.string) })
    }

    private func write(
        _ input: borrowing BoardInput, of file: BoardFile, without edits: TitleEdits, check: (SHA256) throws -> Void
    ) throws {
        if case .standardOutput = target {
            try refuseInputAsOutput(input)
            try check(checksum(of: input, without: edits))
            return try input.write(with: edits, .undo) { try context.console.write($0) }
        }
        let path = try outputPath(for: file)
        if case .inPlace = target, edits.count == 0 { return AtomicFile.removeLeftovers(of: path) }
        let output = try output(at: path, for: input)
        if output.writer.isRestartable {
            try input.write(with: edits, .undo) { try output.write($0) }
            try check(output.writer.checksum())
        } else {
            try check(checksum(of: input, without: edits))
            try input.write(with: edits, .undo) { try output.write($0) }
        }
        try output.commit(keepingOriginalWithSuffix: target.backupSuffix)
    }

    /// The checksum of the result, computed with a temporary file because writing to standard output cannot be undone.
    private func checksum(of input: borrowing BoardInput, without edits: TitleEdits) throws -> SHA256 {
        let file = try InputSource.temporaryFile(in: context.temporaryFolder)
        defer { try? file.close() }
        try input.write(with: edits, .undo) { bytes in
            do { _ = try file.writeAll(bytes) } catch let errno as Errno { throw Problem.cannotSpool(errno) }
        }
        return try SHA256.ofFile(file, named: "a temporary file")
    }
}
