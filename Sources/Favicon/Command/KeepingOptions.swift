import ArgumentParser
import DevtoolKit
import URLs
import Synchronization
import SystemPackage

/// The options that save icons and contact sheets.
struct KeepingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Save the icon to this file, with the right extension, or into this folder.",
            valueName: "path"))
    var download: String?

    @Option(
        name: .customLong("html"),
        help: ArgumentHelp(
            "Write a contact sheet of all icons to this file.", valueName: "report"))
    var sheet: String?

    /// Refuses empty paths, and standard output, where the result is printed.
    func validate() throws {
        for (option, path) in [("--download", download), ("--html", sheet)] {
            if path?.isEmpty == true || path == "-" {
                throw ValidationError("'\(option)' requires a path")
            }
        }
    }

    /// Whether icons are kept at all.
    var keepsImages: Bool { download != nil || sheet != nil }

    /// Does work that finds icons; the contact sheet appears when it has ended.
    ///
    /// - Throws: what the work throws, `FileError`.
    func keepingIcons<Result>(
        ofMany: Bool = false, in context: Context, _ work: (IconStore) async throws -> Result
    ) async throws -> Result {
        let target = download.map {
            DownloadTarget($0, at: context.path($0), forMany: ofMany)
        }
        guard let sheet else { return try await work(IconStore(in: target)) }
        let file = try AtomicFile(replacing: context.path(sheet))
        let kept = IconStore(in: target, and: try ContactSheetWriter(to: file.writer))
        let result = try await work(kept)
        try kept.finishSheet()
        try file.commit()
        return result
    }
}

/// Saves icons as they are found: to files, and to a contact sheet.
final class IconStore: Sendable {
    private let target: DownloadTarget?
    private let sheet: Mutex<ContactSheetWriter?>

    /// Keeps icons where they are wanted, if anywhere.
    init(in target: DownloadTarget?, and sheet: sending ContactSheetWriter? = nil) {
        self.target = target
        self.sheet = Mutex(sheet)
    }

    /// Keeps the icons of a page.
    ///
    /// - Returns: what is told about the page, with the file of its icon.
    /// - Throws: `FileError`.
    func keeping(_ report: IconReport) throws -> IconReport {
        var report = report
        if let target, let chosen = report.finding?.chosen, let image = chosen.image,
            let bytes = chosen.bytes
        {
            let host = DownloadName.host(of: report.finding?.page.document)
            report.file = try IconFile.write(bytes, image, host: host, to: target).string
        }
        try sheet.withLock { try $0?.append(ContactSheetPage(report)) }
        // They may be large, and are where they belong.
        report.finding?.order.forgetImages()
        return report
    }

    /// Ends the contact sheet.
    func finishSheet() throws {
        try sheet.withLock { try $0?.finish() }
    }
}

extension ContactSheetPage {
    /// What is shown of a page that was looked at.
    fileprivate init(_ report: IconReport) {
        self.init(
            name: WebURL.withoutUserInfo(report.requested), url: report.finding?.page.document,
            error: report.error.map(\.message),
            note: report.finding?.note,
            icons: report.finding?.order.entries.map {
                ContactSheetIcon($0, isChosen: $0.isChosen, bytes: $0.bytes)
            } ?? [])
    }
}
