import DevtoolKit
import SystemPackage

extension BoardJob {
    /// Writes a file for each card into a folder.
    func writeFiles(
        of input: inout BoardInput, in folder: FilePath, by rule: NumberingRule
    ) throws -> ScanResult {
        let result = try input.scanResult(by: rule)
        guard let export else { return result }
        var archive = try ArchiveFolder(at: folder)
        try input.writeFiles(with: result, rule.action, as: export) { file in
            try archive.write(file.text, to: file.path, replacing: file.mark)
        }
        try archive.finish()
        return result
    }

    /// Downloads the attachments of the cards that are meant; the input may be read again.
    ///
    /// - Returns: what has become of them, and the files.
    func fetchAttachments(
        of input: inout BoardInput, to folder: FilePath, by rule: NumberingRule
    ) async throws -> (AttachmentTally, [AttachmentFile]) {
        var result = try input.scanResult(by: rule)
        input.rewind()
        // Their names have the titles as they are.
        result.edits = TitleEdits()
        let boards = try input.boards(with: result).selecting(rule.selection)
        let files = AttachmentFile.files(of: boards)
        try boards.check()
        let fetch = try await AttachmentFetch(to: folder, pacedBy: pacer, in: context)
        return (try await fetch.run(files), files)
    }
}
