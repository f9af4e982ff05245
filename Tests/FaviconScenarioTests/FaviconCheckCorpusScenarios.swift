import Foundation
import TestSupport
import Testing

/// Real pages, whose icons a server on this machine has.
@Suite struct FaviconCheckCorpusScenarios {
    static let folder = ProcessInfo.processInfo.environment["DEVTOOL_CORPUS"].map {
        URL(filePath: $0).appending(path: "favicon")
    }

    /// What is known of a page.
    private struct Page: Decodable {
        struct Link: Decodable { let href_resolved: String? }
        let file: String
        let links: [Link]
        let manifests: [Link]
    }

    /// What `--json` prints.
    private struct Report: Decodable {
        struct Finding: Decodable {
            let rule, message, mend, file: String
            let line: Int
        }
        let findings: [Finding]
    }

    @Test(.enabled(if: folder != nil, "set DEVTOOL_CORPUS to the folder of test data")) func tenPages() async throws {
        let folder = try #require(Self.folder)
        let pages = try Data(contentsOf: folder.appending(path: "pages.jsonl")).split(separator: 10).map {
            try JSONDecoder().decode(Page.self, from: $0)
        }.filter { $0.links.count >= 6 }.prefix(10)
        #expect(pages.count == 10)
        for page in pages { try await check(page, in: folder) }
    }

    /// Each icon that the page is known to name is asked for once, and each finding has its place.
    private func check(_ page: Page, in folder: URL) async throws {
        let icon = TinyImage(32, 32, background: .opaque(0x336699)).png
        let manifest = #"{"icons": [{"src": "/of-manifest.png", "sizes": "32x32"}]}"#
        // All hosts are this one.
        let html = String(decoding: try Data(contentsOf: folder.appending(path: page.file)), as: UTF8.self).replacing(
            /(https?:)?\/\/[A-Za-z0-9.-]+\.[a-z]+/, with: "")
        var answers: [String: CannedResponse] = ["*": .body(icon), "/a/b/page.html": .html(html)]
        for path in Self.paths(page.manifests) { answers[path] = .text(manifest, status: "200 OK") }
        let server = try LoopbackServer(answers)
        let url = server.url("/a/b/page.html")
        let outcome = try await Scenario().run("favicon", "--check", url, "--json")
        #expect(outcome.status == 0 || outcome.status == 1, "\(page.file)")
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output))
        let missing = Self.paths(page.links).subtracting(server.paths)
        #expect(missing.isEmpty, "\(page.file)")
        #expect(Set(server.paths).count == server.paths.count, "\(page.file)")
        // All icons are 32x32, and no page is meant to have only such.
        #expect(report.findings.contains { $0.rule.hasPrefix("no-") }, "\(page.file)")
        for finding in report.findings {
            #expect(finding.line > 0 && finding.file.hasPrefix(server.url("/")), "\(finding.message)")
            #expect(!finding.mend.isEmpty)
        }
    }

    private static func paths(_ links: [Page.Link]) -> Set<String> {
        Set(
            links.compactMap { link in
                guard let text = link.href_resolved, text.hasPrefix("http"), let parts = URLComponents(string: text)
                else { return nil }
                return parts.percentEncodedPath + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
            })
    }
}
