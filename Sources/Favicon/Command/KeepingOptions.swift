import ArgumentParser
import DevtoolKit
import URLs
import Synchronization
import SystemPackage

struct KeepingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Save the icon to this file or folder; a wrong file extension is corrected.", valueName: "path"))
    var download: String?

    @Option(
        name: .customLong("html"),
        help: ArgumentHelp("Write a contact sheet of all icons to this file.", valueName: "report")) var sheet: String?

    func validate() throws {
        for (option, path) in [("--download", download), ("--html", sheet)] {
            if path?.isEmpty == true || path == "-" { throw ValidationError("'\(option)' requires a path") }
        }
    }

    var keepsImages: Bool { download != nil || sheet != nil }

    func keepingIcons<Result>(ofMany: Bool = false, in context: Context, _ work: (IconStore) async throws -> Result)
        async throws -> Result
    {
        let target = download.map { DownloadTarget($0, at: context.path($0), forMany: ofMany) }
        guard let sheet else { return try await work(IconStore(in: target)) }
        let file = try AtomicFile(replacing: context.path(sheet))
        let kept = IconStore(in: target, and: try ContactSheetWriter(to: file.writer))
        let result = try await work(kept)
        try kept.finishSheet()
        try file.commit()
        return result
    }
}

final class IconStore: Sendable {
    private let target: DownloadTarget?
    private let sheet: Mutex<ContactSheetWriter?>
    init(in target: DownloadTarget?, and sheet: sending ContactSheetWriter? = nil) {
        self.target = target
        self.sheet = Mutex(sheet)
    }

    func keeping(_ report: IconReport) throws -> IconReport {
        var report = report
        if let target, let chosen = report.finding?.chosen, let image = chosen.image, let bytes = chosen.bytes {
            report.file = try target.write(bytes, image, host: report.finding?.page.document?.hostAndPort).string
        }
        try sheet.withLock { try $0?.append(ContactSheetPage(report)) }
        // The bytes may be large, and are no longer needed.
        report.finding?.order.forgetImages()
        return report
    }

    func finishSheet() throws { try sheet.withLock { try $0?.finish() } }
}

extension ContactSheetPage {
    fileprivate init(_ report: IconReport) {
        self.init(
            name: WebURL.withoutUserInfo(report.requested), url: report.finding?.page.document,
            error: report.error.map(\.message), note: report.finding?.note, icons: report.finding?.order.entries ?? [])
    }
}
