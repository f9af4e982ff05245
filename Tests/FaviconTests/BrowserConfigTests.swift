import URLs
import TestSupport
import Testing
import XML

@testable import Favicon

@Suite struct BrowserConfigTests {
    @Test func tilesHaveTheSizesOfTheirNames() throws {
        let icons = try icons(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <browserconfig>
              <msapplication>
                <tile>
                  <square70x70logo src="/mstile-70x70.png"/>
                  <square150x150logo src="mstile-150x150.png"/>
                  <wide310x150logo src="//cdn.test/wide.png"/>
                  <square310x310logo src="../large.png"/>
                  <TileImage src="https://cdn.test/tile.png"/>
                  <TileColor>#da532c</TileColor>
                </tile>
                <badge><polling-uri src="/badge.xml"/></badge>
              </msapplication>
            </browserconfig>
            """)
        #expect(
            icons.map { "\($0.target) \($0.sizes[0])" } == [
                "https://ex.test/mstile-70x70.png 70x70", "https://ex.test/a/mstile-150x150.png 150x150",
                "https://cdn.test/wide.png 310x150", "https://ex.test/large.png 310x310",
                "https://cdn.test/tile.png 144x144",
            ])
        #expect(icons.allSatisfy { $0.source == .browserconfig && $0.sizes.count == 1 })
    }

    @Test(arguments: [
        // Only where tiles belong.
        "<square70x70logo src='a'/>", "<tile><square70x70logo src='a'/></tile>",
        "<browserconfig><tile><square70x70logo src='a'/></tile></browserconfig>",
        "<browserconfig><msapplication><tile><x><TileImage src='a'/></x></tile></msapplication></browserconfig>",
        "<other><msapplication><tile><TileImage src='a'/></tile></msapplication></other>",
        // Only what leads to a picture.
        tile("<square70x70logo/>"), tile("<square70x70logo src=''/>"), tile("<square70x70logo href='a'/>"),
        tile("<square71x71logo src='a'/>"), tile("<TileImage src='javascript:a'/>"),
        tile("<TileImage src='file:///a'/>"), tile("<TileImage src='http://['/>"), tile("<TileImage src='data:,'/>"),
        tile("<TileImage>a</TileImage>"), tile("<!-- <TileImage src='a'/> -->"),
    ]) func nothingElseIsATile(text: String) throws { #expect(try icons(text) == []) }

    @Test func oddOnesAreTilesToo() throws {
        let icons = try icons(
            Self.tile("<tileimage src=' a&amp;b '/><TILEIMAGE src='data:image/png,x'><b/></TILEIMAGE>"))
        #expect(icons.map(\.target.description) == ["https://ex.test/a/a&b", "data:image/png,x"])
    }

    @Test(
        arguments: [
            ("", .notWellFormed(line: 1)), ("<html><br></html>", .notWellFormed(line: 1)),
            ("<!doctype html><html>", .notWellFormed(line: 1)), ("<!DOCTYPE html><html>", .documentType),
        ] as [(String, XMLError)]) func whatCannotBeReadIsAnError(text: String, error: XMLError)
    { #expect(throws: error) { _ = try icons(text) } }

    @Test func theLastThousandTilesCount() throws {
        let tiles = (0..<1500).map { "<TileImage src='\($0)'/>" }.joined()
        let icons = try icons(Self.tile(tiles))
        #expect(icons.count == 1000)
        #expect(icons.last?.target.description == "https://ex.test/a/1499")
    }

    /// Whatever becomes of a file on its way, no tile comes out of it that was not in it.
    @Test func damagedOnesAreReadOrRefused() throws {
        let whole = Array(Self.tile("<TileImage src='a'/><square70x70logo src='b'/>").utf8)
        let bytes = Array("<>/'=&;!ab x".utf8) + [0, 0xC3, 0xFF]
        var random = SplitMix64(seed: 21)
        var readable = 0
        for _ in 0..<rounds(5000) {
            var damaged = whole
            let place = Int.random(in: 0..<damaged.count, using: &random)
            damaged[place] = bytes[Int.random(in: 0..<bytes.count, using: &random)]
            let url = try #require(WebURL("https://ex.test/a/browserconfig.xml"))
            guard let icons = try? BrowserConfig(damaged, at: url).icons else { continue }
            readable += 1
            #expect(icons.count <= 2)
            #expect(icons.allSatisfy { $0.target.description.hasPrefix("https://") })
        }
        #expect((rounds(200)..<rounds(4800)).contains(readable))
    }

    private static func tile(_ content: String) -> String {
        "<browserconfig><msapplication><tile>\(content)</tile></msapplication></browserconfig>"
    }

    private func icons(_ text: String) throws -> [IconLink] {
        let url = try #require(WebURL("https://ex.test/a/browserconfig.xml"))
        return try BrowserConfig(Array(text.utf8), at: url).icons
    }
}
