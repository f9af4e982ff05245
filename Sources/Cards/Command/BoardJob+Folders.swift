import DevtoolKit
import SystemPackage

extension BoardJob {
    /// Writes a file for each card into a folder.
    func writeFiles(
        of input: inout BoardInput, in folder: FilePath, onlyExports: Bool, by rule: NumberingRule
    ) throws -> ScanResult {
        let result = try input.scanResult(by: rule)
        guard let export, !onlyExports || result.boards > 0 else { return result }
        var archive = try ArchiveFolder(at: folder)
        var hasCards = false
        try input.writeFiles(with: result.edits, rule.action, as: export) { file in
            try archive.write(file.text, to: file.path, replacing: file.mark)
            hasCards = true
        }
        try archive.finish()
        if result.boards > 0, !hasCards {
            context.console.report(
                Diagnostic("\(input.name): no cards, so no files were written", severity: .note))
        }
        return result
    }

    /// Downloads the attachments of the cards that are meant; the input may be read again.
    ///
    /// - Returns: what has become of them, nil where there is no board, and the files.
    func fetchAttachments(
        of input: inout BoardInput, to folder: FilePath, by rule: NumberingRule
    ) async throws -> (AttachmentTally?, [AttachmentFile]) {
        let boards = try input.boards().selecting(rule.selection)
        if boards.isEmpty { return (nil, []) }
        let files = AttachmentFile.files(of: boards)
        try boards.check()
        let fetch = try await AttachmentFetch(to: folder, pacedBy: pacer, in: context)
        return (try await fetch.run(files), files)
    }
}
