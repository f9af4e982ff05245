import Fetching
import Synchronization
import SystemPackage

/// Keeps icons as they are found: in files, and as pictures on a contact sheet.
final class KeptIcons: Sendable {
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
        let order = report.finding?.order
        let chosen = report.finding?.chosen
        self.init(
            name: WebURL.withoutUserInfo(report.requested), url: report.finding?.page.document,
            error: report.error.map(\.message),
            icons: order?.entries.map {
                ContactSheetIcon($0, isChosen: $0 == chosen, bytes: $0.bytes)
            } ?? [])
    }
}
