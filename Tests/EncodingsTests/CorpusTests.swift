import Encodings
import Foundation
import HTML
import Testing

/// Real pages, in the folder that `DEVTOOL_CORPUS` names, with the encoding that html5lib found.
@Suite struct CorpusTests {
    private struct Page: Decodable {
        let file: String
        let encoding: String
    }

    private static let folder = ProcessInfo.processInfo.environment["DEVTOOL_CORPUS"].map {
        URL(filePath: $0).appending(path: "favicon")
    }

    @Test(.enabled(if: folder != nil, "DEVTOOL_CORPUS is not set")) func agreesOnRealPages() throws {
        let folder = try #require(Self.folder)
        let lines = try Data(contentsOf: folder.appending(path: "pages.jsonl")).split(separator: 10)
        #expect(lines.count == 459)
        for line in lines {
            let page = try JSONDecoder().decode(Page.self, from: line)
            let bytes = try Data(contentsOf: folder.appending(path: page.file))
            var sniffer = EncodingSniffer()
            let sniffed = sniffer.feed(Array(bytes)) ?? sniffer.finish()
            var scanner = HTMLScanner(reporting: [.meta])
            let elements = scanner.scan(Array(bytes)).filter { $0.placement == .document }
            let changed = elements.lazy.compactMap {
                sniffed.changed(
                    byCharset: $0.text(.charset).map { Array($0.utf8) },
                    httpEquiv: $0.text(.httpEquiv).map { Array($0.utf8) },
                    content: $0.text(.content).map { Array($0.utf8) })
            }.first
            #expect((changed ?? sniffed).encoding == CharacterEncoding(label: page.encoding), "\(page.file)")
        }
    }
}
