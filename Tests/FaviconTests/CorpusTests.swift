import Encodings
import URLs
import Foundation
import Testing

@testable import Favicon

/// Compares the finder and the models of browsers with what is known of real and tricky pages.
@Suite(.enabled(if: Corpus.isAvailable, "set DEVTOOL_CORPUS to the folder of test data")) struct CorpusTests {
    struct Picks: Decodable {
        let chromiumTab: String?
        let chromiumLargest192: String?
        let firefoxTab16: String?
        let firefoxRich: String?
        let specLast: String?
        let `default`: String?
    }
    struct ExpectedLink: Decodable {
        let hrefResolved: String?
        let kinds: [String]
        let rel: String
        let sizesParsed: [ExpectedSize]
        let type: String?
        let media: String?
        let color: String?
        let inHead: Bool?
        let headChild: Bool?
        let inNoscript: Bool?
    }
    /// A size as the corpus has it: `"any"`, or a width and a height.
    struct ExpectedSize: Decodable {
        let description: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let pair = try? container.decode([Double].self) {
                description = pair.map { "\(Int(exactly: $0) ?? .max)" }.joined(separator: "x")
            } else {
                description = try container.decode(String.self)
            }
        }
    }

    @Test func adversarialDocuments() throws {
        struct Document: Decodable {
            let id: String
            let htmlB64: String
            let transportCharset: String?
            let baseUrl: String
            let expectedIcons: [ExpectedLink]
            let expectedBase: String
            let picks: Picks
        }
        var links = Tally(), bases = Tally(), picks = PickTallies()
        for document in try Corpus.lines("adversarial.jsonl", as: Document.self) {
            let bytes = Array(try #require(Data(base64Encoded: document.htmlB64)))
            let page = page(bytes, at: document.baseUrl, transport: document.transportCharset)
            links.count(document.id, words(page), words(document.expectedIcons))
            if !page.base.isForeign { bases.count(document.id, page.base.description, document.expectedBase) }
            picks.count(document.id, page, document.picks)
        }
        #expect(links.agreed > 0 && links.others.isEmpty, "\(links)")
        #expect(bases.others.isEmpty, "\(bases)")
        #expect(picks.others("default").isEmpty, "\(picks)")
        // The picks for tabs there are of an earlier model.
        for name in PickTallies.names where name != "chromium_tab" { #expect(picks.others(name).isEmpty, "\(picks)") }
    }

    @Test func probes() throws {
        struct Probe: Decodable {
            let id: String
            let html: String
            let expectedJsOn: [String]
        }
        var links = Tally()
        for probe in try Corpus.lines("probes.jsonl", as: Probe.self) {
            let page = page(Array(probe.html.utf8), at: "https://site.example/a/b/page.html?q=1")
            let icons = page.links.filter { !$0.isInNoscript }.map(\.target.description)
            links.count(probe.id, icons.sorted(), probe.expectedJsOn.sorted())
        }
        #expect(links.agreed > 0 && links.others.isEmpty, "\(links)")
    }

    @Test func realPages() throws {
        struct Manifest: Decodable { let hrefResolved: String? }
        struct Meta: Decodable { let name: String, resolved: String? }
        struct Expected: Decodable {
            let file: String
            let docUrl: String
            let base: String
            let links: [ExpectedLink]
            let manifests: [Manifest]
            let metas: [Meta]
            let refresh: [String]
            let encoding: String
            let picks: Picks
        }
        let folder = try #require(Corpus.folder)
        var links = Tally(), bases = Tally(), manifests = Tally(), tiles = Tally()
        var configs = Tally(), refreshes = Tally(), encodings = Tally(), picks = PickTallies()
        for expected in try Corpus.lines("pages.jsonl", as: Expected.self) {
            let bytes = try Data(contentsOf: folder.appending(path: expected.file))
            let page = page(Array(bytes), at: expected.docUrl)
            links.count(expected.file, words(page), words(expected.links))
            bases.count(expected.file, page.base.description, expected.base)
            manifests.count(expected.file, page.manifest?.description, expected.manifests.first?.hrefResolved)
            tiles.count(
                expected.file, page.icons.filter { $0.source == .tile }.map(\.target.description),
                expected.metas.filter { TileName(rawValue: $0.name) != nil }.compactMap(\.resolved))
            configs.count(
                expected.file, page.browserConfig?.description,
                expected.metas.first { $0.name == "msapplication-config" }?.resolved)
            // All of these pages only load themselves again.
            refreshes.count(
                expected.file, page.refresh?.description, expected.refresh.first.flatMap { MetaRefresh($0)?.reference })
            encodings.count(expected.file, page.encoding, CharacterEncoding(label: expected.encoding))
            picks.count(expected.file, page, expected.picks)
        }
        for tally in [links, bases, manifests, tiles, configs, refreshes, encodings] {
            #expect(tally.agreed > 0 && tally.others.isEmpty, "\(tally)")
        }
        for name in PickTallies.names { #expect(picks.others(name).isEmpty, "\(picks)") }
    }

    private func page(_ bytes: [UInt8], at url: String, transport charset: String? = nil) -> Page {
        var finder = IconFinder(transport: charset.flatMap { CharacterEncoding(label: $0) })
        finder.read(bytes)
        return finder.page(at: WebURL(url))
    }

    /// A line for each link; those in `noscript`, which are for browsers without scripting, are not
    /// in the corpus' lists.
    private func words(_ page: Page) -> [String] {
        page.links.filter { !$0.isInNoscript }.map { link in
            line(
                link.target.description, link.kinds.map(\.rawValue), link.rel, link.sizes.map(\.description), link.type,
                link.media, link.isInHead)
        }
    }

    private func words(_ links: [ExpectedLink]) -> [String] {
        links.filter { $0.inNoscript != true && $0.hrefResolved != nil }.map { link in
            line(
                WebURL.withoutUserInfo(link.hrefResolved ?? ""), link.kinds, link.rel,
                link.sizesParsed.map(\.description), link.type, link.media, link.inHead ?? link.headChild ?? false)
        }
    }

    private func line(
        _ url: String, _ kinds: [String], _ rel: String?, _ sizes: [String], _ type: String?, _ media: String?,
        _ isInHead: Bool
    ) -> String { "\(url) \(kinds) \(rel ?? "-") \(sizes) \(type ?? "-") \(media ?? "-") \(isInHead)" }
}

/// How many results are as expected, and which are not.
struct Tally: CustomStringConvertible {
    private(set) var agreed = 0
    private(set) var others: [String] = []

    mutating func count<Result: Equatable>(_ name: String, _ result: Result, _ expected: Result) {
        if result == expected { agreed += 1 } else { others.append("\(name): \(result), expected \(expected)") }
    }

    var description: String { "\(agreed) of \(agreed + others.count)\n\(others.joined(separator: "\n"))" }
}

/// A tally for each of the choices that the corpus knows.
struct PickTallies: CustomStringConvertible {
    static let names = ["chromium_tab", "chromium_largest192", "firefox_tab16", "firefox_rich", "spec_last"]
    private var tallies: [String: Tally] = [:]

    func agreed(_ name: String) -> Int { tallies[name]?.agreed ?? 0 }
    func others(_ name: String) -> [String] { tallies[name]?.others ?? ["not counted"] }

    mutating func count(_ id: String, _ page: Page, _ expected: CorpusTests.Picks) {
        count("chromium_tab", id, pick(page, .chromium, .tab), expected.chromiumTab)
        count("chromium_largest192", id, pick(page, .chromium, .largest), expected.chromiumLargest192)
        // Those for Firefox are of links in head, and of links whose media matches; the browser takes all.
        if page.links.allSatisfy({ $0.isInHead && $0.media == nil }), page.unusable.isEmpty {
            count("firefox_tab16", id, pick(page, .firefox, .tab), expected.firefoxTab16)
            count("firefox_rich", id, pick(page, .firefox, .largest), expected.firefoxRich)
        }
        count("spec_last", id, lastIcon(page), expected.specLast)
        let server = IconOrder(page).entries.first { $0.icon.isOfServer }?.icon
        count("default", id, server?.target.description, expected.default)
    }

    private mutating func count(_ name: String, _ id: String, _ result: String?, _ expected: String?) {
        // No password of a link is told.
        tallies[name, default: Tally()].count(id, result, expected.map(WebURL.withoutUserInfo))
    }

    /// What a browser takes; the corpus has `data:,` where a page says that it has no icon.
    private func pick(_ page: Page, _ browser: IconPreference.Browser, _ use: IconPreference.Use) -> String? {
        var wish = IconPreference()
        wish.browser = browser
        wish.use = use
        let order = IconOrder(page, for: wish)
        return order.isDeclined ? "data:," : order.chosen?.target.description
    }

    /// The last icon that matches, which the standard takes where nothing else speaks for one.
    private func lastIcon(_ page: Page) -> String? {
        page.links.last { $0.kinds.contains(.icon) && !$0.isInNoscript && MediaEnvironment().matches($0.media) }?.target
            .description
    }

    var description: String {
        tallies.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
    }
}
