import DevtoolKit
import SystemPackage

extension BoardJob {
    /// Writes a file for each card into a folder.
    func writeFiles(
        of input: inout BoardInput, in folder: FilePath, onlyExports: Bool, by rule: NumberingRule
    ) throws -> ScanResult {
        let result = try input.scanResult(by: rule)
        guard let export, !onlyExports || result.boards > 0 else { return result }
        try input.writeFiles(with: result.edits, rule.action, as: export) { file in
            let path = folder.pushing(file.path)
            try path.containingFolder.createDirectories()
            let output = try AtomicFile(replacing: path)
            var text = file.text
            try text.withUTF8 { try output.write(UnsafeRawBufferPointer($0)) }
            try output.commit()
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
