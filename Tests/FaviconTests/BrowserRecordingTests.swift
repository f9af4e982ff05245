import Foundation
import TestSupport
import Testing
import URLs

@testable import Favicon

/// Compares devtool with what browsers were seen to show, page by page.
@Suite struct BrowserRecordingTests {
    @Test(arguments: ["policies", "documents", "damaged", "media"]) func chromium(recording: String) async throws {
        try await compare(RecordedPage.ofProject("chromium-\(recording)"), exceptions: Self.exceptions) { _ in }
    }

    /// What only a decoder could tell, or devtool does not take for an icon, though Chromium says that it shows it.
    private static let exceptions: Set<String> = [
        "gif-flip4at448", "gif-zeros", "jpeg-flip1at234", "jpeg-flip3at281", "webp-flip4at20", "avif-flip0at58",
        "avif-flip3at96", "png-idat-empty", "png-idat-short", "png-idat-zeros", "png-rows-missing", "png-filter",
        "png-taller",
        // A GIF whose screen has no width, and an SVG in UTF-16, which are as rare as an SVG of no bytes.
        "gif-zero", "svg-utf-16", "svg-empty",
    ]

    private func compare(
        _ pages: [RecordedPage], exceptions: Set<String> = [], _ change: (inout IconPreference) -> Void
    ) async throws {
        var (tally, requests, recorded) = (Tally(), 0, 0)
        var agreeing: Set<String> = []
        for page in pages {
            let client = page.client
            let (chosen, shown) = try await page.finding(client) {
                $0.browser = .chromium
                change(&$0)
            }
            #expect(page.path(of: shown.target) == chosen, "\(page.id)")
            let alone = try await page.finding(page.client, change)
            #expect(alone.shown == shown, "\(page.id): the default is what Chromium shows")
            if shown.target != nil { #expect(alone.chosen == chosen, "\(page.id)") }
            if chosen == page.shown { agreeing.insert(page.id) }
            if !exceptions.contains(page.id) { tally.count(page.id, chosen, page.shown) }
            requests += client.urls.count - 1
            recorded += page.requested.count
        }
        #expect(tally.agreed > 0 && tally.others.isEmpty, "\(tally)")
        #expect(agreeing.isDisjoint(with: exceptions), "no exceptions any more: \(agreeing.intersection(exceptions))")
        print("\(pages.count) pages, \(requests) requests for icons, Chromium \(recorded)")
    }

    @Test(.enabled(if: Corpus.isAvailable, "set DEVTOOL_CORPUS to the folder of test data")) func chromiumOnManyPages()
        async throws
    { try await compare(sampled(corpus("chromium-recorded"))) { _ in } }

    @Test(.enabled(if: Corpus.isAvailable, "set DEVTOOL_CORPUS to the folder of test data")) func chromiumInTheDark()
        async throws
    { try await compare(sampled(corpus("chromium-dark-recorded"))) { $0.scheme = .dark } }

    /// On some pages Firefox shows either of two icons, whichever arrives last.
    @Test(.enabled(if: Corpus.isAvailable, "set DEVTOOL_CORPUS to the folder of test data")) func firefoxOnManyPages()
        async throws
    {
        struct Answer: Decodable {
            let id: String
            let shown: String?
            let set: [String]?
        }
        let answers = try Corpus.lines("firefox-recorded.jsonl", as: Answer.self)
        var (tally, races) = (Tally(), Tally())
        for (page, answer) in sampled(zip(try corpus("chromium-recorded"), answers)) {
            #expect(page.id == answer.id)
            let client = page.client
            let (chosen, shown) = try await page.finding(client) { $0.browser = .firefox }
            #expect(page.path(of: shown.target) == chosen, "\(page.id)")
            let isOneOfThem = chosen.map { answer.set?.contains($0) ?? false } ?? false
            tally.count(page.id, isOneOfThem ? answer.shown : chosen, answer.shown)
            if answer.set != nil { races.count(page.id, shown.reason.contains("arrives later"), true) }
        }
        #expect(tally.agreed > 0 && tally.others.isEmpty, "\(tally)")
        #expect(races.agreed > 0 && races.others.isEmpty, "\(races)")
    }

    /// The check shows of each recorded page what the answer is.
    @Test(arguments: ["policies", "documents", "damaged", "media"]) func theCheckAgreesWithTheAnswer(recording: String)
        async throws
    {
        var (tally, better) = (Tally(), 0)
        for page in try RecordedPage.ofProject("chromium-\(recording)") {
            guard let url = WebURL("http://\(page.id).test/") else { continue }
            let shown = try await page.finding(page.client) { $0.browser = .chromium }.shown
            var options = SearchOptions(userAgent: "test")
            options.timeout = .seconds(3600)
            let job = CheckJob(client: page.client, options: options)
            let site: AuditedSite
            do { site = try await job.site(.web(url, orElse: nil)) } catch FaviconError.notAPage { continue }
            let tab = ChromiumTab(of: try #require(site.pages.first), in: site).shown
            let (checked, answered) = (page.path(of: tab?.target), page.path(of: shown.target))
            // Where a decoder tells more, it is as in the browser.
            if checked != answered, checked == page.shown {
                better += 1
            } else if page.id != "png-idat-adler" {
                // libpng refuses that one, whose data have a wrong sum of their own; Chromium shows it.
                tally.count(page.id, checked, answered)
            }
        }
        #expect(tally.agreed > 0 && tally.others.isEmpty, "\(tally)")
        print("\(tally.agreed) pages, \(better) as the browser")
    }

    private func corpus(_ name: String) throws -> [RecordedPage] {
        try Corpus.folder.map { try RecordedPage.pages(in: $0.appending(path: "\(name).jsonl")) } ?? []
    }
}
