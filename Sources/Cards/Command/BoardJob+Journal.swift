import DevtoolKit
import SystemPackage

extension BoardJob {
    /// Numbers one export, and writes a journal of it.
    ///
    /// The journal is in its place before the output: a run that is killed in between leaves a journal of
    /// a file that is not there, which the next run replaces, and never a numbered file without one.
    func number(
        _ input: inout BoardInput, of file: BoardFile, by rule: NumberingRule,
        with journalFile: JournalFile
    ) throws -> ScanResult {
        let path = try outputPath(for: file)
        let result = try input.scanResult(by: rule)
        let before = try input.fingerprint()
        if case .inPlace = target, result.edits.count == 0 {
            AtomicFile.removeLeftovers(of: path)
            // '--undo' looks for a journal, whatever was in it.
            if !journalFile.isOfOutput(before) {
                let place = try journalFile.place(forRunOn: before)
                try makeJournalFolder(of: journalFile)
                let journal = Journal(
                    of: result.edits, in: before, to: before, spelling: rule.spelling)
                try journalFile.write(journal, in: place, keeping: try? path.stat())
            }
            return result
        }
        let place = try journalFile.place(forRunOn: before)
        try makeJournalFolder(of: journalFile)
        let replaced = try? path.stat()
        let output = try output(at: path, for: input)
        guard output.writer.isRestartable else { throw JournalError.noFile(path.string) }
        try input.write(with: result.edits, rule.action) { try output.write($0) }
        let after = try ExportFingerprint(
            size: before.size + result.edits.reduce(0) { $0 + $1.text.count },
            sha256: output.writer.checksum())
        let journal = Journal(
            of: result.edits, in: before, to: after, spelling: rule.spelling)
        try journalFile.write(journal, in: place, keeping: replaced)
        do {
            try output.commit(keepingOriginalWithSuffix: target.backupSuffix)
        } catch {
            // Of a run that wrote nothing there is nothing to undo, and the next one would not replace it.
            if case .free = place { journalFile.path.removeFile() }
            throw error
        }
        return result
    }

    /// Makes the folder for a journal, if journals have one of their own.
    private func makeJournalFolder(of file: JournalFile) throws {
        if case .folder = journal { try file.path.containingFolder.createDirectories() }
    }

    /// Takes out of one export what a journal says was put in.
    ///
    /// Nothing is written unless the export is the one that the journal describes, byte for byte, and the
    /// result is the one that it was written for.
    func undo(
        _ input: inout BoardInput, of file: BoardFile, by journalFile: JournalFile
    ) throws -> BoardResult {
        // Of a file that was found in a folder and has no journal nothing is to be undone.
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
            let sentence =
                "\(input.name) is already as it was before numbering, so nothing was changed"
            notes = [Diagnostic(sentence, severity: .note)]
        } else {
            throw JournalError.otherFile(input.name, journalFile.path)
        }
        try write(input, of: file, without: result.edits) { sha256 in
            if sha256 != journal.input.sha256 {
                throw JournalError.otherResult(input.name, journalFile.path)
            }
        }
        return BoardResult(
            scan: result, diagnostics: notes,
            summary: target.path(for: file).map {
                ScanReport(result, of: task).summary(of: $0.string)
            })
    }

    /// Writes the input without what is to be taken out, if the checksum of that passes a check.
    private func write(
        _ input: borrowing BoardInput, of file: BoardFile, without edits: TitleEdits,
        check: (SHA256) throws -> Void
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

    /// The checksum of what cannot be taken back once it is written, found in a temporary file.
    private func checksum(
        of input: borrowing BoardInput, without edits: TitleEdits
    ) throws -> SHA256 {
        let file = try InputSource.temporaryFile(in: context.temporaryFolder)
        defer { try? file.close() }
        try input.write(with: edits, .undo) { bytes in
            do {
                _ = try file.writeAll(bytes)
            } catch let errno as Errno {
                throw CardsError.cannotSpool(errno)
            }
        }
        return try SHA256.ofFile(file, named: "a temporary file")
    }
}
