import DevtoolKit
import URLs
import SystemPackage
import TestSupport

@testable import Favicon

/// Sheets for tests.
enum ContactSheetSample {
    /// The sheet of pages, as its file has it.
    static func text(_ pages: [ContactSheetPage]) throws -> String {
        let folder = TemporaryFolder()
        let file = try AtomicFile(replacing: folder.path.appending("icons.html"))
        var sheet = try ContactSheetWriter(to: file.writer)
        for page in pages { try sheet.append(page) }
        try sheet.finish()
        try file.commit()
        return folder.text("icons.html") ?? ""
    }

    /// An icon by its URL, and what its bytes are, if it has some.
    static func icon(
        _ url: String, reason: String = "fits", rejection: IconRejection? = nil, isChosen: Bool = false,
        bytes: [UInt8]? = nil, image: IconImage? = nil, _ describe: (inout IconLink) -> Void = { $0.kinds = [.icon] }
    ) -> IconOrder.Entry? {
        let target = DataURL(url).map { IconTarget.data($0) } ?? WebURL(url).map { .web($0) }
        guard let target else { return nil }
        var link = IconLink(source: .link, target: target)
        link.isInHead = true
        describe(&link)
        let found = image ?? bytes.flatMap { try? IconImage(reading: $0) }
        let verdict = rejection.map { IconVerdict.refused($0) } ?? found.map { .icon($0, bytes: bytes) }
        return IconOrder.Entry(link, reason, verdict, isChosen: isChosen)
    }
}
