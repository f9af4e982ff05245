import URLs
import TestSupport
import Testing

@testable import Favicon

/// When the files are fetched in which a page names more icons, and what comes of them.
@Suite struct NamedFilesTests {
    private static let url = "https://ex.test/"
    private static let picture = WholePictures.gif(16, 16)
    private static let head = "<link rel=manifest href=/m/app.json><meta name=msapplication-config content=/tiles.xml>"
    private static let files: [String: ScriptedAnswer] = [
        "https://ex.test/m/app.json": .ok("{\"icons\":[{\"src\":\"i.png\",\"sizes\":\"512x512\"}]}"),
        "https://ex.test/tiles.xml": .ok(
            "<browserconfig><msapplication><tile><square70x70logo src='/t.png'/></tile>"
                + "</msapplication></browserconfig>"),
    ]

    @Test func linksComeFirstAndTheFilesAreNotAskedFor() async throws {
        let (finding, client) = try await search("<link rel=icon href=a>", ["https://ex.test/a": .ok(Self.picture)])
        #expect(finding.chosen?.icon.source == .link)
        #expect(client.urls == [Self.url, "https://ex.test/a"])
    }

    @Test(arguments: ["", "<link rel=icon href=gone>"]) func theManifestComesAfterTheLinks(links: String) async throws {
        let (finding, _) = try await search(
            links, ["https://ex.test/m/i.png": .ok(Self.picture), "https://ex.test/t.png": .ok(Self.picture)])
        #expect(finding.chosen?.icon.source == .manifest)
        #expect(finding.chosen?.icon.target.description == "https://ex.test/m/i.png")
    }

    @Test func theTilesComeAfterTheManifest() async throws {
        let (finding, _) = try await search("", ["https://ex.test/t.png": .ok(Self.picture)])
        #expect(finding.chosen?.icon.source == .browserconfig)
    }

    @Test func theLargestIsLookedForInAll() async throws {
        let (finding, _) = try await search(
            "<link rel=icon href=a sizes=32x32>",
            ["https://ex.test/a": .ok(Self.picture), "https://ex.test/m/i.png": .ok(Self.picture)]
        ) { $0.preference.use = .largest }
        #expect(finding.chosen?.icon.source == .manifest)
    }

    @Test func browsersTakeNoneOfThem() async throws {
        let (finding, client) = try await search("", [:]) { $0.preference.browser = .chromium }
        #expect(finding.chosen == nil)
        #expect(client.urls == [Self.url, "https://ex.test/favicon.ico"])
    }

    @Test func aPageThatDeclinesAnIconIsBelieved() async throws {
        let (finding, client) = try await search("<link rel=icon href=data:,>", [:])
        #expect(finding.order.isDeclined)
        #expect(client.urls == [Self.url])
    }

    @Test func saysWhatKeepsAFileFromBeingRead() async throws {
        let client = ScriptedHTTPClient([Self.url: .ok(Self.head), "https://ex.test/m/app.json": .ok("{")])
        let finding = try await IconSearch(client: client, options: SearchOptions(userAgent: "t")).finding(
            at: #require(WebURL(Self.url)))
        #expect(finding.chosen == nil)
        #expect(finding.warnings.count == 2)
        #expect(finding.warnings.first?.hasPrefix("https://ex.test/m/app.json: not valid JSON at byte 1") == true)
        #expect(finding.warnings.last == "https://ex.test/tiles.xml: the server responded with status 404")
    }

    @Test func placesThatNobodyNamesAreTriedOnRequest() async throws {
        let client = ScriptedHTTPClient([
            "https://www.ex.test/": .ok(""), "https://ex.test/favicon.ico": .ok(Self.picture),
        ])
        var options = SearchOptions(userAgent: "t")
        let url = try #require(WebURL("https://www.ex.test/"))
        #expect(try await IconSearch(client: client, options: options).finding(at: url).chosen == nil)
        options.triesFallbacks = true
        let finding = try await IconSearch(client: client, options: options).finding(at: url)
        #expect(finding.chosen?.icon.target.description == "https://ex.test/favicon.ico")
        #expect(client.urls.contains("https://www.ex.test/apple-touch-icon.png"))
    }

    private func search(
        _ links: String, _ answers: [String: ScriptedAnswer], _ change: (inout SearchOptions) -> Void = { _ in }
    ) async throws -> (IconFinding, ScriptedHTTPClient) {
        var options = SearchOptions(userAgent: "test")
        change(&options)
        let client = ScriptedHTTPClient(
            answers.merging(Self.files) { $1 }.merging([Self.url: .ok(Self.head + links)]) { $1 })
        let finding = try await IconSearch(client: client, options: options).finding(at: #require(WebURL(Self.url)))
        return (finding, client)
    }
}
