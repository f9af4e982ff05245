import ArgumentParser
import DevtoolKit
import SystemPackage

/// The options that say where icons are kept.
struct KeepingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the icon to this file, with the extension that is right, or into this folder.",
            valueName: "path"))
    var download: String?

    @Option(
        name: .customLong("html"),
        help: ArgumentHelp(
            "Write a page to this file that shows all icons as pictures.", valueName: "report"))
    var sheet: String?

    /// Creates the options; their values come from the command line.
    init() {}

    /// Refuses empty paths, and standard output, where the result is printed.
    func validate() throws {
        for (option, path) in [("--download", download), ("--html", sheet)] {
            if path?.isEmpty == true || path == "-" {
                throw ValidationError("\(option) takes a path.")
            }
        }
    }

    /// Whether icons are kept at all.
    var keepsImages: Bool { download != nil || sheet != nil }

    /// Does work that finds icons; the contact sheet appears when it has ended.
    ///
    /// - Throws: what the work throws, `FileError`.
    func keepingIcons<Result>(
        ofMany: Bool = false, in context: Context, _ work: (KeptIcons) async throws -> Result
    ) async throws -> Result {
        let target = download.map {
            DownloadTarget($0, at: context.path($0), forMany: ofMany)
        }
        guard let sheet else { return try await work(KeptIcons(in: target)) }
        let file = try AtomicFile(replacing: context.path(sheet))
        let kept = KeptIcons(in: target, and: try ContactSheetWriter(to: file.writer))
        let result = try await work(kept)
        try kept.finishSheet()
        try file.commit()
        return result
    }
}
