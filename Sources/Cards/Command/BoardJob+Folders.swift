import DevtoolKit
import SystemPackage

extension BoardJob {
    func writeFiles(of input: inout BoardInput, in folder: FilePath, by rule: NumberingRule, as export: BoardExport)
        throws -> ScanResult
    {
        let result = try input.scanResult(by: rule)
        var archive = try ArchiveFolder(at: folder)
        try input.writeFiles(with: result, rule.action, as: export) { file in
            try archive.write(file.text, to: file.path, replacing: file.mark)
        }
        try archive.finish()
        return result
    }

    var isOneOutput: Bool {
        guard let format = export?.format, format.hasRowPerCard else { return false }
        return switch target {
        case .file: true
        case .standardOutput: !format.canFollowItself
        case .folder, .inPlace, .check, .diff: false
        }
    }

    func open(_ file: BoardFile) async throws -> OpenExport {
        var input = try await BoardInput(
            file, temporaryFolder: context.temporaryFolder, from: archive, pacedBy: pacer, in: context)
        var rule = rule
        try input.findLists(for: &rule.selection)
        let result = try input.scanResult(by: rule)
        let boards = try input.boards(with: result, rule.action)
        let name = rule.selection.unknownName(in: result)
        return OpenExport(input, BoardResult(scan: result, unknownName: name, diagnostics: []), boards)
    }

    /// Downloads the attachments of the selected cards.
    ///
    /// Rewinds the input, so that the caller can read it again.
    func fetchAttachments(of input: inout BoardInput, to folder: FilePath, by rule: NumberingRule) async throws -> (
        AttachmentTally, [AttachmentFile]
    ) {
        var result = try input.scanResult(by: rule)
        input.rewind()
        // File names contain the titles without new numbers.
        result.edits = TitleEdits()
        let boards = try input.boards(with: result).selecting(rule.selection)
        let files = AttachmentFile.files(of: boards)
        try boards.check()
        let fetch = try await AttachmentFetch(to: folder, pacedBy: pacer, in: context)
        return (try await fetch.run(files), files)
    }
}

/// An export that stays open until its boards have been written, because they read their cards from it.
final class OpenExport: Sendable {
    let input: BoardInput
    let result: BoardResult
    let boards: [Board]

    init(_ input: consuming BoardInput, _ result: BoardResult, _ boards: [Board]) {
        self.input = input
        (self.result, self.boards) = (result, boards)
    }
}
